"""`last`: the last crash that the hook saw, explained in full."""

from __future__ import annotations

import sys

import click

from ..hooks.last import Crash, crash
from ..language import LANGUAGES, chosen
from ..output import moment
from . import say
from .explain import show_answer


@click.command()
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", help="How to answer."
)
@click.option("--lang", type=click.Choice(LANGUAGES), default=None, help="Language of the answer.")
def last(form: str, lang: str | None) -> None:
    """Explain the last crash that the hook saw, in full."""
    language = chosen(lang)
    seen = crash(language)
    if seen is None:
        say("No crash was seen by the hook yet." if language == "en" else "钩子还没有见过崩溃。", err=True)
        sys.exit(1)
    if form != "json":
        _say_when(seen, form, language)
    time = seen.time.isoformat(timespec="seconds")
    show_answer("last", seen.answer, form, language, {"program": seen.program, "time": time})
    sys.exit(0 if seen.answer.told else 1)


def _say_when(seen: Crash, form: str, lang: str) -> None:
    """The program and the time, above what is said of its crash."""
    line = moment.line(seen.program, seen.time, lang)
    if form == "markdown":
        from ..output.markdown import literal

        line = literal(line)
    say(f"{line}\n")
