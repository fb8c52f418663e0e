"""A live exception to Failures: its chain, innermost cause first, with frames and the facts of the program.

Contract: no code of the user's runs, no tensor data is touched, nothing stays alive or changed.
"""

from __future__ import annotations

import linecache
from collections.abc import Iterator, Sequence
from itertools import islice
from types import CodeType, TracebackType

from ..model import Failure, Frame, Passage, Paste
from .passages import MESSAGE, read
from .safely import cause, members, message, traceback_of, type_name

#: Exceptions of a chain or group that are looked at, and frames of one traceback.
MOST_CHAINED, MOST_FRAMES = 30, 400


def chain(error: BaseException) -> list[BaseException]:
    """The exception with its causes and the members of its groups, innermost cause first, each once."""
    found: list[BaseException] = []
    waiting = [error]
    while waiting and len(found) < MOST_CHAINED:
        current = waiting.pop(0)
        if any(current is other for other in found):
            continue
        found.append(current)
        waiting.extend(members(current))
        came_from = cause(current)
        if came_from is not None:
            waiting.append(came_from)
    return found[::-1]


def read_exception(errors: list[BaseException]) -> Paste:
    """What the texts of a chain of exceptions say.

    A message that carries another traceback (a DataLoader worker's) is read as pasted text is.
    """
    text, passages = "", []
    for current in errors:
        told = read(f"{type_name(current)}: {message(current)}")
        frames = tuple(frames_of(stack(current, errors)))
        for passage in told.passages:
            own = passage.failure._replace(frames=passage.failure.frames or frames)
            moved = Passage(passage.start + len(text), passage.end + len(text), MESSAGE, own)
            passages.append(moved)
        if not told.passages:
            passages.append(Passage(len(text), len(text), MESSAGE, Failure(type_name(current), "", frames)))
        text += told.text + "\n\n"
    return Paste(text, tuple(passages))


def stack(error: BaseException, errors: Sequence[BaseException]) -> list[TracebackType]:
    """The links of an exception's traceback, outermost first, with those above the frame that caught it.

    What was caught and raised anew has a traceback that ends, outwards, where it was caught, mostly within
    PyTorch; the user's own frames are in that of the exception it became.
    """
    own = list(_links(traceback_of(error)))
    for outer in errors:
        if outer is error or not own:
            continue
        above = list(_links(traceback_of(outer)))
        met = next((number for number, link in enumerate(above) if link.tb_frame is own[0].tb_frame), 0)
        if met:
            return above[:met] + own
    return own


def frames_of(links: Sequence[TracebackType]) -> Iterator[Frame]:
    """The frames of a traceback with their source lines; of a deep recursion the innermost."""
    for link in links[-MOST_FRAMES:]:
        code: CodeType = link.tb_frame.f_code
        line = linecache.getline(code.co_filename, link.tb_lineno)
        yield Frame(code.co_filename, link.tb_lineno, code.co_name, line.strip(), _marked(link, line))


def _links(tb: TracebackType | None) -> Iterator[TracebackType]:
    while tb is not None:
        yield tb
        tb = tb.tb_next


def _marked(tb: TracebackType, line: str) -> tuple[int, int] | None:
    """The columns of the failing expression within the stripped line, where Python keeps them (3.11 and later)."""
    positions = getattr(tb.tb_frame.f_code, "co_positions", None)
    if positions is None or tb.tb_lasti < 0:
        return None
    for first, last, start, end in islice(positions(), tb.tb_lasti // 2, tb.tb_lasti // 2 + 1):
        if first != last or start is None or end is None or first != tb.tb_lineno:
            return None
        indent = len(line) - len(line.lstrip())
        raw = line.encode("utf-8", "replace")
        columns = [len(raw[:offset].decode("utf-8", "replace")) - indent for offset in (start, end)]
        return columns[0], columns[1]
    return None
