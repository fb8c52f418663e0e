"""How large a convolution's or a pooling's output is, and why there was nothing left to slide over."""

from __future__ import annotations

from ..model import Fact, Facts
from .values import shape

PROVIDES = ("too_small", "halvings", "padding_needed")

#: The side most networks for images are written for.
USUAL_SIDE = 224


def conv_output(size: int, kernel: int, stride: int = 1, padding: int = 0, dilation: int = 1) -> int:
    """The output size of a convolution along one dimension; 0 where the kernel does not fit."""
    if kernel < 1 or stride < 1 or dilation < 1:
        return 0
    return max(0, (size + 2 * padding - dilation * (kernel - 1) - 1) // stride + 1)


def pool_output(
    size: int,
    kernel: int,
    stride: int | None = None,
    padding: int = 0,
    dilation: int = 1,
    ceil_mode: bool = False,
) -> int:
    """The output size of a pooling along one dimension; 0 where nothing is left.

    The stride is the kernel unless given. With ``ceil_mode`` a last window may hang over the right
    edge, but not begin beyond it.
    """
    step = kernel if stride is None else stride
    if kernel < 1 or step < 1 or dilation < 1:
        return 0
    room = size + 2 * padding - dilation * (kernel - 1) - 1
    count = (room + (step - 1 if ceil_mode else 0)) // step + 1
    if ceil_mode and (count - 1) * step >= size + padding:
        count -= 1
    return max(0, count)


def too_small(size: list[int], kernel: list[int]) -> list[int]:
    """The spatial dimensions in which the kernel is larger than the padded input."""
    return [dim for dim, (have, need) in enumerate(zip(size, kernel, strict=True)) if have < need]


def padding_needed(size: list[int], kernel: list[int]) -> int:
    """The least padding, the same on every side and on top of what there is, that lets it run once."""
    return max((need - have + 1) // 2 for have, need in zip(size, kernel, strict=True))


def halvings(size: list[int]) -> int | None:
    """How many steps of stride 2 bring the usual 224 down to this size, rounding either way."""
    if not size or min(size) != max(size) or size[0] < 1:
        return None
    down = up = USUAL_SIDE
    for step in range(1, 9):
        down, up = down // 2, (up + 1) // 2
        if size[0] in (down, up):
            return step
    return None


def spatial(facts: Facts) -> tuple[list[int] | None, list[int] | None]:
    """The input's sizes and what each has to reach.

    Either ``kernel`` is known, or the ``output`` that came out, whose sizes below 1 are the faulty
    ones; there the channels stand first and are taken off.
    """
    size, kernel, output = shape(facts, "size"), shape(facts, "kernel"), shape(facts, "output")
    if size and kernel and len(size) == len(kernel):
        return size, kernel
    if size and output and len(size) == len(output):
        if len(size) > 1 and size[0] == output[0] > 0:
            size, output = size[1:], output[1:]
        return size, [have + 1 if out < 1 else have for have, out in zip(size, output, strict=True)]
    return size, None


def derive(facts: Facts) -> dict[str, Fact]:
    """Everything above, from ``size`` and ``kernel``, or ``size`` and ``output``."""
    size, need = spatial(facts)
    if size is None or min(size) < 0:
        return {}
    derived: dict[str, Fact] = {}
    steps = halvings(size)
    if steps is not None:
        derived["halvings"] = steps
    small = too_small(size, need) if need else []
    if small and need:
        derived["too_small"] = small
        if shape(facts, "kernel") == need:
            derived["padding_needed"] = padding_needed(size, need)
    return derived
