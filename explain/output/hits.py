"""What search found, as a ranked list: each entry with its title and what of the question led to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..faq.search import Hit
from ..faq.tokens import tokens
from .layout import more
from .wrapping import printable, width, wrap

_WORDS = {
    "en": {
        "nothing": "Nothing found: no entry knows enough of these words. All entries: pytorch-explain list",
        "by": "found by: {}",
    },
    "zh": {
        "nothing": "没有找到：没有条目和这些词足够相关。全部条目见 pytorch-explain list",
        "by": "命中：{}",
    },
}
#: Columns of the ids, where they are not longer.
_IDS = 30

#: Makes a matching word stand out.
Mark = Callable[[str], str]


def render(hits: Sequence[Hit], lang: str, columns: int, mark: Mark | None = None) -> str:
    """The text, ending in a line break. `hits` may be empty; without `mark` nothing is marked within lines."""
    if not hits:
        return _WORDS[lang]["nothing"] + "\n"
    return "\n".join(_lines(hits, lang, columns, mark)) + "\n"


def _lines(hits: Sequence[Hit], lang: str, columns: int, mark: Mark | None) -> Iterator[str]:
    for number, hit in enumerate(hits, start=1):
        title = _marked(printable(hit.title[lang]), hit.words, mark)
        yield f"{number}  {hit.id}{' ' * max(_IDS - width(hit.id), 2)}{title}"
        # A word that is marked is not broken: the lines are made first, and marked then.
        for line in _fitting(_WORDS[lang]["by"].format(printable(", ".join(hit.words))), columns - 3):
            yield "   " + _marked(line, hit.words, mark)
    yield ""
    yield from more(hits[0].id)


def _fitting(text: str, columns: int) -> list[str]:
    return [text] if width(text) <= columns else wrap(text, columns)


def _marked(line: str, words: Sequence[str], mark: Mark | None) -> str:
    """`line` with every stretch marked that has a token of `words`."""
    if mark is None:
        return line
    known = {token.text for word in words for token in tokens(word)}
    done, found = 0, ""
    for start, end in _stretches(line, known):
        found += line[done:start] + mark(line[start:end])
        done = end
    return found + line[done:]


def _stretches(line: str, known: set[str]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for token in tokens(line):
        if token.text not in known:
            continue
        if merged and token.start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(token.end, merged[-1][1]))
        elif not merged or token.start >= merged[-1][1]:
            merged.append((token.start, token.end))
    return merged
