"""An explanation as Markdown, to be pasted into a ticket: code fenced, all else escaped."""

from __future__ import annotations

import re

from ..explaining import is_code
from ..model import Explanation
from ..patterns import Pattern
from .layout import rows
from .wrapping import printable

#: A code span between single backticks; longer runs of them would be matched by Markdown in another way.
_SPAN = Pattern(r"((?<!`)`[^`\n]+`(?!`))")
_SPECIAL = Pattern(r"([\\`*_\[\]<>&|#~!])")
#: What GitHub makes a link of without any brackets.
_LINK = Pattern(r"(?<![^\W_])(www)(?=\.)|(?<=\w)(?=://)", re.I)
#: What makes a list, a rule or a heading at the beginning of a line: `- `, `1. `, `---`, `===`.
_BLOCK = Pattern(r"^([ \t]*\d*)([-+=.)])", re.M)
#: Four blanks before a line make it code.
_INDENT = Pattern(r"^[ \t]+", re.M)


def render(explanation: Explanation) -> str:
    """The text, ending in a line break."""
    lines = [f"### {escape(explanation.title)} (`{explanation.id}`)", ""]
    if explanation.place:
        lines += [f"*{literal(' '.join(explanation.place.split()))}*", ""]
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
    return printable("\n".join(lines)) + "\n"


def escape(text: str) -> str:
    """`text` with everything that Markdown or HTML would obey made text; code spans stay code."""
    parts = _SPAN.split(_INDENT.sub("", printable(text)))
    escaped = (part if number % 2 else _inert(part) for number, part in enumerate(parts))
    return _BLOCK.sub(r"\1\\\2", "".join(escaped))


def literal(text: str) -> str:
    """`text` that is none of ours, wholly as text: a backtick in it makes no code."""
    return _BLOCK.sub(r"\1\\\2", _inert(_INDENT.sub("", printable(text))))


def _inert(text: str) -> str:
    return _LINK.sub(r"\1\\", _SPECIAL.sub(r"\\\1", text))


def fence(code: str) -> list[str]:
    """A fenced block; the fence is longer than any run of backticks within."""
    code = printable(code)
    longest = max((len(run) for run in re.findall(r"`+", code)), default=0)
    mark = "`" * max(3, longest + 1)
    return [
        mark + ("python" if not code.startswith(("nvidia-smi", "PYTORCH", "CUDA_", "pip ", "pytorch-explain")) else ""),
        code,
        mark,
    ]
