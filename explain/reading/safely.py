"""Looking at objects of a crashed program without running any of its code.

No attribute of an object is asked for in the ordinary way: `__getattribute__`, properties, `__class__`
and `__dict__` may be the user's own and may raise, block or lie. Types are those that CPython keeps.
"""

from __future__ import annotations

import builtins
import sys
from types import FrameType, GetSetDescriptorType
from typing import Any

_MRO = type.__dict__["__mro__"].__get__
_NAME = type.__dict__["__name__"].__get__
_MODULE = type.__dict__["__module__"].__get__
_NAMESPACE = type.__dict__["__dict__"].__get__
_ARGS = BaseException.__dict__["args"].__get__
_CAUSE = BaseException.__dict__["__cause__"].__get__
_CONTEXT = BaseException.__dict__["__context__"].__get__
_SUPPRESS = BaseException.__dict__["__suppress_context__"].__get__
_TRACEBACK = BaseException.__dict__["__traceback__"].__get__

#: Code flag of functions, whose `f_locals` is a snapshot and not the namespace itself.
_OPTIMIZED = 0x1
#: An argument of an exception that is longer is cut.
_LONGEST = 200_000


def ancestry(obj: object) -> tuple[type, ...]:
    """The method resolution order of the object's real type."""
    found: tuple[type, ...] = _MRO(type(obj))
    return found


def type_name(obj: object) -> str:
    """The name of the object's real type."""
    found: str = _NAME(type(obj))
    return found


def type_home(obj: object) -> str:
    """The module that the object's real type says it comes from; empty where that is not a plain string."""
    try:
        found = _MODULE(type(obj))
    except AttributeError:
        return ""
    return found if type(found) is str else ""


def namespace(obj: object) -> dict[str, Any]:
    """The object's own attributes as CPython keeps them; empty where it keeps none."""
    for cls in ancestry(obj):
        descriptor = _NAMESPACE(cls).get("__dict__")
        if type(descriptor) is GetSetDescriptorType:
            found = descriptor.__get__(obj)
            return found if type(found) is dict else {}
    return {}


def message(error: BaseException) -> str:
    """The exception's message from its arguments, of which only exact strings and integers count."""
    arguments = _ARGS(error)
    parts = [argument for argument in arguments if type(argument) in (str, int)] if type(arguments) is tuple else []
    return " ".join(part[:_LONGEST] if type(part) is str else str(part)[:100] for part in parts[:4])


def cause(error: BaseException) -> BaseException | None:
    """The exception that this one came from, as Python would print it first."""
    found = _CAUSE(error)
    if found is None and not _SUPPRESS(error):
        found = _CONTEXT(error)
    return found if isinstance(found, BaseException) else None


def traceback_of(error: BaseException) -> Any:
    """The exception's traceback, or None."""
    return _TRACEBACK(error)


def members(error: BaseException) -> tuple[BaseException, ...]:
    """The exceptions of a group; empty for any other exception."""
    group = getattr(builtins, "BaseExceptionGroup", None)  # Python 3.11 and later
    if group is None or group not in ancestry(error):
        return ()
    found = group.__dict__["exceptions"].__get__(error)
    return found if type(found) is tuple else ()


class Locals:
    """A frame's local variables for as long as they are looked at.

    Before Python 3.13 reading them leaves a snapshot in the frame, which would keep every tensor in it
    alive as long as the traceback lives: it is emptied on leaving.
    """

    def __init__(self, frame: FrameType) -> None:
        self._frame = frame
        self._variables: dict[str, Any] = {}

    def __enter__(self) -> dict[str, Any]:
        found = self._frame.f_locals
        self._variables = dict(found)
        if sys.version_info < (3, 13) and self._frame.f_code.co_flags & _OPTIMIZED:
            found.clear()
        return self._variables

    def __exit__(self, *_: object) -> None:
        self._variables.clear()
