"""An explanation in at most twelve lines: what a hook adds below a traceback."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Explanation
from .layout import LABELS, Row
from .plain import block, headline
from .wrapping import printable, width, wrap

#: Physical lines that may be added below a traceback: twelve, of which one is the blank line above these.
LINES = 11
#: Lines of the meaning, of what the program showed, of the first cause and its cure, before something must go.
_MEANING, _HERE, _CAUSE = 4, 2, 5


def render(explanation: Explanation, columns: int) -> str:
    """The text, ending in a line break; no line is wider than `columns`, so that the terminal breaks none."""
    labels = LABELS[explanation.lang]
    lines = [*headline(explanation, columns)[:2], *_cut(wrap(explanation.meaning, columns), _MEANING)]
    if explanation.here:
        lines += _cut(block(Row("here", labels["here"], "\n".join(explanation.here)), columns), _HERE)
    more = block(Row("more", labels["more"], "pytorch-explain last"), columns)
    room = LINES - len(lines) - len(more)
    if explanation.causes:
        lines += _first(explanation, columns, min(room, _CAUSE))
    return printable("\n".join(_clip(line, columns) for line in (*lines, *more)[:LINES])) + "\n"


def _first(explanation: Explanation, columns: int, room: int) -> list[str]:
    """The first cause and its cure; of a long cause only the beginning, so that the cure keeps its place."""
    labels, advice = LABELS[explanation.lang], explanation.causes[0]
    code = advice.code.split("\n")[0]
    change = block(Row("change", labels["change"], "" if code else advice.fix, code), columns)[:2]
    cause = block(Row("cause", labels["likely"], advice.cause), columns)
    return [*_cut(cause, max(room - len(change), 1)), *change][: max(room, 0)]


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
