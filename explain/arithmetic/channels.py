"""Why a convolution found another number of channels than its weight was made for."""

from __future__ import annotations

from ..model import Fact, Facts
from .values import positive, shape

PROVIDES = (
    "nhwc",
    "nchw",
    "gives",
    "grey",
    "rgba",
    "no_batch",
    "no_channel",
    "unsqueezed",
)


def channels_first(dims: int, batched: bool) -> list[int]:
    """The order of dimensions that moves the last one, the channels, to where torch wants it."""
    return [0, dims - 1, *range(1, dims - 1)] if batched else [dims - 1, *range(dims - 1)]


def channels_last(given: list[int], want: int, dims: int) -> dict[str, Fact]:
    """Whether the channels stand last, and the call that cures it.

    Nothing is said where the sizes around the last one are ``want`` too, as they are for tiny maps.
    torch puts a batch of 1 before a lone sample, so where that is what it reports, the call is one that
    works with and without a batch.
    """
    batched = len(given) == dims
    spatial = given[1:] if batched else given
    if spatial[-1] != want:
        return {"nhwc": False}
    if want in spatial[:-1]:
        return {}
    order = channels_first(len(given), batched)
    call = f"permute({', '.join(map(str, order))})"
    if batched and given[0] == 1:
        call = f"movedim(-1, {1 - dims})"
    return {"nhwc": True, "nchw": [given[dim] for dim in order], "gives": call}


def channel_left_out(given: list[int], want: int, dims: int) -> dict[str, Fact]:
    """A batch of one-channel images without its channel dimension.

    torch takes ``[32, 28, 28]`` for one image of 32 channels and reports it as ``[1, 32, 28, 28]``.
    """
    if want != 1 or len(given) != dims or given[0] != 1 or given[1] < 2:
        return {}
    return {"no_channel": True, "unsqueezed": [given[1], 1, *given[2:]]}


def derive(facts: Facts) -> dict[str, Fact]:
    """Everything above, from ``weight``, ``input``, ``groups``, ``want`` and ``got``."""
    weight, given = shape(facts, "weight"), shape(facts, "input")
    want, got = positive(facts, "want"), positive(facts, "got")
    if weight and len(weight) < 3:
        weight = None
    dims = len(weight or given or ())
    if want is None and weight and weight[1] > 0:
        want = weight[1] * (positive(facts, "groups") or 1)
    if got is None and given and len(given) == dims and dims > 2:
        got = given[1] if given[1] > 0 else None
    if want is None:
        return {}
    derived: dict[str, Fact] = {}
    if got is not None:
        derived["grey"] = (got, want) == (1, 3)
        derived["rgba"] = (got, want) == (4, 3)
    if given and dims > 2 and len(given) in (dims, dims - 1):
        derived["no_batch"] = len(given) == dims - 1 and given[0] == want
        if got != want and not derived["no_batch"]:
            derived.update(channels_last(given, want, dims))
            derived.update(channel_left_out(given, want, dims))
    return derived
