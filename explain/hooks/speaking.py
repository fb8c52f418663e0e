"""What a hook says of an exception, where, and whether it says anything at all."""

from __future__ import annotations

import os
import sys
from typing import Any

from ..model import Explanation
from ..reading.safely import message, type_name

#: Set by `pytorch-explain run` for its program: hooks in it keep what they saw for the run, and print nothing.
PARENT = "PYTORCH_EXPLAIN_PARENT"
#: Failures that come before torch is imported and are torch's all the same.
_BEFORE_TORCH = ("torch", "freeze_support", "c10", "libcud")
#: (identity, type, message) of the last exception explained: one that passes several hooks is explained once.
_last: tuple[int, str, str] | None = None


def speak(error: BaseException) -> bool:
    """Explains an exception on sys.stderr if it is one of PyTorch's that is known; whether it did.

    May raise what writing raises; never anything of the user's.
    """
    if not worth_it(error) or _already(error) or not _first_of_the_job(error):
        return False
    parent = told_by()
    told = told_of(error, parent)
    if told is None or parent or sys.stderr is None:
        return False
    from ..output.brief import render

    text = render(told, columns(sys.stderr))
    encoding = getattr(sys.stderr, "encoding", None)
    if type(encoding) is str:
        text = text.encode(encoding, "replace").decode(encoding, "replace")
    sys.stderr.write("\n" + text)
    sys.stderr.flush()
    return True


def told_of(error: BaseException, parent: str = "") -> Explanation | None:
    """The explanation of an exception, kept for `pytorch-explain last`, and for the `run` that will tell it."""
    from ..answering import answer_exception
    from ..language import chosen

    found = answer_exception(error, chosen())
    if found.told is not None:
        from .last import keep

        keep(found, parent)
    return found.told


def told_by() -> str:
    """The number of the `pytorch-explain run` above this program, which explains its failure; empty without one."""
    parent = os.environ.get(PARENT, "")
    if not parent.isdigit() or sys.platform == "win32":
        return ""
    try:
        os.kill(int(parent), 0)  # what outlives a run speaks for itself again
    except PermissionError:
        return parent
    except (OSError, OverflowError):
        return ""
    return parent


def worth_it(error: BaseException) -> bool:
    """Whether an exception can be one of PyTorch's: not before torch is loaded, nor one that only ends a program."""
    if os.environ.get("PYTORCH_EXPLAIN") == "0":
        return False
    if isinstance(error, (KeyboardInterrupt, SystemExit, GeneratorExit)):
        return False
    return "torch" in sys.modules or any(word in message(error) for word in _BEFORE_TORCH)


def _already(error: BaseException) -> bool:
    """Whether this very exception was explained before; its identity is remembered, not the exception."""
    global _last
    mark = (id(error), type_name(error), message(error)[:200])
    seen, _last = mark == _last, mark
    return seen


def _first_of_the_job(error: BaseException) -> bool:
    """Whether no other rank of the same job has explained a failure yet; always so outside of a job."""
    if "RANK" not in os.environ or "MASTER_PORT" not in os.environ:
        return True
    from .jobs import first

    return first(os.environ)


def columns(stream: Any) -> int:
    """The width of the terminal that a stream writes to, 80 where it is none."""
    try:
        return max(os.get_terminal_size(stream.fileno()).columns, 20) if stream.isatty() else 80
    except Exception:  # a stream of the user's own may lack any of these
        return 80
