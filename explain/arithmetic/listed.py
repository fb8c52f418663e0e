"""The lists of names that a failed ``load_state_dict`` prints."""

from __future__ import annotations

from typing import NamedTuple

from ..model import Facts
from .values import names, sizes

#: Names looked at to recognise a pattern; one that holds for these holds for thousands.
SAMPLE = 300


class Lists(NamedTuple):
    """What the message listed. ``None`` is a list that was not there."""

    missing: list[str] | None
    unexpected: list[str] | None
    #: (name, shape in the checkpoint, shape in the model)
    mismatched: list[tuple[str, list[int], list[int]]]

    def of_model(self) -> list[str]:
        """The names concerned that the model has."""
        return [*(self.missing or ()), *(entry[0] for entry in self.mismatched)]

    def everything(self) -> list[str]:
        """Every name concerned, the model's first."""
        return [*self.of_model(), *(self.unexpected or ())]


def read(facts: Facts) -> Lists:
    """The lists out of ``missing``, ``unexpected`` and ``mismatched``; broken entries are left out."""
    mismatched: list[tuple[str, list[int], list[int]]] = []
    listed = facts.get("mismatched")
    for entry in listed if isinstance(listed, (list, tuple)) else ():
        if isinstance(entry, (list, tuple)) and len(entry) == 3 and isinstance(entry[0], str):
            checkpoint, model = sizes(entry[1]), sizes(entry[2])
            if checkpoint is not None and model is not None:
                mismatched.append((entry[0], checkpoint, model))
    return Lists(names(facts, "missing"), names(facts, "unexpected"), mismatched)


def words(text: str) -> frozenset[str]:
    """The words of a text, for tables of names."""
    return frozenset(text.split())
