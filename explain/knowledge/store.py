"""Where knowledge lies and how it is opened: compiled in the wheel, cached for a folder of YAML.

This lies on the way of every start: no pathlib, no YAML, nothing but json is imported until a cache is stale.
"""

from __future__ import annotations

import json
import os
import sys
from functools import cached_property
from typing import Any

from ..model import Entry
from .entry import restore

#: Part of the cache's name: raise it when the compiled form changes in a way that its sources do not show.
FORM = 11
#: The scripts of an entry: a change of one takes back that it was proven.
SCRIPTS = ("repro.py", "fixed.py", "dead_end.py", "wordings.py")
_PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
#: The compiled knowledge of an installed package, and the YAML of a source checkout.
SHIPPED = os.path.join(_PACKAGE, "_kb")
SOURCE = os.path.join(os.path.dirname(_PACKAGE), "kb")


class Missing(LookupError):
    """There is no knowledge base where one must be; the text is one sentence."""


class Base:
    """One knowledge base, opened: its index, and its entries on demand."""

    def __init__(self, compiled: str, scripts: str, own: bool, cached: bool = False) -> None:
        #: The folder with a folder a category, in it a folder an entry, that holds the scripts.
        self.scripts = scripts
        #: Whether it is the project's own, whose scripts are known.
        self.own = own
        #: Whether its compiled form lies in the cache, from which a damaged one is dropped to be made anew.
        self._cached = cached
        #: The folder of its compiled form.
        self.compiled = compiled
        self.index = self._json("index.json", ("entries", "signatures", "anchors"))
        #: Entries that were left out, each with its fault in a sentence.
        self.faults: list[str] = self.index.get("faults", [])
        #: id -> category.
        self.places: dict[str, str] = dict(self.index["entries"])

    def _json(self, name: str, keys: tuple[str, ...]) -> dict[str, Any]:
        """The object in a compiled file, with at least these keys. Raises Missing."""
        path = os.path.join(self.compiled, name)
        try:
            with open(path, "rb") as file:
                data = json.loads(file.read())
            if not isinstance(data, dict) or not all(key in data for key in keys):
                raise ValueError("it is not of the form that is written here")
        except (OSError, ValueError, RecursionError) as error:
            if self._cached:
                from .caching import drop

                drop(self.compiled)
            raise Missing(f"the knowledge base cannot be read: {path}: {error}") from error
        return data

    @cached_property
    def likeness(self) -> dict[str, Any]:
        """What fuzzy rescue compares with."""
        return self._json("likeness.json", ("wordings", "words"))

    @cached_property
    def search(self) -> dict[str, Any]:
        """What search knows of the entries."""
        return self._json("search.json", ("entries", "phrases", "asked", "worded", "told", "joined"))

    @cached_property
    def proofs(self) -> dict[str, dict[str, dict[str, str]]]:
        """id -> device -> torch, python, system, date of the last run of its scripts as they are."""
        return self._json("proofs.json", ())

    def entry(self, identity: str) -> Entry:
        """The entry `identity`. Raises KeyError where this base does not have it, Missing where its file is gone."""
        if identity not in self.places:
            raise KeyError(identity)
        return restore(self._json(f"entries/{identity}.json", Entry._fields))

    def script(self, identity: str, name: str) -> str:
        """The path of one script of an entry, whether it exists or not."""
        return os.path.join(self.scripts, self.places[identity], identity, name)


def bases() -> list[Base]:
    """All knowledge bases in force: those of PYTORCH_EXPLAIN_KB first, then the project's own. Raises Missing."""
    extra = [part for part in os.environ.get("PYTORCH_EXPLAIN_KB", "").split(os.pathsep) if part.strip()]
    return [*(folder(part, own=False) for part in extra), own()]


def own() -> Base:
    """The project's own knowledge base. Raises Missing."""
    if os.path.isdir(SHIPPED):
        return Base(SHIPPED, os.path.join(SHIPPED, "scripts"), own=True)
    return folder(SOURCE, own=True)


def folder(root: str | os.PathLike[str], own: bool) -> Base:
    """The knowledge base in a folder of YAML, compiled into the user's cache when a file changed. Raises Missing."""
    place = os.path.realpath(root)
    if not os.path.isdir(place):
        raise Missing(f"no knowledge base at {place}")
    compiled = os.path.join(cache(), f"kb-{FORM}-{_name(place)}-{_stamp(place)}")
    if not os.path.isfile(os.path.join(compiled, "index.json")):
        from .caching import compiled_at

        compiled = compiled_at(place, compiled)
    try:
        return Base(compiled, place, own, cached=True)
    except Missing:  # damaged in the cache
        from .caching import compiled_anew

        return Base(compiled_anew(place, compiled), place, own, cached=True)


def cache() -> str:
    """The user's cache folder for this program."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "pytorch-explain")


def _name(root: str) -> str:
    from zlib import crc32

    return f"{crc32(os.fsencode(root)):08x}"


def _stamp(root: str) -> str:
    """Changes whenever a file of the knowledge base, or the code that compiles it, changes, comes or goes."""
    from zlib import crc32

    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    rooms = [os.path.join(package, room) for room in ("knowledge", "faq")]
    compiler = sorted(os.path.join(room, name) for room in rooms for name in os.listdir(room) if name.endswith(".py"))
    total = 0
    for path in (*sources(root)[0], *compiler):
        try:
            status = os.stat(path)
        except OSError:  # gone since it was found
            continue
        total = crc32(f"{path}{status.st_mtime_ns}{status.st_size}".encode("utf-8", "surrogateescape"), total)
    return f"{total:08x}"


def sources(root: str) -> tuple[list[str], dict[str, str]]:
    """(every file that the compiled form is made from, the folders that cannot be looked into with the reasons why)."""
    faults: dict[str, str] = {}
    entries = [place for category in _folders(root, faults) for place in _folders(category, faults)]
    beside = (os.path.join(root, name) for name in ("strangers.tsv", "proofs.tsv"))
    found = [*beside, *(os.path.join(place, name) for place in entries for name in ("entry.yaml", *SCRIPTS))]
    return sorted(path for path in found if os.path.isfile(path)), faults


def _folders(parent: str, faults: dict[str, str]) -> list[str]:
    """The folders within a folder; where it cannot be looked into, none, and the reason among the faults."""
    try:
        with os.scandir(parent) as items:
            return [item.path for item in items if os.path.isdir(item.path)]
    except OSError as error:
        faults[parent] = error.strerror or str(error)
        return []
