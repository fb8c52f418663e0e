"""Words of a message, as likeness compares them: lower case, numbers masked, other scripts one mark."""

from __future__ import annotations

from ..patterns import Pattern

#: Stands for any number, and in a wording for any placeholder.
NUMBER = "#"
#: Stands for a run of text in another script: a translation, or a sentence around the message.
FOREIGN = "§"

_WORDS = Pattern(r"[A-Za-z]+|\d[\w.]*|#+|[⺀-鿿가-힯぀-ヿЀ-ӿͰ-Ͽ一-鿿]+")


def words(text: str) -> list[str]:
    """The words of `text` in order; one mark for neighbouring numbers, one for a run in another script."""
    found: list[str] = []
    for token in _WORDS.findall(text):
        first = token[0]
        if first.isdigit() or first == "#":
            word = NUMBER
        elif not first.isascii():
            word = FOREIGN
        else:
            word = token.lower()
        if word and not (word in (NUMBER, FOREIGN) and found and found[-1] == word):
            found.append(word)
    return found
