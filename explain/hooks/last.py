"""The last crash that a hook saw: text only, in one small private file of the user's cache folder."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from ..answering import Answer, answer, retell
from ..knowledge.store import Base, bases, cache
from ..model import Fact, Failure, Scene

_FORM = 1
_FILE = "last.json"
#: Characters of a message that are kept.
_LONGEST = 100_000


class Crash(NamedTuple):
    """What a hook saw last."""

    answer: Answer
    #: The path that the program was started by; empty where it is not known.
    program: str
    time: datetime


def place() -> str:
    """The file's path."""
    return os.path.join(cache(), _FILE)


def keep(found: Answer, parent: str = "") -> None:
    """Keeps an answer to a live exception; where nothing can be written, nothing is kept.

    `parent` is the process of the `pytorch-explain run` that this program runs under, if it does.
    """
    if found.failure is None:
        return
    data = {
        "form": _FORM,
        "text": traceback(found.failure),
        "facts": _facts(found.failure.facts),
        "scene": found.scene,
        "parent": parent,
        "program": _program(),
    }
    try:
        os.makedirs(cache(), mode=0o700, exist_ok=True)
        handle, fresh = tempfile.mkstemp(dir=cache(), prefix="last-")  # mkstemp's files are private
        try:
            with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
                json.dump(data, file)
            os.replace(fresh, place())
        except BaseException:  # a full disk, an interrupt: nothing half-written stays behind
            os.unlink(fresh)
            raise
    except (OSError, ValueError):
        return


def _program() -> str:
    """The path that this program was started by; never its arguments, which may hold a password."""
    words = getattr(sys, "argv", None)  # the user's own by now, whatever it holds
    first = words[0] if type(words) is list and words else ""
    return first[:_LONGEST] if type(first) is str else ""


def traceback(failure: Failure) -> str:
    """The failure as Python would print it, from what was read of it."""
    lines = ["Traceback (most recent call last):"]
    for frame in failure.frames:
        lines.append(f'  File "{frame.file}", line {frame.line}, in {frame.function}')
        lines += [f"    {frame.code}"] if frame.code else []
    return "\n".join([*lines, f"{failure.type}: {failure.message[:_LONGEST]}"])


def recall(lang: str, parent: str = "", since: float = 0.0) -> Answer | None:
    """The answer to the last crash, in any language; None where there was none. Raises knowledge.store.Missing.

    With `parent` only to a crash under that process that is not older than `since`.
    """
    seen = crash(lang, parent, since)
    return seen.answer if seen else None


def crash(lang: str, parent: str = "", since: float = 0.0) -> Crash | None:
    """The last crash; as `recall` tells its answer."""
    try:
        data = json.loads(Path(place()).read_text(encoding="utf-8"))
        time = datetime.fromtimestamp(Path(place()).stat().st_mtime).astimezone()
    except (OSError, ValueError, OverflowError, RecursionError):
        return None
    if not isinstance(data, dict) or data.get("form") != _FORM or not isinstance(data.get("text"), str):
        return None
    if parent and (data.get("parent") != parent or time.timestamp() < since):
        return None
    opened = bases()
    found = answer(data["text"], lang, opened)
    program = data.get("program")
    return Crash(
        _with_scene(found, data, lang, opened) if found.matches else found,
        program if isinstance(program, str) else "",
        time,
    )


def _with_scene(found: Answer, data: dict[str, Any], lang: str, opened: Sequence[Base]) -> Answer:
    """The answer with what the live program had shown."""
    failure = found.matches[0].failure
    failure = failure._replace(facts={**failure.facts, **_facts(data.get("facts"))})
    return retell(found, failure, lang, opened, _scene(data.get("scene")))


def _facts(data: Any) -> dict[str, Fact]:
    """The facts that are plain, out of anything."""
    found = data.items() if isinstance(data, Mapping) else ()
    return {name: value for name, value in found if type(value) in (str, int, bool)}


def _scene(data: Any) -> Scene | None:
    try:
        layer, numbers, operands, strays, rest = data
        return Scene(
            str(layer),
            str(numbers),
            tuple((str(name), str(what)) for name, what in operands),
            tuple((str(value), tuple(map(str, holders)), int(count)) for value, holders, count in strays),
            str(rest),
        )
    except (TypeError, ValueError):
        return None
