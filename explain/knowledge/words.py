"""Words of a message, as likeness compares them: small letters, numbers masked, other scripts one mark."""

from __future__ import annotations

from collections.abc import Sequence

from ..patterns import Pattern

#: Stands for any number, and in a wording for any placeholder.
NUMBER = "#"
#: Stands for a run of text in another script: a translation, or a sentence around the message.
FOREIGN = "§"
#: Marks a word of a wording that may be missing.
MAYBE = "?"

_WORDS = Pattern(r"[A-Za-z]+|[\d#][\w.#]*|[⺀-鿿가-힯぀-ヿЀ-ӿͰ-Ͽ]+")


def words(text: str, maybe: Sequence[tuple[int, int]] = ()) -> list[str]:
    """The words of `text` in order; one mark for neighbouring numbers, one for a run in another script.

    Words within one of the stretches `maybe` (start, end) are marked as words that may be missing.
    """
    found: list[str] = []
    for token in _WORDS.finditer(text):
        word = _word(token.group())
        if word in (NUMBER, FOREIGN) and found and found[-1] == word:
            continue
        missing = any(start <= token.start() and token.end() <= end for start, end in maybe)
        found.append(MAYBE + word if missing else word)
    return found


def _word(token: str) -> str:
    if token[0].isdigit() or token[0] == "#":
        return NUMBER
    return token.lower() if token[0].isascii() else FOREIGN
