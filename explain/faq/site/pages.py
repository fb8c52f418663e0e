"""Every page of the site as data: what it says and what it links to. Of HTML there are only the coloured scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ...answering import entry as find
from ...answering import holder
from ...knowledge.store import Base
from ...model import Entry
from ...output.proven import proven
from . import addresses, parts, said, texts
from .highlighting import compared

#: Characters of a page's title and description that a list of search results shows.
TITLE, DESCRIPTION = 110, 300
#: ... and of a message, beside a long title.
LEAST = 40


class Page(NamedTuple):
    """One page: where it lies, the template that renders it, its language, and what it says."""

    path: str
    template: str
    lang: str
    title: str
    description: str
    data: Mapping[str, Any]
    #: The same page in every language.
    languages: Mapping[str, str]


class Listed(NamedTuple):
    """An entry as lists show it."""

    id: str
    category: str
    title: Mapping[str, str]
    message: str
    retired: Sequence[str] = ()


def pages(opened: Sequence[Base], paste: int) -> Iterator[Page]:
    """All pages of the entries of these knowledge bases, of an id in several the first one's.

    `paste` is what the box to paste into loads, in bytes; 0 for a site without it. Raises knowledge.store.Missing.
    """
    entries = {entry.id: entry for entry in _entries(opened)}
    listed = [_listed(entry, opened) for entry in entries.values()]
    groups = _groups(listed)
    for lang in texts.LANGUAGES:
        yield _front(lang, groups, paste)
        yield _about(lang, paste)
        for name, items in groups.items():
            yield _category(lang, name, items)
        for item in listed:
            yield _entry(lang, entries[item.id], entries, opened)
            yield from (_moved(lang, old, item) for old in item.retired)


def _entries(opened: Sequence[Base]) -> Iterator[Entry]:
    names = sorted({name for base in opened for name in base.places})
    yield from (find(name, opened) for name in names)


def _listed(entry: Entry, opened: Sequence[Base]) -> Listed:
    retired = [old for base in opened for old in base.index["retired"] if _successor(old, opened) == entry.id]
    return Listed(entry.id, entry.category, entry.title, said.message(entry), sorted(retired))


def _successor(identity: str, opened: Sequence[Base]) -> str:
    """The entry that took over from a retired one, also by way of another that is retired since."""
    retired = {old: new for base in reversed(opened) for old, new in base.index["retired"].items()}
    seen = {identity}
    while identity in retired and not any(identity in base.places for base in opened):
        identity = retired[identity]
        if identity in seen:
            break
        seen.add(identity)
    return identity


def _groups(listed: Sequence[Listed]) -> dict[str, list[Listed]]:
    """The entries by category, in the order in which the categories are listed."""
    names = {item.category for item in listed}
    order = [name for name in texts.CATEGORIES if name in names] + sorted(names - set(texts.CATEGORIES))
    return {name: [item for item in listed if item.category == name] for name in order}


def _front(lang: str, groups: Mapping[str, list[Listed]], paste: int) -> Page:
    say = texts.WORDS[lang]
    data = {"groups": groups, "paste": paste}
    return Page(
        addresses.front(lang), "front.html", lang, say["site"], say["description"], data, _each(addresses.front)
    )


def _about(lang: str, paste: int) -> Page:
    say = texts.WORDS[lang]
    return Page(
        addresses.about(lang),
        "about.html",
        lang,
        say["about"],
        say["about_lead"],
        {"parts": parts.used(runs_python=bool(paste))},
        _each(addresses.about),
    )


def _category(lang: str, name: str, items: Sequence[Listed]) -> Page:
    title = texts.category(name, lang)
    told = ("；" if lang == "zh" else "; ").join(item.title[lang] for item in items)
    return Page(
        path=addresses.category(lang, name),
        template="category.html",
        lang=lang,
        title=title,
        description=shortened(f"{title}: {told}", DESCRIPTION),
        data={"name": name, "items": items},
        languages=_each(lambda other: addresses.category(other, name)),
    )


def _entry(lang: str, entry: Entry, entries: Mapping[str, Entry], opened: Sequence[Base]) -> Page:
    found = said.examples(entry, opened, lang)
    meaning = said.meaning(entry, found, lang)
    shown = said.message(entry)
    data = {
        "entry": entry,
        "message": shown,
        "numbers": bool(found and found[0].facts),
        "meaning": meaning,
        "causes": said.causes(entry, found, opened, lang),
        "avoid": said.avoid(entry, found, lang),
        "locate": said.locate(entry, found, lang),
        "wordings": list(said.wordings(entry, found, lang))[1:],
        "scripts": _scripts(entry, opened),
        "related": [entries[name] for name in entry.related if name in entries],
        "proven": proven(entry, holder(entry.id, opened).proofs.get(entry.id, {}), lang),
        "decoder": [(row, entries.get(row.entry)) for row in entry.decoder],
    }
    return Page(
        path=addresses.entry(lang, entry.category, entry.id),
        template="entry.html",
        lang=lang,
        title=_title(entry.title[lang], shown, lang),
        description=shortened(" ".join([shown, *meaning.replace("`", "").split()]).strip(), DESCRIPTION),
        data=data,
        languages=_each(lambda other: addresses.entry(other, entry.category, entry.id)),
    )


def _title(title: str, shown: str, lang: str) -> str:
    """The message as people search for it, then what it is called."""
    if not shown:
        return title
    return shortened(shown, max(TITLE - len(title), LEAST)) + ("：" if lang == "zh" else ": ") + title


def _scripts(entry: Entry, opened: Sequence[Base]) -> dict[str, Any]:
    """The scripts of an entry by name, with what differs between the broken and the cured one."""
    base = holder(entry.id, opened)
    found: dict[str, Any] = {}
    for name in ("repro", "fixed", "dead_end"):
        path = Path(base.script(entry.id, f"{name}.py"))
        if path.is_file():
            found[name] = path.read_text(encoding="utf-8", errors="replace")
    if "repro" in found and "fixed" in found:
        found["broken_lines"], found["cured_lines"] = compared(found["repro"], found["fixed"])
    return found


def _moved(lang: str, old: str, item: Listed) -> Page:
    """The page at the address of a retired entry, which others may link to."""
    return Page(
        path=addresses.entry(lang, item.category, old),
        template="moved.html",
        lang=lang,
        title=item.title[lang],
        description=item.title[lang],
        data={"target": addresses.entry(lang, item.category, item.id), "item": item},
        languages=_each(lambda other: addresses.entry(other, item.category, old)),
    )


def _each(address: Any) -> dict[str, str]:
    return {lang: address(lang) for lang in texts.LANGUAGES}


def shortened(text: str, longest: int) -> str:
    """`text` cut at a blank where it is longer than `longest` characters."""
    if len(text) <= longest:
        return text
    cut = text[: longest - 1]
    return (cut.rpartition(" ")[0] or cut).rstrip(" ,;:(") + "…"
