"""The hook for a whole Python environment: a file in site-packages that starts it with every interpreter.

Up to Python 3.17 that is a `.pth` file with an import line; from 3.15 on a `.start` file names a callable
instead and switches the import line off (PEP 829). Both lead to a module of a few lines that lies beside
them, so that a package that was removed or broken later leaves no error at interpreter start.
"""

from __future__ import annotations

import contextlib
import os
import site
import sys
import sysconfig
from pathlib import Path
from typing import NamedTuple

NAME = "_pytorch_explain_start"
#: From this version on `.start` files are read.
START_FILES = (3, 15)

_MODULE = '''"""Starts the hook of pytorch-explain; `pytorch-explain disable` removes it."""


def start():
    try:
        from pytorch_explain.hooks.startup import start

        start()
    except Exception:  # it was uninstalled or is broken: the interpreter starts as if it had never been
        return
'''
_PTH = f"import {NAME}; {NAME}.start()\n"
_START = f"{NAME}:start\n"


class Refused(RuntimeError):
    """The environment cannot be changed; the text says why and what could be done instead."""


class Status(NamedTuple):
    """Whether the hook is enabled here, by which files, and whether it is switched off all the same."""

    enabled: bool
    files: tuple[Path, ...]
    switched_off: bool
    environment: Path


def folder(user: bool = False) -> Path:
    """The site-packages of this environment, or the user's own."""
    return Path(site.getusersitepackages() if user else sysconfig.get_path("purelib"))


def files(place: Path) -> list[tuple[Path, str]]:
    """(file, content) of all that enabling writes; the module first, so that no start finds it missing."""
    found = [(place / f"{NAME}.py", _MODULE), (place / f"{NAME}.pth", _PTH)]
    if sys.version_info >= START_FILES:
        found.append((place / f"{NAME}.start", _START))
    return found


def enable(user: bool = False) -> list[Path]:
    """Writes the files and returns them. Raises Refused."""
    if user and not site.ENABLE_USER_SITE:
        raise Refused("this environment does not read the user's site-packages (a virtual environment does not)")
    place = folder(user)
    before = [path for path, _ in files(place) if path.exists()]
    try:
        place.mkdir(parents=True, exist_ok=True)
        for path, content in files(place):
            _replace(path, content)
    except OSError as error:
        _withdraw(place, before)
        hint = "" if user or not site.ENABLE_USER_SITE else "; `pytorch-explain enable --user` needs no such right"
        raise Refused(f"cannot write to {place}: {error.strerror or error}{hint}") from error
    return [path for path, _ in files(place)]


def _withdraw(place: Path, before: list[Path]) -> None:
    """Removes what enabling wrote before it failed; what was there before stays, and works."""
    for path, _ in reversed(files(place)):
        if path not in before:
            with contextlib.suppress(OSError):
                path.unlink()


def _replace(path: Path, content: str) -> None:
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        fresh.write_text(content, encoding="utf-8")
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def disable() -> list[Path]:
    """Removes the files wherever enabling may have put them and returns those that were there. Raises Refused."""
    return [path for place in _places() for path in _remove(place)]


def _remove(place: Path) -> list[Path]:
    """Removes the files of one folder, those that lead to the module before the module."""
    removed = []
    for suffix in (".start", ".pth", ".py"):
        path = place / f"{NAME}{suffix}"
        try:
            path.unlink()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise Refused(f"cannot remove {path}: {error.strerror or error}") from error
        removed.append(path)
    return removed


def status() -> Status:
    """How things stand in this environment."""
    found = tuple(path for place in _places() for path, _ in files(place) if path.is_file())
    starts = any(path.suffix in (".pth", ".start") for path in found)
    return Status(starts, found, os.environ.get("PYTORCH_EXPLAIN") == "0", Path(sys.prefix))


def _places() -> list[Path]:
    return list(dict.fromkeys([folder(), folder(user=True)] if site.ENABLE_USER_SITE else [folder()]))
