"""`show` and `list`: what is known, without a failure at hand."""

from __future__ import annotations

import sys

import click

from ..answering import entry as find
from ..answering import holder
from ..knowledge.entry import write
from ..knowledge.store import Base, Missing, bases
from ..language import LANGUAGES, chosen
from ..model import Entry
from . import say, say_json


def entry_or_fail(identity: str, where: list[Base]) -> Entry:
    """The entry, one that took over from a retired one, or a usage error that names what is near."""
    for base in where:
        identity = base.index["retired"].get(identity, identity)
    try:
        return find(identity, where)
    except KeyError:
        from difflib import get_close_matches

        names = [name for base in where for name in base.places]
        part = [name for name in names if identity.lower() in name]
        near = sorted(part)[:5] or get_close_matches(identity, names, n=3, cutoff=0.5)
        hint = f" Near: {', '.join(near)}." if near else " See: pytorch-explain list."
        raise click.UsageError(f"no entry {identity!r}.{hint}") from None


def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Ids that begin so, for the shell."""
    try:
        return sorted({name for base in bases() for name in base.places if name.startswith(incomplete)})
    except (Missing, OSError):
        return []


@click.command()
@click.argument("identity", metavar="ID", shell_complete=complete)
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", help="How to print it."
)
@click.option("--lang", type=click.Choice(LANGUAGES), default=None, help="Language of the texts.")
def show(identity: str, form: str, lang: str | None) -> None:
    """Show one entry in full: every wording, cause and cure, what not to do."""
    where = bases()
    found = entry_or_fail(identity, where)
    proofs = holder(found.id, where).proofs.get(found.id, {})
    if form == "json":
        say_json({"schema": 1, **_summary(found), **write(found), "signatures": _messages(found), "proofs": proofs})
        return
    from ..output.page import render
    from ..output.proven import proven
    from ..output.showing import columns

    language = chosen(lang)
    told = proven(found, proofs, language)
    say(render(found, language, columns(sys.stdout), told, markdown=form == "markdown"), nl=False)


@click.command("list")
@click.option("--category", metavar="C", default=None, help="Only this category.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print it.")
@click.option("--lang", type=click.Choice(LANGUAGES), default=None, help="Language of the titles.")
def list_entries(category: str | None, form: str, lang: str | None) -> None:
    """List all entries, by category."""
    where = bases()
    language = chosen(lang)
    seen: dict[str, str] = {}
    for base in where:
        for name, group in base.places.items():
            seen.setdefault(name, group)
    groups = sorted(set(seen.values()))
    if category is not None and category not in groups:
        raise click.UsageError(f"no category {category!r}. There are: {', '.join(groups)}.")
    for group in groups if category is None else [category]:
        names = sorted(name for name, own in seen.items() if own == group)
        if form == "text":
            say(group)
        for name in names:
            found = entry_or_fail(name, where)
            if form == "json":
                say_json({**_summary(found), "signatures": _messages(found)})
            else:
                say(f"  {name:30} {found.title[language]}")


def _summary(found: Entry) -> dict[str, object]:
    return {
        "id": found.id,
        "category": found.category,
        "title": dict(found.title),
        "reproduction": dict(found.reproduction),
    }


def _messages(found: Entry) -> list[dict[str, object]]:
    return [dict(signature._asdict()) for signature in found.signatures]
