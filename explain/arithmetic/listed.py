"""The lists of names that a failed ``load_state_dict`` prints."""

from __future__ import annotations

from typing import NamedTuple

from ..model import Facts
from .values import names, sizes

#: Names looked at to recognise a pattern; one that holds for these holds for thousands.
SAMPLE = 300
#: Mismatches read from one message, at most.
MOST_PRINTED = 2000

#: A name, its shape in the checkpoint and its shape in the model.
Mismatch = tuple[str, list[int], list[int]]


class Lists(NamedTuple):
    """What the message listed. ``None`` is a list that was not there."""

    missing: list[str] | None
    unexpected: list[str] | None
    mismatched: list[Mismatch]

    def of_model(self) -> list[str]:
        """The names concerned that the model has."""
        return [*(self.missing or ()), *(entry[0] for entry in self.mismatched)]

    def everything(self) -> list[str]:
        """Every name concerned, the model's first."""
        return [*self.of_model(), *(self.unexpected or ())]


def read(facts: Facts) -> Lists:
    """The lists out of ``missing``, ``unexpected`` and ``mismatched``; broken entries are left out.

    What was not captured is read from ``message``, the whole of it, where that is known: one name alone
    would not tell whether it is the only one.
    """
    message = facts.get("message")
    text = message if isinstance(message, str) else ""
    missing, unexpected = names(facts, "missing"), names(facts, "unexpected")
    mismatched = captured(facts.get("mismatched"))
    return Lists(
        quoted(text, "Missing key(s) in state_dict:") if missing is None else missing,
        quoted(text, "Unexpected key(s) in state_dict:") if unexpected is None else unexpected,
        mismatched or printed(text),
    )


def captured(listed: object) -> list[Mismatch]:
    """The mismatches among what was captured."""
    found: list[Mismatch] = []
    for entry in listed if isinstance(listed, (list, tuple)) else ():
        if isinstance(entry, (list, tuple)) and len(entry) == 3 and isinstance(entry[0], str):
            checkpoint, model = sizes(entry[1]), sizes(entry[2])
            if checkpoint is not None and model is not None:
                found.append((entry[0], checkpoint, model))
    return found


def quoted(message: str, opening: str) -> list[str] | None:
    """The names in quotes that follow these words; None where the words are not there."""
    _, there, rest = message.partition(opening)
    if not there:
        return None
    for other in ("Unexpected key(s)", "size mismatch for "):
        rest = rest.partition(other)[0]
    return [name for name in rest.split('"')[1::2] if name]


def printed(message: str) -> list[Mismatch]:
    """The mismatches that a message lists, in the wordings of all versions: a name, then two shapes."""
    found: list[Mismatch] = []
    for passage in message.split("size mismatch for ")[1 : MOST_PRINTED + 1]:
        name, _, rest = passage.partition(":")
        shapes = [part.partition("]")[0] for part in rest.split("[")[1:3]]
        numbers = [[number.strip() for number in shape.split(",") if number.strip()] for shape in shapes]
        if len(numbers) == 2 and all(number.isdecimal() and len(number) < 19 for shape in numbers for number in shape):
            found.append((name.strip(), [int(n) for n in numbers[0]], [int(n) for n in numbers[1]]))
    return found


def words(text: str) -> frozenset[str]:
    """The words of a text, for tables of names."""
    return frozenset(text.split())
