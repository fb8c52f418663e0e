"""`last`: the last crash that the hook saw, explained in full."""

from __future__ import annotations

import sys

import click

from ..hooks.last import recall
from ..language import LANGUAGES, chosen
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
    found = recall(language)
    if found is None:
        say("No crash was seen by the hook yet." if language == "en" else "钩子还没有见过崩溃。", err=True)
        sys.exit(1)
    show_answer("last", found, form, language)
    sys.exit(0 if found.told else 1)
