"""What was named on the command line, to its content: a file, a pipe, standard input, or the text itself."""

from __future__ import annotations

import os
import re
import stat
import sys
from typing import BinaryIO, NamedTuple

import click

from ..output.showing import is_terminal
from ..patterns import Pattern

_SUFFIX = Pattern(r"\.[A-Za-z0-9]{1,6}\Z")
#: Bytes that are read of what is no regular file: a device may have no end.
MOST = 1 << 28
INVITATION = {
    "en": "Paste the traceback, then press Ctrl-D{windows} on an empty line:",
    "zh": "请粘贴报错信息，然后在空行按 Ctrl-D{windows}：",
}


#: Marks an argument that begins with a hyphen, so that it is not parsed as an option.
_MARK = "\x00"


class Texts(click.Command):
    """A command whose arguments may be text: one with white space is never an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        marked = [_MARK + arg if arg.startswith("-") and re.search(r"\s", arg) else arg for arg in args]
        return super().parse_args(ctx, marked)

    @staticmethod
    def typed(argument: str) -> str:
        """The argument as it was typed."""
        return argument.replace(_MARK, "")


class Input(NamedTuple):
    """One input: what it is called in the answer, and its content, or None with the reason why it cannot be read."""

    name: str
    data: bytes | str | None
    fault: str = ""


def named(argument: str, lang: str) -> Input:
    """The input that an argument of `explain` means."""
    try:
        if argument == "-":
            return Input("-", standard_input(lang))
        if _exists(argument):
            return Input(argument, read_file(argument))
    except OSError as error:
        return Input(argument, None, error.strerror or str(error))
    if not re.search(r"\s", argument) and ("/" in argument or "\\" in argument or _SUFFIX.search(argument)):
        return Input(argument, None, "no such file")
    return Input("<text>", _text(argument))


def standard_input(lang: str) -> bytes:
    """All of standard input, nothing where it is closed; who sits at a terminal is invited. Raises OSError."""
    if sys.stdin is None:
        return b""
    if is_terminal(sys.stdin):
        windows = " (Ctrl-Z, Enter)" if sys.platform == "win32" else ""
        click.echo(INVITATION[lang].format(windows=windows), err=True)
    return _content(sys.stdin.buffer)


def read_file(path: str) -> bytes:
    """The content of a file, or of a pipe that somebody writes to. Raises OSError."""
    # Opening a pipe waits for its writer, for ever where there is none: the shell's `<(command)` has one by now.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        begun = _first(file) if stat.S_ISFIFO(os.fstat(handle).st_mode) else b""
        return begun + _content(file)


def _first(pipe: BinaryIO) -> bytes:
    """What is in a pipe already; from then on reading waits for more."""
    try:
        begun = os.read(pipe.fileno(), 1)
        if not begun:
            raise OSError("nothing is written to this pipe")
    except BlockingIOError:  # there is a writer, who is still to write
        begun = b""
    os.set_blocking(pipe.fileno(), True)
    return begun


def _content(file: BinaryIO) -> bytes:
    try:
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return file.read()
        data = file.read(MOST + 1) or b""  # None where a stream that does not wait has nothing yet
    except MemoryError:
        raise OSError("too large for the memory of this machine") from None
    if len(data) > MOST:
        raise OSError(f"no end after {MOST >> 20} MiB")
    return data


def _exists(name: str) -> bool:
    try:
        return os.path.exists(name)
    except (OSError, ValueError):
        return False


def _text(argument: str) -> bytes | str:
    """An argument as text; as the bytes that were typed where they are not those of the locale's encoding."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        return os.fsencode(argument)
    return argument
