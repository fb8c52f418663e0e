"""Why a tensor of so many numbers does not go into the shape asked for."""

from __future__ import annotations

from math import isqrt

from ..model import Fact, Facts
from .values import integer, product, shape

PROVIDES = (
    "known",
    "known_product",
    "fits",
    "leading",
    "remainder",
    "batch_changed",
    "sample",
    "times",
    "suggested_view",
    "other_side",
)


def given(asked: list[int]) -> list[int]:
    """The sizes that were stated, which is all but the -1."""
    return [size for size in asked if size != -1]


def asked_facts(asked: list[int]) -> dict[str, Fact]:
    """What the asked shape comes to by itself."""
    stated = given(asked)
    facts: dict[str, Fact] = {}
    if stated:
        facts["known"] = product(stated)
    if len(stated) > 1:
        facts["known_product"] = tuple(stated)
    return facts


def fitting(asked: list[int], numel: int) -> dict[str, Fact]:
    """The shape with another leading size, where one makes it hold exactly ``numel`` numbers."""
    rest = product(asked[1:])
    if len(asked) < 2 or asked[0] < 0 or rest <= 0 or -1 in asked or numel % rest:
        return {}
    leading = numel // rest
    return {"leading": leading, "fits": [leading, *asked[1:]], "suggested_view": [-1, *asked[1:]]}


def leading_size(asked: list[int], numel: int) -> dict[str, Fact]:
    """Which is wrong, the leading size (mostly the batch) or what one sample holds.

    It is decided only where one of the two divides and the other does not; where both divide, keeping
    either is possible and nothing is said.
    """
    rest = product(given(asked[1:]))
    if len(asked) < 2 or asked[0] < 1 or rest < 1:
        return {}
    facts: dict[str, Fact] = {}
    if numel % asked[0] == 0:
        facts["sample"] = numel // asked[0]
    if numel % rest:
        facts["batch_changed"] = False
    elif numel % asked[0]:
        facts["batch_changed"] = True
    return facts


def other_side(asked: list[int], numel: int) -> list[int] | None:
    """The shape with another square map in it, where that makes it fit: 33 x 33 instead of 34 x 34."""
    squares = [dim for dim in range(1, len(asked)) if asked[dim - 1] == asked[dim] > 1]
    if len(squares) != 1 or min(asked) < 1:
        return None
    before, after = asked[: squares[0] - 1], asked[squares[0] + 1 :]
    area, over = divmod(numel, product(before) * product(after))
    side = isqrt(area)
    return None if over or side < 2 or side * side != area else [*before, side, side, *after]


def derive(facts: Facts) -> dict[str, Fact]:
    """Everything above, from ``shape`` and ``numel``."""
    asked, numel = shape(facts, "shape"), integer(facts, "numel")
    if asked is None or any(size < -1 for size in asked) or asked.count(-1) > 1:
        return {}
    derived = asked_facts(asked)
    if numel is None or numel < 1:
        return derived
    known = product(given(asked))
    if -1 in asked and known > 0 and numel % known:
        derived["remainder"] = numel % known
    if -1 not in asked and known > 0 and numel > known and numel % known == 0:
        derived["times"] = numel // known
    if numel != known:
        derived.update(fitting(asked, numel))
        derived.update(leading_size(asked, numel))
        square = other_side(asked, numel)
        if square is not None:
            derived["other_side"] = square
    return derived
