"""How two tensors differ that were to be stacked or joined."""

from __future__ import annotations

from ..model import Fact, Facts
from .values import sizes, whole

PROVIDES = (
    "differing",
    "rank_differs",
    "channel_mix",
    "image_sizes",
    "lengths",
    "times",
    "off_by_one",
)

#: Channels of grey, colour and transparent images.
IMAGE_CHANNELS = (1, 3, 4)


def pair(facts: Facts) -> tuple[list[int], list[int]] | None:
    """The two shapes, however the message gave them."""
    both = facts.get("shapes")
    first: object
    second: object
    if isinstance(both, (list, tuple)) and len(both) >= 2:
        first, second = both[0], both[1]
    elif isinstance(facts.get("shape_a"), (list, tuple)):
        first, second = facts.get("shape_a"), facts.get("shape_b")
    else:
        first, second = facts.get("expected_size"), facts.get("got_size")
    if not isinstance(first, (list, tuple)) or not isinstance(second, (list, tuple)):
        return None
    a, b = sizes(first), sizes(second)
    if a is None or b is None or min([0, *a, *b]) < 0:
        return None
    return a, b


def of_shapes(a: list[int], b: list[int]) -> dict[str, Fact]:
    """In which dimensions two shapes differ, and what such a difference mostly is."""
    if len(a) != len(b):
        return {"rank_differs": True, "channel_mix": False, "image_sizes": False, "lengths": False}
    differing = [dim for dim, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]
    facts: dict[str, Fact] = {"rank_differs": False}
    if not differing:
        return facts
    facts["differing"] = differing
    facts["channel_mix"] = channel_mix(a, b, differing)
    facts["image_sizes"] = len(a) in (3, 4) and image_sizes(a, differing)
    facts["lengths"] = len(a) <= 2 and differing == [0]
    return facts


def channel_mix(a: list[int], b: list[int], differing: list[int]) -> bool:
    """Whether grey, colour or transparent images lie side by side, channels first or last."""
    if len(a) not in (3, 4):
        return False
    return any(
        dim in differing and a[dim] in IMAGE_CHANNELS and b[dim] in IMAGE_CHANNELS for dim in (len(a) - 3, len(a) - 1)
    )


def image_sizes(a: list[int], differing: list[int]) -> bool:
    """Whether height or width differ and nothing else, channels first or last."""
    dims = len(a)
    last = a[-1] in IMAGE_CHANNELS and a[-3] not in IMAGE_CHANNELS
    spatial = {dims - 3, dims - 2} if last else {dims - 2, dims - 1}
    return set(differing) <= spatial


def of_sizes(a: int, b: int) -> dict[str, Fact]:
    """What two differing sizes are to each other."""
    small, large = sorted((a, b))
    if small < 1 or small == large:
        return {}
    facts: dict[str, Fact] = {"off_by_one": large - small == 1}
    if large % small == 0:
        facts["times"] = large // small
    return facts


def derive(facts: Facts) -> dict[str, Fact]:
    """From ``shapes`` (or ``shape_a`` and ``shape_b``), or the numbers ``expected_size``, ``got_size``."""
    shapes = pair(facts)
    if shapes is not None:
        derived = of_shapes(*shapes)
        differing = derived.get("differing")
        if isinstance(differing, list) and len(differing) == 1 and isinstance(differing[0], int):
            derived.update(of_sizes(shapes[0][differing[0]], shapes[1][differing[0]]))
        return derived
    expected, got = whole(facts.get("expected_size")), whole(facts.get("got_size"))
    return of_sizes(expected, got) if expected is not None and got is not None else {}
