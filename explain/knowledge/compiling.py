"""A folder of entries to the form that matching reads: a small index and one file an entry.

The index holds every signature as a regular expression with the anchor that must occur in a text
before it is tried; the file of an entry is read only when that entry is shown.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..model import Entry
from . import proofs, template
from .ambiguity import bounded
from .entry import Malformed, read, write
from .squeezing import small, squeeze
from .store import sources
from .words import FOREIGN, MAYBE, NUMBER, words

INDEX = "index.json"
LIKENESS = "likeness.json"
SEARCH = "search.json"
PROOFS = "proofs.json"
ENTRIES = "entries"
STRANGERS = "strangers.tsv"


class Unreadable(ValueError):
    """A file of the knowledge base cannot be used; the text is one sentence with its path."""


def entry_files(root: Path) -> list[Path]:
    """Every entry.yaml of a knowledge base, sorted."""
    return sorted(Path(path) for path in sources(str(root))[0] if path.endswith("entry.yaml"))


def load(path: Path) -> Entry:
    """The entry of one entry.yaml. Raises Unreadable."""
    try:
        return parse(path.read_text(encoding="utf-8"), path)
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise Unreadable(f"{path}: not YAML in UTF-8: {error}") from error


def parse(text: str, path: Path) -> Entry:
    """The entry that `text` states, were it the content of `path`. Raises Unreadable."""
    import yaml  # only ever needed where YAML is compiled, never where it is shipped compiled

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        data = yaml.load(text, Loader=loader)
    except (yaml.YAMLError, ValueError, LookupError, AttributeError, TypeError, RecursionError) as error:
        # A loader lets its converters' own exceptions through: the date 2024-13-45, the tag !!bool on a name.
        raise Unreadable(f"{path}: not YAML: {' '.join(str(error).split())}") from error
    try:
        entry = read(data, category=path.parent.parent.name)
    except Malformed as error:
        raise Unreadable(f"{path}: {error}") from error
    if entry.id != path.parent.name:
        raise Unreadable(f"{path}: id is {entry.id}, the folder is {path.parent.name}")
    return entry


def twice(paths: Iterable[Path]) -> dict[Path, str]:
    """Of these entry files, those whose id an earlier one has already: path -> the fault."""
    first: dict[str, Path] = {}
    return {
        path: f"the id {path.parent.name} stands for {first[path.parent.name].parent} already"
        for path in paths
        if first.setdefault(path.parent.name, path) is not path
    }


def index(entries: Iterable[Entry]) -> dict[str, Any]:
    """The index of these entries. Raises template.TemplateError."""
    live = [entry for entry in entries if not entry.retired]
    rows: list[dict[str, Any]] = []
    for number, entry in enumerate(live):
        for signature in entry.signatures:
            bounded(signature.message)
            row: dict[str, Any] = {
                "entry": number,
                "pattern": template.pattern(signature.message),
                "types": {hole.name: hole.type for hole in template.holes(signature.message)},
            }
            if signature.exceptions:
                row["exceptions"] = signature.exceptions
            if signature.where:
                row["where"] = signature.where
            if signature.unless:
                row["unless"] = small(squeeze(signature.unless))
            if signature.needs:
                row["needs"] = signature.needs
            if signature.message.endswith(("'", '"', "`")):
                row["closed"] = True
            if signature.facts:
                row["facts"] = dict(signature.facts)
            if signature.wrapper:
                row["wrapper"] = True
            rows.append(row)
    messages = [signature.message for entry in live for signature in entry.signatures]
    chosen = anchors(messages)
    for anchor, numbers in chosen.items():
        for number in numbers:
            rows[number]["reach"] = template.reach(messages[number], anchor)
    return {
        "entries": [[entry.id, entry.category] for entry in live],
        "retired": {entry.id: entry.retired for entry in entries if entry.retired},
        "signatures": rows,
        "anchors": chosen,
    }


def anchors(messages: list[str]) -> dict[str, list[int]]:
    """For every template the rarest piece of its literal text: anchor -> indices of templates."""
    grams = [_grams(message) for message in messages]
    common = Counter(gram for found in grams for gram in set(found))
    chosen: dict[str, list[int]] = {}
    for number, found in enumerate(grams):
        if not found:
            raise template.TemplateError(
                f"{messages[number]!r}: needs {template.ANCHOR} characters of text in a row without a placeholder"
            )
        # Among equally rare pieces the middle one: truncation takes the ends.
        rarest = min(common[gram] for gram in found)
        rare = [gram for gram in found if common[gram] == rarest]
        chosen.setdefault(rare[len(rare) // 2], []).append(number)
    return chosen


def _grams(message: str) -> list[str]:
    size = template.ANCHOR
    return [run[i : i + size] for run in map(small, template.literals(message)) for i in range(len(run) - size + 1)]


def strangers(root: Path) -> list[tuple[str, str]]:
    """(whose it is, message) of the rows of `strangers.tsv`: failures that resemble an entry's and are others."""
    path = root / STRANGERS
    if not path.is_file():
        return []
    rows = (
        line.split("\t", 1) for line in path.read_text(encoding="utf-8", errors="replace").splitlines() if "\t" in line
    )
    return [(identity, message) for identity, message in rows]


