"""Is a knowledge base sound? Every fault that can be told without running a script.

The stages are those of the tests: files, form and texts, examples against all signatures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from .. import arithmetic
from ..arithmetic import place
from ..model import Entry, Signature
from ..reading import scene
from . import proofs, template
from .ambiguity import bounded
from .compiling import Unreadable, entry_files, load, twice
from .entry import LANGUAGES, all_texts
from .filling import placeholders
from .squeezing import small, squeeze
from .store import sources

#: Facts that need no capture: read from frames, from the live program, or from the decoder.
ALWAYS = frozenset((*place.PROVIDES, *scene.PROVIDES, "decoded"))
DEVICES = ("cpu", "cuda", "mps")
ENDS = ("raises", "warns", "wrong", "dies", "works")
NEEDS = frozenset(
    [
        "cuda",
        "two-gpus",
        "mps",
        "windows",
        "linux",
        "triton",
        "compiler",
        "no-compiler",
        "cpu-build",
        "cuda-build",
        "no-gpu",
        "network",
    ]
)
#: The category of failures without an error, and the least number of phrases by which they are found.
SYMPTOM, ALIASES = "symptom", 8
#: How a text begins that is still to be written.
TODO = "TODO"
_SEPARATOR = re.compile(r"[^\s]")


class Fault(NamedTuple):
    """One fault: the file, and what is wrong in it, in a sentence."""

    path: Path
    text: str


def check(root: Path, only: Sequence[str] = ()) -> list[Fault]:
    """Every fault of the knowledge base `root`; with `only`, those of these entries."""
    faults = [Fault(Path(path), text) for path, text in sources(str(root))[1].items()]
    entries: dict[Path, Entry] = {}
    paths = entry_files(root)
    for path in paths:
        try:
            entries[path] = load(path)
        except Unreadable as error:
            faults.append(Fault(path, str(error).removeprefix(f"{path}: ")))
    faults.extend(Fault(path, text) for path, text in twice(paths).items())
    if not entries and not faults:
        faults.append(Fault(root, "no entry here (looked for <category>/<id>/entry.yaml)"))
    everyone = {entry.id for entry in entries.values()}
    for path, entry in entries.items():
        faults.extend(Fault(path, text) for text in (*_files(path, entry), *_form(entry, everyone)))
    faults.extend(_examples(entries))
    faults.extend(_proofs(root))
    return [fault for fault in faults if not only or fault.path.parent.name in only]


def _proofs(root: Path) -> Iterator[Fault]:
    """What is wrong with the record of what was proven by running."""
    try:
        yield from (Fault(root / proofs.FILE, text) for text in proofs.read(root)[1])
    except OSError as error:
        yield Fault(root / proofs.FILE, error.strerror or str(error))


def of_entry(path: Path, entry: Entry) -> Iterator[str]:
    """The faults of one entry's form and wordings, whatever else is in its knowledge base."""
    yield from _form(entry, {entry.id})
    yield from (fault.text for fault in _examples({path: entry}))


def _files(path: Path, entry: Entry) -> Iterator[str]:
    folder = path.parent
    if entry.retired:
        return
    for name in ("repro.py", "fixed.py"):
        if not (folder / name).is_file():
            yield f"{name} is missing"
    if entry.dead_end and not (folder / "dead_end.py").is_file():
        yield "dead_end is declared, dead_end.py is missing"
    if not entry.dead_end and (folder / "dead_end.py").is_file():
        yield "dead_end.py is there, dead_end is not declared"


def _form(entry: Entry, everyone: set[str]) -> Iterator[str]:
    if entry.retired:
        if entry.retired not in everyone:
            yield f"retired by {entry.retired}, which is not here"
        return
    if entry.category == SYMPTOM:
        yield from _symptom(entry)
    elif not entry.signatures:
        yield "no signature"
    yield from _templates(entry)
    yield from _texts(entry)
    yield from _references(entry, everyone)
    yield from _reproduction(entry)


def _symptom(entry: Entry) -> Iterator[str]:
    """A failure without an error is found by the words of those who have it, and shown by a script's assertion."""
    if entry.signatures:
        yield "a symptom has no signature: it has no message"
    if len(entry.aliases) < ALIASES:
        yield f"aliases: a symptom needs at least {ALIASES}, in the words in which people ask"
    for device in DEVICES:
        does = entry.reproduction.get(device, "wrong")
        if not isinstance(does, dict) and does not in ("wrong", "works"):
            yield f"reproduction.{device}: a symptom is wrong, or works, is not {does}"


def _templates(entry: Entry) -> Iterator[str]:
    for i, signature in enumerate(entry.signatures):
        if signature.message.startswith(TODO):
            yield f"signatures[{i}]: still says TODO"
        try:
            parts = template.flatten(template.parse(signature.message))
            re.compile(template.pattern(signature.message), re.IGNORECASE)
            bounded(signature.message)
            runs = template.literals(signature.message)
        except template.TemplateError as error:
            yield f"signatures[{i}]: {error}"
            continue
        if max(map(len, runs), default=0) < template.ANCHOR:
            yield f"signatures[{i}]: needs {template.ANCHOR} characters of text in a row without a placeholder"
        for left, between in pairwise(parts):
            blank = isinstance(between, str) and not _SEPARATOR.search(between)
            if isinstance(left, template.Hole) and (isinstance(between, template.Hole) or blank):
                yield f"signatures[{i}]: {{{left.name}}} and the next placeholder need more than a blank between"


