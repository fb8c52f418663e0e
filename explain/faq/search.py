"""A question in anybody's words to the entries that answer it, best first.

A message that stands in the question whole is recognised as `explain` recognises it. Beyond that an entry
scores by how much of the question it has: each word weighs by its rarity, and counts in full where a whole
phrase by which people ask for the entry is there, less in a message, least in a text. The score is thus the
part of the question that is answered, and below a threshold nothing was found.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from ..knowledge.store import Base
from ..matching import exact
from ..model import Text
from .shelf import ASKED, Phrase, Place, Shelf
from .tokens import NOT, is_foreign, tokens

#: Less of a question than this is no answer ...
ENOUGH = 0.33
#: ... unless what is there is much in itself, and more than the everyday words of any long text.
MUCH, LEAST = 7.0, 0.18
#: A hit with less than this part of the best one's score is left out.
BESIDE = 0.4
#: Hits that are worth reading.
MOST = 8
#: Tokens that are looked up, and unknown words that are read as slips: a whole log may be pasted.
LONGEST, SLIPS = 200, 12
#: How far a word is trusted that was read as a slip.
TRUST = 0.8


class Hit(NamedTuple):
    """One entry that answers a question."""

    id: str
    category: str
    title: Text
    #: 0 to 1.
    score: float
    #: What of the question it was found by, as it was typed.
    words: tuple[str, ...]


class _Clue(NamedTuple):
    """A word of the question, as it is looked up."""

    token: str
    trust: float
    weight: float
    #: Where it stands in the question.
    spans: list[tuple[int, int]]


def search(question: str, bases: Sequence[Base]) -> list[Hit]:
    """The entries that answer `question`, best first; none where nothing is known of it."""
    shelf = Shelf(bases)
    hits = _recognised(question, bases, shelf)
    known = {hit.id for hit in hits}
    # A message is spelt as PyTorch spells it: what is unknown there are the reader's own names.
    clues = _clues(question, shelf, slips=0 if hits else SLIPS)
    hits += [hit for hit in _by_words(question, clues, shelf) if hit.id not in known]
    return [hit for hit in hits if hit.score >= BESIDE * hits[0].score][:MOST]


def _recognised(question: str, bases: Sequence[Base], shelf: Shelf) -> list[Hit]:
    """The entries whose messages stand in the question whole."""
    spans = {
        base.index["entries"][base.index["signatures"][hit.signature]["entry"]][0]: (hit.start, hit.end)
        for base in reversed(bases)
        for hit in reversed(exact.find(question, base.index))
    }
    if not spans:
        return []
    from ..matching.ranking import recognise
    from ..reading.passages import read

    titles = {shelf.entry(place)[0]: shelf.entry(place)[2] for place in shelf.places()}
    return [
        Hit(match.entry, match.category, titles[match.entry], 1.0, (_stretch(question, *spans[match.entry]),))
        for match in recognise(read(question), bases)
        if match.entry in spans
    ]


def _stretch(text: str, start: int, end: int) -> str:
    return " ".join(text[start:end].split())


def _clues(question: str, shelf: Shelf, slips: int) -> list[_Clue]:
    """What is looked up of a question; at most `slips` unknown words as the known ones that were likely meant.

    What nobody knows speaks against every answer, except in a question of another language: its few known words
    are all that can be understood.
    """
    clues: dict[str, _Clue] = {}
    foreign = is_foreign(question)
    for token in islice(tokens(question, shelf.joined), LONGEST):
        words, trust = [token.text], 1.0
        if token.text not in clues and not foreign and slips and _may_be_slip(token.text, shelf):
            slips -= 1
            typed = question[token.start : token.end].lower()
            words, trust = _meant(token.text, shelf) or _meant(typed, shelf) or words, TRUST
        for word in words:
            weight = shelf.rarity(word) or (0.0 if foreign else shelf.unknown(word))
            if weight:
                clues.setdefault(word, _Clue(word, trust, weight, [])).spans.append((token.start, token.end))
    return list(clues.values())


def _may_be_slip(token: str, shelf: Shelf) -> bool:
    return token.isascii() and token.isalpha() and not shelf.rarity(token)


def _meant(word: str, shelf: Shelf) -> list[str]:
    """The tokens of the known word that an unknown one was most likely meant as; none where there is no such word."""
    from .spelling import meant  # rapidfuzz is loaded only where a word is unknown

    known = meant(word, shelf.vocabulary)
    if known in shelf.joined:
        return [token.text for token in tokens(shelf.joined[known])]
    return [known] if known else []


def _by_words(question: str, clues: Sequence[_Clue], shelf: Shelf) -> list[Hit]:
    complete = _complete(clues, shelf)
    clues = [clue for clue in clues if clue.token[0] != NOT]  # a denial tells phrases apart, and is no word by itself
    whole = sum(clue.weight for clue in clues)
    points: dict[Place, float] = {}
    spans: dict[Place, list[tuple[int, int]]] = {}
    for clue in clues:
        found = shelf.find(clue.token)
        counts = dict(found.places)
        for phrase in found.phrases:
            share = ASKED + (1 - ASKED) * complete.get(phrase, 0.0) ** 2
            counts[phrase.place] = max(counts[phrase.place], share)
        for place, share in counts.items():
            points[place] = points.get(place, 0.0) + clue.weight * clue.trust * share
            spans.setdefault(place, []).extend(clue.spans)
    ranked = sorted(points, key=lambda place: (-points[place], place))
    return [
        Hit(*shelf.entry(place), round(points[place] / whole, 3), _words(question, spans[place]))
        for place in ranked
        if points[place] >= (LEAST if points[place] >= MUCH else ENOUGH) * whole
    ]


def _complete(clues: Sequence[_Clue], shelf: Shelf) -> dict[Phrase, float]:
    """How much of each phrase is there, by weight; nothing of one whose words are not half there."""
    there: dict[Phrase, list[float]] = {}
    for clue in clues:
        for phrase in shelf.find(clue.token).phrases:
            there.setdefault(phrase, []).append(clue.weight * clue.trust)
    complete: dict[Phrase, float] = {}
    for phrase, weights in there.items():
        words = shelf.tokens(phrase)
        if 2 * len(weights) >= len(words):
            complete[phrase] = sum(weights) / sum(map(shelf.rarity, words))
    return complete


def _words(question: str, spans: list[tuple[int, int]]) -> tuple[str, ...]:
    """The stretches of the question in its order, those that overlap or touch in Chinese joined, none twice."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(dict.fromkeys(question[start:end] for start, end in merged))
