"""The search indexes of all knowledge bases in force, looked up as one; of an id in several the first counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from typing import NamedTuple

from ..knowledge.store import Base
from ..matching.shadowing import speaks
from ..model import Text
from .table import beginning, numbers

#: How much a word says of an entry that has it in its messages, or only somewhere in its texts.
WORDED, TOLD = 0.6, 0.3
#: ... and one by which people ask for the entry, where the rest of their phrase is not there.
ASKED = 0.7


class Place(NamedTuple):
    """An entry of one knowledge base."""

    base: int
    entry: int


class Phrase(NamedTuple):
    """One phrase by which people ask for an entry."""

    place: Place
    number: int


class Found(NamedTuple):
    """Where a token stands: how much it says of each entry, and the phrases that have it."""

    places: dict[Place, float]
    phrases: list[Phrase]


class Shelf:
    """All indexes."""

    def __init__(self, bases: Sequence[Base]) -> None:
        self._tables = [base.search for base in bases]
        self._hidden = {
            Place(b, e)
            for b, base in enumerate(bases)
            for e, (identity, _, _) in enumerate(self._tables[b]["entries"])
            if b and not speaks(base, identity, bases)
        }
        self._size = sum(len(table["entries"]) for table in self._tables)
        self._found: dict[str, Found] = {}
        #: From a name in small letters to its words.
        self.joined: dict[str, str] = {}
        for table in reversed(self._tables):
            self.joined.update(table["joined"])

    def places(self) -> Iterator[Place]:
        """Every entry, those of the first knowledge base last."""
        for b, table in reversed(list(enumerate(self._tables))):
            yield from (Place(b, e) for e in range(len(table["entries"])))

    def entry(self, place: Place) -> tuple[str, str, Text]:
        """(id, category, titles)."""
        identity, category, title = self._tables[place.base]["entries"][place.entry]
        return identity, category, title

    def tokens(self, phrase: Phrase) -> list[str]:
        """The tokens of a phrase."""
        text: str = self._tables[phrase.place.base]["phrases"][phrase.number]
        return text.split()[1:]

    def find(self, token: str) -> Found:
        """Where a token stands; nowhere if it is not known."""
        if token not in self._found:
            self._found[token] = self._look_up(token)
        return self._found[token]

    def _look_up(self, token: str) -> Found:
        places: dict[Place, float] = {}
        phrases: list[Phrase] = []
        for b, table in enumerate(self._tables):
            for name, weight in (("told", TOLD), ("worded", WORDED)):
                places.update((Place(b, entry), weight) for entry in numbers(table[name], token))
            for number in numbers(table["asked"], token):
                place = Place(b, int(table["phrases"][number].partition(" ")[0]))
                places[place] = ASKED
                phrases.append(Phrase(place, number))
        for hidden in self._hidden & places.keys():
            del places[hidden]
        return Found(places, [phrase for phrase in phrases if phrase.place in places])

    def rarity(self, token: str) -> float:
        """How much it tells that a token is there: little where many entries have it; 0 where none has."""
        spread = sum(self.find(token).places.values())
        return log(1 + self._size / spread) if spread else 0.0

    def unknown(self, token: str) -> float:
        """What a token weighs that no entry has: as much as one that a few have.

        A pair of Chinese characters half as much, since every other pair is the end of one word and the beginning
        of the next; a number or a denial nothing, which are the reader's own.
        """
        if not token[0].isalpha():
            return 0.0
        return log(1 + self._size / 4) * (1.0 if token.isascii() else 0.5)

    def vocabulary(self, letter: str) -> list[str]:
        """Every English word and name that is known and begins with a letter, those first by which people ask."""
        found: list[str] = []
        for table in self._tables:
            found += beginning(table["asked"], letter)
            found += [name for name in table["joined"] if name.startswith(letter)]
            found += beginning(table["worded"], letter) + beginning(table["told"], letter)
        return [word for word in found if word.isascii()]
