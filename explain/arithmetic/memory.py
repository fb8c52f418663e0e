"""Who holds the card's memory, and whether the request could ever have been met."""

from __future__ import annotations

from ..model import Bytes, Fact, Facts
from .values import integer

PROVIDES = (
    "fragmented",
    "unused",
    "others",
    "others_heavy",
    "hopeless",
    "nearly",
    "share",
)

#: What the driver keeps for one process beside torch's own memory, at most.
CONTEXT = 1 << 30


def amount(facts: Facts, name: str) -> int | None:
    """The fact if it is a number of bytes."""
    value = integer(facts, name)
    return value if value is not None and value >= 0 else None


def cached(facts: Facts) -> int | None:
    """What torch has reserved and not handed out. Newer messages state it, older ones both terms."""
    unused = amount(facts, "unused")
    if unused is not None:
        return unused
    allocated, reserved = amount(facts, "allocated"), amount(facts, "reserved")
    if allocated is None or reserved is None or reserved < allocated:
        return None
    return reserved - allocated


def held_by_others(facts: Facts, total: int) -> dict[str, Fact]:
    """What other processes hold.

    Older messages do not state this process's own use. Then what torch reserved stands for it, less
    exactly by the driver's context, and only a clear excess is reported.
    """
    free, in_use = amount(facts, "free"), amount(facts, "in_use")
    reserved, stated = amount(facts, "reserved"), amount(facts, "other")
    if in_use is not None and free is not None:
        others = total - free - in_use
    elif stated is not None:
        others = stated
    elif free is not None and reserved is not None:
        rest = total - free - reserved
        if total < 4 * rest <= total + 4 * CONTEXT:
            return {}
        return {"others_heavy": 4 * rest > total}
    else:
        return {}
    derived: dict[str, Fact] = {"others_heavy": 4 * others > total}
    if 50 * others >= total and others <= total:  # below a fiftieth it is rounding
        derived["others"] = Bytes(others)
    return derived


def derive(facts: Facts) -> dict[str, Fact]:
    """From ``asked``, ``total``, ``free``, ``allocated``, ``reserved``, ``in_use`` and ``other``."""
    asked, total = amount(facts, "asked"), amount(facts, "total")
    unused = cached(facts)
    derived: dict[str, Fact] = {}
    if unused is not None:
        derived["unused"] = Bytes(unused)
        if asked:
            derived["fragmented"] = unused >= asked
    if not total:
        return derived
    if asked:
        derived["hopeless"] = asked > total
        derived["nearly"] = 16 * asked <= total
    held = amount(facts, "in_use")
    if held is None:
        held = amount(facts, "reserved")
    if held is not None and held <= total:
        derived["share"] = round(100 * held / total)
    derived.update(held_by_others(facts, total))
    return derived
