"""A word that is not known, as the known word that was most likely meant. Only here does search load rapidfuzz."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

#: Letters of a word from which two letters in each other's place, one slip, and two slips are forgiven.
TURNED, ONE, TWO = 4, 5, 8


def meant(word: str, vocabulary: Callable[[str], Iterable[str]]) -> str | None:
    """The known word that is a slip or two away; of equally near ones the first.

    `vocabulary` gives the known words that begin with a letter.
    """
    if len(word) < TURNED:
        return None
    # Slips hardly ever meet the first letter, and short words differ by one letter from half a dozen others.
    near = [known for known in vocabulary(word[0]) if len(known) >= TURNED]
    if len(word) < ONE:
        near = [known for known in near if sorted(known) == sorted(word)]
    found = extract(word, near, scorer=OSA.distance, score_cutoff=2 if len(word) >= TWO else 1, limit=1)
    return found[0][0] if found else None
