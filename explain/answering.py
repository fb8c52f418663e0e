"""The whole way from a text to its answer: read, match, explain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .explaining import explain
from .knowledge.store import Base, bases
from .matching.ranking import rank
from .model import Entry, Explanation, Failure, Match, Paste
from .reading.passages import MENTION, read


class Answer(NamedTuple):
    """What was read, what it was recognised as, and what is said of it."""

    failure: Failure | None
    matches: Sequence[Match]
    #: What came close, where nothing was recognised.
    nearest: Sequence[Match]
    told: Explanation | None


def answer(data: bytes | str, lang: str, opened: Sequence[Base] | None = None) -> Answer:
    """The answer to a pasted text. Raises knowledge.store.Missing."""
    opened = bases() if opened is None else opened
    paste = read(data)
    matches, nearest = rank(paste, opened)
    if not matches:
        return Answer(_read(paste), [], nearest, None)
    first = matches[0]
    return Answer(first.failure, matches, [], explain(first, entry(first.entry, opened), lang))


def entry(identity: str, opened: Sequence[Base]) -> Entry:
    """The entry `identity` of the first base that has it. Raises KeyError."""
    for base in opened:
        if identity in base.places:
            return base.entry(identity)
    raise KeyError(identity)


def _read(paste: Paste) -> Failure | None:
    """The failure that an unrecognised paste most likely tells of."""
    passages = [passage for passage in paste.passages if passage.strength >= MENTION and passage.failure.message]
    typed = [passage for passage in passages if passage.failure.type] or passages
    return max(typed, key=lambda passage: passage.strength).failure if typed else None
