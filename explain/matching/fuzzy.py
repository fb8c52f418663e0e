"""Fuzzy rescue: a message that no template fits, because it was damaged, is compared with all wordings.

It answers only where one entry is clearly the likest, nothing that is known not to be torch's is as
like, and enough of the message is there. The thresholds were calibrated on real pastes (tests/cases).
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..knowledge.squeezing import Positions, small, squeeze
from ..knowledge.store import Base
from ..knowledge.template import captures
from ..knowledge.words import MAYBE, NUMBER, words
from ..model import Failure, Match, Passage, Paste
from ..patterns import Pattern
from ..reading.passages import MENTION, MESSAGE, TITLE, WEAK
from . import evidence
from .likeness import Weights, closest, compare
from .shadowing import speaks

_LETTERS = Pattern(r"[A-Za-z]+")
#: A hit needs this much agreement, more where nothing else in the paste speaks of torch.
ENOUGH, ENOUGH_ALONE = 0.80, 0.86
#: ... and this much of the wording, unless what is there is rare enough by itself.
COVERED, COVERED_LEAST = 0.55, 0.34
#: ... a weight of words that chance does not bring together, and more where little is covered.
WEIGHT, WEIGHT_LEAST = 9.0, 20.0
#: What weighs less counts only where the whole of it is there.
WHOLE = 0.9
#: ... and this lead over the next entry.
MARGIN = 0.04
#: What is shown as nearest, where nothing is answered.
NEAR = 0.55
#: Wordings compared in full, and passages looked at.
SHORTLIST, PASSAGES = 8, 10


class _Scored(NamedTuple):
    score: float
    match: Match | None
    #: Whether it is enough for an answer.
    answers: bool
    #: Whether it is as like as that, and its exceptions are of the type that was raised.
    comes_so: bool
    #: The wording that it was compared with, and whose it is.
    signature: int
    wording: Sequence[str]
    base: Base


def rescue(paste: Paste, bases: Sequence[Base]) -> tuple[list[Match], list[Match]]:
    """(matches, nearest), as ranking.rank."""
    scored: list[_Scored] = []
    for base in bases:
        found = _scored(paste, base)
        scored.extend(item for item in found if not item.match or speaks(base, item.match.entry, bases))
    scored.sort(key=lambda item: -item.score)
    best = next(iter(scored), None)
    if best is None:
        return [], []
    by_entry: dict[str, _Scored] = {}
    for item in scored:
        by_entry.setdefault(item.match.entry if item.match else "", item)
    ranked = list(by_entry.values())
    matches = [item.match for item in ranked if item.match]
    if (
        best.match
        and best.answers
        and _comes_so(best.match, scored)
        and (len(ranked) == 1 or best.score - ranked[1].score >= MARGIN)
    ):
        return [_recovered(best), *(match for match in matches[1:] if match.score >= NEAR)], []
    return [], [match for match in matches if match.score >= NEAR][:3]


def _comes_so(match: Match, scored: Sequence[_Scored]) -> bool:
    """Whether the exception's type comes with one of the entry's wordings that are like the message."""
    return any(item.comes_so for item in scored if item.match and item.match.entry == match.entry)


def _scored(paste: Paste, base: Base) -> Iterator[_Scored]:
    table = base.likeness
    weights = Weights(table["words"], len(table["wordings"]))
    torch = evidence.mentions_torch(paste.text[:20_000])
    neighbour = evidence.mentions_neighbour(paste.text[:20_000])
    for passage in _passages(paste):
        if evidence.raised_elsewhere(passage.failure):
            continue
        message = words(passage.failure.message[:3_000])
        for number in _shortlist(message, table, weights):
            signature, wording = table["wordings"][number]
            like = compare(message, wording, weights, begins=passage.strength == MESSAGE)
            agrees = like.agreement >= (ENOUGH if torch and not neighbour else ENOUGH_ALONE)
            comes_so = agrees and (torch or _is_raised_so(signature, base, passage.failure))
            answers = (
                agrees
                and _may_mean(signature, base, passage, paste.text)
                and like.weight >= WEIGHT
                and (like.coverage >= COVERED or (like.coverage >= COVERED_LEAST and like.weight >= WEIGHT_LEAST))
            )
            if like.weight >= WEIGHT or like.coverage >= WHOLE:
                score = round(like.score, 3)
                match = _match(signature, score, base, passage.failure)
                yield _Scored(score, match, answers, comes_so, signature, wording, base)


def _may_mean(signature: int, base: Base, passage: Passage, text: str) -> bool:
    """Whether a wording may mean its entry here: what it asks for is there, and no text that it excludes."""
    failure = passage.failure
    row = base.index["signatures"][signature] if signature >= 0 else {}
    where = row.get("where")
    texts = (text for frame in failure.frames for text in (frame.file, frame.function, frame.code))
    if where and not any(where in text for text in texts):
        return False
    if not evidence.may_be_torchs(row, failure, text, passage.start, passage.end):
        return False
    return "unless" not in row or row["unless"] not in small(squeeze(failure.message))


def _is_raised_so(signature: int, base: Base, failure: Failure) -> bool:
    """Whether the exception's type is one that this wording comes with, as far as it can be read."""
    exceptions = base.index["signatures"][signature].get("exceptions", ()) if signature >= 0 else ()
    return not exceptions or failure.type in exceptions or not hasattr(builtins, failure.type or "")


def _match(signature: int, score: float, base: Base, failure: Failure) -> Match | None:
    if signature < 0:
        return None
    row = base.index["signatures"][signature]
    identity, category = base.index["entries"][row["entry"]]
    return Match(identity, category, score, "fuzzy", {}, failure)


def _recovered(scored: _Scored) -> Match:
    """The match with what its placeholders took, where the message fits once its mistyped words are put right."""
    assert scored.match is not None
    row = scored.base.index["signatures"][scored.signature]
    wanted = {word.removeprefix(MAYBE) for word in scored.wording}

    def put_right(found: re.Match[str]) -> str:
        word = found.group()
        return word if word.lower() in wanted else closest(word.lower(), wanted, ends=False)

    mended = _LETTERS.sub(put_right, scored.match.failure.message[:3_000])
    found = re.search(row["pattern"], squeeze(mended), re.IGNORECASE)
    if not found:
        return scored.match
    return scored.match._replace(captures=captures(found, row["types"], Positions(mended)))


def _passages(paste: Paste) -> list[Passage]:
    """The passages worth comparing: where an exception's message stands, only such; else whatever is said."""
    told = [item for item in paste.passages if item.strength == MESSAGE and item.failure.message]
    if not told:
        told = [item for item in paste.passages if item.strength in (TITLE, MENTION, WEAK) and item.failure.message]
    long_enough = [item for item in told if len(item.failure.message) > 15]
    return long_enough[:PASSAGES]


def _shortlist(message: list[str], table: dict[str, Any], weights: Weights) -> list[int]:
    """The wordings, and the look-alikes, that share the rarest words with the message; of equals the shorter."""
    votes: dict[int, float] = {}
    limit = 40 + len(table["wordings"]) // 50
    for word in {word for word in message if word != NUMBER}:
        found = table["words"].get(word, ())
        if len(found) <= limit:
            for number in found:
                votes[number] = votes.get(number, 0.0) + weights(word)
    wordings = table["wordings"]
    ranked = sorted(votes, key=lambda number: (-votes[number], len(wordings[number][1])))
    own = [number for number in ranked if wordings[number][0] >= 0]
    strangers = [number for number in ranked if wordings[number][0] < 0]
    return own[:SHORTLIST] + strangers[:SHORTLIST]
