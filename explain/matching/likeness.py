"""How alike a damaged message and a wording are, word by word.

Letters go wrong within a word, ends are cut off, a sentence stands around: that is damage, and costs
little. Another word in the place of a word is another message, however many of the rest agree, and
costs much. Words weigh by how rare they are among all wordings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import log
from typing import NamedTuple

from rapidfuzz.distance import LCSseq
from rapidfuzz.fuzz import ratio

from ..knowledge.words import FOREIGN, MAYBE, NUMBER

#: From this likeness on (0 to 100) two words are the same word mistyped.
TYPO = 72.0
#: Names of tensor types look like one another, and mean something else each.
_TYPES = frozenset(
    f"{name}{suffix}"
    for name in ["float", "double", "half", "bfloat16", "long", "int", "short", "char", "byte", "bool"]
    for suffix in ("", "tensor")
)
#: Of the words around the shared stretch the heaviest that count: a long log around a message says little.
AROUND = 8
#: Words of a message that are looked at.
LONGEST = 160


class Likeness(NamedTuple):
    """How alike, and how much of either was the other."""

    #: 0 to 1: of the stretch that the two share, the part on which they agree.
    agreement: float
    #: 0 to 1: the part of the wording's weight that was found in the message.
    coverage: float
    #: 0 to 1: the part of the message's weight that the wording explains.
    explained: float
    #: Weight of the words found.
    weight: float

    @property
    def score(self) -> float:
        """One figure to rank by."""
        return 0.7 * self.agreement + 0.15 * self.coverage + 0.15 * self.explained


class Weights:
    """How much a word says: the rarer among the wordings, the more."""

    def __init__(self, postings: Mapping[str, Sequence[int]], count: int) -> None:
        self._postings = postings
        self._count = max(count, 1)
        self.unknown = 0.6 * log(self._count + 1)

    def knows(self, word: str) -> bool:
        """Whether it is a word of any wording, and so hardly another one mistyped."""
        return word in self._postings or word in _TYPES

    def __call__(self, word: str) -> float:
        if word in (NUMBER, FOREIGN):
            return 0.3
        found = self._postings.get(word)
        return log((self._count + 1) / len(found)) if found else self.unknown


def compare(message: Sequence[str], wording: Sequence[str], weights: Weights, begins: bool) -> Likeness:
    """How alike the words of a message and those of a wording are.

    `begins` tells that the message is known to begin where it begins (after `RuntimeError:`), so that
    words before the shared stretch are not a sentence around it.
    """
    wanted = [word.removeprefix(MAYBE) for word in wording]
    needed = [0.0 if word.startswith(MAYBE) else weights(word) for word in wording]
    read = _mended(list(message[:LONGEST]), wanted, weights)
    pairs = _aligned(read, wanted)
    if not pairs:
        return Likeness(0.0, 0.0, 0.0, 0.0)
    pairs = _completed(_densest(pairs, wanted, weights), read, wanted)
    agreed = sum(weights(wanted[there]) for _, there in pairs)
    (first_here, first_there), (last_here, last_there) = pairs[0], pairs[-1]
    against = 0.0
    for (here, there), (next_here, next_there) in pairwise(pairs):
        against += _gap(read[here + 1 : next_here], wording[there + 1 : next_there], weights)
    # What the wording has beyond the shared stretch may only be missing where the message itself ends.
    before, after = wording[:first_there], wording[last_there + 1 :]
    against += _cut(read[:first_here][::-1], before[::-1], weights, strict=begins)
    against += _cut(read[last_here + 1 :], after, weights, strict=False)
    found = sum(needed[there] for _, there in pairs)
    around = sum(sorted(weights(word) for word in (*read[:first_here], *read[last_here + 1 :]))[-AROUND:])
    return Likeness(agreed / (agreed + against), found / (sum(needed) or 1.0), agreed / (agreed + around), agreed)


def _mended(read: list[str], wording: Sequence[str], weights: Weights) -> list[str]:
    """The message with words that a wrap broke joined, and mistyped ones written as the wording writes them."""
    wanted = set(wording)
    mended: list[str] = []
    number = 0
    while number < len(read):
        word = read[number]
        if word not in wanted and number + 1 < len(read) and word + read[number + 1] in wanted:
            word, number = word + read[number + 1], number + 1
        elif word not in wanted and len(word) > 2 and word not in (NUMBER, FOREIGN):
            ends = number in (0, len(read) - 1)
            if ends or not weights.knows(word):
                word = closest(word, wanted, ends)
        mended.append(word)
        number += 1
    return mended


def closest(word: str, wanted: set[str], ends: bool) -> str:
    """The word of a wording that a word was mistyped from, itself where it was from none; at an `end` it may be cut."""
    best, score = word, TYPO
    for other in wanted:
        if ends and len(word) > 2 and (other.startswith(word) or other.endswith(word)):
            return other
        if abs(len(other) - len(word)) <= 2 and len(other) > 2:
            likeness = ratio(word, other, score_cutoff=score)
            if likeness > score or (likeness == score and best == word):
                best, score = other, likeness
    return best


def _aligned(read: Sequence[str], wording: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of positions of equal words, in order in both."""
    pairs: list[tuple[int, int]] = []
    for block in LCSseq.opcodes(read, wording):
        if block.tag == "equal":
            pairs.extend((block.src_start + i, block.dest_start + i) for i in range(block.src_end - block.src_start))
    return pairs