def _texts(entry: Entry) -> Iterator[str]:
    if not entry.causes:
        yield "no cause"
    known = set(ALWAYS)
    for signature in entry.signatures:
        try:
            known |= {hole.name for hole in template.holes(signature.message)} | set(signature.facts)
        except template.TemplateError:
            return
    if entry.arithmetic and entry.arithmetic not in arithmetic.NAMES:
        yield f"arithmetic: no function {entry.arithmetic} (known: {', '.join(arithmetic.NAMES)})"
    elif entry.arithmetic:
        known |= set(arithmetic.provides(entry.arithmetic))
    for where, variants in (("title", [entry.title]), *all_texts(entry)):
        if any(variant[lang].startswith(TODO) for variant in variants for lang in LANGUAGES):
            yield f"{where}: still says TODO"
        for i, variant in enumerate(variants):
            asked = {lang: placeholders(variant[lang]) for lang in LANGUAGES}
            if asked["en"] != asked["zh"]:
                odd = ", ".join(sorted(asked["en"] ^ asked["zh"]))
                yield f"{where}[{i}]: the languages use different placeholders ({odd})"
            for name in sorted((asked["en"] | asked["zh"]) - known):
                yield f"{where}[{i}]: no signature and no arithmetic gives {{{name}}}"
    if entry.meaning and placeholders(entry.meaning[-1]["en"]):
        yield "meaning: the last variant must have no placeholder"
    for i, cause in enumerate(entry.causes):
        for code in cause.code:
            for name in sorted(placeholders(code) - known):
                yield f"causes[{i}].code: no signature and no arithmetic gives {{{name}}}"
        if cause.when and cause.when.removeprefix("not ") not in known:
            yield f"causes[{i}].when: no signature and no arithmetic gives {cause.when.removeprefix('not ')}"


def _references(entry: Entry, everyone: set[str]) -> Iterator[str]:
    raised = [does["raises"] for does in entry.reproduction.values() if isinstance(does, dict) and "raises" in does]
    ends = [entry.dead_end["id"]] if "id" in entry.dead_end else []
    for identity in (*entry.related, *(row.entry for row in entry.decoder if row.entry), *raised, *ends):
        if identity not in everyone:
            yield f"names the entry {identity}, which is not here"


def _reproduction(entry: Entry) -> Iterator[str]:
    for device, does in entry.reproduction.items():
        if device == "needs":
            if not set(does) <= NEEDS:
                yield f"reproduction.needs: must be a list of {', '.join(sorted(NEEDS))}"
        elif device not in DEVICES:
            yield f"reproduction: unknown device {device}"
        elif isinstance(does, dict):
            if set(does) not in ({"raises"}, {"none"}, {"none", "zh"}):
                yield f"reproduction.{device}: must be {{raises: id}} or {{none: reason}}"
        elif does not in ENDS:
            yield f"reproduction.{device}: must be one of {', '.join(ENDS)}, {{raises: id}}, {{none: reason}}"
    for device in ("cpu", "cuda"):
        if device not in entry.reproduction:
            yield f"reproduction: says nothing of {device}"
    if entry.dead_end and entry.dead_end.get("ends") not in ("raises", "wrong"):
        yield "dead_end.ends: must be raises or wrong"


class _Wording(NamedTuple):
    """A signature with its template compiled."""

    entry: str
    signature: Signature
    expression: re.Pattern[str]

    def takes(self, message: str) -> bool:
        """Whether matching would find the signature in this message."""
        found = self.expression.search(squeeze(message))
        unless = small(squeeze(self.signature.unless))
        return found is not None and not (unless and unless in small(found.group()))


def _wordings(entry: Entry) -> Iterator[tuple[int, _Wording]]:
    """The signatures that can be tried, with their numbers; what is wrong with the others is named elsewhere."""
    for i, signature in enumerate(entry.signatures):
        try:
            bounded(signature.message)
            expression = re.compile(template.pattern(signature.message), re.IGNORECASE)
        except template.TemplateError:
            continue
        if not signature.message.startswith(TODO):
            yield i, _Wording(entry.id, signature, expression)


def _examples(entries: dict[Path, Entry]) -> Iterator[Fault]:
    """Every example is matched by its own signature and by no other entry's; look-alikes by none of its entry's."""
    everyone = [wording for entry in entries.values() for _, wording in _wordings(entry)]
    for path, entry in entries.items():
        for i, wording in _wordings(entry):
            example = wording.signature.example
            if not wording.takes(example):
                yield Fault(path, f"signatures[{i}]: the template does not match its own example")
            if wording.signature.where:
                continue
            for other in everyone:
                if other.entry != entry.id and not other.signature.wrapper and other.takes(example):
                    yield Fault(path, f"signatures[{i}]: its example is matched by {other.entry} too")
        for message, source in entry.unlike:
            if any(wording.takes(message) for wording in everyone if wording.entry == entry.id):
                yield Fault(path, f"unlike: {message!r} ({source}) is matched by its own entry")
