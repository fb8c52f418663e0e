"""Looking at objects of a crashed program without running any of its code.

No attribute of an object is asked for in the ordinary way: `__getattribute__`, properties, `__class__`
and `__dict__` may be the user's own and may raise, block or lie. Types are those that CPython keeps.
"""

from __future__ import annotations

import builtins
import sys
from types import FrameType, GetSetDescriptorType, MemberDescriptorType, ModuleType
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
_OS = OSError.__dict__

#: Code flag of functions, whose `f_locals` is a snapshot and not the namespace itself.
_OPTIMIZED = 0x1
#: An argument of an exception that is longer is cut, one that is larger left out; and how many are read.
_LONGEST, _LARGEST, _MOST = 50_000, 10**100, 4
#: References to a frame's snapshot of its variables where nothing but the frame and we hold it.
_UNSHARED = 3


def mro(kind: type) -> tuple[type, ...]:
    """A type's method resolution order."""
    found: tuple[type, ...] = _MRO(kind)
    return found


def ancestry(obj: object) -> tuple[type, ...]:
    """The method resolution order of the object's real type."""
    return mro(type(obj))


def is_a(obj: object, *kinds: object) -> bool:
    """Whether the object's real type is or inherits one of these.

    Unlike `isinstance`, which asks the object's `__class__`, and `in`, which asks the metaclass's `__eq__`.
    """
    return any(base is kind for base in ancestry(obj) for kind in kinds)


def is_exactly(obj: object, *kinds: object) -> bool:
    """Whether the object's real type is one of these."""
    return any(type(obj) is kind for kind in kinds)


def loaded(module: str, name: str) -> Any:
    """What a module that the program has imported defines under a name; None where it is not there.

    A stand-in for a module (a mock, a lazy one) is not asked: its `__getattr__` is somebody's code.
    """
    found = sys.modules.get(module)
    return namespace(found).get(name) if type(found) is ModuleType else None


def type_name(obj: object) -> str:
    """The name of the object's real type."""
    return str.__str__(_NAME(type(obj)))  # a plain copy, where it is of a subclass


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
        if is_exactly(descriptor, GetSetDescriptorType, MemberDescriptorType):  # a module's is a member
            found = descriptor.__get__(obj)
            return found if type(found) is dict else {}
    return {}


def message(error: BaseException) -> str:
    """The exception's message from its arguments, of which only exact strings and integers count."""
    arguments = _ARGS(error)
    if is_a(error, OSError) and len(arguments) > 1:
        return _system(error)
    parts = [_plain(argument) for argument in arguments[:_MOST] if is_exactly(argument, str, int)]
    if is_a(error, KeyError) and len(arguments) == 1 and type(arguments[0]) is str:
        return repr(parts[0])  # as Python prints it
    return " ".join(parts)


def _plain(argument: Any) -> str:
    """An exact string or integer as text, cut where it is longer than any message."""
    if type(argument) is str:
        return argument[:_LONGEST]
    return str(argument) if -_LARGEST < argument < _LARGEST else "..."  # more digits than that Python may refuse


def _system(error: BaseException) -> str:
    """A system's error as Python prints it: `[Errno 2] No such file or directory: 'name'`."""
    number, words, file = (_OS[name].__get__(error) for name in ("errno", "strerror", "filename"))
    text = f"[Errno {_plain(number)}] " if type(number) is int else ""
    text += _plain(words) if type(words) is str else ""
    return f"{text}: {_plain(file)!r}" if type(file) is str else text


def cause(error: BaseException) -> BaseException | None:
    """The exception that this one came from, as Python would print it first."""
    found = _CAUSE(error)
    if found is None and not _SUPPRESS(error):
        found = _CONTEXT(error)
    return found if found is not None and is_a(found, BaseException) else None


def traceback_of(error: BaseException) -> Any:
    """The exception's traceback, or None."""
    return _TRACEBACK(error)


def members(error: BaseException) -> tuple[BaseException, ...]:
    """The exceptions of a group; empty for any other exception."""
    group = getattr(builtins, "BaseExceptionGroup", None)  # Python 3.11 and later
    if group is None or not is_a(error, group):
        return ()
    found = group.__dict__["exceptions"].__get__(error)
    return found if type(found) is tuple else ()


class Locals:
    """A frame's local variables for as long as they are looked at.

    Before Python 3.13 reading them leaves a snapshot in the frame, which would keep every tensor in it
    alive as long as the traceback lives: it is emptied at once, unless the program itself holds it, as what
    `locals()` gave it.
    """

    def __init__(self, frame: FrameType) -> None:
        self._frame = frame
        self._variables: dict[str, Any] = {}

    def __enter__(self) -> dict[str, Any]:
        found = self._frame.f_locals
        functions = bool(self._frame.f_code.co_flags & _OPTIMIZED)
        if type(found) is dict or functions:  # not a mapping of the user's, which a class body or `exec` may have
            self._variables = dict(found)
        if sys.version_info < (3, 13) and functions and sys.getrefcount(found) <= _UNSHARED:
            found.clear()
        return self._variables

    def __exit__(self, *_: object) -> None:
        self._variables.clear()
