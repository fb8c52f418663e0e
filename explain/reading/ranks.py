"""Several processes print into one paste, line by line: the lines of each process's traceback together again."""

from __future__ import annotations

from . import frames, lines

#: A line, and the rank that it names.
Told = tuple[str, "int | None"]
#: Lines of one traceback, and of the message that ends it.
_LONGEST, _LONGEST_MESSAGE = 400, 60


def apart(told: list[Told]) -> list[Told]:
    """The lines in the order in which each rank's traceback stands in one piece, where it began.

    Every other line stays in its place, so that what failed first stands first. A line that names no rank
    goes on where the line before it stands: a terminal wrapped it.
    """
    if len({rank for _, rank in told if rank is not None}) < 2:
        return told
    blocks: list[list[Told]] = []
    tracebacks: dict[int | None, _Traceback] = {}
    current: int | None = None
    for line, rank in told:
        begins = lines.head(line)[0]
        current = rank if rank is not None or begins else current
        traceback = tracebacks.get(current)
        if begins or (traceback is None and frames.header(line)):  # a paste may begin within a traceback
            traceback = tracebacks[current] = _Traceback()
            blocks.append(traceback.told)
        if traceback is None or not traceback.takes(line, rank):
            blocks.append([(line, rank)])
    return [item for block in blocks for item in block]


class _Traceback:
    """The lines of one rank from the head of a traceback to the end of its message."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self._left = _LONGEST

    def takes(self, line: str, rank: int | None) -> bool:
        """Takes the line in, unless the traceback is over."""
        if self._left <= 0:
            return False
        self._left -= 1
        self.told.append((line, rank))
        typed = lines.typed(line)
        if typed and not line[: typed.start].strip():
            self._left = min(self._left, _LONGEST_MESSAGE)
        return True
