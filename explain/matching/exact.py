"""Exact matching: templates whose anchor occurs in the squeezed text, tried there and nowhere else.

The cost grows with the length of the text, not with the number of signatures: one look-up a
character in the table of anchors, and a regular expression only for those that occur.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..knowledge.squeezing import Positions, small, squeeze
from ..knowledge.template import ANCHOR, captures
from ..model import Fact

#: Characters that are looked through for anchors at a time.
_BLOCK = 1 << 16
#: Places at which one template is tried; a text that repeats an anchor more often gains nothing.
TRIES = 24


class Hit(NamedTuple):
    """A template found in a text."""

    signature: int
    #: Position in the text, not in its squeezed form.
    start: int
    end: int
    captures: dict[str, Fact]
    #: Squeezed characters of literal text that agreed.
    weight: int


def find(text: str, index: dict[str, Any]) -> list[Hit]:
    """Every signature of the index that occurs in the text, with what it captured, in the order of the text."""
    squeezed = squeeze(text)
    places = _anchors(small(squeezed), index["anchors"])
    if not places:
        return []
    positions = Positions(text)
    hits = [
        hit
        for number, tries in places.items()
        for hit in _tried(number, index["signatures"][number], tries, squeezed, text, positions)
    ]
    return sorted(hits, key=lambda hit: (hit.start, -hit.weight))


def _anchors(squeezed: str, anchors: dict[str, list[int]]) -> dict[int, list[int]]:
    """signature -> positions of its anchor in the squeezed text."""
    seen: set[str] = set()
    for start in range(0, len(squeezed) - ANCHOR + 1, _BLOCK):
        block = squeezed[start : start + _BLOCK + ANCHOR - 1]
        seen |= anchors.keys() & {block[i : i + ANCHOR] for i in range(len(block) - ANCHOR + 1)}
    places: dict[int, list[int]] = {}
    for anchor in sorted(seen):
        found: list[int] = []
        position = squeezed.find(anchor)
        while position >= 0 and len(found) < TRIES:
            found.append(position)
            position = squeezed.find(anchor, position + ANCHOR)
        for number in anchors[anchor]:
            places[number] = found
    return places


def _tried(
    number: int, row: dict[str, Any], tries: list[int], squeezed: str, text: str, positions: Positions
) -> Iterator[Hit]:
    expression = re.compile(row["pattern"], re.IGNORECASE)
    before, after = row["reach"]
    done = -1
    for position in tries:
        if position < done:
            continue
        found = expression.search(squeezed, max(0, position - before, done), position + after)
        if not found or ("unless" in row and row["unless"] in small(found.group())):
            continue
        start, end = positions.original(found.start()), positions.original(found.end() - 1) + 1
        if _goes_on(text, start, end, row):
            continue
        done = found.end()
        taken = {**row.get("facts", {}), **captures(found, row["types"], positions)}
        yield Hit(number, start, end, taken, _weight(found))


def _weight(found: re.Match[str]) -> int:
    """Characters of the match that no placeholder took."""
    return len(found.group()) - sum(max(0, found.end(name) - found.start(name)) for name in found.groupdict())


def _goes_on(text: str, start: int, end: int, row: dict[str, Any]) -> bool:
    """Whether the match is a part of a longer word: `forward()` in `custom_forward()`, `'_modules` in `'_modules_x'`.

    A wording may end within a word on purpose, but not where it ends with a quote. Where a capital meets a
    small letter two outputs ran into each other: that is the edge of a word.
    """
    if _wordy(text[start - 1 : start]) and _wordy(text[start]) and not text[start].isupper():
        return True
    after = text[end : end + 1]
    return "closed" in row and _wordy(text[end - 1]) and _wordy(after) and not after.isupper()


def _wordy(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character == "_")
