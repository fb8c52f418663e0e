"""An explanation as plain text of a given width: what a pipe, a file or a log gets."""

from __future__ import annotations

from ..explaining import is_code, step
from ..model import Explanation
from .layout import Row, rows
from .wrapping import WIDTH, printable, width, wrap

#: Columns of the labels.
MARGIN = 14


def render(explanation: Explanation, columns: int = WIDTH) -> str:
    """The text, ending in a line break."""
    lines = [*headline(explanation, columns), "", *wrap(explanation.meaning, columns), ""]
    for row in rows(explanation):
        lines.extend(block(row, columns))
    return printable("\n".join(lines)) + "\n"


def headline(explanation: Explanation, columns: int) -> list[str]:
    """The id at the left, the place at the right; below it where one line does not hold both."""
    if not explanation.place:
        return [explanation.id]
    gap = columns - width(explanation.id) - width(explanation.place)
    if gap >= 2:
        return [explanation.id + " " * gap + explanation.place]
    return [explanation.id, *(" " * (columns - width(line)) + line for line in wrap(explanation.place, columns))]


def block(row: Row, columns: int) -> list[str]:
    """The lines of one row: label, text in its column, code below it as it is; a step hangs on its number."""
    texts = [line for paragraph in row.text.split("\n") if paragraph for line in _lines(paragraph, columns - MARGIN)]
    texts += row.code.split("\n") if row.code else []
    label = row.label + " " * max(MARGIN - width(row.label), 1)
    return [((label if number == 0 else " " * MARGIN) + text).rstrip() for number, text in enumerate(texts)]


def _lines(paragraph: str, columns: int) -> list[str]:
    if is_code(paragraph):
        return [paragraph.strip("`")]
    mark = step(paragraph)
    lines = wrap(paragraph[len(mark) :], columns - width(mark))
    return [(mark if number == 0 else " " * width(mark)) + line for number, line in enumerate(lines)]
