"""`sys.excepthook` and `threading.excepthook`: the native traceback as it always was, our lines below it.

This module is imported at the start of programs: it imports nothing but what is built in, and the rest of
the package only when a program has crashed.
"""

from __future__ import annotations

import atexit
import sys
from _thread import get_ident  # built in; threading is not, and is only patched once something else imports it

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing takes longer to import than all of this
    from collections.abc import Callable
    from types import TracebackType
    from typing import Any


class Layer:
    """Ours over whatever hook was there before; when others lie over it, it can only be made to pass through."""

    def __init__(self, previous: Callable[..., Any]) -> None:
        self.previous = previous
        self.speaks = True


class Sys(Layer):
    """A layer of sys.excepthook."""

    def __call__(self, kind: type[BaseException], error: BaseException, tb: TracebackType | None) -> None:
        tb = _without_ours(tb)
        try:
            self._below(lambda: self.previous(kind, error, tb), error)
        except SystemExit:
            raise
        except BaseException as second:
            if sys._getframe().f_back is not None:  # what called us is not the interpreter, and may expect it
                raise
            _hook_failed(second, lambda: sys.__excepthook__(kind, error, tb))
            if self.speaks:
                explain_quietly(error)

    def _below(self, native: Callable[[], Any], error: BaseException) -> None:
        """Lets the hook below print the traceback, then explains; of several layers only the outermost does."""
        me = get_ident()
        if not self.speaks or me in _state.speaking:
            native()
            return
        _state.speaking.add(me)
        try:
            native()
            explain_quietly(error)
        finally:
            _state.speaking.discard(me)


class Threads(Sys):
    """A layer of threading.excepthook, whose only argument holds what sys.excepthook is given."""

    def __call__(self, args: Any) -> None:  # type: ignore[override]
        self._below(lambda: self.previous(args), args.exc_value)


class _State:
    """What is installed in this process."""

    def __init__(self) -> None:
        self.sys: list[Sys] = []
        self.threads: list[Threads] = []
        self.waiting: Any = None
        #: Threads in which a layer is at work; those below it keep silent.
        self.speaking: set[int] = set()


_state = _State()


def install() -> None:
    """Explains what this program dies of, below the native traceback. Installing twice changes nothing."""
    hook = sys.excepthook
    if not _state.sys:
        atexit.register(_at_exit)
    if not (isinstance(hook, Sys) and hook.speaks):
        layer = Sys(hook)
        _state.sys.append(layer)
        sys.excepthook = layer
    if "threading" in sys.modules:
        _patch_threads(sys.modules["threading"])
    elif _state.waiting is None:
        _state.waiting = _WhenImported()
        sys.meta_path.insert(0, _state.waiting)


def uninstall() -> None:
    """Takes our hooks off; where another lies over ours, ours passes everything through from now on."""
    for layer in (*_state.sys, *_state.threads):
        layer.speaks = False
    while isinstance(sys.excepthook, Sys):
        sys.excepthook = sys.excepthook.previous
    threading: Any = sys.modules.get("threading")
    if threading is not None:
        while isinstance(threading.excepthook, Threads):
            threading.excepthook = threading.excepthook.previous
    if _state.waiting in sys.meta_path:
        sys.meta_path.remove(_state.waiting)
    atexit.unregister(_at_exit)
    _state.sys, _state.threads, _state.waiting = [], [], None


def _at_exit() -> None:
    """Explains what a hook printed that was laid over ours and calls none below it, as rich's is.

    Not in a shell, where the last exception is not what the program ends by.
    """
    hook, error = sys.excepthook, last()
    foreign = hook is not sys.__excepthook__ and not isinstance(hook, Sys)
    if foreign and error is not None and not hasattr(sys, "ps1"):
        explain_quietly(error)


def last() -> BaseException | None:
    """The exception that was last printed as uncaught."""
    error: BaseException | None = getattr(sys, "last_exc", None)  # Python 3.12 and later
    return error if error is not None else getattr(sys, "last_value", None)


def _patch_threads(threading: Any) -> None:
    hook = threading.excepthook
    if not (isinstance(hook, Threads) and hook.speaks):
        layer = Threads(hook)
        _state.threads.append(layer)
        threading.excepthook = layer


class _WhenImported:
    """Waits on sys.meta_path until something imports threading, which a hook must not do by itself."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Finds nothing; for threading it lets the others find it, and patches what they load."""
        if name != "threading":
            return None
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        _state.waiting = None
        for finder in list(sys.meta_path):
            spec: Any = finder.find_spec(name, path, target) if hasattr(finder, "find_spec") else None
            if spec is not None:
                if hasattr(spec.loader, "exec_module"):
                    spec.loader = _Patching(spec.loader)
                return spec
        return None


class _Patching:
    """A loader that patches the module once it is executed."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def create_module(self, spec: Any) -> Any:
        """As the loader itself."""
        return self._loader.create_module(spec)

    def exec_module(self, module: Any) -> None:
        """As the loader itself; then the hook is put in."""
        self._loader.exec_module(module)
        module.__spec__.loader = module.__loader__ = self._loader
        _patch_threads(module)


def _only_ends(error: BaseException) -> bool:
    """Whether an exception only ends a program. After an interrupt nothing may be imported: where `eval` runs
    before the interpreter ends, as every named tuple makes it, the program would no longer die by the signal."""
    ancestry = type.__dict__["__mro__"].__get__(type(error))  # `isinstance` would ask the object's `__class__`
    return any(base is kind for base in ancestry for kind in (KeyboardInterrupt, SystemExit, GeneratorExit))


def _hook_failed(second: BaseException, native: Callable[[], Any]) -> None:
    """What Python itself prints where an excepthook fails; it would show our frames in the hook's traceback."""
    for title, show in (
        ("Error in sys.excepthook:\n", lambda: sys.__excepthook__(type(second), second, None)),
        ("\nOriginal exception was:\n", native),
    ):
        if sys.stderr is not None:
            sys.stderr.write(title)
        second.__traceback__ = _without_ours(second.__traceback__)
        show()


def _without_ours(tb: TracebackType | None) -> TracebackType | None:
    """A traceback as it would be had the exception not passed through a hook of ours."""
    while tb is not None and tb.tb_frame.f_globals is globals():
        tb = tb.tb_next
    link = tb
    while link is not None:
        while link.tb_next is not None and link.tb_next.tb_frame.f_globals is globals():
            link.tb_next = link.tb_next.tb_next
        link = link.tb_next
    return tb


def explain_quietly(error: BaseException) -> None:
    """Explains on the standard error of this moment. Whatever goes wrong in it, the program dies as it would have."""
    if _only_ends(error):
        return
    try:
        from .speaking import speak

        speak(error)
    except BaseException:  # a full disk, no memory, a recursion limit, an interrupt: the traceback was printed
        return
