"""How often a template can be split in other ways: what bounds the time that a hostile text can cost.

Where a placeholder can run over the text that must follow it, a matcher may end it at every place where
that text occurs, and the ways of several such placeholders multiply. They are counted here from the
template alone, so that one that cannot be bounded is refused before any text meets it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from .squeezing import squeeze
from .template import REACH, Hole, Optional, Part, TemplateError, parse

#: Ways in which a template may be split at most; each costs well under a microsecond.
WAYS = 100_000
#: Optional parts that a template may have: each doubles its forms.
OPTIONAL = 8

#: The characters that a type can take. `quoted` and `device` are not here: their own form ends them.
_TAKES = {
    "int": r"[-\dsu]",
    "float": r"[-+\d.eEnaif]",
    "size": r"[\d.KMGTPEiBbytes]",
    "shape": r"[\dx]",
    "dtype": r"[\w.:]",
    "cudatensor": r"[\w.]",
    "cputensor": r"[\w.]",
    "name": r"[\w.<>]",
    "keys": r"[\w.,/\-+:@]",
    "path": r"[\w./\\:~+@\-]",
    "rest": r".",
}
#: The longest run of one of these that another placeholder could take over.
_LONGEST = {**REACH, "shape": 40, "int": 20, "cudatensor": 20, "cputensor": 20}


def bounded(message: str) -> None:
    """Raises TemplateError where a text could make the template's matching run away."""
    parts = parse(message)
    if sum(isinstance(part, Optional) for part in parts) > OPTIONAL:
        raise TemplateError(f"more than {OPTIONAL} optional parts")
    if max(map(_ways, _forms(parts))) > WAYS:
        raise TemplateError(
            "its placeholders could take the text between them, in too many ways: "
            "put more text between them, or types that cannot take it"
        )


def _forms(parts: tuple[Part, ...]) -> Iterator[list[str | Hole]]:
    """The template with each of its optional parts there or not."""
    choices: list[tuple[tuple[str | Hole, ...], ...]] = [
        ((), part.parts) if isinstance(part, Optional) else ((part,),) for part in parts
    ]
    for chosen in product(*choices):
        yield [part for group in chosen for part in group]


def _ways(form: list[str | Hole]) -> float:
    """In how many ways the placeholders of one form can be ended, all together."""
    total, hole, between = 1.0, None, ""
    for part in form:
        if isinstance(part, str):
            between += squeeze(part).replace("'", "")  # quotes may be missing
        else:
            total, hole, between = total * _ends(hole, between), part, ""
    return total * _ends(hole, between) if between else total


def _ends(hole: Hole | None, following: str) -> float:
    """At how many places `hole` can end before the text that follows it: one, where it cannot take that text."""
    if hole is None or hole.type not in _TAKES or not re.fullmatch(f"{_TAKES[hole.type]}*", following, re.I):
        return 1.0
    return max(_LONGEST.get(hole.type, 40) / max(len(following), 1), 1.0)
