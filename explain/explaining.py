"""A match and its facts to an explanation: the texts of an entry, filled with this failure's numbers and names."""

from __future__ import annotations

from collections.abc import Sequence

from . import arithmetic
from .arithmetic import place
from .knowledge.filling import fill, foreign
from .knowledge.squeezing import squeeze
from .model import Advice, Cause, Entry, Explanation, Fact, Facts, Match, Prose, Scene, Variants
from .patterns import Pattern

#: How a step begins, and its first character.
_STEP = Pattern(r"\d{1,2}(?:[.)]\s+|、\s*)|[-*•]\s+")
_MARKS = frozenset("0123456789-*•")


def explain(match: Match, entry: Entry, lang: str, scene: Scene | None = None) -> Explanation:
    """What `entry` says of the failure of `match`, in `lang` (``en`` or ``zh``)."""
    facts = gather(match, entry, lang)
    return Explanation(
        id=entry.id,
        category=entry.category,
        lang=lang,
        title=entry.title[lang],
        place=_place(match),
        meaning=choose(entry.meaning, facts, lang),
        causes=[_advice(cause, facts, lang) for cause in order(entry.causes, facts, lang)],
        locate=reflow(choose(entry.locate, facts, lang)),
        avoid=reflow(choose(entry.avoid, facts, lang)),
        related=tuple(entry.related),
        docs=tuple(entry.docs),
        here=here(scene, lang) if scene else (),
    )


def here(scene: Scene, lang: str) -> tuple[str, ...]:
    """What the live program showed, a statement a line."""
    chinese = lang == "zh"
    operands = [f"`{foreign(name)}` {what}" for name, what in scene.operands]
    layer = f"`{foreign(scene.layer)}` {scene.numbers}".rstrip() if scene.layer else ""
    lines = []
    if operands or layer:
        joined = ("，" if chinese else ", ").join(operands) if chinese else "; ".join(operands)
        lines.append(joined + (("，在 " if chinese else ", in ") if operands and layer else "") + layer)
    for value, holders, count in scene.strays:
        names = ("、" if chinese else ", ").join(f"`{foreign(name)}`" for name in holders)
        more = count - len(holders)
        if chinese:
            lines.append(f"{names}{f' 等 {count} 个' if more else ''}：{value}，其余：{scene.rest}")
        else:
            lines.append(f"{value}: {names}{f' and {more} more' if more else ''}; the rest: {scene.rest}")
    return tuple(lines)


def _place(match: Match) -> str:
    """Where it happened: `train.py:31, in forward`, with the rank where one is named."""
    facts = place.derive(match.failure.frames)
    parts = [foreign(str(facts["place"]))] if "place" in facts else []
    if parts and "function" in facts:
        parts.append(f"in {foreign(str(facts['function']))}")
    if match.failure.rank is not None:
        parts.append(f"rank {match.failure.rank}")
    return ", ".join(parts)


def gather(match: Match, entry: Entry, lang: str) -> dict[str, Fact]:
    """All facts of a failure: captured, derived, read from its frames, and those of the live program, which win."""
    facts: dict[str, Fact] = {**place.derive(match.failure.frames), **match.captures}
    if entry.arithmetic:
        told: dict[str, Fact] = {"message": match.failure.message}  # lists in it are read where no capture took them
        facts.update(arithmetic.derive(entry.arithmetic, {**facts, **match.failure.facts, **told}))
    decoded = _decode(entry, str(match.failure.facts.get("assertion", match.failure.message)), lang)
    if decoded:
        facts["decoded"] = Prose(decoded)
    facts.update(match.failure.facts)
    return facts


def _decode(entry: Entry, message: str, lang: str) -> str:
    """What the first device-side assertion in the message means, by the entry's table."""
    squeezed = squeeze(message) if entry.decoder else ""
    places = ((squeezed.find(squeeze(row.assertion)), -len(row.assertion), row.means[lang]) for row in entry.decoder)
    return min((place for place in places if place[0] >= 0), default=(0, 0, ""))[2]


def choose(variants: Variants, facts: Facts, lang: str) -> str:
    """The first variant whose facts are all known, filled; empty where none is."""
    filled = (fill(variant[lang], facts, lang) for variant in variants)
    return next((text for text in filled if text is not None), "")


def order(causes: Sequence[Cause], facts: Facts, lang: str) -> list[Cause]:
    """The causes that apply, those that the facts prove first, else as the entry orders them."""
    proven: list[Cause] = []
    possible: list[Cause] = []
    for cause in causes:
        holds = holds_true(cause.when, facts)
        if holds is False or not choose(cause.cause, facts, lang):
            continue
        (proven if holds else possible).append(cause)
    return proven + possible


def holds_true(when: str, facts: Facts) -> bool | None:
    """Whether a condition is known to hold; None where it is not known or there is none."""
    name = when.removeprefix("not ")
    if not when or name not in facts:
        return None
    return bool(facts[name]) != when.startswith("not ")


def _advice(cause: Cause, facts: Facts, lang: str) -> Advice:
    return Advice(
        reflow(choose(cause.cause, facts, lang)), reflow(choose(cause.fix, facts, lang)), to_paste(cause, facts, lang)
    )


def to_paste(cause: Cause, facts: Facts, lang: str) -> str:
    """The first code of a cause whose facts are all known, filled; empty where none is."""
    return next((text for text in (fill(item, facts, lang) for item in cause.code) if text is not None), "").rstrip()


def reflow(text: str) -> str:
    """Line breaks of the YAML made spaces, or nothing between two Chinese characters; code and steps stay lines."""
    joined = ""
    for line in (line.strip() for line in text.split("\n")):
        if not line:
            continue
        if not joined:
            joined = line
        elif is_code(line) or is_code(joined.rsplit("\n", 1)[-1]) or step(line):
            joined += "\n" + line
        else:
            both_wide = ord(joined[-1]) > 0x2E80 and ord(line[0]) > 0x2E80
            joined += ("" if both_wide or joined[-1] in "，。；：、（" else " ") + line
    return joined


def is_code(line: str) -> bool:
    """Whether a line of a text is code and nothing else: one pair of backticks around all of it."""
    return len(line) > 2 and line[0] == line[-1] == "`" and line.count("`") == 2


def step(line: str) -> str:
    """The mark with which a line begins as one of several, `2. ` or `- `; empty where it is none."""
    found = _STEP.match(line) if line[:1] in _MARKS else None
    return found.group() if found else ""
