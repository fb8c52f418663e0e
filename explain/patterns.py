"""Regular expressions that are compiled when they are first used: most pastes need few of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property


class Pattern:
    """A regular expression with the methods of a compiled one."""

    def __init__(self, source: str, flags: int = 0) -> None:
        #: As it is written.
        self.source = source
        self._flags = flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.source, self._flags)

    def match(self, text: str) -> re.Match[str] | None:
        """As re.Pattern.match."""
        return self._compiled.match(text)

    def search(self, text: str) -> re.Match[str] | None:
        """As re.Pattern.search."""
        return self._compiled.search(text)

    def sub(self, replacement: str | Callable[[re.Match[str]], str], text: str) -> str:
        """As re.Pattern.sub."""
        return self._compiled.sub(replacement, text)

    def split(self, text: str) -> list[str]:
        """As re.Pattern.split."""
        return self._compiled.split(text)

    def findall(self, text: str) -> list[str]:
        """As re.Pattern.findall, for a pattern without groups."""
        return self._compiled.findall(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """As re.Pattern.finditer."""
        return self._compiled.finditer(text)
