"""Stage 3: every wording is recognised as its own entry and as no other, through all that a paste goes through."""

from __future__ import annotations

from pytorch_explain.explaining import gather, holds_true, order
from pytorch_explain.knowledge.store import Base
from pytorch_explain.matching.ranking import rank
from pytorch_explain.model import Entry
from pytorch_explain.reading.passages import read


def test_every_example_is_recognised_first(entry: Entry, bases: list[Base]) -> None:
    for signature in entry.signatures:
        kind = signature.exceptions[0] if signature.exceptions else "RuntimeError"
        matches, _ = rank(read(f"{kind}: {signature.example}"), bases)
        assert matches and matches[0].entry == entry.id and matches[0].how == "exact", signature.example


def test_every_example_is_recognised_without_its_type(entry: Entry, bases: list[Base]) -> None:
    for signature in entry.signatures:
        matches, _ = rank(read(signature.example), bases)
        assert matches and matches[0].entry == entry.id, signature.example


def test_look_alikes_are_not_taken_for_it(entry: Entry, bases: list[Base]) -> None:
    for message, source in entry.unlike:
        matches, _ = rank(read(f"RuntimeError: {message}"), bases)
        assert entry.id not in [match.entry for match in matches[:1]], (message, source)


def test_look_alikes_of_known_entries_are_recognised_as_those(entry: Entry, bases: list[Base]) -> None:
    for message, source in entry.unlike:
        if source in bases[0].places:
            matches, _ = rank(read(f"RuntimeError: {message}"), bases)
            assert not matches or matches[0].entry == source, (message, source)


def test_a_causes_own_example_shows_that_cause(entry: Entry, bases: list[Base]) -> None:
    for cause in entry.causes:
        if cause.example:
            kind = f"{entry.signatures[0].exceptions[0]}: " if entry.signatures[0].exceptions else ""
            matches, _ = rank(read(kind + cause.example), bases)
            assert matches and matches[0].entry == entry.id, cause.example
            facts = gather(matches[0], entry, "en")
            assert cause in order(entry.causes, facts, "en"), cause.example
            assert holds_true(cause.when, facts) is not False, cause.example
