"""Breaking lines by display width: Chinese characters take two columns and may be broken between."""

from __future__ import annotations

import re
import unicodedata

#: Characters that must not begin a line.
_CLOSING = "，。；：、！？）」』】》…,.;:!?)]}·"
_UNITS = re.compile(r"\s+|[⺀-鿿豈-﫿＀-｠]|[^\s⺀-鿿豈-﫿＀-｠]+")


def width(text: str) -> int:
    """Columns that `text` takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def wrap(text: str, columns: int) -> list[str]:
    """`text` in lines of at most `columns`; its own line breaks stay; a longer word stands alone."""
    return [line for paragraph in text.split("\n") for line in _paragraph(paragraph, max(columns, 8))]


def _paragraph(text: str, columns: int) -> list[str]:
    lines: list[str] = []
    line, used, gap = "", 0, ""
    for unit in _UNITS.findall(text):
        if unit.isspace():
            gap = " " if line else ""
            continue
        size = width(unit)
        if line and used + len(gap) + size > columns and not (len(unit) == 1 and unit in _CLOSING):
            lines.append(line)
            line, used, gap = "", 0, ""
        line, used, gap = line + gap + unit, used + len(gap) + size, ""
    return [*lines, line] if line or not lines else lines


def printable(text: str) -> str:
    """`text` without characters that a terminal would obey."""
    return "".join(c for c in text if c in "\n\t" or not unicodedata.category(c).startswith("C"))
