"""Which dimension an input to a convolution lacks, or has too many."""

from __future__ import annotations

from math import isqrt

from ..model import Fact, Facts
from .values import integer, shape

PROVIDES = (
    "expected_unbatched",
    "expected_batched",
    "missing",
    "unsqueezed",
    "flattened",
    "unflattened",
    "extra_dims",
)

#: (channels, side) of images that are often kept flattened: MNIST, CIFAR and the usual photographs.
FLAT_IMAGES = frozenset({(1, 28), (3, 28), (3, 32), (3, 64), (3, 96), (3, 128), (3, 224), (3, 256)})


def spatial_dims(weight: list[int] | None, dims: int | None) -> int | None:
    """How many dimensions the kernel slides along: by the weight, else by the name (conv2d: 2)."""
    if weight is not None:
        return len(weight) - 2 if 3 <= len(weight) <= 5 else None
    return dims if dims is not None and 1 <= dims <= 3 else None


def flat_image(given: list[int], spatial: int, channels: int | None) -> list[int] | None:
    """The shape of a batch of images that arrived as rows of numbers, if these look like that."""
    if spatial != 2 or len(given) not in (1, 2):
        return None
    for count in (1, 3):
        side = isqrt(given[-1] // count)
        if (count, side) not in FLAT_IMAGES or count * side * side != given[-1]:
            continue
        if channels in (None, count):
            return [*(given[:-1] or [1]), count, side, side]
    return None


def missing(given: list[int], spatial: int, channels: int | None) -> dict[str, Fact]:
    """What to put in front, where the weight or the count of dimensions decides it."""
    if len(given) == spatial:
        facts: dict[str, Fact] = {"missing": "batch and channel"}
        if channels in (None, 1):
            facts["unsqueezed"] = [1, 1, *given]
        return facts
    if len(given) == spatial + 1 and channels is not None:
        if given[0] == channels:
            return {"missing": "batch", "unsqueezed": [1, *given]}
        if channels == 1:
            return {"missing": "channel", "unsqueezed": [given[0], 1, *given[1:]]}
    return {}


def derive(facts: Facts) -> dict[str, Fact]:
    """Everything above, from ``input``, and ``weight`` or ``dims`` (2 for conv2d)."""
    given, weight = shape(facts, "input"), shape(facts, "weight")
    spatial = spatial_dims(weight, integer(facts, "dims"))
    if spatial is None:
        return {}
    derived: dict[str, Fact] = {"expected_unbatched": spatial + 1, "expected_batched": spatial + 2}
    if given is None or min(given) < 0:
        return derived
    channels = weight[1] if weight and weight[1] > 0 else None
    flat = flat_image(given, spatial, channels)
    if flat is not None:
        derived.update(flattened=True, unflattened=flat)
    elif len(given) > spatial + 2:
        derived["extra_dims"] = len(given) - spatial - 2
    else:
        derived.update(missing(given, spatial, channels))
    return derived
