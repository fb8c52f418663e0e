"""Of an id that several knowledge bases have, the first one's entry is meant: it hides those of later ones."""

from __future__ import annotations

from collections.abc import Sequence

from ..knowledge.store import Base


def speaks(base: Base, identity: str, bases: Sequence[Base]) -> bool:
    """Whether the entry `identity` of `base` is the one that is meant."""
    return next(other for other in bases if identity in other.places) is base
