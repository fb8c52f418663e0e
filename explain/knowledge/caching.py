"""Compiling a folder of YAML into the user's cache, so that no reader ever sees half of it."""

from __future__ import annotations

import atexit
import shutil
import tempfile
import time
from pathlib import Path

from .compiling import INDEX, compile_to

#: Seconds that an outdated compiled form is kept: another process may still read it.
KEPT = 3600.0


def compiled_at(root: str, target: str) -> str:
    """Compiles the knowledge base `root` and returns the folder of its compiled form.

    That is `target`, made beside it and renamed; where the cache cannot be written, a temporary folder
    that lives as long as the process.
    """
    place = Path(target)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(dir=place.parent, prefix="new-"))
    except OSError:
        return _temporary(root)
    try:
        compile_to(Path(root), fresh, strict=False)
        _sweep(place)
        fresh.rename(place)
    except OSError:
        if not (place / INDEX).is_file():  # not merely outrun by another process
            return _temporary(root)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return target


def drop(target: str) -> None:
    """Removes a damaged compiled form from the cache, if that can be written."""
    shutil.rmtree(target, ignore_errors=True)


def compiled_anew(root: str, target: str) -> str:
    """As compiled_at, after what was at `target` proved damaged; where it could not be removed, not there."""
    return _temporary(root) if Path(target).exists() else compiled_at(root, target)


def _sweep(target: Path) -> None:
    """Removes earlier compiled forms of the same folder that are no longer young."""
    for old in target.parent.glob(f"{target.name.rsplit('-', 1)[0]}-*"):
        try:
            if time.time() - old.stat().st_mtime > KEPT:
                shutil.rmtree(old, ignore_errors=True)
        except OSError:
            continue


def _temporary(root: str) -> str:
    fresh = tempfile.mkdtemp(prefix="pytorch-explain-")
    atexit.register(shutil.rmtree, fresh, ignore_errors=True)
    compile_to(Path(root), Path(fresh), strict=False)
    return fresh
