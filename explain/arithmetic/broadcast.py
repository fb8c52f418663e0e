"""Where two shapes do not broadcast, and which sizes of 1 would let them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ..model import Fact, Facts
from .values import integer, shape

PROVIDES = (
    "aligned_a",
    "aligned_b",
    "bad_dim",
    "unsqueeze_dim",
    "unsqueeze_side",
    "viewed",
    "result",
    "multiple",
    "off_by_one",
)

#: Shapes of more dimensions are compared but not repaired.
MOST_REPAIRED = 8


def mismatch(shape_a: Sequence[int], shape_b: Sequence[int]) -> int | None:
    """The rightmost dimension whose sizes differ and are both not 1, counted from the right."""
    for distance, (a, b) in enumerate(zip(reversed(shape_a), reversed(shape_b), strict=False), start=1):
        if a != b and a != 1 and b != 1:
            return -distance
    return None


def result(shape_a: Sequence[int], shape_b: Sequence[int]) -> list[int] | None:
    """The shape both broadcast to, or None where they do not."""
    if mismatch(shape_a, shape_b) is not None:
        return None
    width = max(len(shape_a), len(shape_b))
    first = [1] * (width - len(shape_a)) + list(shape_a)
    second = [1] * (width - len(shape_b)) + list(shape_b)
    return [b if a == 1 else a for a, b in zip(first, second, strict=True)]


def align(a: Sequence[int], b: Sequence[int]) -> tuple[str, str]:
    """Both shapes as text of one width, size under size from the right, as broadcasting pairs them."""
    width = max(len(a), len(b))
    first = [""] * (width - len(a)) + [str(size) for size in a]
    second = [""] * (width - len(b)) + [str(size) for size in b]
    columns = [max(len(x), len(y)) for x, y in zip(first, second, strict=True)]
    return _line(first, columns), _line(second, columns)


def _line(cells: list[str], columns: list[int]) -> str:
    """One row of the alignment; a comma only between two sizes."""
    text = ""
    for index, (cell, width) in enumerate(zip(cells, columns, strict=True)):
        if index:
            text += ", " if cells[index - 1] else "  "
        text += cell.rjust(width)
    opening = len(text) - len(text.lstrip())
    return " " * opening + "[" + text[opening:] + "]"


def with_ones(short: Sequence[int], long: Sequence[int]) -> list[list[int]]:
    """Every way to bring ``short`` to as many dimensions as ``long`` with 1s so that they broadcast."""
    if len(long) > MOST_REPAIRED:
        return []
    found: list[list[int]] = []
    for places in combinations(range(len(long)), len(long) - len(short)):
        sizes = iter(short)
        candidate = [1 if index in places else next(sizes) for index in range(len(long))]
        if candidate not in found and mismatch(candidate, long) is None:
            found.append(candidate)
    return found


def repair(shape_a: list[int], shape_b: list[int]) -> dict[str, Fact]:
    """The one view of the shorter tensor that broadcasts, where there is exactly one."""
    if len(shape_a) == len(shape_b):
        return {}
    side = "a" if len(shape_a) < len(shape_b) else "b"
    short, long = (shape_a, shape_b) if side == "a" else (shape_b, shape_a)
    views = with_ones(short, long)
    broadcast = result(views[0], long) if len(views) == 1 else None
    if broadcast is None:
        return {}
    facts: dict[str, Fact] = {"viewed": views[0], "unsqueeze_side": side, "result": broadcast}
    if len(long) - len(short) == 1:
        facts["unsqueeze_dim"] = next(dim for dim in range(len(long)) if [*short[:dim], 1, *short[dim:]] == views[0])
    return facts


def of_sizes(a: int, b: int) -> dict[str, Fact]:
    """What the two differing sizes are to each other."""
    small, large = sorted((a, b))
    if small < 0 or small == large:
        return {}
    # An empty tensor (size 0) is never off by one: it holds nothing at all.
    facts: dict[str, Fact] = {"off_by_one": small > 0 and large - small == 1}
    if small > 1 and large % small == 0:
        facts["multiple"] = large // small
    return facts


def derive(facts: Facts) -> dict[str, Fact]:
    """Everything above, from ``a`` and ``b``, and from ``shape_a`` and ``shape_b`` where known."""
    a, b = integer(facts, "a"), integer(facts, "b")
    shape_a, shape_b = shape(facts, "shape_a"), shape(facts, "shape_b")
    derived: dict[str, Fact] = {}
    if shape_a and shape_b and min(*shape_a, *shape_b) >= 0:
        derived["aligned_a"], derived["aligned_b"] = align(shape_a, shape_b)
        bad = mismatch(shape_a, shape_b)
        whole = result(shape_a, shape_b)
        if whole is not None:
            derived["result"] = whole
        if bad is not None:
            derived["bad_dim"] = bad
            derived.update(repair(shape_a, shape_b))
            a, b = shape_a[bad], shape_b[bad]
    if a is not None and b is not None:
        derived.update(of_sizes(a, b))
    return derived
