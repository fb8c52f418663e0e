"""Programs that crash, each run twice: without the hook and with it."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from beside import FAILS, Pair, Server

sys.path.append(str(Path(__file__).parents[1] / "kb"))  # its runner of scripts


@pytest.fixture(scope="session")
def server(own_cache: object) -> Iterator[Server]:
    """The server; the knowledge base is compiled before it starts."""
    from pytorch_explain.knowledge.store import bases

    if not hasattr(os, "fork"):
        pytest.skip("programs are run in forks")
    bases()
    found = Server()
    yield found
    found.close()


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], Path]:
    """Writes a program that may use `fail`."""

    def write(source: str) -> Path:
        path = tmp_path / "train.py"
        path.write_text("import torch\n" + FAILS + textwrap.dedent(source), encoding="utf-8")
        return path

    return write


@pytest.fixture
def pair(server: Server, program: Callable[[str], Path]) -> Callable[..., Pair]:
    """Runs a program without and with the hook."""

    def run(source: str, **how: object) -> Pair:
        return Pair(server(program(source), hook=False, **how), server(program(source), hook=True, **how))

    return run
