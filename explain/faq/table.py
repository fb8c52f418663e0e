"""A table from tokens to numbers as one text, `;loss 3 17;nan 3;`.

JSON reads a text at once, and a search looks up a few tokens of thousands. Neither a blank nor a semicolon
is part of any token.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping


def written(table: Mapping[str, Iterable[int]]) -> str:
    """The table as one text."""
    return "".join(f";{token} {' '.join(map(str, numbers))}" for token, numbers in table.items()) + ";"


def numbers(table: str, token: str) -> list[int]:
    """What a table has for a token, nothing where it does not know it."""
    start = table.find(f";{token} ")
    if start < 0:
        return []
    return [int(number) for number in table[start + len(token) + 2 : table.find(";", start + 1)].split()]


def rows(table: str) -> Iterator[tuple[str, list[int]]]:
    """Every token of a table, with its numbers."""
    for row in table.split(";"):
        token, _, found = row.partition(" ")
        if token:
            yield token, [int(number) for number in found.split()]


def beginning(table: str, start: str) -> list[str]:
    """Every token of a table that begins so, in its order; the table is not taken apart for them."""
    found: list[str] = []
    position = table.find(f";{start}")
    while position >= 0:
        end = table.find(" ", position)
        found.append(table[position + 1 : end])
        position = table.find(f";{start}", end)
    return found
