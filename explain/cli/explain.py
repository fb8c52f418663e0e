"""`explain`: pasted tracebacks to explanations."""

from __future__ import annotations

import os
import re
import sys
from typing import Any

import click

from ..answering import Answer, answer
from ..knowledge.store import Missing, bases
from ..language import LANGUAGES, chosen
from ..patterns import Pattern
from . import Failed

_SUFFIX = Pattern(r"\.[A-Za-z0-9]{1,6}\Z")
#: Marks an input that begins with a hyphen, so that it is not parsed as an option.
_MARK = "\x00"
INVITATION = {
    "en": "Paste the traceback, then press Ctrl-D{windows} on an empty line:",
    "zh": "请粘贴报错信息，然后在空行按 Ctrl-D{windows}：",
}


class Inputs(click.Command):
    """A command whose arguments may be text: one with white space is never an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        marked = [_MARK + arg if arg.startswith("-") and re.search(r"\s", arg) else arg for arg in args]
        return super().parse_args(ctx, marked)


@click.command("explain", cls=Inputs)
@click.argument("inputs", nargs=-1, metavar="[FILE|TEXT|-]...")
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", help="How to answer."
)
@click.option("--lang", type=click.Choice(LANGUAGES), default=None, help="Language of the answer.")
@click.option("--all", "every", is_flag=True, help="Name the other candidates too.")
def command(inputs: tuple[str, ...], form: str, lang: str | None, every: bool) -> None:
    """Explain tracebacks or messages from files, from arguments or from standard input.

    \b
    pytorch-explain < traceback.txt
    pytorch-explain train.log other.log --format json
    pytorch-explain "CUDA error: device-side assert triggered"
    """
    language = chosen(lang)
    try:
        opened = bases()
    except (Missing, ValueError, OSError) as error:
        raise Failed(str(error)) from error
    for fault in (fault for base in opened for fault in base.faults):
        click.echo(f"pytorch-explain: left out: {fault}", err=True)
    status = 0
    for number, name in enumerate(inputs or ("-",)):
        source, data, fault = _input(name.removeprefix(_MARK), language)
        if data is None:
            status = 2
            _unreadable(source, fault, form)
            continue
        found = answer(data, language, opened)
        status = max(status, 0 if found.told else 1)
        if form == "json":
            show_answer(source, found, form, language)
            continue
        _part(source, first=number == 0, several=len(inputs) > 1)
        if data.strip():
            show_answer(source, found, form, language)
        else:
            _say_nothing_came(language)
        if every:
            _print_others(found, language)
    sys.exit(status)


def _input(name: str, lang: str) -> tuple[str, bytes | str | None, str]:
    """(the input's name, its content or None, why it cannot be read)."""
    if name == "-":
        return "-", _standard_input(lang), ""
    try:
        exists = os.path.exists(name)
    except (OSError, ValueError):
        exists = False
    if exists:
        try:
            with open(name, "rb") as file:  # noqa: PTH123  (pathlib is slow to import)
                return name, file.read(), ""
        except OSError as error:
            return name, None, error.strerror or str(error)
    if not re.search(r"\s", name) and ("/" in name or "\\" in name or _SUFFIX.search(name)):
        return name, None, "no such file"
    return "<text>", name, ""


def _standard_input(lang: str) -> bytes:
    if sys.stdin is None:
        return b""
    if sys.stdin.isatty():
        windows = " (Ctrl-Z, Enter)" if sys.platform == "win32" else ""
        click.echo(INVITATION[lang].format(windows=windows), err=True)
    return sys.stdin.buffer.read()


def _part(source: str, first: bool, several: bool) -> None:
    """What parts one of several answers from the one before: a blank line, and its name."""
    if not first:
        click.echo()
    if several:
        click.echo(f"== {source}")


def _say_nothing_came(lang: str) -> None:
    from ..output.unknown import nothing

    click.echo(nothing(lang), nl=False)


def _print_others(found: Answer, lang: str) -> None:
    if len(found.matches) > 1:
        click.echo("\n" + {"en": "Other candidates: ", "zh": "其他可能："}[lang], nl=False)
        click.echo(", ".join(f"{match.entry} ({match.score:.2f})" for match in found.matches[1:]))


def show_answer(source: str, found: Answer, form: str, lang: str) -> None:
    """An answer in the form asked for: text in colour on a terminal, plain elsewhere."""
    if form == "json":
        from ..output.structured import answer as structure

        _json(structure(source, found.failure, found.matches, found.nearest, found.told))
    elif found.told is None:
        from ..output.unknown import render as unknown

        click.echo(unknown(found.failure, found.nearest, lang), nl=False)
    elif form == "markdown":
        from ..output.markdown import render as markdown

        click.echo(markdown(found.told), nl=False)
    else:
        from ..output.showing import show

        show(found.told, sys.stdout)


def _unreadable(source: str, fault: str, form: str) -> None:
    if form == "json":
        from ..output.structured import unreadable

        _json(unreadable(source, fault))
    else:
        click.echo(f"pytorch-explain: cannot read {source}: {fault}", err=True)


def _json(data: dict[str, Any]) -> None:
    from ..output.structured import line

    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    click.echo(line(data, ascii_only=encoding != "utf8"))
