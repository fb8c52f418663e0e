"""What search knows of the entries, made when a knowledge base is compiled.

A word may be one by which people ask for an entry (id, titles, aliases), one of the messages that the
entry recognises, or one of its texts: three tables from a token to where it stands, in falling weight.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..knowledge.entry import LANGUAGES, all_texts
from ..knowledge.template import skeleton
from ..model import Entry
from ..patterns import Pattern
from .table import written
from .tokens import NOT, compounds, tokens

_PLACEHOLDER = Pattern(r"\{[a-z_]\w*(?::[a-z]+)?\}")
#: Where each token stands.
Postings = dict[str, list[int]]


def index(entries: Iterable[Entry]) -> dict[str, Any]:
    """The search index of these entries.

    `entries` holds [id, category, titles]; `phrases` texts of an entry's number and the phrase's tokens; `asked`
    leads from a token to phrases, `worded` and `told` to entries; `joined` from a name in small letters to its words.
    """
    live = [entry for entry in entries if not entry.retired]
    joined = dict(sorted({pair for entry in live for text in _everything(entry) for pair in compounds(text)}))
    phrases: list[str] = []
    asked: Postings = {}
    worded: Postings = {}
    told: Postings = {}
    for number, entry in enumerate(live):
        for phrase in _asked(entry):
            found = _distinct([phrase], joined)
            _post(asked, found, len(phrases))
            phrases.append(" ".join([str(number), *found]))
        here = set(_distinct(_asked(entry), joined))
        for table, texts in ((worded, _worded(entry)), (told, _told(entry))):
            fresh = [token for token in _distinct(texts, joined) if token not in here and token[0] != NOT]
            _post(table, fresh, number)
            here.update(fresh)
    return {
        "entries": [[entry.id, entry.category, dict(entry.title)] for entry in live],
        "phrases": phrases,
        "asked": written(asked),
        "worded": written(worded),
        "told": written(told),
        "joined": joined,
    }


def _distinct(texts: Iterable[str], joined: dict[str, str]) -> list[str]:
    return list(dict.fromkeys(token.text for text in texts for token in tokens(text, joined)))


def _post(table: Postings, found: Iterable[str], number: int) -> None:
    for token in found:
        table.setdefault(token, []).append(number)


def _everything(entry: Entry) -> Iterator[str]:
    yield from _asked(entry)
    yield from _worded(entry)
    yield from _told(entry)


def _asked(entry: Entry) -> Iterator[str]:
    """The phrases by which people ask for an entry."""
    yield entry.id
    yield from (entry.title[lang] for lang in LANGUAGES)
    yield from entry.aliases


def _worded(entry: Entry) -> Iterator[str]:
    """The words of the messages that an entry recognises."""
    for signature in entry.signatures:
        yield skeleton(signature.message)[0]
        yield from signature.exceptions
    yield from (row.assertion for row in entry.decoder)


def _told(entry: Entry) -> Iterator[str]:
    """The texts of an entry, without their placeholders."""
    for _, variants in all_texts(entry):
        yield from (_PLACEHOLDER.sub(" ", variant[lang]) for variant in variants for lang in LANGUAGES)
    yield from (_PLACEHOLDER.sub(" ", code) for cause in entry.causes for code in cause.code)
    yield from (row.means[lang] for row in entry.decoder for lang in LANGUAGES)
