"""An explanation as Markdown, to be pasted into a ticket: code fenced, all else escaped."""

from __future__ import annotations

import re
from itertools import groupby

from ..explaining import is_code
from ..model import Explanation
from ..patterns import Pattern
from .layout import Row, rows
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
        lines += statement(row)
    return printable("\n".join(lines)) + "\n"


def statement(row: Row) -> list[str]:
    """The lines of one row, prose and code in their order: a paragraph a line, neighbouring lines of code in one fence.

    A step is a paragraph rather than an item of a list: the code that belongs to it would end the list.
    """
    parts = [line for line in row.text.split("\n") if line]
    if not parts and not row.code:
        return []
    beside = escape(parts.pop(0)) if parts and not is_code(parts[0]) else ""
    lines = ["", f"**{row.label.strip()}** {beside}".rstrip()]
    for code, group in groupby(parts, is_code):
        if code:
            lines += ["", *fence("\n".join(line.strip("`") for line in group))]
        else:
            lines += [part for line in group for part in ("", escape(line))]
    return [*lines, "", *fence(row.code)] if row.code else lines


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
