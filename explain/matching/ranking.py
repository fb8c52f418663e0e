"""From hits to a ranking: which failure of the paste is the one to explain, and is it one at all.

Order: a message before a mention, a failure before what wraps it, the innermost cause (which stands
first) before what followed from it, the more specific wording before the more general one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from ..knowledge.squeezing import squeeze
from ..knowledge.store import Base
from ..model import Failure, Match, Passage, Paste
from ..patterns import Pattern
from ..reading.passages import MENTION, MESSAGE, NONE, TITLE, WEAK
from . import evidence, exact
from .shadowing import speaks

#: Exceptions that only report another program's or process's failure.
REPORTS = Pattern(
    r"ChildFailedError|CalledProcessError|ProcessRaisedException|ProcessExitedException|SystemExit|KeyboardInterrupt"
    r"|RayTaskError|WorkerCrashed|BrokenProcessPool|TimeoutExpired|EOFError|BackendCompilerFailed|TorchRuntimeError"
)
#: Of entries that a paste only mentions: so many are a list of failures, or documentation, and nothing failed.
_LISTED = 3
_SCORES = {MESSAGE: 1.0, TITLE: 0.95, MENTION: 0.9, WEAK: 0.8}


class _Candidate(NamedTuple):
    match: Match
    strength: int
    wrapper: bool
    start: int
    weight: int
    end: int


def rank(paste: Paste, bases: Sequence[Base]) -> tuple[list[Match], list[Match]]:
    """(matches, nearest): what the paste was recognised as, best first; what came close where nothing was."""
    found = _found(paste, bases)
    matches = _decide(found, paste)
    if matches:
        return matches, []
    if found and all(item.strength > WEAK for item in found):
        return [], []
    from . import fuzzy  # rapidfuzz is loaded only where nothing matched exactly

    return fuzzy.rescue(paste, bases)


def recognise(paste: Paste, bases: Sequence[Base]) -> list[Match]:
    """What the paste was recognised as exactly, best first."""
    return _decide(_found(paste, bases), paste)


def _found(paste: Paste, bases: Sequence[Base]) -> list[_Candidate]:
    return [item for base in bases for item in _exact(paste, base) if speaks(base, item.match.entry, bases)]


def _exact(paste: Paste, base: Base) -> list[_Candidate]:
    starts = [passage.start for passage in paste.passages]
    found: list[_Candidate] = []
    for hit in exact.find(paste.text, base.index):
        row = base.index["signatures"][hit.signature]
        identity, category = base.index["entries"][row["entry"]]
        passage = _passage(hit, paste.passages, starts)
        failure, strength = (passage.failure, passage.strength) if passage else (Failure(None, ""), TITLE)
        if strength == NONE:
            continue
        score = _SCORES[strength]
        where = row.get("where", "")
        if where and failure.frames:
            if not any(
                where in frame.file or where in frame.function or where in frame.code for frame in failure.frames
            ):
                continue
        elif where:
            score -= 0.05
        if not evidence.may_be_torchs(row, failure, paste.text, hit.start, hit.end):
            continue
        exceptions = row.get("exceptions", ())
        if failure.type and exceptions and failure.type.split(".")[-1] not in exceptions:
            score -= 0.02
        weight = hit.weight + (1000 if where and failure.frames else 0)
        match = Match(identity, category, round(score, 3), "exact", hit.captures, failure)
        found.append(_Candidate(match, strength, row.get("wrapper", False), hit.start, weight, hit.end))
    return found


def _passage(hit: exact.Hit, passages: Sequence[Passage], starts: list[int]) -> Passage | None:
    """The strongest passage that the hit lies in; it may begin in one and end in the next."""
    number = bisect_right(starts, hit.start) - 1
    if number < 0:
        return None
    touched = [passages[number]]
    for passage in passages[number + 1 : number + 6]:
        if passage.start < hit.end:
            touched.append(passage)
    first = touched[0]
    if first.end <= hit.start and len(touched) > 1:
        touched = touched[1:]
    return max(touched, key=lambda passage: passage.strength)


def _decide(found: list[_Candidate], paste: Paste) -> list[Match]:
    """The ranking of what was found, empty where a stronger failure in the paste stayed unknown."""
    found = _without_overlapped(found)
    if not found:
        return []
    best = max(item.strength for item in found if not item.wrapper or all(other.wrapper for other in found))
    if best < MESSAGE and (_unknown_failure(found, paste) or len({item.match.entry for item in found}) >= _LISTED):
        return []
    found.sort(key=lambda item: (item.wrapper, -min(item.strength, TITLE), item.start, -item.weight))
    ranking: dict[str, Match] = {}
    for item in found:
        first = ranking.setdefault(item.match.entry, item.match)
        if first is not item.match and first.failure == item.match.failure:  # another part of the same message
            ranking[first.entry] = first._replace(captures={**item.match.captures, **first.captures})
    return list(ranking.values())


def _without_overlapped(found: list[_Candidate]) -> list[_Candidate]:
    """Of two wordings that took the same stretch of text, the one that explains more of it."""
    stretches: list[list[_Candidate]] = []
    end = -1
    for item in sorted(found, key=lambda item: item.start):
        if item.start >= end:
            stretches.append([])
        stretches[-1].append(item)
        end = max(end, item.end)
    kept: list[_Candidate] = []
    for stretch in stretches:  # hits of other stretches cannot overlap: there may be many
        kept.extend(_strongest(stretch))
    return sorted(kept, key=lambda item: -item.weight)


def _strongest(stretch: list[_Candidate]) -> list[_Candidate]:
    kept: list[_Candidate] = []
    for item in sorted(stretch, key=lambda item: -item.weight):
        if all(
            item.end <= other.start or item.start >= other.end or item.match.entry == other.match.entry
            for other in kept
        ):
            kept.append(item)
    return kept


def _unknown_failure(found: list[_Candidate], paste: Paste) -> bool:
    """Whether an exception of the paste stayed unrecognised, of which no hit is the full wording."""
    taken = [squeeze(paste.text[item.start : item.end]) for item in found]
    for passage in paste.passages:
        failure = passage.failure
        if passage.strength < MESSAGE or failure.type is None or REPORTS.search(failure.type):
            continue
        if any(passage.start < item.end and item.start < passage.end for item in found):
            continue
        message = squeeze(failure.message)[:60]
        if message and not any(message in text or text in message for text in taken):
            return True
    return False
