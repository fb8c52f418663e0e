"""What an entry says for readers who have no failure at hand: filled with the numbers of its own examples.

Each statement is told of the first example that has all its facts, the entry's main wording first; where there is none,
generally.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...explaining import choose, gather, holds_true, order, reflow, to_paste
from ...knowledge.store import Base
from ...matching.ranking import rank
from ...model import Cause, Entry, Facts, Signature, Variants
from ...output.page import general, named
from ...reading.passages import read


class Example(NamedTuple):
    """A real message of the entry, and the facts that are in it."""

    message: str
    signature: Signature
    facts: Facts


class Said(NamedTuple):
    """A statement, and the message whose numbers it tells; empty where it is the main one, or none."""

    text: str
    of: str = ""


class Advised(NamedTuple):
    """One cause and its cure."""

    cause: Said
    fix: str
    code: str


class Wording(NamedTuple):
    """One wording of the failure: a real message, the versions that word it so, and what it says."""

    message: str
    versions: str
    #: Whether a script raises it; else it is known from sources or real pastes.
    run: bool
    meaning: str


def message(entry: Entry) -> str:
    """The message by which people look for an entry: its main wording's; empty for a symptom, which has none."""
    return next((" ".join(signature.example.split()) for signature in entry.signatures if signature.example), "")


def examples(entry: Entry, opened: Sequence[Base], lang: str) -> list[Example]:
    """The examples of an entry's signatures, in its order, with their facts."""
    return [
        Example(signature.example, signature, _facts(entry, signature, opened, lang))
        for signature in entry.signatures
        if signature.example
    ]


def _facts(entry: Entry, signature: Signature, opened: Sequence[Base], lang: str) -> Facts:
    """What `explain` would know, were the message pasted with its type; nothing where it would not be this entry's."""
    kind = f"{signature.exceptions[0]}: " if signature.exceptions else ""
    matches, _ = rank(read(kind + signature.example), opened)
    match = next((match for match in matches if match.entry == entry.id), None)
    return gather(match, entry, lang) if match else {}


def meaning(entry: Entry, found: Sequence[Example], lang: str) -> str:
    """The statement of what happened, a fact a line: that of the main wording."""
    return choose(entry.meaning, found[0].facts if found else {}, lang) or general(entry.meaning, lang)


def causes(entry: Entry, found: Sequence[Example], opened: Sequence[Base], lang: str) -> list[Advised]:
    """All causes: first what is said of the main wording, in that order, then those that other messages show."""
    main = found[0].facts if found else {}
    first = order(entry.causes, main, lang)
    others = [cause for cause in entry.causes if cause not in first]
    own = {cause.example: _example(entry, cause.example, opened, lang) for cause in others if cause.example}
    told = [_advised(cause, found[:1], lang) for cause in first]
    return [
        *(item._replace(cause=item.cause._replace(of="")) for item in told),
        *(_advised(cause, [*filter(None, [own.get(cause.example)]), *found[1:]], lang) for cause in others),
    ]


def _example(entry: Entry, message: str, opened: Sequence[Base], lang: str) -> Example:
    signature = entry.signatures[0]._replace(example=message)
    return Example(message, signature, _facts(entry, signature, opened, lang))


def _advised(cause: Cause, found: Sequence[Example], lang: str) -> Advised:
    """One cause, told of the first example that does not rule it out, or generally; its cure of the same example."""
    for example in found:
        text = choose(cause.cause, example.facts, lang)
        if text and holds_true(cause.when, example.facts) is not False:
            fix = choose(cause.fix, example.facts, lang) or general(cause.fix, lang)
            own = text != general(cause.cause, lang)  # else it tells no numbers, and is of no message in particular
            return Advised(
                Said(reflow(text), example.message if own else ""), reflow(fix), _code(cause, example.facts, lang)
            )
    return Advised(Said(reflow(general(cause.cause, lang))), reflow(general(cause.fix, lang)), _code(cause, {}, lang))


def _code(cause: Cause, facts: Facts, lang: str) -> str:
    return to_paste(cause, facts, lang) or (named(cause.code[-1]).rstrip() if cause.code else "")


def avoid(entry: Entry, found: Sequence[Example], lang: str) -> str:
    """What not to do, and why."""
    return reflow(_told(entry.avoid, found, lang))


def locate(entry: Entry, found: Sequence[Example], lang: str) -> str:
    """How to find the place."""
    return reflow(_told(entry.locate, found, lang))


def wordings(entry: Entry, found: Sequence[Example], lang: str) -> Iterator[Wording]:
    """Every wording; what it says only where that is not what the main one says."""
    main = meaning(entry, found, lang)
    for example in found:
        text = choose(entry.meaning, example.facts, lang)
        signature = example.signature
        yield Wording(example.message, signature.torch, signature.proven == "run", "" if text == main else text)


def _told(variants: Variants, found: Sequence[Example], lang: str) -> str:
    """A statement of the first example that has its facts, or generally."""
    filled = (choose(variants, example.facts, lang) for example in found)
    return next(filter(None, filled), "") or general(variants, lang)
