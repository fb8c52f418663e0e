"""The one form in which wordings and pastes are compared: no white space, one kind of quote.

A message that was wrapped by a terminal, a logger or a box, in the middle of a word too, that lost
its blanks or got curly or full-width characters, squeezes to the same characters as the original.
Anchors are looked up in small letters, and templates match capitals and small letters alike.
Every character maps to at most one, so that a position leads back to the text it came from.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right

from ..patterns import Pattern

_QUOTES = "\"'`‘’‚‛“”„‟′″´＇＂｀「」『』«»‹›"


def _table() -> dict[int, str]:
    table = {0xFF01 + i: chr(0x21 + i) for i in range(94)}
    table.update({ord(quote): "'" for quote in _QUOTES})
    table.update({ord("，"): ",", ord("、"): ",", ord("。"): ".", ord("×"): "x"})
    table.update({ord(dash): "-" for dash in "−–—‐‑"})
    return table


_TABLE = _table()
_WORD = Pattern(r"\S+")


def squeeze(text: str) -> str:
    """`text` without white space, with one kind of quote, full-width characters made ASCII."""
    if not text.isascii():
        text = text.translate(_TABLE)
    elif '"' in text or "`" in text:
        text = text.replace('"', "'").replace("`", "'")
    return "".join(text.split())


def small(text: str) -> str:
    """`text` in small letters, each character in its place (str.lower makes some into two)."""
    return text.lower() if text.isascii() else text.translate(_SMALL)


_SMALL = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


class Positions:
    """Leads from positions in a squeezed text back to positions in the text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts, self._ends = array("Q"), array("Q")  # a long text has many words, and a list is five times that
        end = 0
        for word in _WORD.finditer(text):
            self._starts.append(word.start())
            end += word.end() - word.start()
            self._ends.append(end)

    def original(self, position: int) -> int:
        """The position in the text of the character at `position` of the squeezed text."""
        word = bisect_right(self._ends, position)
        if word >= len(self._starts):
            return len(self._text)
        before = self._ends[word - 1] if word else 0
        return self._starts[word] + position - before

    def slice(self, start: int, end: int) -> str:
        """The part of the text that became squeezed[start:end], white space within it kept."""
        if end <= start:
            return ""
        return self._text[self.original(start) : self.original(end - 1) + 1]
