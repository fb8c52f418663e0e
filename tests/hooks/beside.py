"""Runs programs that crash in forks of one process that has imported torch, without the hook and with it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent

#: Fails by an error of PyTorch's that every hook knows.
FAILS = """
def fail(x, w, other=None):
    return x @ w
"""
EXPLAINED = "matmul-shape-mismatch"


class Ended(NamedTuple):
    """How a program ended."""

    status: int
    output: str
    errors: str


class Pair(NamedTuple):
    """The same program without and with the hook."""

    native: Ended
    hooked: Ended

    @property
    def added(self) -> str:
        """What the hook added below the native traceback, which must be what it was; so must all else."""
        assert self.hooked.status == self.native.status, self.hooked.errors
        assert self.hooked.output == self.native.output
        native, hooked = _steady(self.native.errors), _steady(self.hooked.errors)
        assert hooked.startswith(native), f"{native}\n--- became\n{hooked}"
        return hooked[len(native) :]


def _steady(text: str) -> str:
    """Without what differs from run to run: where Python cannot print an exception, it prints its address."""
    return re.sub(r"0x[0-9a-f]+|(?<=refcount : )\d+", "?", text)


class Server:
    """Forks of a process that has imported torch; each ends as a whole process does."""

    def __init__(self) -> None:
        command = [sys.executable, str(HERE / "server.py")]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, script: Path, **how: object) -> Ended:
        """Runs a script; `hook`, `environment`, `stderr` (`closed`, `broken` or a path) and `timeout` say how.

        With `whole` to the interpreter's own end, which takes long where torch is loaded.
        """
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps({"script": str(script), **how}) + "\n")
        self._process.stdin.flush()
        return Ended(*json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        """Ends the server."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(10)
