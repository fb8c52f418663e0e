"""Breaking lines by display width: Chinese characters take two columns and may be broken between."""

from __future__ import annotations

import unicodedata

from ..patterns import Pattern

#: Columns where nothing is known of the reader's window.
WIDTH = 80
#: Words, blanks, and each Chinese character for itself, with the characters after it that must not begin a line.
_UNITS = Pattern(r"\s+|(?:[⺀-鿿豈-﫿＀-｠·]|[^\s⺀-鿿豈-﫿＀-｠·]+)[，。；：、！？）」』】》…,.;:!?)\]}]{0,3}")


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
    for unit in _units(text):
        if unit.isspace():
            gap = " " if line else ""
            continue
        size = width(unit)
        if line and used + len(gap) + size > columns:
            lines.append(line)
            line, used, gap = "", 0, ""
        line, used, gap = line + gap + unit, used + len(gap) + size, ""
    return [*lines, line] if line or not lines else lines


def _units(text: str) -> list[str]:
    """The pieces of the text that are never broken, and the blanks between them."""
    if text.isascii():
        return " ".join(text.split()).replace(" ", "\n \n").split("\n")
    return _UNITS.findall(text)


def printable(text: str) -> str:
    """`text` without characters that a terminal would obey."""
    if text.isascii():
        return text.translate(_OBEYED)

    return "".join(c for c in text if c in "\n\t" or not is_obeyed(c))


def is_obeyed(character: str) -> bool:
    """Whether it is no text but an order: a control or format character, or a line or paragraph separator."""
    category = unicodedata.category(character)
    return category[0] == "C" or category in ("Zl", "Zp")


_OBEYED = dict.fromkeys((*(code for code in range(32) if code not in (9, 10)), 127))
