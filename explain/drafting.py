"""The beginning of an entry, from a traceback that nothing recognised: its numbers become placeholders."""

from __future__ import annotations

import json
import re
from pathlib import Path

from .knowledge.checking import TODO, of_entry
from .knowledge.compiling import parse
from .knowledge.entry import is_id
from .reading.passages import MENTION, read

#: What becomes a placeholder, within the lengths that its type takes.
_VALUE = re.compile(
    r"(?P<shape>torch\.Size\(\[[\d, ]{0,300}\]\)|\[(?=[\d, ]{1,300}\])\d+(?:, ?\d+)*\])"
    r"|(?P<number>(?<![\w.{])-?\d{1,20}(?![\w.}]))"
)
_TYPES = {"shape": "shape", "number": "int"}
#: One of two brackets, which together would begin or end an optional part.
_BRACKET = re.compile(r"\[(?=\[)|\](?=\])")
#: No more than blanks and quotes, which need not be there in a message that is matched.
_NOTHING = re.compile(r"[\s'\"`]*")

_ENTRY = """\
schema: 1
id: {identity}
title: {{en: TODO a short noun phrase, zh: TODO 简短的名词短语}}
signatures:
  - message: {message}
    exceptions: [{type}]
    example: {example}
    proven: run
meaning:
  - en: TODO the one sentence that would have saved the hour
    zh: TODO 一句话说清楚
causes:
  - cause: {{en: TODO the likeliest cause, zh: TODO 最可能的原因}}
    fix: {{en: TODO what to change, zh: TODO 怎么改}}
locate: {{en: TODO how to find the place, zh: TODO 怎样定位}}
avoid: {{en: TODO what not to do and why, zh: TODO 不要怎么做，为什么}}
aliases: []
related: []
docs: []
reproduction: {{cpu: raises, cuda: raises, needs: []}}
"""
_SCRIPT = '''"""TODO: the shortest honest program that {does}."""

import sys

import torch

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"
'''


class Refused(ValueError):
    """An entry cannot be started so; the text is one sentence."""


def draft(root: Path, category: str, identity: str, text: bytes | None) -> list[Path]:
    """Writes the files of a new entry and returns their paths. Raises Refused, OSError."""
    for name, what in ((identity, "id"), (category, "category")):
        if not is_id(name):
            raise Refused(f"an {what} is lower-case words joined by hyphens, not {name!r}")
    folder = root / category / identity
    if any(root.glob(f"*/{identity}")):
        raise Refused(f"{identity} exists already")
    kind, message = _failure(text) if text is not None else ("RuntimeError", "TODO the message as PyTorch prints it")
    contents = {
        "entry.yaml": _ENTRY.format(
            identity=identity, type=_quoted(kind), message=_quoted(template_of(message)), example=_quoted(message)
        ),
        "repro.py": _SCRIPT.format(does="raises it"),
        "fixed.py": _SCRIPT.format(does="does the same without failing"),
    }
    _sound(contents["entry.yaml"], folder / "entry.yaml", message)
    folder.mkdir(parents=True)
    for name, content in contents.items():
        (folder / name).write_text(content, encoding="utf-8")
    return [folder / name for name in contents]


def template_of(message: str) -> str:
    """The message as a template: braces doubled, shapes and numbers made placeholders with neutral names."""
    counts = dict.fromkeys(_TYPES, 0)
    text = _BRACKET.sub(r"\g<0> ", message.replace("{", "{{").replace("}", "}}"))
    made, done = "", 0
    for value in _VALUE.finditer(text):
        kind, between = str(value.lastgroup), text[done : value.start()]
        if done and _NOTHING.fullmatch(between):
            continue  # two placeholders with nothing between them could not be told apart
        counts[kind] += 1
        made += f"{between}{{{kind}{counts[kind]}:{_TYPES[kind]}}}"
        done = value.end()
    return made + text[done:]


def _failure(text: bytes) -> tuple[str, str]:
    """(type, first line of the message) of the strongest failure in the text. Raises Refused."""
    passages = [item for item in read(text).passages if item.strength >= MENTION and item.failure.message]
    if not passages:
        raise Refused("no failure was found in that text")
    best = max(passages, key=lambda item: (item.strength, item.failure.type is not None))
    first = next(line for line in best.failure.message.split("\n") if line.strip())
    return (best.failure.type or "RuntimeError").split(".")[-1], " ".join(first.split())[:400]


def _sound(text: str, path: Path, message: str) -> None:
    """Raises Refused where an entry has a fault that filling it in would not cure."""
    fault = next((fault for fault in of_entry(path, parse(text, path)) if TODO not in fault), None)
    if fault:
        raise Refused(f"no entry can be made of {message[:80]!r}: {fault.removeprefix('signatures[0]: ')}")


def _quoted(text: str) -> str:
    """A YAML double-quoted scalar; JSON's strings are such, but for characters that YAML wants written as numbers."""
    return "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in json.dumps(text, ensure_ascii=False))
