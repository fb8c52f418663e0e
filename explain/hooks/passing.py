"""A program run as if nobody stood between: its standard error passes byte for byte, a bounded copy of it is kept.

Standard input and standard output are inherited. The program stays in our process group, so that the
terminal's keys, job control and pipelines work as without us.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

#: Bytes that are kept of what passes: of its beginning, and of its end.
HEAD, TAIL = 64 * 1024, 1024 * 1024
_ERR = 2
_CHUNK = 64 * 1024
#: Seconds of silence after the program's end that end the reading too, and the most that is read then.
_SILENCE, _LAST_WORDS = 0.1, 2.0


class Ended(NamedTuple):
    """How a program ended, and what it wrote on standard error."""

    #: Its exit status, or minus the signal that it died by.
    status: int
    said: bytes
    #: Whether what it wrote reached its reader; nothing can be added where it did not.
    heard: bool = True


class Copy:
    """The beginning and the end of a stream."""

    def __init__(self) -> None:
        self._head, self._tail, self._cut = bytearray(), bytearray(), False

    def add(self, data: bytes) -> None:
        """Takes the next piece; of the middle nothing is kept."""
        room = HEAD - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        if len(self._tail) > 2 * TAIL:
            del self._tail[:-TAIL]
            self._cut = True

    def bytes(self) -> bytes:
        """What is kept; a line break stands for what is not."""
        return bytes(self._head) + (b"\n" if self._cut else b"") + bytes(self._tail[-TAIL:])


def pass_through(command: Sequence[str], environment: Mapping[str, str]) -> Ended:
    """Runs a command to its end. Raises OSError where it cannot be started."""
    # Windows has no pseudo-terminal that Python opens: standard error is inherited there, and only a hook
    # in the program explains. (Not run on Windows.)
    if sys.platform == "win32" or sys.stderr is None:
        return Ended(subprocess.run(command, env=environment, check=False).returncode, b"")
    ours, theirs = _channel()
    try:
        with _signals_held() as before:
            try:
                child = subprocess.Popen(
                    command,
                    stderr=theirs,
                    env=environment,
                    preexec_fn=lambda: _set_mask(before),  # safe: no other thread runs yet
                )
            finally:
                os.close(theirs)
            return _follow(child, ours)
    finally:
        os.close(ours)


def _follow(child: subprocess.Popen[bytes], ours: int) -> Ended:
    ended, tell = os.pipe()
    watcher = threading.Thread(target=_watch, args=(child, ours, tell), daemon=True)
    watcher.start()
    copy = Copy()
    try:
        heard, left = _pump(ours, ended, copy)
        if not heard:
            _break(ours)
        watcher.join()
    finally:
        os.close(ended)
    if left:
        _relay(ours)
    return Ended(child.returncode, copy.bytes(), heard)


# --- the stream


def _channel() -> tuple[int, int]:
    """(our end, the program's end) of what takes the place of standard error: a terminal where that is one."""
    if not os.isatty(_ERR):
        return os.pipe()
    import termios

    ours, theirs = os.openpty()
    modes = termios.tcgetattr(_ERR)
    modes[1] &= ~termios.OPOST  # the real terminal makes its line breaks itself
    termios.tcsetattr(theirs, termios.TCSANOW, modes)
    _resize(ours)
    return ours, theirs


def _resize(ours: int) -> None:
    """Gives the program's terminal the size of the window; a pipe has none."""
    if os.isatty(ours) and os.isatty(_ERR):
        import fcntl
        import termios

        with contextlib.suppress(OSError):
            fcntl.ioctl(ours, termios.TIOCSWINSZ, fcntl.ioctl(_ERR, termios.TIOCGWINSZ, bytes(8)))


def _pump(ours: int, ended: int, copy: Copy) -> tuple[bool, bool]:
    """Passes on until nobody can write any more, or the program has ended and is silent.

    Returns (whether all of it was heard, whether something the program started may still write).
    """
    until = None
    while True:
        ready, _, _ = select.select([ours] if until else [ours, ended], [], [], _SILENCE if until else None)
        if ours in ready:
            data = _read(ours)
            if not data:
                return True, False
            copy.add(data)
            if not _write(data):
                return False, False
        if ended in ready:
            until = time.monotonic() + _LAST_WORDS
        elif until and (not ready or time.monotonic() > until):
            return True, True


def _read(ours: int) -> bytes:
    """What the program wrote; empty when nobody holds the other end (a pseudo-terminal says so with an error)."""
    try:
        return os.read(ours, _CHUNK)
    except OSError:
        return b""


def _write(data: bytes) -> bool:
    """Writes all of it on standard error; False where nobody reads that any more."""
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(_ERR, rest) :]
        except BlockingIOError:
            select.select([], [_ERR], [])
        except OSError:
            return False
    return True


def _break(ours: int) -> None:
    """Closes our end, so that the program is told at its next write what we were told; the number stays taken."""
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, ours)
    os.close(null)


def _relay(ours: int) -> None:
    """Lets what the program left running write on: a process that lives as long as that does, and no longer."""
    if os.fork():
        return
    try:
        for other in (0, 1):
            os.close(other)
        while (data := _read(ours)) and _write(data):
            pass
    finally:
        os._exit(0)


# --- signals


@contextlib.contextmanager
def _signals_held() -> Iterator[set[int]]:
    """Keeps signals for the watcher; gives the mask that was before."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGCHLD, signal.SIGWINCH)}
    for number in handlers:  # an ignored signal would not wait for the watcher
        signal.signal(number, lambda number, frame: None)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _watched())
    try:
        yield before
    finally:
        _set_mask(before)
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _set_mask(mask: set[int]) -> None:
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _watched() -> set[signal.Signals]:
    names = ("SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGWINCH", "SIGCHLD")
    return {signal.Signals[name] for name in names}


def _watch(child: subprocess.Popen[bytes], ours: int, tell: int) -> None:
    """Passes signals on until the program has ended, then says so by closing `tell`."""
    while child.poll() is None:
        number, by_key = _signal()
        if number == signal.SIGWINCH:
            _resize(ours)
        if number != signal.SIGCHLD and not (by_key and _has_had_it(child)):
            child.send_signal(number)
    os.close(tell)


def _signal() -> tuple[int, bool]:
    """The next signal, and whether a key of the terminal sent it."""
    if hasattr(signal, "sigwaitinfo"):
        info = signal.sigwaitinfo(_watched())
        return info.si_signo, info.si_code > 0 and info.si_signo in (signal.SIGINT, signal.SIGQUIT)
    # macOS does not tell who sent a signal: in the foreground it is taken for a key. (Not run on macOS.)
    number = signal.sigwait(_watched())
    return number, number in (signal.SIGINT, signal.SIGQUIT) and _in_foreground()


def _in_foreground() -> bool:
    try:
        terminal = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    except OSError:
        return False
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    finally:
        os.close(terminal)


def _has_had_it(child: subprocess.Popen[bytes]) -> bool:
    """Whether a key's signal went to the program too: it goes to all of the process group."""
    try:
        return os.getpgid(child.pid) == os.getpgrp()
    except OSError:
        return False
