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

from ..replacing import replace

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


#: Why an environment cannot be changed, and what could be done instead.
_REASONS = {
    "en": {
        "unread": "this environment does not read the user's site-packages (a virtual environment does not)",
        "write": "cannot write to {path}: {fault}",
        "write or user": "cannot write to {path}: {fault}; `pytorch-explain enable --user` needs no such right",
        "remove": "cannot remove {path}: {fault}",
    },
    "zh": {
        "unread": "这个环境不读用户自己的 site-packages（虚拟环境都不读）",
        "write": "无法写入 {path}：{fault}",
        "write or user": "无法写入 {path}：{fault}；`pytorch-explain enable --user` 不需要这个权限",
        "remove": "无法删除 {path}：{fault}",
    },
}


class Refused(RuntimeError):
    """The environment cannot be changed; the text says why, in English unless another language is asked for."""

    def __init__(self, reason: str, path: Path | None = None, error: OSError | None = None) -> None:
        self._reason, self._path = reason, path
        self._fault = error.strerror or str(error) if error else ""
        super().__init__(self.told("en"))

    def told(self, lang: str) -> str:
        """The text in a language."""
        return _REASONS[lang][self._reason].format(path=self._path, fault=self._fault)


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
        raise Refused("unread")
    place = folder(user)
    before = [path for path, _ in files(place) if path.exists()]
    try:
        place.mkdir(parents=True, exist_ok=True)
        for path, content in files(place):
            replace(path, content)
    except OSError as error:
        _withdraw(place, before)
        raise Refused("write" if user or not site.ENABLE_USER_SITE else "write or user", place, error) from error
    return [path for path, _ in files(place)]


def _withdraw(place: Path, before: list[Path]) -> None:
    """Removes what enabling wrote before it failed; what was there before stays, and works."""
    for path, _ in reversed(files(place)):
        if path not in before:
            with contextlib.suppress(OSError):
                path.unlink()


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
            raise Refused("remove", path, error) from error
        removed.append(path)
    return removed


def status() -> Status:
    """How things stand in this environment."""
    found = tuple(path for place in _places() for path, _ in files(place) if path.is_file())
    starts = any(path.suffix in (".pth", ".start") for path in found)
    return Status(starts, found, os.environ.get("PYTORCH_EXPLAIN") == "0", Path(sys.prefix))


def _places() -> list[Path]:
    return list(dict.fromkeys([folder(), folder(user=True)] if site.ENABLE_USER_SITE else [folder()]))
