"""The command line. Each command lives in a module of its own, imported when it is called."""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click

from .. import __version__
from ..knowledge.store import Base, Missing, bases
from ..output.wrapping import printable

#: As a shell reports a program whose reader went away before it was done.
UNHEARD = 141


class Failed(click.ClickException):
    """One sentence for the user, and the exit status of what cannot be done at all."""

    exit_code = 2

    def format_message(self) -> str:
        return printable(self.message)


def say(text: str = "", err: bool = False, nl: bool = True) -> None:
    """Prints a text in which names may stand that were typed or read: a terminal obeys nothing of it."""
    click.echo(printable(text), err=err, nl=nl)


def say_json(data: dict[str, Any]) -> None:
    """Prints an object on one line, in ASCII where the output takes nothing else."""
    from ..output.structured import line

    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    click.echo(line(data, ascii_only=encoding != "utf8"))


def opened_bases() -> list[Base]:
    """All knowledge bases in force; what had to be left out of them is told on standard error. Raises Missing."""
    opened = bases()
    for fault in (fault for base in opened for fault in base.faults):
        say(f"pytorch-explain: left out: {fault}", err=True)
    return opened


#: command -> (module, object)
COMMANDS = {
    "explain": ("explain", "command"),
    "search": ("search", "command"),
    "show": ("entries", "show"),
    "list": ("entries", "list_entries"),
    "repro": ("scripts", "repro"),
    "enable": ("environment", "enable"),
    "disable": ("environment", "disable"),
    "status": ("environment", "status"),
    "run": ("running", "run"),
    "last": ("last", "last"),
    "site": ("site", "command"),
    "kb": ("knowledge", "kb"),
}

EXAMPLES = """
\b
Examples:
  pytorch-explain < traceback.txt
  pytorch-explain train.log
  pytorch-explain "mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)"
  python train.py 2>&1 | pytorch-explain --lang zh
  pytorch-explain run train.py --epochs 3
  pytorch-explain search loss stays at 0.69
  pytorch-explain repro matmul-shape-mismatch --diff
"""


class Commands(click.Group):
    """`explain` is the default; the others are loaded by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name]
        found: click.Command = getattr(importlib.import_module(f".{module}", __package__), name)
        return found

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        with _in_a_sentence():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _in_a_sentence():
            return super().invoke(ctx)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # While a shell completes the first word it may still become a command.
        if not ctx.resilient_parsing and (not args or args[0] not in (*COMMANDS, "--help", "-h", "--version")):
            args = ["explain", *args]
        return super().parse_args(ctx, args)


@contextmanager
def _in_a_sentence() -> Iterator[None]:
    """Whatever any command cannot go on without becomes one sentence: its knowledge, its files, its output."""
    try:
        try:
            yield
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()  # a full disk is found out here rather than when Python ends
    except BrokenPipeError as error:
        _give_up_output()
        raise click.exceptions.Exit(UNHEARD) from error
    except Missing as error:
        raise Failed(str(error)) from error
    except OSError as error:
        _give_up_output()
        reason = error.strerror or str(error)
        raise Failed(f"{error.filename}: {reason}" if error.filename else reason) from error
    except click.UsageError as error:
        raise click.UsageError(printable(error.format_message()), error.ctx) from error


def _give_up_output() -> None:
    """Sends what is left of the output nowhere if it can go no further: Python would try again at its end."""
    import os

    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:  # noqa: PTH123
            os.dup2(nowhere.fileno(), sys.stdout.fileno())


@click.group(
    cls=Commands,
    epilog=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=False,
)
@click.version_option(__version__, prog_name="pytorch-explain")
def cli() -> None:
    """Explain a PyTorch error: what happened, why, what to change.

    Without a command, `explain` is meant: give it a traceback on standard input, files, or a message.
    """


def main() -> None:
    """The entry point of `pytorch-explain`."""
    for stream in (sys.stdout, sys.stderr):
        # A console in cp936 or an ASCII pipe must lose a character rather than the answer.
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    # A short run makes hardly any cycles: looking for them, at the end too, would take a fifth of its time.
    gc.disable()
    try:
        cli(prog_name="pytorch-explain")
    except OSError:  # nor can the reason be told
        sys.exit(Failed.exit_code)
    finally:
        gc.freeze()
