"""Stage 5: each script's own traceback is recognised in whatever form it is pasted."""

from __future__ import annotations

from pathlib import Path

import pytest
from dialects import DIALECTS
from forking import Forking
from pytorch_explain.knowledge.store import Base
from pytorch_explain.model import Entry
from pytorch_explain.proving import Ended, recognised


@pytest.fixture
def traceback(
    path: Path, entry: Entry, run: Forking, bases: list[Base], broken: dict[tuple[str, str], Ended]
) -> tuple[str, str]:
    """(what repro.py printed on the CPU, the id that it is recognised as)."""
    does = entry.reproduction.get("cpu")
    if isinstance(does, dict) and "none" in does:
        pytest.skip(does["none"])
    if does == "works":
        pytest.skip("not a fault on the CPU")
    if does == "wrong":
        pytest.skip("a silent fault: its script's own assertion is no message of PyTorch's")
    if (entry.id, "cpu") not in broken:
        broken[entry.id, "cpu"] = run(path.parent / "repro.py", ["cpu"])
    wanted = does["raises"] if isinstance(does, dict) else entry.id
    return broken[entry.id, "cpu"].errors, wanted


@pytest.mark.parametrize("dialect", DIALECTS)
def test_it_is_recognised_as(dialect: str, traceback: tuple[str, str], bases: list[Base]) -> None:
    text, wanted = traceback
    assert recognised(DIALECTS[dialect](text), bases) == wanted
