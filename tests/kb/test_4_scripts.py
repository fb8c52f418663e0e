"""Stage 4: the scripts do what entries say of them, on the device asked for (`--device cuda`)."""

from __future__ import annotations

from pathlib import Path

import pytest
from forking import Forking
from pytorch_explain import proving
from pytorch_explain.knowledge.store import Base
from pytorch_explain.model import Entry
from pytorch_explain.proving import Ended


@pytest.fixture
def able(entry: Entry, device: str) -> None:
    """Skips, with the entry's own reason, what cannot run on this device."""
    does = entry.reproduction.get(device)
    if isinstance(does, dict) and "none" in does:
        pytest.skip(does["none"])
    lacking = proving.lacking(entry)
    if lacking:
        pytest.skip(f"needs {', '.join(lacking)}")


@pytest.mark.usefixtures("able")
def test_the_broken_script_fails_as_its_entry(
    path: Path, entry: Entry, device: str, run: Forking, bases: list[Base], broken: dict[tuple[str, str], Ended]
) -> None:
    ended = run(path.parent / "repro.py", [device])
    broken[entry.id, device] = ended
    assert list(proving.broken(entry, ended, device, bases)) == []


@pytest.mark.usefixtures("able")
def test_the_cured_script_passes(path: Path, device: str, run: Forking) -> None:
    assert list(proving.cured(run(path.parent / "fixed.py", [device]))) == []


@pytest.mark.usefixtures("able")
def test_the_dead_end_ends_as_declared(path: Path, entry: Entry, device: str, run: Forking, bases: list[Base]) -> None:
    if not entry.dead_end:
        pytest.skip("no dead end")
    assert list(proving.dead_end(entry, run(path.parent / "dead_end.py", [device]), bases)) == []


def test_wordings_proven_by_running_are_raised(
    path: Path, entry: Entry, device: str, run: Forking, bases: list[Base]
) -> None:
    if device != "cpu":
        pytest.skip("wordings are raised on the CPU")
    assert list(proving.wordings(entry, path.parent, bases, run)) == []