def likeness(entries: Iterable[Entry], others: Iterable[tuple[str, str]] = ()) -> dict[str, Any]:
    """What fuzzy rescue compares with: the words of every wording, and of the look-alikes that it must not take.

    `words` leads from a word to the wordings that have it; a wording of number -1 is a look-alike's.
    """
    live = [entry for entry in entries if not entry.retired]
    messages = [signature.message for entry in live for signature in entry.signatures]
    wordings = [(number, words(*template.skeleton(message))) for number, message in enumerate(messages)]
    known = {entry.id for entry in live}
    unlike = [(source, text) for entry in live for text, source in entry.unlike]
    foreign = {text for source, text in (*unlike, *others) if source not in known}
    wordings += [(-1, words(text)) for text in sorted(foreign)]
    postings: dict[str, list[int]] = {}
    for number, (_, found) in enumerate(wordings):
        for word in sorted({word.removeprefix(MAYBE) for word in found} - {NUMBER, FOREIGN}):
            postings.setdefault(word, []).append(number)
    return {"wordings": wordings, "words": postings}


def unfinished(entry: Entry) -> bool:
    """Whether it is a draft that nobody has filled in: nothing of it is to be told to a reader."""
    return any(text.startswith("TODO") for variant in (entry.title, *entry.meaning) for text in variant.values())


def compile_to(root: Path, target: Path, strict: bool = True) -> None:
    """Writes the compiled form of the knowledge base `root` into the folder `target`.

    Without `strict` an entry that cannot be used is left out and named in the index under `faults`: one
    broken file must not take the others with it. Raises Unreadable, OSError.
    """
    entries: list[Entry] = []
    faults = [f"{path}: {fault}" for path, fault in sources(str(root))[1].items()]
    paths = entry_files(root)
    repeated = twice(paths)
    for path in paths:
        if path in repeated:
            faults.append(f"{path}: {repeated[path]}")
            continue
        try:
            entry = load(path)
            index([entry])
        except template.TemplateError as error:
            faults.append(f"{path}: {error}")
        except Unreadable as error:
            faults.append(str(error))
        else:
            if unfinished(entry):
                faults.append(f"{path}: still says TODO")
            else:
                entries.append(entry)
    try:
        others = strangers(root)
    except OSError as error:
        faults.append(f"{root / STRANGERS}: {error.strerror or error}")
        others = []
    if strict and faults:
        raise Unreadable(faults[0])
    from ..faq.index import index as searchable  # a room above this one; nothing else here needs it

    (target / ENTRIES).mkdir(parents=True, exist_ok=True)
    _dump(target / INDEX, {**index(entries), "faults": faults})
    _dump(target / LIKENESS, likeness(entries, others))
    _dump(target / SEARCH, searchable(entries))
    _dump(target / PROOFS, proven(entries, paths))
    for entry in entries:
        _dump(target / ENTRIES / f"{entry.id}.json", write(entry))


def proven(entries: Iterable[Entry], paths: Iterable[Path]) -> dict[str, dict[str, dict[str, str]]]:
    """id -> device -> what is told of the last run, as proofs.current; nothing where the record cannot be read."""
    places = {path.parent.name: path.parent for path in reversed(list(paths))}
    try:
        root = next(iter(places.values())).parents[1]
        return proofs.current({entry.id: (entry, places[entry.id]) for entry in entries}, proofs.read(root)[0])
    except (OSError, StopIteration):
        return {}


def _dump(path: Path, data: Any) -> None:
    # A lone surrogate can be written in YAML; json.loads reads bytes so, and nothing unprintable is ever shown.
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), "utf-8", errors="surrogatepass")
