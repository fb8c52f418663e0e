"""What two matrices that do not fit say about the layers before them.

The message gives ``rows x got`` against ``want x out``. Whether the input was not flattened or the
second matrix lies the other way round can be proven; which feature map was flattened is a candidate,
chosen for looking like what networks are built of.
"""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from ..model import Fact, Facts
from .values import integer, positive

PROVIDES = (
    "got_map",
    "want_map",
    "got_image",
    "want_image",
    "want_side",
    "flatten_missing",
    "batch",
    "transposed",
    "times",
)

#: Sides beyond this are not flattened into a linear layer.
LARGEST_SIDE = 1024
#: Below this a factorisation is a coincidence.
LEAST_SCORE = 4.0
#: Channel counts of well known small networks that are no multiple of four.
HOUSEHOLD_CHANNELS = (3, 6, 10, 50)


class Candidate(NamedTuple):
    """One reading of both numbers as flattened feature maps."""

    score: float
    side: int
    got: tuple[int, int, int]
    want: tuple[int, int, int]


def channel_score(channels: int) -> int:
    """How much a number looks like a channel count: 0 (not at all) to 3."""
    if channels < 3 or channels > 2048:
        return 0
    if 16 <= channels <= 512 and is_power_of_two(channels):
        return 3
    if channels % 16 == 0 or channels == 8:
        return 2 if channels <= 1024 or is_power_of_two(channels) else 0
    if channels % 4 == 0 and channels <= 512:
        return 1
    return int(channels in HOUSEHOLD_CHANNELS)


def side_score(side: int) -> int:
    """How much a number looks like the side of the map before a flatten: 0 to 2."""
    if 4 <= side <= 8:
        return 2
    return int(side == 3 or 9 <= side <= 16)


def is_layer_width(number: int) -> bool:
    """Whether it is such a number as layer widths usually are (256, 768, 1280).

    These hold a square of a power of two whatever they stand for, so that square tells nothing.
    """
    odd = number // (number & -number)
    return number % 16 == 0 and odd <= 15


def is_power_of_two(number: int) -> bool:
    return number & (number - 1) == 0


def telling(got: int, want: int, sides: tuple[int, int]) -> bool:
    """Whether finding these sides in the two numbers is more than chance."""
    if max(sides) < 3:
        return False
    if is_power_of_two(sides[0]) and is_power_of_two(sides[1]):
        return not (is_layer_width(got) and is_layer_width(want))
    return True


def same_side(got: int, want: int, flattened: bool = False) -> Candidate | None:
    """Both numbers as maps of one square side and different channel counts, the likeliest such."""
    best: Candidate | None = None
    for side in range(2, min(isqrt(min(got, want)), LARGEST_SIDE) + 1):
        area = side * side
        if got % area or want % area:
            continue
        first, second = channel_score(got // area), channel_score(want // area)
        if not first or not second or not (flattened or telling(got, want, (side, side))):
            continue
        score = float(first + second + side_score(side))
        found = Candidate(score, side, (got // area, side, side), (want // area, side, side))
        best = better(best, found)
    return best


def same_channels(got: int, want: int, flattened: bool = False) -> Candidate | None:
    """Both numbers as maps of one channel count and different square sides, the likeliest such."""
    best: Candidate | None = None
    for side in range(1, min(isqrt(got), LARGEST_SIDE) + 1):
        channels, rest = divmod(got, side * side)
        if rest or want % channels:
            continue
        other = isqrt(want // channels)
        if other * other * channels != want or other > LARGEST_SIDE:
            continue
        pooled = min(side, other) == 1
        if pooled and (channels < 64 or max(side, other) < 3):
            continue
        if not channel_score(channels) or not (flattened or telling(got, want, (side, other))):
            continue
        # global pooling on one side of it only is common enough to be preferred
        score = 2 * channel_score(channels) + (side_score(side) + side_score(other)) / 2 + int(pooled)
        found = Candidate(score, side, (channels, side, side), (channels, other, other))
        best = better(best, found)
    return best


def better(best: Candidate | None, found: Candidate) -> Candidate | None:
    """The likelier of two readings; the larger side where they are as likely."""
    if found.score < LEAST_SCORE:
        return best
    return found if best is None or found[:2] > best[:2] else best


def maps(got: int, want: int, flattened: bool = False) -> dict[str, Fact]:
    """The candidate feature maps; where one kind is clearly likelier, that kind alone."""
    if got == want:
        return {}
    sided = same_side(got, want, flattened)
    channelled = same_channels(got, want, flattened)
    facts: dict[str, Fact] = {}
    if sided and (not channelled or sided.score >= channelled.score):
        facts.update(got_map=sided.got, want_map=sided.want, want_side=sided.want[1])
    if channelled and (not sided or channelled.score >= sided.score):
        facts.update(got_image=channelled.got, want_image=channelled.want, want_side=channelled.want[1])
    return facts


def flatten_missing(rows: int, got: int, want: int) -> dict[str, Fact]:
    """Whether a flatten in front cures it, and the batch that it would leave.

    The last size of an unflattened square map divides the flattened length twice. Numbers that merely
    divide (768 into 3072) may be that or a wrong width: then nothing is said.
    """
    if want % got or rows * got % want:
        return {"flatten_missing": False}
    if want % (got * got) or (got == 1 and want < 32):
        return {}
    return {"flatten_missing": True, "batch": rows * got // want}


def derive(facts: Facts) -> dict[str, Fact]:
    """Everything above, from ``rows``, ``got``, ``want`` and ``out``."""
    rows, out = positive(facts, "rows"), integer(facts, "out")
    got, want = positive(facts, "got"), positive(facts, "want")
    if got is None or want is None or got == want:
        return {}
    derived: dict[str, Fact] = {}
    if out is not None:  # two matrices, not a matrix and a vector
        derived["transposed"] = got == out
        if rows is not None:
            derived.update(flatten_missing(rows, got, want))
    if not derived.get("flatten_missing"):
        derived.update(maps(got, want, flattens(facts)))
    if got % want == 0:
        derived["times"] = got // want
    return derived


def flattens(facts: Facts) -> bool:
    """Whether the failing line itself flattens."""
    code = facts.get("code")
    return isinstance(code, str) and any(word in code for word in ("flatten", "view(", "reshape"))
