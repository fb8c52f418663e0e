"""An explanation as Markdown, to be pasted into a ticket: code fenced, all else escaped."""

from __future__ import annotations

import re

from ..explaining import is_code
from ..model import Explanation
from ..patterns import Pattern
from .layout import rows
from .wrapping import printable

_SPAN = Pattern(r"(`[^`\n]+`)")
_SPECIAL = Pattern(r"([\\*_\[\]<>&|#~!])")


def render(explanation: Explanation) -> str:
    """The text, ending in a line break."""
    lines = [f"### {escape(explanation.title)} (`{explanation.id}`)", ""]
    if explanation.place:
        lines += [f"*{escape(explanation.place)}*", ""]
    lines += [escape(line) + "  " for line in explanation.meaning.split("\n")]
    for row in rows(explanation):
        text = [line for line in row.text.split("\n") if line]
        prose = " ".join(escape(line) for line in text if not is_code(line))
        code = [line.strip("`") for line in text if is_code(line)] + ([row.code] if row.code else [])
        if not prose and not code:
            continue
        lines += ["", f"**{row.label.strip()}** {prose}".rstrip()]
        for block in code:
            lines += ["", *fence(block)]
    return printable("\n".join(lines).replace("\n\n\n", "\n\n")) + "\n"


def escape(text: str) -> str:
    """`text` with everything that Markdown or HTML would obey made text; code spans stay code."""
    parts = _SPAN.split(text)
    return "".join(part if number % 2 else _SPECIAL.sub(r"\\\1", part) for number, part in enumerate(parts))


def fence(code: str) -> list[str]:
    """A fenced block; the fence is longer than any run of backticks within."""
    longest = max((len(run) for run in re.findall(r"`+", code)), default=0)
    mark = "`" * max(3, longest + 1)
    return [
        mark + ("python" if not code.startswith(("nvidia-smi", "PYTORCH", "CUDA_", "pip ", "pytorch-explain")) else ""),
        code,
        mark,
    ]
