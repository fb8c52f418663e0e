"""`run`: a program is run, and its failure is explained below what it printed; once, however many ranks had it."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

from .kernel import Kills, kills
from .passing import Ended, pass_through
from .speaking import PARENT, told_by

#: Ends that somebody wished for: they are no failure of the program's.
_WISHED = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGPIPE", "SIGUSR1", "SIGUSR2")


class _Run(NamedTuple):
    """One run, after its end."""

    ended: Ended
    started: float
    before: Kills

    @property
    def status(self) -> int:
        """As a shell reports it."""
        return self.ended.status if self.ended.status >= 0 else 128 - self.ended.status

    @property
    def signal(self) -> int:
        """The signal that the program, or the last program of a shell script, died by; 0 for none."""
        number = max(-self.ended.status, self.status - 128, 0)
        return number if number in list(signal.Signals) else 0


def run(words: Sequence[str], lang: str) -> int:
    """Runs a program to its end and explains its failure on standard error; its exit status.

    Raises OSError where it cannot be started.
    """
    within = told_by()  # a run above this one explains
    environment = dict(os.environ) if within else {**os.environ, PARENT: str(os.getpid())}
    started, before = time.time(), kills()
    done = _Run(pass_through(command(words), environment), started, before)
    if done.ended.heard and not within and sys.stderr is not None:
        try:
            _tell(done, lang)
        except Exception as error:  # the program's exit status is worth more than what could be said of it
            print(f"pytorch-explain: {error}", file=sys.stderr)
    return done.status


def command(words: Sequence[str]) -> list[str]:
    """The command that the words mean: a Python script and torchrun need no interpreter named."""
    first = words[0]
    if first.endswith(".py") and os.path.isfile(first) and not _runs_itself(first):
        return [sys.executable, *words]
    if first == "torchrun" and shutil.which(first) is None:
        return [sys.executable, "-m", "torch.distributed.run", *words[1:]]
    return list(words)


def _runs_itself(path: str) -> bool:
    """Whether a script is meant to be run by the interpreter that its first line names."""
    if not os.path.dirname(path) or not os.access(path, os.X_OK) or sys.platform == "win32":
        return False
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read(2) == b"#!"
    except OSError:
        return False


def _tell(done: _Run, lang: str) -> None:
    """Says what is known of the failure; nothing where there was none, or nothing is known."""
    if done.signal in [getattr(signal, name, None) for name in _WISHED]:
        return
    from ..knowledge.store import bases
    from ..output.showing import columns, show
    from ..reading.cleaning import decode
    from . import failing
    from .deaths import render
    from .last import recall

    live = recall(lang, str(os.getpid()), done.started - 1)
    if done.status == 0:  # a thread's failure, or one that was explained on purpose
        found, death = live, ""
    else:
        said, opened = decode(done.ended.said), bases()
        first = failing.root(said)
        found = failing.recognised(said, first, done.signal > 0, lang, opened)
        found = failing.with_live(found, live, said, lang, opened)
        number, rank = (first.signal, first.rank) if first and first.signal else (done.signal, None)
        known = found is not None and number == getattr(signal, "SIGABRT", None)
        death = "" if known else render(number, lang, columns(sys.stderr), done.before, said, rank)
    if found is not None and found.told is not None:
        sys.stderr.write("\n")
        show(found.told, sys.stderr)
    if death:
        sys.stderr.write("\n" + death)
        sys.stderr.flush()
