"""Stage six: the record of proofs is of the scripts as they are, on the torch that the tests run with."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from pytorch_explain import proving
from pytorch_explain.knowledge.proofs import digest, read
from pytorch_explain.model import Entry


def test_what_can_run_here_is_recorded_as_it_is(path: Path, entry: Entry, root: Path) -> None:
    if not proving.runs_on(entry, "cpu"):
        pytest.skip(str(entry.reproduction["cpu"]["none"]))
    lacking = proving.lacking(entry)
    if lacking:
        pytest.skip(f"needs {', '.join(lacking)}")
    row = next((row for row in read(root)[0] if (row.id, row.device) == (entry.id, "cpu")), None)
    again = f"run it again: pytorch-explain kb check kb --only {entry.id} --run --record"
    assert row is not None and row.digest == digest(entry, path.parent), again
    assert row.torch == torch.__version__.partition("+")[0], again
