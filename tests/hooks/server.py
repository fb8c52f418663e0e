"""Imports torch once and runs programs in forks of itself: one request a line, one answer a line.

A fork leaves this file's loop and runs the program at the top level, so that it crashes, and the interpreter
ends, as with any other program.
"""

from __future__ import annotations

import atexit
import json
import os
import sys
import tempfile
import time

import torch  # noqa: F401

TIMEOUT = 30.0


def wait(child: int, timeout: float) -> int:
    """The exit status of a child; 124 where it did not end in time."""
    until = time.monotonic() + timeout
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.005)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return 124


def redirect(output: int, errors: int, stderr: str) -> None:
    """Gives the fork the streams that its request asks for."""
    if stderr == "broken":
        reader, errors = os.pipe()
        os.close(reader)
    elif stderr and stderr != "closed":
        errors = os.open(stderr, os.O_WRONLY)
    os.dup2(output, 1)
    os.dup2(errors, 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if stderr == "closed":
        os.close(2)


def end_early() -> None:
    """Ends a fork that has crashed without taking torch apart, which takes most of its time."""
    if getattr(sys, "last_type", KeyboardInterrupt) is not KeyboardInterrupt:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(1)


request: dict = {}
for line in sys.stdin:
    request = json.loads(line)
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            redirect(output.fileno(), errors.fileno(), request.get("stderr", ""))
            break
        status = wait(child, request.get("timeout", TIMEOUT))
        texts = []
        for file in (output, errors):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
    print(json.dumps([status, *texts]), flush=True)
    request = {}

if request:
    os.environ.update(request.get("environment", {}))
    script = request["script"]
    sys.argv, sys.path[0] = [script], os.path.dirname(script)
    if not request.get("whole"):
        atexit.register(end_early)
    if request["hook"]:
        import pytorch_explain

        pytorch_explain.install()
    __file__ = script
    with open(script, encoding="utf-8") as file:  # noqa: PTH123 - torch alone is imported for the programs
        source = file.read()
    exec(compile(source, script, "exec"))
