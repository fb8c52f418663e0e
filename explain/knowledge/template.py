"""Signature templates: `mat1 and mat2 shapes cannot be multiplied ({rows:int}x{got:int} and ...`.

Grammar: `{name}` or `{name:type}`, `{{` and `}}` for braces, `[[ ... ]]` for an optional part, all
else literal. White space matches any white space or none, a quote matches any quote or none. The
types are the keys of TYPES. Nothing in a template is ever evaluated.

A template becomes a regular expression over squeezed text. Every repetition in it is bounded and
none is nested in another that could match the same characters, so matching cannot run away.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from ..model import Bytes, Fact
from ..patterns import Pattern
from .squeezing import Positions, small, squeeze

#: How each type is written in squeezed text (no white space, quotes are ').
TYPES: dict[str, str] = {
    "int": r"-?\d{1,20}|[su]\d{1,5}",  # s4 is a size that torch.compile left open
    "float": r"-?(?:\d{1,20}(?:\.\d{0,20})?(?:[eE][+-]?\d{1,3})?|nan|inf)",
    "size": r"\d{1,20}(?:\.\d{1,6})?(?:[KMGTPE]i?B|[Bb]ytes|B)?",
    "shape": r"(?:torch\.Size\()?[\[(][\w,\-]{0,300}[\])]\)?|\d{1,10}(?:x\d{1,10}){0,9}",
    "dtype": r"[A-Za-z][\w.:]{0,80}",
    "device": r"(?:cpu|cuda|mps|meta|xpu|hip|xla|hpu|mtia|vulkan|ipu|lazy|privateuseone|CPU|CUDA|MPS|XPU|HIP|XLA)"
    r"(?::\d{1,3})?",
    "cudatensor": r"torch\.cuda\.(?:sparse\.)?[A-Z]\w{2,20}Tensor|CUDA[A-Z]\w{2,20}Type",
    "cputensor": r"torch\.(?:sparse\.)?[A-Z]\w{2,20}Tensor|CPU[A-Z]\w{2,20}Type",
    "name": r"[A-Za-z_<][\w.<>]{0,200}",
    "quoted": r"'{1,3}[^']{0,300}'{1,3}",
    "keys": r"[\w.,'/\-+:@]{1,400000}",
    "path": r"[\w./\\:~+@\-]{1,400}",
    "rest": r".{0,4000}",
}

#: The longest text that a type can take, for the window in which a template is looked for.
REACH = {"keys": 400_000, "rest": 4_000, "path": 400, "shape": 320, "quoted": 310, "name": 201, "dtype": 81}

#: Literal text without quotes that an anchor is cut from; shorter runs are not worth looking up.
ANCHOR = 8

_TOKEN = Pattern(r"\{\{|\}\}|\[\[|\]\]|\{([^{}]*)\}|\{|\}")
_HOLE = Pattern(r"([A-Za-z_][A-Za-z0-9_]*)(?::([a-z]+))?\Z")
#: Types that could take a part that may follow them, since their characters are those of words.
_OPEN = frozenset(("dtype", "name", "keys", "path", "rest"))
#: Types whose text may hold white space, as they are written where white space tells their end.
_SPACED = {
    "size": Pattern(r"\d+(?:\.\d+)?\s*(?:[KMGTPE]i?B|[Bb]ytes|B)?\Z"),
    "shape": Pattern(r"(?:(?:torch\.Size\()?[\[(].*[\])]|\d+(?:\s*x\s*\d+)*)\Z"),
}
_NAMED = Pattern(r"\(\?P<\w+>")
_BYTES = {"": 1, "B": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40, "P": 1 << 50, "E": 1 << 60}


class TemplateError(ValueError):
    """A template does not follow the grammar; the text says where."""


class Hole(NamedTuple):
    """A placeholder."""

    name: str
    type: str


class Optional(NamedTuple):
    """A part that may be missing."""

    parts: tuple[str | Hole, ...]


Part = str | Hole | Optional


def parse(template: str) -> tuple[Part, ...]:
    """The parts of a template. Raises TemplateError."""
    outer: list[Part] = []
    inner: list[str | Hole] | None = None
    position = 0

    def put(part: str | Hole) -> None:
        target: list[Part] | list[str | Hole] = outer if inner is None else inner
        if isinstance(part, str) and target and isinstance(target[-1], str):
            target[-1] += part
        elif part:
            target.append(part)

    for token in _TOKEN.finditer(template):
        put(template[position : token.start()])
        position = token.end()
        text = token.group()
        if text in ("{{", "}}"):
            put(text[0])
        elif text == "[[":
            if inner is not None:
                raise TemplateError("an optional part within an optional part")
            inner = []
        elif text == "]]":
            if inner is None:
                raise TemplateError("']]' without '[['")
            part, inner = Optional(tuple(inner)), None
            outer.append(part)
        elif token.group(1) is None:
            raise TemplateError(f"a single '{text}' (write it twice for the character itself)")
        else:
            put(_hole(token.group(1)))
    put(template[position:])
    if inner is not None:
        raise TemplateError("'[[' without ']]'")
    return tuple(outer)


def _hole(text: str) -> Hole:
    match = _HOLE.match(text)
    if not match:
        raise TemplateError(f"{{{text}}} is not {{name}} or {{name:type}}")
    kind = match.group(2) or "name"
    if kind not in TYPES:
        raise TemplateError(f"{{{text}}}: unknown type {kind} (known: {', '.join(TYPES)})")
    return Hole(match.group(1), kind)


def flatten(parts: tuple[Part, ...]) -> list[str | Hole]:
    """The parts with the optional ones in their places."""
    flat: list[str | Hole] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Optional) else [part])
    return flat


def holes(template: str) -> list[Hole]:
    """The placeholders of a template, in order. Raises TemplateError."""
    return [part for part in flatten(parse(template)) if isinstance(part, Hole)]


def pattern(template: str) -> str:
    """The regular expression, over squeezed text, of a template. Raises TemplateError."""
    parts = parse(template)
    names = [part.name for part in flatten(parts) if isinstance(part, Hole)]
    if len(names) != len(set(names)):
        raise TemplateError("the same placeholder twice")
    return "".join(_pattern(part, parts[number + 1 :]) for number, part in enumerate(parts))


def _pattern(part: Part, after: Sequence[Part]) -> str:
    if isinstance(part, Optional):
        return (
            "(?:" + "".join(_pattern(item, [*part.parts[i + 1 :], *after]) for i, item in enumerate(part.parts)) + ")?"
        )
    if isinstance(part, Hole):
        return f"(?P<{part.name}>{_typed(part.type, after)})"
    pieces = re.split("('+)", squeeze(part))
    return "".join(f"'{{0,{max(4, len(piece))}}}" if "'" in piece else re.escape(piece) for piece in pieces)


def _typed(kind: str, after: Sequence[Part]) -> str:
    """The expression of a type; before optional parts it ends where one of them begins, and runs on only else."""
    optional = list(takewhile(lambda part: isinstance(part, Optional), after))
    if kind not in _OPEN or not optional:
        return TYPES[kind]
    nameless = (_NAMED.sub("(?:", _pattern(part, ())).removesuffix("?") for part in optional)
    return f"{TYPES[kind]}?(?={'|'.join(nameless)})|{TYPES[kind]}"


def literals(template: str) -> list[str]:
    """The runs of squeezed literal text, without quotes, that every match must contain."""
    runs: list[str] = []
    for part in parse(template):
        if isinstance(part, str):
            runs.extend(run for run in squeeze(part).split("'") if run)
    return runs


def skeleton(template: str) -> tuple[str, list[tuple[int, int]]]:
    """(the template as text with every placeholder masked by `#`, where its optional parts stand), for likeness."""
    text, optional = "", []
    for part in parse(template):
        start = len(text)
        for item in part.parts if isinstance(part, Optional) else [part]:
            text += item if isinstance(item, str) else "#"
        if isinstance(part, Optional):
            optional.append((start, len(text)))
    return text, optional


def reach(template: str, anchor: str) -> tuple[int, int]:
    """How far a match can reach to the left and to the right of where its anchor begins."""
    total, left, first = 0, 0, -1
    for part in flatten(parse(template)):
        if isinstance(part, Hole):
            total += REACH.get(part.type, 40)
            continue
        size = len(part) + 8
        if anchor in small(squeeze(part)):  # twice, perhaps: the first reaches farthest to the right
            left, first = total + size, total if first < 0 else first
        total += size
    return min(left, 4_000), min(total - max(first, 0), 400_000)


def captures(found: re.Match[str], types: dict[str, str], positions: Positions) -> dict[str, Fact]:
    """What the placeholders of a match took, typed; those of absent optional parts are absent."""
    taken: dict[str, Fact] = {}
    for name, kind in types.items():
        start, end = found.span(name)
        if start < 0:
            continue
        text = _edges(found, start, end, kind, positions)
        value = convert(kind, text)
        if value is not None:
            taken[name] = value
    return taken


def _edges(found: re.Match[str], start: int, end: int, kind: str, positions: Positions) -> str:
    """The captured text; at the edges of the match white space ends it, within the match it was a wrap."""
    squeezed = found.string[start:end]
    if kind in _SPACED:
        return _spaced(squeezed, positions.slice(start, end), kind, start == found.start(), end == found.end())
    if kind in ("keys", "quoted"):
        return squeezed
    text = positions.slice(start, end)
    if kind == "rest":
        return text.split("\n")[0].strip()
    words = text.split()
    if len(words) > 1 and end == found.end():
        return words[0]
    if len(words) > 1 and start == found.start():
        return words[-1]
    return "".join(words)


def _spaced(squeezed: str, text: str, kind: str, first: bool, last: bool) -> str:
    """A size or a shape: at an edge of the match, as many of its words as are one together; else all of them."""
    words = [squeeze(word) for word in text.split()]
    whole = _SPACED[kind]
    for count in range(len(words), 0, -1):
        if last and whole.match(" ".join(words[:count])):
            return "".join(words[:count])
        if first and whole.match(" ".join(words[-count:])):
            return "".join(words[-count:])
    return squeezed


def convert(kind: str, text: str) -> Fact | None:
    """The typed value of a captured text; None where it is not one."""
    try:
        if kind == "int":
            return int(text)
        if kind == "float":
            return float(text)
        if kind == "size":
            return _size(text)
    except ValueError:
        return None
    if kind == "shape":
        if re.search(r"[A-Za-z]", text.replace("torch.Size", "").replace("x", "")):
            return text  # a symbolic size such as s4
        return [int(number) for number in re.findall(r"-?\d+", text)]
    if kind == "keys":
        return _keys(text)
    if kind == "quoted":
        return text.strip("'")
    return text.rstrip(".,;") if kind in ("name", "dtype", "path") else text


def _keys(text: str) -> list[str]:
    """The names of a list; where they are quoted, up to the last quote, since what follows the list runs on."""
    quoted = re.match(r"(?:'+[^']*'+,*)+", text)
    return [name for name in re.split(r"[',]+", quoted.group() if quoted else text.rstrip(".:")) if name]


def _size(text: str) -> Bytes:
    number = re.match(r"[\d.]+", text)
    if not number:
        raise ValueError(text)
    unit = text[number.end() :].strip()
    factor = 1 if unit.lower().startswith("byte") else _BYTES[unit[:1].upper()]
    return Bytes(int(float(number.group()) * factor) if "." in number.group() else int(number.group()) * factor)
