"""`search`: the FAQ in the terminal."""

from __future__ import annotations

import sys

import click

from ..faq.search import search
from ..language import LANGUAGES, chosen
from ..output.showing import coloured, columns
from . import opened_bases, say_json
from .inputs import Texts


@click.command("search", cls=Texts)
@click.argument("words", nargs=-1, required=True, metavar="WORDS...")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to answer.")
@click.option("--lang", type=click.Choice(LANGUAGES), default=None, help="Language of the titles.")
def command(words: tuple[str, ...], form: str, lang: str | None) -> None:
    """Search what is known, in your own words, in English and Chinese.

    \b
    pytorch-explain search loss stays at 0.69
    pytorch-explain search 显存爆了
    pytorch-explain search -- --nproc-per-node hangs
    """
    question = Texts.typed(" ".join(words))
    opened = opened_bases()
    hits = search(question, opened)
    if form == "json":
        say_json({"query": question, "matches": [{**hit._asdict(), "words": list(hit.words)} for hit in hits]})
    else:
        from ..output.hits import render

        mark = _bold if coloured(sys.stdout) else None
        click.echo(render(hits, chosen(lang), columns(sys.stdout), mark), nl=False)
    sys.exit(0 if hits else 1)


def _bold(text: str) -> str:
    return click.style(text, fg="yellow", bold=True)
