"""An explanation in at most twelve lines: what a hook adds below a traceback."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Explanation
from .layout import LABELS, Row
from .plain import MARGIN, block, headline
from .wrapping import printable, width, wrap

#: Physical lines that may be added below a traceback: twelve, of which one is the blank line above these.
LINES = 11
#: Lines of the meaning, of what the program showed and of the first cause; the cure gets what is left.
_MEANING, _HERE, _CAUSE = 3, 2, 2


def render(explanation: Explanation, columns: int) -> str:
    """The text, ending in a line break; no line is wider than `columns`, so that the terminal breaks none."""
    labels = LABELS[explanation.lang]
    lines = [*headline(explanation, columns)[:2], *_cut(wrap(explanation.meaning, columns), _MEANING)]
    if explanation.here:
        lines += _cut(block(Row("here", labels["here"], "\n".join(explanation.here)), columns), _HERE)
    more = block(Row("more", labels["more"], "pytorch-explain last"), columns)
    if explanation.causes:
        lines += _first(explanation, columns, LINES - len(lines) - len(more))
    return printable("\n".join(_clip(line, columns) for line in (*lines, *more)[:LINES])) + "\n"


def _first(explanation: Explanation, columns: int, room: int) -> list[str]:
    """The first cause and its cure; of a long cause only the beginning, so that the cure keeps its place."""
    labels, advice = LABELS[explanation.lang], explanation.causes[0]
    code = "\n".join(_uncommented(line, columns) for line in advice.code.split("\n"))
    change = block(Row("change", labels["change"], "" if code else advice.fix, code), columns)
    cause = block(Row("cause", labels["likely"], advice.cause), columns)
    kept = min(max(room - len(change), 1), max(_CAUSE, room - len(change)))
    return [*_cut(cause, kept), *_cut(change, max(room - min(kept, len(cause)), 1))][: max(room, 0)]


def _uncommented(line: str, columns: int) -> str:
    """A line of code without its comment, where it is too wide with it: the code is what is to be pasted."""
    if width(line) <= columns - MARGIN or "    #" not in line:
        return line
    return line[: line.rindex("    #")].rstrip()


def _cut(lines: Sequence[str], room: int) -> list[str]:
    """The first lines; the last of them says where something is left out."""
    if len(lines) <= room:
        return list(lines)
    return [*lines[: room - 1], lines[room - 1].rstrip("，。,. ") + " ..."]


def _clip(line: str, columns: int) -> str:
    """A line that is no wider than the window."""
    if width(line) <= columns:
        return line
    room = max(columns - 4, 0)
    clipped = line[:room]
    while width(clipped) > room:
        clipped = clipped[:-1]
    return clipped + " ..."
