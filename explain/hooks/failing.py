"""Which failure a program ended by: of all that it printed, of what its launcher recorded, of what its hook saw."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..answering import Answer, answer, retell
from ..knowledge.squeezing import squeeze
from ..knowledge.store import Base
from ..matching.ranking import REPORTS
from ..model import Passage
from ..patterns import Pattern
from ..reading.cleaning import clean, peel
from ..reading.passages import MESSAGE, read

#: The part of torchrun's table that tells of the first failure.
_FIRST = Pattern(
    r"Root Cause \(first observed failure\):(?:\n[^\n]{0,300}){0,5}?\n[^\n]{0,80}\brank\s{0,8}: (\d{1,6})[^\n]{0,80}"
    r"\n[^\n]{0,80}\bexitcode\s{0,8}: (-?\d{1,6})[^\n]{0,80}\n[^\n]{0,80}\berror_file\s{0,8}: ([^\n]{1,1000})"
)
_HEAD = Pattern(r"^Traceback \(most recent call last\):", 8)  # re.MULTILINE
#: What stands between two tracebacks of one failure.
_JOINED = Pattern(r"above exception|Original Traceback|terminated with the following error")
#: What Python prints while a program is being torn down.
_AFTERMATH = Pattern(r"Exception ignored |Error in atexit")
_LONGEST_RECORD = 1 << 20
#: What a program that dies by a signal has to say of it stands among its last lines.
_LAST_LINES = 100


class Root(NamedTuple):
    """The first failure of a distributed job, as torchrun tells it."""

    rank: int
    #: The signal that this rank died by; 0 for none.
    signal: int
    #: The traceback of its error file; empty where there is none.
    record: str


def root(said: str) -> Root | None:
    """The root cause in the table of torchrun's ChildFailedError, the last where it printed several."""
    if "Root Cause (first observed failure)" not in said:
        return None
    found = list(_FIRST.finditer(clean(said)))
    if not found:
        return None
    rank, status, file = found[-1].groups()
    return Root(int(rank), max(-int(status), 0), _record(file.strip()))


def _record(path: str) -> str:
    """The traceback that a worker left in its error file."""
    try:
        if not os.path.isfile(path):  # mostly <N/A>
            return ""
        with open(path, encoding="utf-8", errors="replace") as file:  # noqa: PTH123
            message = json.loads(file.read(_LONGEST_RECORD))["message"]
        if isinstance(message, dict):
            message = message.get("extraInfo", {}).get("py_callstack") or message.get("message")
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return ""
    return message if isinstance(message, str) else ""


def recognised(said: str, first: Root | None, signalled: bool, lang: str, opened: Sequence[Base]) -> Answer | None:
    """The answer to the failure that ended the program; None where it is not known."""
    for text in _texts(said, first, signalled):
        found = answer(text, lang, opened)
        if found.told is not None and found.failure is not None:
            if first is None or found.failure.rank is not None:
                return found
            return retell(found, found.failure._replace(rank=first.rank), lang, opened)
    return None


def with_live(found: Answer | None, live: Answer | None, said: str, lang: str, opened: Sequence[Base]) -> Answer | None:
    """The answer with what the program's own hook saw of the same failure.

    What only the hook saw is told where standard error shows no exception: it may have gone to a file.
    """
    if live is None or live.failure is None or live.told is None:
        return found
    if found is None or found.failure is None:
        return live if not any(_is_exception(passage) for passage in read(said).passages) else None
    if not squeeze(found.failure.message).startswith(squeeze(live.failure.message)):
        return found
    failure = found.failure._replace(facts={**found.failure.facts, **live.failure.facts})
    return retell(found, failure, lang, opened, live.scene)


def _texts(said: str, first: Root | None, signalled: bool) -> Iterator[str]:
    """The texts to look at, the one that tells the failure most surely first."""
    if first is not None and first.record:
        yield first.record
        yield "\n".join(line for line in said.split("\n") if peel(line)[1] in (None, first.rank))
    yield "\n".join(said.split("\n")[-_LAST_LINES:]) if signalled else fatal(said)


def fatal(said: str) -> str:
    """The text from the traceback on that ended the program: the failures before it were survived.

    All of it where ranks or other processes speak: there the first failure brings about the later ones.
    """
    paste = read(said)
    raised = [passage for passage in paste.passages if _is_exception(passage)]
    if any(passage.failure.rank is not None for passage in raised):
        return said
    between = [paste.text[before.end : after.start] for before, after in pairwise(raised)]
    while between and _AFTERMATH.search(between[-1]):
        between.pop()
    if not between or REPORTS.search(raised[len(between)].failure.type or ""):
        return said
    for number in range(len(between), 0, -1):
        gap = between[number - 1]
        if _HEAD.search(gap) and not _JOINED.search(gap):
            return paste.text[raised[number - 1].end :]
    return said


def _is_exception(passage: Passage) -> bool:
    return passage.strength == MESSAGE and passage.failure.type is not None and bool(passage.failure.frames)