def _densest(pairs: list[tuple[int, int]], wording: Sequence[str], weights: Weights) -> list[tuple[int, int]]:
    """The run of pairs that belongs together: a stray word far off in the sentence around is not part of it."""
    runs: list[list[tuple[int, int]]] = [[pairs[0]]]
    for pair in pairs[1:]:
        here = pair[0] - runs[-1][-1][0] - 1
        there = pair[1] - runs[-1][-1][1] - 1
        if here > _near(there):
            runs.append([])
        runs[-1].append(pair)
    return max(runs, key=lambda run: sum(weights(wording[there]) for _, there in run))


def _near(missing: int) -> int:
    """How many words of the message may stand where `missing` words of the wording do."""
    return max(6, 2 * missing + 4)


def _completed(run: list[tuple[int, int]], read: Sequence[str], wording: Sequence[str]) -> list[tuple[int, int]]:
    """The run with the words next to it that the alignment had given to a stray word far off."""
    before = _next_to(run[0], read, wording, -1)
    return [*before[::-1], *run, *_next_to(run[-1], read, wording, 1)]


def _next_to(pair: tuple[int, int], read: Sequence[str], wording: Sequence[str], step: int) -> list[tuple[int, int]]:
    """Pairs of equal words from a pair on in one direction, each as near to the last as it can be."""
    found: list[tuple[int, int]] = []
    here, there = pair
    number = there + step
    while 0 <= number < len(wording):
        reach = _near(abs(number - there) - 1) + 1
        end = min(len(read), here + reach + 1) if step > 0 else max(-1, here - reach - 1)
        position = next((place for place in range(here + step, end, step) if read[place] == wording[number]), None)
        if position is not None:
            here, there = position, number
            found.append((here, there))
        number += step
    return found


def _gap(here: Sequence[str], there: Sequence[str], weights: Weights) -> float:
    """What speaks against in a gap: words that only one of the two has, most where each has another."""
    lost = _lost(there, weights)
    added = sum(weights(word) for word in here if word not in (NUMBER, FOREIGN))
    if FOREIGN in here:
        return 0.25 * lost + 0.5 * added
    if NUMBER in there:  # a placeholder takes words of its own
        added = max(0.0, added - 1.5 * weights.unknown)
    return lost + added if lost and added else lost + 0.5 * added


def _lost(there: Sequence[str], weights: Weights) -> float:
    """The weight of words of the wording that are not there and would have to be."""
    return sum(weights(word) for word in there if word != NUMBER and not word.startswith(MAYBE))


def _cut(here: Sequence[str], there: Sequence[str], weights: Weights, strict: bool) -> float:
    """What speaks against beyond an end: nothing where the message ends, much where it goes on otherwise."""
    lost = _lost(there, weights)
    if FOREIGN in here[:2]:
        return 0.25 * lost
    if not here or not (lost or strict) or (there and there[0] == NUMBER and here[0] != NUMBER):
        return 0.0
    added = sum(weights(word) for word in here[:2])
    return lost * min(1.0, 0.5 * len(here)) + 0.5 * added
