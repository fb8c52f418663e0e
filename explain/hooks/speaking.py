"""What a hook says of an exception, where, and whether it says anything at all."""

from __future__ import annotations

import os
import sys
from typing import Any

from ..answering import Answer
from ..knowledge.store import Base
from ..model import Explanation
from ..reading.safely import is_a, message, traceback_of, type_name

#: Set by `pytorch-explain run` for its program: hooks in it keep what they saw for the run, and print nothing.
PARENT = "PYTORCH_EXPLAIN_PARENT"
#: Failures that come before torch is imported and are torch's all the same.
_BEFORE_TORCH = ("torch", "freeze_support", "c10", "libcud")
#: (identity, type, message) of exceptions -> the entry that explained them, and how many are remembered; each is
#: explained once, whatever hooks it passes and whatever is raised from it. The exceptions themselves are not kept.
_explained: dict[tuple[int, str, str], str] = {}
_REMEMBERED = 64
#: Columns that torch.distributed's excepthook puts before each line: `[rank0]: `.
_PREFIX = 12


def speak(error: BaseException) -> bool:
    """Explains an exception on sys.stderr if it is one of PyTorch's that is known; whether it did.

    May raise what writing raises; never anything of the user's.
    """
    if not worth_it(error) or explained(error):
        return False
    parent = told_by()
    told = told_of(error, parent)
    if told is None or parent or sys.stderr is None:
        return False
    from ..output.brief import render

    text = render(told, columns(sys.stderr))
    sys.stderr.write("\n" + _writable(text, getattr(sys.stderr, "encoding", None)))
    sys.stderr.flush()
    return True


def _writable(text: str, encoding: object) -> str:
    """The text without characters that a stream of this encoding would refuse."""
    try:
        return text.encode(encoding, "replace").decode(encoding) if type(encoding) is str else text
    except LookupError:
        return text


def told_of(error: BaseException, parent: str = "") -> Explanation | None:
    """The explanation of an exception, kept for `pytorch-explain last`, and for the `run` that will tell it."""
    found = _fresh(error)
    if found.told is None or not (parent or _first_of_the_job()):
        return None
    from .last import keep

    keep(found, parent)
    return found.told


def _fresh(error: BaseException) -> Answer:
    """The answer to an exception and to what it came from, as far as that was not explained before."""
    from ..answering import answer_chain
    from ..language import chosen
    from ..reading.live import chain

    errors = chain(error)
    found = answer_chain([item for item in errors if not explained(item)], chosen(), _bases())
    if found.told is None:
        return found
    marks = [_mark(item) for item in errors]
    again = found.told.id in [_explained.get(mark) for mark in marks]  # raised anew, with the message in its own
    _explained.update(dict.fromkeys(marks, found.told.id))
    for mark in list(_explained)[:-_REMEMBERED]:
        del _explained[mark]
    return found._replace(told=None) if again else found


def _bases() -> list[Base]:
    """The knowledge bases in force; the project's own where another one is gone: `pytorch-explain` will say so."""
    from ..knowledge.store import Missing, bases, own

    try:
        return bases()
    except (Missing, OSError):
        return [own()]


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
    if is_a(error, KeyboardInterrupt, SystemExit, GeneratorExit):
        return False
    return "torch" in sys.modules or any(word in message(error) for word in _BEFORE_TORCH)


def explained(error: BaseException) -> bool:
    """Whether this very exception was explained before."""
    return _mark(error) in _explained


def forget() -> None:
    """Lets every exception be explained anew."""
    _explained.clear()


def _mark(error: BaseException) -> tuple[int, str, str]:
    """Identity, type, and message with the line that raised: an identity may be used again by another exception."""
    tb, line = traceback_of(error), 0
    while tb is not None:
        tb, line = tb.tb_next, tb.tb_lineno
    return id(error), type_name(error), f"{line}: {message(error)[:200]}"


def _first_of_the_job() -> bool:
    """Whether no other rank of the same job has explained a failure yet; always so outside of a job."""
    if "RANK" not in os.environ or "MASTER_PORT" not in os.environ:
        return True
    from .jobs import first

    return first(os.environ)


def columns(stream: Any) -> int:
    """The width of the terminal that a stream writes to, 80 where it is none; less where a rank will be prefixed."""
    room = 0 if stream is sys.__stderr__ or "RANK" not in os.environ else _PREFIX
    try:
        return max(os.get_terminal_size(stream.fileno()).columns, 20) if stream.isatty() else 80 - room
    except Exception:  # a stream of the user's own may lack any of these
        return 80 - room
