"""What a class number that lies outside the classes tells about the labels."""

from __future__ import annotations

from ..model import Fact, Facts
from .values import integer

PROVIDES = ("off_by_one", "from_one", "ignore_label", "negative", "needed")

#: What data sets write where a pixel or sample is to be left out of the loss.
IGNORED = (255, 254, -1)


def derive(facts: Facts) -> dict[str, Fact]:
    """From ``target``, and ``classes`` where the message or the program tells it.

    255 with 255 classes is a label counted from one or one to be ignored; the numbers leave it open.
    """
    target, classes = integer(facts, "target"), integer(facts, "classes")
    if target is None:
        return {}
    derived: dict[str, Fact] = {"negative": target < 0}
    counted = classes is not None and classes > 0 and target == classes
    told = classes is not None and classes > 0
    if told:
        derived["off_by_one"] = counted
    # Labels counted from one are the commonest fault by far: possible until the numbers say otherwise.
    derived["from_one"] = target >= 0 and (counted or not told)
    ignored = target in IGNORED
    if not (ignored and counted):
        derived["ignore_label"] = ignored
    if target >= 0 and (counted or not ignored):
        derived["needed"] = target + 1
    return derived
