"""Facts derived from a failure's own numbers and names.

Each module here holds one function that an entry may name in ``arithmetic:``. It reads captures, adds
facts, and claims no more than the numbers say: what they do not decide stays absent. A module is
imported only when its entry is explained.
"""

from __future__ import annotations

from importlib import import_module

from ..model import Fact, Facts

#: What an entry may name. Text from a knowledge base is only ever compared with these.
NAMES: tuple[str, ...] = (
    "broadcast",
    "channels",
    "classes",
    "convdims",
    "dtypes",
    "kernel",
    "matmul",
    "memory",
    "reshape",
    "sizes",
    "state_dict",
)


def provides(name: str) -> tuple[str, ...]:
    """The facts that the function called ``name`` may add; none where there is no such function.

    A knowledge base is checked against this: a text that asks for any other fact can never be shown.
    """
    if name not in NAMES:
        return ()
    names: tuple[str, ...] = import_module("." + name, __name__).PROVIDES
    return names


def derive(name: str, facts: Facts) -> dict[str, Fact]:
    """The facts that follow from ``facts``; empty where nothing does or the name is unknown."""
    if name not in NAMES:
        return {}
    derived: dict[str, Fact] = import_module("." + name, __name__).derive(facts)
    return derived
