"""Which lines of a paste are source code or part of a diff, where a line does not tell by itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from . import lines

#: Lines in a row that leave it to those around them whether they are code.
_LONGEST = 60


class Sources:
    """The code among the lines of a paste."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._lines = texts
        #: The last run of doubtful lines, and whether they are code.
        self._run = (0, 0, False)

    def is_code(self, number: int) -> bool:
        """Whether a line is source code or part of a diff, by itself or by what stands around it."""
        line = self._lines[number]
        if self.in_diff(line):
            return True
        return self._among_code(number) if lines.doubtful(line) else lines.code(line)

    def in_diff(self, line: str) -> bool:
        """Whether the line is one that a diff takes away or adds: neither has happened."""
        return line[:1] in ("+", "-") and self._holds_diff

    @cached_property
    def _holds_diff(self) -> bool:
        return any(map(lines.heads_diff, self._lines))

    def _among_code(self, number: int) -> bool:
        """Whether the run of doubtful lines, in which this one stands, has code beside it."""
        first, end, verdict = self._run
        if not first <= number < end:
            before, end = self._past(number, -1), self._past(number, 1)
            beside = [self._lines[place] for place in (before, end) if 0 <= place < len(self._lines)]
            verdict = any(lines.beside_code(line) and not lines.doubtful(line) for line in beside)
            self._run = (number, end, verdict)
        return verdict

    def _past(self, number: int, step: int) -> int:
        """The first line in one direction that is not doubtful, or where looking for one ends."""
        place = number + step
        while 0 <= place < len(self._lines) and abs(place - number) < _LONGEST and lines.doubtful(self._lines[place]):
            place += step
        return place
