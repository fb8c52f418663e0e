"""The knowledge base under test, entry by entry, and the means to run its scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from forking import Forking
from pytorch_explain.knowledge.compiling import entry_files, load
from pytorch_explain.knowledge.store import Base, folder
from pytorch_explain.model import Entry
from pytorch_explain.proving import Ended

ROOT = Path(__file__).resolve().parents[2] / "kb"
FILES = entry_files(ROOT)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `path` runs once an entry."""
    if "path" in metafunc.fixturenames:
        metafunc.parametrize("path", FILES, ids=[file.parent.name for file in FILES], scope="session")


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the knowledge base."""
    return ROOT


@pytest.fixture
def entry(path: Path) -> Entry:
    """The entry of this run."""
    return load(path)


@pytest.fixture(scope="session")
def bases() -> list[Base]:
    """The knowledge base, opened."""
    return [folder(ROOT, own=True)]


@pytest.fixture(scope="session")
def run() -> Iterator[Forking]:
    """Runs scripts."""
    runner = Forking()
    yield runner
    runner.close()


@pytest.fixture(scope="session")
def broken(run: Forking) -> dict[tuple[str, str], Ended]:
    """How each repro.py ended on each device, once it has run."""
    return {}
