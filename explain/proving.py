"""Does a knowledge base keep its word? Its scripts are executed and their ends compared with what entries say.

The four stages: the broken script fails as this entry, the cured one passes, the dead end ends as declared,
and every wording marked as proven by running is raised by a script of its entry.
"""

from __future__ import annotations

import importlib.util
import json
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from .knowledge.compiling import Unreadable, entry_files, index, load
from .knowledge.proofs import Proof, digest, replaced, write
from .knowledge.proofs import read as read_proofs
from .knowledge.store import Base, folder
from .matching.exact import find
from .matching.ranking import rank
from .model import Entry
from .reading.passages import read

TIMEOUT = 120.0
_RUNNER = Path(__file__).with_name("wordings_runner.py")


class Ended(NamedTuple):
    """How a script ended."""

    status: int
    output: str
    errors: str


Run = Callable[[Path, Sequence[str]], Ended]


def run(script: Path, arguments: Sequence[str]) -> Ended:
    """Runs a script with this interpreter, in a process of its own."""
    try:
        done = subprocess.run(
            [sys.executable, str(script), *arguments],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Ended(124, "", f"still running after {TIMEOUT:.0f} s")
    return Ended(done.returncode, done.stdout, done.stderr)


class Proved(NamedTuple):
    """What came of one entry whose scripts ran."""

    entry: Entry
    path: Path
    #: Of the scripts as they were before they ran.
    digest: str
    faults: list[str]


def prove(root: Path, only: Sequence[str], device: str, runner: Run = run) -> Iterator[Proved]:
    """Runs the scripts of every entry that can run on `device`, one entry after the other.

    Entries that cannot be read are left out: checking tells of them.
    """
    opened = [folder(root, own=False)]
    for path in entry_files(root):
        if only and path.parent.name not in only:
            continue
        try:
            entry = load(path)
        except Unreadable:
            continue
        if not entry.retired and not lacking(entry):
            before = digest(entry, path.parent)
            yield Proved(entry, path, before, _faults(entry, path.parent, device, opened, runner))


def _faults(entry: Entry, place: Path, device: str, opened: Sequence[Base], runner: Run) -> list[str]:
    """As `faults`; an entry whose form is at fault, which checking tells of, takes no other with it."""
    try:
        return list(faults(entry, place, device, opened, runner))
    except (LookupError, TypeError, AttributeError, ValueError, RecursionError) as error:
        return [f"cannot be run before its form is mended ({type(error).__name__}: {error})"]


def runs_on(entry: Entry, device: str) -> bool:
    """Whether the entry has something to show on `device`."""
    expected = entry.reproduction.get(device)
    return not (isinstance(expected, dict) and "none" in expected)


def record(root: Path, proved: Sequence[Proved], device: str) -> None:
    """Writes down which entries kept their word, and where; one that did not loses its row. Raises OSError."""
    import torch

    versions = (torch.__version__.partition("+")[0], ".".join(map(str, sys.version_info[:2])))
    today = date.today().isoformat()
    ran = [item for item in proved if runs_on(item.entry, device)]
    fresh = [
        Proof(item.entry.id, device, *versions, platform.system(), today, item.digest)
        for item in ran
        if not item.faults
    ]
    failed = [item.entry.id for item in ran if item.faults]
    known = {path.parent.name for path in entry_files(root)}
    write(root, replaced(read_proofs(root)[0], fresh, failed, device, known))


def faults(entry: Entry, place: Path, device: str, opened: Sequence[Base], runner: Run = run) -> Iterator[str]:
    """What one entry promises on `device` and does not keep."""
    if runs_on(entry, device):
        yield from broken(entry, runner(place / "repro.py", [device]), device, opened)
        yield from cured(runner(place / "fixed.py", [device]))
        if entry.dead_end:
            yield from dead_end(entry, runner(place / "dead_end.py", [device]), opened)
    if device == "cpu":
        yield from wordings(entry, place, opened, runner)


def is_here(device: str) -> bool:
    """Whether this machine has a device of that kind that torch can use."""
    import torch

    return device == "cpu" or (torch.cuda.is_available() if device == "cuda" else torch.backends.mps.is_available())


def lacking(entry: Entry) -> list[str]:
    """What the scripts of an entry need and this machine does not have; all of it where it cannot be told."""
    needs: list[str] = entry.reproduction.get("needs", [])
    if not needs:
        return []
    import torch

    here = {
        "cuda": torch.cuda.is_available(),
        "two-gpus": torch.cuda.device_count() > 1,
        "no-gpu": not torch.cuda.is_available(),
        "cpu-build": torch.version.cuda is None and torch.version.hip is None,
        "cuda-build": torch.version.cuda is not None,
        "linux": sys.platform == "linux",
        "windows": sys.platform == "win32",
        "mps": sys.platform == "darwin" and torch.backends.mps.is_available(),
        "compiler": _found("c++", "g++", "clang++", "cl"),
        "no-compiler": not _found("c++", "g++", "clang++", "cl"),
        "triton": importlib.util.find_spec("triton") is not None,
    }
    return [need for need in needs if not here.get(need, False)]


def _found(*programs: str) -> bool:
    return any(shutil.which(program) for program in programs)


def broken(entry: Entry, ended: Ended, device: str, opened: Sequence[Base]) -> Iterator[str]:
    """Stage one: repro.py ends as `reproduction` says and is recognised first from its own standard error."""
    expected = entry.reproduction.get(device, "raises")
    wanted = expected["raises"] if isinstance(expected, dict) else entry.id
    if expected == "works":
        if ended.status:
            yield f"repro.py must work on {device}, exited {ended.status}: {_last(ended.errors)}"
        return
    if (ended.status == 0) != (expected == "warns"):
        yield f"repro.py exited {ended.status} on {device}, declared {expected}: {_last(ended.errors)}"
    if expected == "wrong":
        if "AssertionError" not in ended.errors:
            yield f"repro.py must fail its own assertion: {_last(ended.errors)}"
        return
    named = recognised(ended.errors, opened)
    if named != wanted:
        yield f"repro.py on {device}: its standard error is recognised as {named}, not {wanted}: {_last(ended.errors)}"


def cured(ended: Ended) -> Iterator[str]:
    """Stage two: fixed.py passes."""
    if ended.status:
        yield f"fixed.py exited {ended.status}: {_last(ended.errors)}"


def dead_end(entry: Entry, ended: Ended, opened: Sequence[Base]) -> Iterator[str]:
    """Stage three: dead_end.py ends as declared."""
    if entry.dead_end["ends"] == "wrong":
        if ended.status:
            yield f"dead_end.py must run through, exited {ended.status}: {_last(ended.errors)}"
        return
    wanted = entry.dead_end.get("id", entry.id)
    named = recognised(ended.errors, opened)
    if not ended.status or named != wanted:
        yield f"dead_end.py exited {ended.status}, recognised as {named}, not {wanted}: {_last(ended.errors)}"


def wordings(entry: Entry, place: Path, opened: Sequence[Base], runner: Run = run) -> Iterator[str]:
    """Stage four: every function of wordings.py raises this entry, and no `proven: run` is an empty claim."""
    texts = []
    if (place / "wordings.py").is_file():
        ended = runner(_RUNNER, [str(place / "wordings.py")])
        try:
            raised = json.loads(ended.output.strip().splitlines()[-1])
        except (ValueError, IndexError):
            yield f"wordings.py exited {ended.status}: {_last(ended.errors)}"
            return
        for name, error in raised.items():
            if error is None:
                yield f"wordings.py: {name} raised nothing"
                continue
            texts.append(error["traceback"])
            named = recognised(error["traceback"], opened)
            if named != entry.id:
                yield f"wordings.py: {name} is recognised as {named}: {error['type']}: {error['message'][:200]}"
    if not any(signature.proven == "run" for signature in entry.signatures):
        return
    texts.append(runner(place / "repro.py", ["cpu"]).errors)
    own = index([entry])
    seen = {hit.signature for text in texts for hit in find(read(text).text, own)}
    for number, signature in enumerate(entry.signatures):
        if signature.proven == "run" and number not in seen:
            yield f"signatures[{number}] says proven: run, but no script raised {signature.message!r}"


def recognised(text: str, opened: Sequence[Base]) -> str | None:
    """The id that a text is recognised as first."""
    matches, _ = rank(read(text), opened)
    return matches[0].entry if matches else None


def _last(text: str) -> str:
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return lines[-1][:300] if lines else "nothing on standard error"
