"""Stage 1: the files of an entry and its id agree."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from pytorch_explain.knowledge.compiling import entry_files
from pytorch_explain.model import Entry

SCRIPTS = ("repro.py", "fixed.py", "dead_end.py", "wordings.py")


def test_an_entry_is_named_like_its_folder(path: Path, entry: Entry) -> None:
    assert entry.id == path.parent.name
    assert entry.category == path.parent.parent.name


def test_a_folder_holds_nothing_but_an_entry(path: Path) -> None:
    names = {item.name for item in path.parent.iterdir() if item.name != "__pycache__"}
    assert {"entry.yaml", "repro.py", "fixed.py"} <= names <= {"entry.yaml", *SCRIPTS}


def test_no_id_is_used_twice(root: Path) -> None:
    names = [path.parent.name for path in entry_files(root)]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_are_short_and_say_what_they_show(path: Path, name: str) -> None:
    script = path.parent / name
    if not script.exists():
        pytest.skip(f"no {name}")
    source = script.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(source)), "a script begins with a sentence that tells its story"
    if name != "wordings.py":
        assert len(source.splitlines()) <= 50
    if name == "repro.py":
        assert source.count("# wrong:") == 1, "one comment marks the faulty line"


def test_the_cure_is_a_small_change(path: Path) -> None:
    broken, cured = ((path.parent / name).read_text(encoding="utf-8").splitlines() for name in ("repro.py", "fixed.py"))
    assert broken != cured
    kept = len(set(broken) & set(cured))
    assert kept >= 0.6 * len(set(cured)), "repro.py and fixed.py differ by the fix alone"
