"""`explain`: pasted tracebacks to explanations."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import MappingProxyType

import click

from ..answering import Answer, answer
from ..language import LANGUAGES, chosen
from . import opened_bases, say, say_json
from .inputs import Input, Texts, named

_NOTHING: Mapping[str, str] = MappingProxyType({})


@click.command("explain", cls=Texts)
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
    opened = opened_bases()
    status = 0
    for number, argument in enumerate(inputs or ("-",)):
        source = named(Texts.typed(argument), language)
        if source.data is None:
            status = 2
            _unreadable(source, form)
            continue
        found = answer(source.data, language, opened)
        status = max(status, 0 if found.told else 1)
        if form == "json":
            show_answer(source.name, found, form, language)
            continue
        _part(source.name, form, first=number == 0, several=len(inputs) > 1)
        if source.data.strip():
            show_answer(source.name, found, form, language)
        else:
            _say_nothing_came(language)
        if every:
            _print_others(found, language)
    sys.exit(status)


def _part(name: str, form: str, first: bool, several: bool) -> None:
    """What parts one of several answers from the one before: a blank line, and its input's name."""
    if not first:
        say()
    if several and form == "markdown":
        from ..output.markdown import literal

        say(f"## {literal(name)}\n")
    elif several:
        say(f"== {name}")


def _say_nothing_came(lang: str) -> None:
    from ..output.unknown import nothing

    say(nothing(lang), nl=False)


def _print_others(found: Answer, lang: str) -> None:
    if len(found.matches) > 1:
        others = ", ".join(f"{match.entry} ({match.score:.2f})" for match in found.matches[1:])
        say("\n" + {"en": "Other candidates: ", "zh": "其他可能："}[lang] + others)


def show_answer(source: str, found: Answer, form: str, lang: str, more: Mapping[str, str] = _NOTHING) -> None:
    """An answer in the form asked for: text in colour on a terminal, plain elsewhere; `more`: keys for JSON alone."""
    if form == "json":
        from ..output.structured import answer as structure

        say_json({**structure(source, found.failure, found.matches, found.nearest, found.told), **more})
    elif found.told is None:
        from ..output.unknown import render as unknown

        say(unknown(found.failure, found.nearest, lang, markdown=form == "markdown"), nl=False)
    elif form == "markdown":
        from ..output.markdown import render as markdown

        say(markdown(found.told), nl=False)
    else:
        from ..output.showing import show

        show(found.told, sys.stdout)


def _unreadable(source: Input, form: str) -> None:
    if form == "json":
        from ..output.structured import unreadable

        say_json(unreadable(source.name, source.fault))
    else:
        say(f"pytorch-explain: cannot read {source.name}: {source.fault}", err=True)
