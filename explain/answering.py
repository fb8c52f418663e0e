"""The whole way from a text to its answer: read, match, explain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .explaining import explain
from .knowledge.store import Base, bases
from .matching.ranking import rank
from .model import Entry, Explanation, Failure, Match, Paste, Scene
from .reading.passages import MENTION, read


class Answer(NamedTuple):
    """What was read, what it was recognised as, and what is said of it."""

    failure: Failure | None
    matches: Sequence[Match]
    #: What came close, where nothing was recognised.
    nearest: Sequence[Match]
    told: Explanation | None
    #: What the live program showed; None for pasted text.
    scene: Scene | None = None


def answer(data: bytes | str, lang: str, opened: Sequence[Base] | None = None) -> Answer:
    """The answer to a pasted text. Raises knowledge.store.Missing."""
    opened = bases() if opened is None else opened
    paste = read(data)
    matches, nearest = rank(paste, opened)
    if not matches:
        return Answer(_read(paste), [], nearest, None)
    first = matches[0]
    return Answer(first.failure, matches, [], explain(first, entry(first.entry, opened), lang))


#: Categories in which the fault is that tensors differ, and in what.
_COMPARED = {"device": "device", "dtype": "dtype"}


def answer_exception(error: BaseException, lang: str, opened: Sequence[Base] | None = None) -> Answer:
    """The answer to a live exception, with what its program shows. Raises knowledge.store.Missing."""
    from .reading.live import chain

    return answer_chain(chain(error), lang, opened)


def answer_chain(errors: list[BaseException], lang: str, opened: Sequence[Base] | None = None) -> Answer:
    """The answer to exceptions of which each came from the one before. Raises knowledge.store.Missing."""
    from .reading.live import read_exception, stack
    from .reading.scene import scene

    opened = bases() if opened is None else opened
    paste = read_exception(errors)
    matches, nearest = rank(paste, opened)
    if not matches:
        return Answer(_read(paste), [], nearest, None)
    first = matches[0]
    seen, facts = scene(
        stack(_raised(first.failure, errors), errors), _COMPARED.get(first.category, ""), first.captures
    )
    first = first._replace(failure=first.failure._replace(facts={**first.failure.facts, **facts}))
    told = explain(first, entry(first.entry, opened), lang, seen)
    return Answer(first.failure, [first, *matches[1:]], [], told, seen)


def retell(found: Answer, failure: Failure, lang: str, opened: Sequence[Base], scene: Scene | None = None) -> Answer:
    """An answer told anew after more has become known of its failure."""
    first = found.matches[0]._replace(failure=failure)
    told = explain(first, entry(first.entry, opened), lang, scene)
    return Answer(failure, [first, *found.matches[1:]], [], told, scene)


def entry(identity: str, opened: Sequence[Base]) -> Entry:
    """The entry `identity` of the first base that has it. Raises KeyError."""
    return holder(identity, opened).entry(identity)


def holder(identity: str, opened: Sequence[Base]) -> Base:
    """The first base that has the entry `identity`. Raises KeyError."""
    for base in opened:
        if identity in base.places:
            return base
    raise KeyError(identity)


def _read(paste: Paste) -> Failure | None:
    """The failure that an unrecognised paste most likely tells of."""
    passages = [passage for passage in paste.passages if passage.strength >= MENTION and passage.failure.message]
    typed = [passage for passage in passages if passage.failure.type] or passages
    return max(typed, key=lambda passage: passage.strength).failure if typed else None


def _raised(failure: Failure, errors: Sequence[BaseException]) -> BaseException:
    """The exception of a chain that a failure was read from: the one whose traceback ends where its frames do."""
    from .reading.live import frames_of, stack

    for error in errors:
        if tuple(frames_of(stack(error, errors))) == failure.frames:
            return error
    return errors[-1]
