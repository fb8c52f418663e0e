"""Runs scripts in forks of one process that has imported torch; importing it anew for each would take hours.

The server does nothing with torch but import it: a fork after its threads have started may hang.
Scripts that start processes of their own are run as whole processes instead.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from pytorch_explain import proving
from pytorch_explain.proving import Ended

_WHOLE = ("multiprocessing", "num_workers", "os.fork", "subprocess", "torch.compile")


class Forking:
    """A `proving.Run` that keeps one server for many scripts."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, str(Path(__file__))], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __call__(self, script: Path, arguments: Sequence[str]) -> Ended:
        named = [script, *map(Path, arguments)]
        if any(word in path.read_text(encoding="utf-8") for path in named if path.suffix == ".py" for word in _WHOLE):
            return proving.run(script, arguments)
        assert self._server.stdin and self._server.stdout
        self._server.stdin.write(json.dumps([str(script), *arguments]) + "\n")
        self._server.stdin.flush()
        return Ended(*json.loads(self._server.stdout.readline()))

    def close(self) -> None:
        """Ends the server."""
        self._server.stdin and self._server.stdin.close()
        self._server.wait(10)


def serve() -> None:
    """Answers requests, one a line, until standard input ends."""

    for line in sys.stdin:
        script, *arguments = json.loads(line)
        print(json.dumps(_forked(script, arguments)), flush=True)


def _forked(script: str, arguments: list[str]) -> tuple[int, str, str]:
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            os.dup2(output.fileno(), 1)
            os.dup2(errors.fileno(), 2)
            _run(script, arguments)
        _, status = os.waitpid(child, 0)
        texts = []
        for file in (output, errors):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
    return os.waitstatus_to_exitcode(status), texts[0], texts[1]


def _run(script: str, arguments: list[str]) -> None:
    """Runs the script as `__main__` and ends this process as Python would."""
    module = ModuleType("__main__")
    module.__file__ = script
    sys.modules["__main__"] = module
    sys.argv = [script, *arguments]
    sys.path[0] = str(Path(script).parent)
    status = 0
    try:
        exec(compile(Path(script).read_text(encoding="utf-8"), script, "exec"), module.__dict__)
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException as error:
        status = 1
        trace = error.__traceback__
        sys.excepthook(type(error), error, trace.tb_next if trace else None)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    serve()
