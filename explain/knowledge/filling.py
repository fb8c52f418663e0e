"""Placeholders of texts: which a text names, and how a fact is written in a language."""

from __future__ import annotations

import re

from ..model import Bytes, Fact, Facts, Prose
from ..patterns import Pattern

_PLACEHOLDER = Pattern(r"\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_]*)\}")
_UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
#: How many names of a list are written out.
SHOWN = 4
#: Characters of a name or of any other text that was read that are written out.
LONGEST = 120


def placeholders(text: str) -> set[str]:
    """The names that `text` asks for."""
    return {match.group(1) for match in _PLACEHOLDER.finditer(text) if match.group(1)}


def fill(text: str, facts: Facts, lang: str) -> str | None:
    """`text` with its placeholders filled; None where a fact is not known."""

    def value(match: re.Match[str]) -> str:
        name = match.group(1)
        return match.group()[0] if name is None else render(facts[name], lang)

    try:
        return _PLACEHOLDER.sub(value, text)
    except KeyError:
        return None


def render(fact: Fact, lang: str) -> str:
    """A fact as readers of `lang` write it."""
    if isinstance(fact, Bytes):
        return size(fact)
    if isinstance(fact, tuple):
        return (" × " if lang == "zh" else " x ").join(map(str, fact))
    if isinstance(fact, list):
        if all(isinstance(item, int) for item in fact):
            return "[" + ", ".join(map(str, fact)) + "]"
        return _names([foreign(str(item)) for item in fact], lang)
    if isinstance(fact, float):
        return f"{fact:g}"
    return str(fact) if isinstance(fact, Prose) else foreign(str(fact))


def foreign(text: str) -> str:
    """A text that was read, as it stands within one of ours: no longer than a line, and it ends no code span."""
    text = text.replace("`", "'")
    return text if len(text) <= LONGEST else text[: LONGEST - 4] + " ..."


def _names(names: list[str], lang: str) -> str:
    separator = "、" if lang == "zh" else ", "
    shown = separator.join(f"`{name}`" for name in names[:SHOWN])
    rest = len(names) - SHOWN
    if rest <= 0:
        return shown
    return f"{shown} 等 {len(names)} 个" if lang == "zh" else f"{shown} and {rest} more"


def size(count: int) -> str:
    """A number of bytes with a binary unit: 2.00 GiB."""
    value, unit = float(count), 0
    while abs(value) >= 1024 and unit < len(_UNITS) - 1:
        value, unit = value / 1024, unit + 1
    return f"{count} bytes" if unit == 0 else f"{value:.2f} {_UNITS[unit]}"
