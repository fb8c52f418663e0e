"""Signature templates: `mat1 and mat2 shapes cannot be multiplied ({rows:int}x{got:int} and ...`.

Grammar: `{name}` or `{name:type}`, `{{` and `}}` for braces, `[[ ... ]]` for an optional part, all
else literal. White space matches any white space or none, a quote matches any quote or none. The
types are the keys of TYPES. Nothing in a template is ever evaluated.

A template becomes a regular expression over squeezed text. Every repetition in it is bounded and
none is nested in another that could match the same characters, so matching cannot run away.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..model import Bytes, Fact
from ..patterns import Pattern
from .squeezing import Positions, squeeze

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
_REACH = {"keys": 400_000, "rest": 4_000, "path": 400, "shape": 320, "quoted": 310, "name": 201, "dtype": 81}

#: Literal text without quotes that an anchor is cut from; shorter runs are not worth looking up.
ANCHOR = 8

_TOKEN = Pattern(r"\{\{|\}\}|\[\[|\]\]|\{([^{}]*)\}|\{|\}")
_HOLE = Pattern(r"([A-Za-z_]\w*)(?::([a-z]+))?\Z")
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
    return "".join(
        "(?:" + "".join(map(_pattern, part.parts)) + ")?" if isinstance(part, Optional) else _pattern(part)
        for part in parts
    )


def _pattern(part: str | Hole) -> str:
    if isinstance(part, Hole):
        return f"(?P<{part.name}>{TYPES[part.type]})"
    pieces = re.split("('+)", squeeze(part))
    return "".join("'{0,4}" if piece.startswith("'") else re.escape(piece) for piece in pieces)


def literals(template: str) -> list[str]:
    """The runs of squeezed literal text, without quotes, that every match must contain."""
    runs: list[str] = []
    for part in parse(template):
        if isinstance(part, str):
            runs.extend(run for run in squeeze(part).split("'") if run)
    return runs


def skeleton(template: str) -> str:
    """The template as text with every placeholder masked by `#`, for likeness."""
    parts = flatten(parse(template))
    return " ".join("".join(part if isinstance(part, str) else "#" for part in parts).split())


def reach(template: str) -> tuple[int, int]:
    """How far a match can reach to the left and to the right of any of its characters."""
    total = 0
    for part in flatten(parse(template)):
        total += _REACH.get(part.type, 40) if isinstance(part, Hole) else len(part) + 8
    return min(total, 4_000), min(total, 400_000)


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
    if kind in ("keys", "shape", "quoted", "size"):
        return found.string[start:end]
    text = positions.slice(start, end)
    if kind == "rest":
        return text.split("\n")[0].strip()
    words = text.split()
    if len(words) > 1 and end == found.end():
        return words[0]
    if len(words) > 1 and start == found.start():
        return words[-1]
    return "".join(words)


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
    factor = 1 if unit.lower().startswith("byte") else _BYTES[unit[:1]]
    return Bytes(int(float(number.group()) * factor) if "." in number.group() else int(number.group()) * factor)
