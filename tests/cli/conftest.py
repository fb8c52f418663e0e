"""The command line as its users meet it: a process of its own, in a folder of its own, with a cache of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

#: Runs the program: (*arguments, stdin=text or bytes, encoding, **environment) -> what it did.
Command = Callable[..., subprocess.CompletedProcess[str]]
#: Environment variables that would change what is tested.
UNSET = (
    "PYTORCH_EXPLAIN",
    "PYTORCH_EXPLAIN_KB",
    "PYTORCH_EXPLAIN_LANG",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_MESSAGES",
    "NO_COLOR",
    "FORCE_COLOR",
    "PYTHONIOENCODING",
    "PYTHONUTF8",
    "PYTHONPATH",
    "COLUMNS",
)


@pytest.fixture(scope="session")
def clean_environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a new user: no setting of this program, UTF-8, an empty cache."""
    environment = {name: value for name, value in os.environ.items() if name not in UNSET}
    home = str(tmp_path_factory.mktemp("cli-cache"))
    # A package path that the tests themselves were started with leads to the package under test.
    paths = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    if paths:
        environment["PYTHONPATH"] = os.pathsep.join(os.path.abspath(path) for path in paths)
    return {**environment, "XDG_CACHE_HOME": home, "LOCALAPPDATA": home, "PYTHONUTF8": "1", "TERM": "xterm-256color"}


@pytest.fixture
def explain(tmp_path: Path, clean_environment: dict[str, str]) -> Command:
    """Runs `python -m pytorch_explain` in the test's folder and returns what it did."""

    def run(
        *arguments: str | bytes, stdin: str | bytes | None = "", encoding: str = "utf-8", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        variables = {**clean_environment, **environment}
        if encoding != "utf-8":
            del variables["PYTHONUTF8"]
            variables["PYTHONIOENCODING"] = encoding
        done = subprocess.run(
            [sys.executable, "-m", "pytorch_explain", *map(_argument, arguments)],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            cwd=tmp_path,
            env=variables,
            timeout=120,
            check=False,
        )
        assert b"Traceback (most recent call last)" not in done.stderr, done.stderr.decode(errors="replace")
        return subprocess.CompletedProcess(
            done.args, done.returncode, _text(done.stdout, encoding), _text(done.stderr, encoding)
        )

    return run


@pytest.fixture
def on_terminal(clean_environment: dict[str, str], tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Runs the program with a terminal as its output, and returns what the terminal got."""
    pty = pytest.importorskip("pty", reason="no terminals on this system")

    def run(*arguments: str, **environment: str) -> str:
        master, slave = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-m", "pytorch_explain", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=slave,
            stderr=slave,
            cwd=tmp_path,
            env={**clean_environment, **environment},
        )
        os.close(slave)
        chunks = []
        try:
            while chunk := os.read(master, 65536):
                chunks.append(chunk)
        except OSError:  # the other end was closed
            pass
        finally:
            os.close(master)
            process.wait(timeout=120)
        return b"".join(chunks).decode()

    yield run


def _argument(argument: str | bytes) -> str | bytes:
    """In UTF-8, whatever the locale that the tests run in."""
    return argument.encode() if isinstance(argument, str) and sys.platform != "win32" else argument


def _text(data: bytes, encoding: str) -> str:
    return data.decode(encoding, "replace").replace("\r\n", "\n")
