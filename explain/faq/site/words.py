"""What the search box knows, as a script: it is loaded when the box is first used, from a plain folder too.

Tokens are those that the terminal's search was compiled with, and the rules and weights by which a question is cut and
scored are that search's own: nothing of them is written a second time for the browser.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from ...knowledge.store import Base
from ...matching.shadowing import speaks
from .. import search, shelf, spelling, table
from ..tokens import rules
from . import said

_SCORES = {
    "asked": shelf.ASKED,
    "worded": shelf.WORDED,
    "told": shelf.TOLD,
    "enough": search.ENOUGH,
    "much": search.MUCH,
    "least": search.LEAST,
    "beside": search.BESIDE,
    "most": search.MOST,
    "longest": search.LONGEST,
    "slips": search.SLIPS,
    "trust": search.TRUST,
    "turned": spelling.TURNED,
    "one": spelling.ONE,
    "two": spelling.TWO,
}
#: Characters of a message that a list of hits has room for.
_SHOWN = 120
#: What would end a script, or a line of it, within a text.
_ENDS = {"<": "\\u003c", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def script(opened: Sequence[Base]) -> str:
    """The script that sets `pytorchExplainWords`; of an id in several knowledge bases the first one's."""
    data = {
        "rules": rules(),
        "scores": _SCORES,
        "joined": {name: words for base in reversed(opened) for name, words in base.search["joined"].items()},
        "entries": [entry for base in opened for entry in _entries(base, opened)],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character, escaped in _ENDS.items():
        text = text.replace(character, escaped)
    return f"self.pytorchExplainWords = {text};\n"


def _entries(base: Base, opened: Sequence[Base]) -> Iterator[dict[str, Any]]:
    """The entries of one knowledge base: the phrases by which people ask for each, and the words of its texts."""
    known = base.search
    found: list[dict[str, Any]] = [
        {"id": identity, "category": category, "title": title, "asked": [], "worded": [], "told": []}
        for identity, category, title in known["entries"]
    ]
    for phrase in known["phrases"]:
        number, _, tokens = phrase.partition(" ")
        found[int(number)]["asked"].append(tokens)
    for name in ("worded", "told"):
        for token, numbers in table.rows(known[name]):
            for number in numbers:
                found[number][name].append(token)
    for entry in found:
        if base is opened[0] or speaks(base, entry["id"], opened):
            message = said.message(base.entry(entry["id"]))[:_SHOWN]
            yield {**entry, "message": message, "worded": " ".join(entry["worded"]), "told": " ".join(entry["told"])}
