"""Where knowledge lies and how it is opened: compiled in the wheel, cached for a folder of YAML.

Only the standard library's json is imported here; YAML is read when a folder's cache is stale.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from ..model import Entry
from .entry import restore

#: Part of the cache's name: raise it when the compiled form changes.
FORM = 3
#: Seconds that an outdated compiled form is kept.
KEPT = 3600.0
_PACKAGE = Path(__file__).resolve().parent.parent
#: The compiled knowledge of an installed package, and the YAML of a source checkout.
SHIPPED = _PACKAGE / "_kb"
SOURCE = _PACKAGE.parent / "kb"


class Missing(LookupError):
    """There is no knowledge base where one must be; the text is one sentence."""


class Base:
    """One knowledge base, opened: its index, and its entries on demand."""

    def __init__(self, compiled: Path, scripts: Path, own: bool) -> None:
        #: The folder with a folder a category, in it a folder an entry, that holds the scripts.
        self.scripts = scripts
        #: Whether it is the project's own, whose scripts are known.
        self.own = own
        self._compiled = compiled
        self.index: dict[str, Any] = self._json("index.json")
        #: Entries that were left out, each with its fault in a sentence.
        self.faults: list[str] = self.index.get("faults", [])
        self.places: dict[str, str] = dict(self.index["entries"])

    def _json(self, name: str) -> Any:
        try:
            return json.loads((self._compiled / name).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise Missing(f"the knowledge base cannot be read: {self._compiled / name}: {error}") from error

    def likeness(self) -> dict[str, Any]:
        """What fuzzy rescue compares with."""
        found: dict[str, Any] = self._json("likeness.json")
        return found

    def entry(self, identity: str) -> Entry:
        """The entry `identity`. Raises KeyError where this base does not have it, Missing where its file is gone."""
        if identity not in self.places:
            raise KeyError(identity)
        return restore(self._json(f"entries/{identity}.json"))

    def script(self, identity: str, name: str) -> Path:
        """The path of one script of an entry, whether it exists or not."""
        return self.scripts / self.places[identity] / identity / name


def bases() -> list[Base]:
    """All knowledge bases in force: those of PYTORCH_EXPLAIN_KB first, then the project's own.

    Raises Missing.
    """
    found = [folder(Path(part), own=False) for part in _extra()]
    return [*found, own()]


def _extra() -> list[str]:
    return [part for part in os.environ.get("PYTORCH_EXPLAIN_KB", "").split(os.pathsep) if part.strip()]


def own() -> Base:
    """The project's own knowledge base. Raises Missing."""
    if SHIPPED.is_dir():
        return Base(SHIPPED, SHIPPED / "scripts", own=True)
    return folder(SOURCE, own=True)


def folder(root: Path, own: bool) -> Base:
    """The knowledge base in a folder of YAML, compiled into the user's cache when a file changed.

    Raises Missing.
    """
    if not root.is_dir():
        raise Missing(f"no knowledge base at {root}")
    root = root.resolve()
    compiled = cache() / f"kb-{FORM}-{_name(root)}-{_stamp(root)}"
    if not (compiled / "index.json").is_file():
        compiled = _compile(root, compiled)
    return Base(compiled, root, own)


def cache() -> Path:
    """The user's cache folder for this program."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base) / "pytorch-explain"


def _name(root: Path) -> str:
    from zlib import crc32

    return f"{crc32(os.fsencode(root)):08x}"


def _stamp(root: Path) -> str:
    """Changes whenever an entry.yaml, or the code that compiles it, changes, comes or goes."""
    from zlib import crc32

    total = 0
    compiler = sorted(str(path) for path in Path(__file__).parent.glob("*.py"))
    for path in (*_yaml_files(root), *compiler):
        status = os.stat(path)
        total = crc32(f"{path}{status.st_mtime_ns}{status.st_size}".encode("utf-8", "surrogateescape"), total)
    return f"{total:08x}"


def _yaml_files(root: Path) -> list[str]:
    found: list[str] = []
    for category in os.scandir(root):
        if category.is_dir():
            found.extend(os.path.join(item.path, "entry.yaml") for item in os.scandir(category.path) if item.is_dir())
    return sorted(path for path in (*found, os.path.join(root, "strangers.tsv")) if os.path.isfile(path))


def _compile(root: Path, target: Path) -> Path:
    """Compiles beside `target` and renames, so that a reader never sees half; where the cache cannot be
    written, into a temporary folder that lives as long as the process."""
    from .compiling import compile_to

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(dir=target.parent, prefix="new-"))
    except OSError:
        return _temporary(root)
    try:
        compile_to(root, fresh, strict=False)
        _sweep(target)
        fresh.rename(target)
    except OSError:
        if not (target / "index.json").is_file():  # not merely outrun by another process
            return _temporary(root)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return target


def _sweep(target: Path) -> None:
    """Removes earlier compiled forms of the same folder; young ones may still be read by another process."""
    import time

    for old in target.parent.glob(f"{target.name.rsplit('-', 1)[0]}-*"):
        if time.time() - old.stat().st_mtime > KEPT:
            shutil.rmtree(old, ignore_errors=True)


def _temporary(root: Path) -> Path:
    import atexit

    from .compiling import compile_to

    fresh = Path(tempfile.mkdtemp(prefix="pytorch-explain-"))
    atexit.register(shutil.rmtree, fresh, ignore_errors=True)
    compile_to(root, fresh, strict=False)
    return fresh
