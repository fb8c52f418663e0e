"""Reading facts by type.

Captures come from pasted text, so any of them may be absent, of another type or absurdly large. These
readers answer None for all of that, which lets the arithmetic stay free of checks.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from ..model import Facts

#: No size in torch exceeds 64 bits; larger numbers are damage, and slow to reckon with.
LARGEST = 2**63 - 1
#: More dimensions than any tensor has; a longer list is not a shape.
MOST_DIMS = 64


def whole(value: object) -> int | None:
    """The value if it is a whole number of a size that occurs."""
    if isinstance(value, int) and not isinstance(value, bool) and -LARGEST <= value <= LARGEST:
        return int(value)
    return None


def integer(facts: Facts, name: str) -> int | None:
    """The fact if it is a whole number."""
    return whole(facts.get(name))


def positive(facts: Facts, name: str) -> int | None:
    """The fact if it is a whole number above zero."""
    value = whole(facts.get(name))
    return value if value is not None and value > 0 else None


def sizes(value: object) -> list[int] | None:
    """The value if it is a shape. A lone number counts as a shape of one dimension."""
    if not isinstance(value, (list, tuple)):
        single = whole(value)
        return None if single is None else [single]
    if len(value) > MOST_DIMS:
        return None
    shape: list[int] = []
    for element in value:
        number = whole(element)
        if number is None:
            return None
        shape.append(number)
    return shape


def shape(facts: Facts, name: str) -> list[int] | None:
    """The fact if it is a shape with at least one dimension."""
    return sizes(facts.get(name)) or None


def names(facts: Facts, name: str) -> list[str] | None:
    """The fact if it is a list of names, or one name; anything else within it is left out."""
    value = facts.get(name)
    if isinstance(value, str):
        return [value] if value else None
    if not isinstance(value, (list, tuple)):
        return None
    return [element for element in value if isinstance(element, str) and element]


def product(shape: Sequence[int]) -> int:
    """How many numbers a tensor of this shape holds."""
    return prod(shape)
