"""Where and when each entry was last proven by running its scripts: `proofs.tsv`, written by the program that ran them.

A row tells what was run by a digest: a script that has changed since is not proven by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from json import dumps
from pathlib import Path
from typing import NamedTuple

from ..model import Entry
from ..replacing import replace
from .store import SCRIPTS

FILE = "proofs.tsv"
_DIGITS = 12


class Proof(NamedTuple):
    """One row: what ran where, with which versions, when."""

    id: str
    device: str
    torch: str
    python: str
    system: str
    #: ISO 8601.
    date: str
    #: Of the scripts that ran, and of what the entry promises of them.
    digest: str


#: What each column may hold.
_COLUMNS = {
    "id": r"[a-z0-9]+(?:-[a-z0-9]+)*",
    "device": r"cpu|cuda|mps",
    "torch": r"\d+\.\d+[\w.]{0,40}",
    "python": r"\d+\.\d+",
    "system": r"[\w.-]{1,40}",
    "date": r"\d{4}-\d\d-\d\d",
    "digest": rf"[0-9a-f]{{{_DIGITS}}}",
}
_HEADER = "\t".join(_COLUMNS)
_ROW = re.compile("\t".join(f"(?:{pattern})" for pattern in _COLUMNS.values()), re.ASCII)


def digest(entry: Entry, place: Path) -> str:
    """What stands for the scripts in the folder `place`, and for what `entry` promises of them. Raises OSError."""
    found = sha256(dumps([dict(entry.reproduction), dict(entry.dead_end)], sort_keys=True).encode())
    for name in SCRIPTS:
        path = place / name
        if path.is_file():
            found.update(name.encode() + b"\0" + b"\n".join(path.read_bytes().splitlines()) + b"\0")
    return found.hexdigest()[:_DIGITS]


def read(root: Path) -> tuple[list[Proof], list[str]]:
    """(the rows of a knowledge base, what is wrong with the others, a sentence each). Raises OSError."""
    path = root / FILE
    if not path.is_file():
        return [], []
    rows: list[Proof] = []
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    faults = [] if lines[:1] == [_HEADER] else [f"line 1 is not {', '.join(_COLUMNS)}"]
    for number, line in enumerate(lines[1:], start=2):
        if _ROW.fullmatch(line):
            rows.append(Proof(*line.split("\t")))
        elif line:
            faults.append(f"line {number} is no row of {', '.join(_COLUMNS)}")
    return rows, faults


def write(root: Path, rows: Iterable[Proof]) -> None:
    """Replaces the rows of a knowledge base at once, so that nobody reads half of them. Raises OSError."""
    lines = [_HEADER, *("\t".join(row) for row in sorted(rows))]
    replace(root / FILE, "\n".join(lines) + "\n")


def replaced(
    rows: Iterable[Proof], fresh: Iterable[Proof], failed: Iterable[str], device: str, known: set[str]
) -> list[Proof]:
    """The rows after a run on `device`: fresh ones in the place of theirs, none of what failed or is not `known`."""
    new = {row.id: row for row in fresh}
    gone = {*new, *failed}
    kept = [row for row in rows if row.id in known and not (row.device == device and row.id in gone)]
    return sorted([*kept, *new.values()])


def current(entries: Mapping[str, tuple[Entry, Path]], rows: Iterable[Proof]) -> dict[str, dict[str, dict[str, str]]]:
    """id -> device -> what a reader is told, of the rows whose scripts have not changed since."""
    digests: dict[str, str] = {}
    for identity, (entry, place) in entries.items():
        with suppress(OSError):  # a script that cannot be read is not proven, and takes no other's proof with it
            digests[identity] = digest(entry, place)
    found: dict[str, dict[str, dict[str, str]]] = {}
    for row in rows:
        if digests.get(row.id) == row.digest:
            told = {"torch": row.torch, "python": row.python, "system": row.system, "date": row.date}
            found.setdefault(row.id, {})[row.device] = told
    return found
