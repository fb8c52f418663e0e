"""The engine as the browser gets it: one archive, with nothing compiled in it, that answers as the command does."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from pytorch_explain.answering import answer
from pytorch_explain.faq.site import engine
from pytorch_explain.knowledge.store import Base

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.txt"))
#: Runs the unpacked archive alone, without site-packages, on the files that standard input names.
_PROBE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from pytorch_explain.faq.site.browser import explainer
explain = explainer(sys.argv[1] + "/bases")
for path in json.loads(sys.stdin.read()):
    with open(path, encoding="utf-8", errors="replace") as file:
        print(explain(file.read(), "zh"))
from rapidfuzz.distance import LCSseq
assert LCSseq.distance.__module__.endswith("_py"), LCSseq.distance.__module__
assert not {"click", "rich", "yaml", "torch"} & set(sys.modules)
"""


@pytest.fixture(scope="module")
def archive(bases: list[Base]) -> bytes:
    return engine.archive(bases)


def test_the_same_knowledge_makes_the_same_bytes(bases: list[Base], archive: bytes) -> None:
    assert engine.archive(bases) == archive


def test_it_holds_nothing_compiled_and_nothing_of_the_terminal(archive: bytes) -> None:
    names = zipfile.ZipFile(io.BytesIO(archive)).namelist()
    assert not [name for name in names if name.endswith((".so", ".pyd", ".pyc"))]
    assert not [name for name in names if name.startswith(("pytorch_explain/cli/", "pytorch_explain/hooks/"))]
    assert [name for name in names if name.startswith("rapidfuzz-") and "LICENSE" in name]


def test_it_answers_every_real_paste_as_the_command_does(tmp_path: Path, bases: list[Base], archive: bytes) -> None:
    zipfile.ZipFile(io.BytesIO(archive)).extractall(tmp_path)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", _PROBE, str(tmp_path)],
        input=json.dumps([str(path) for path in CASES]),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    answers = [json.loads(row) for row in done.stdout.splitlines()]
    assert len(answers) == len(CASES)
    for path, found in zip(CASES, answers, strict=True):
        own = answer(path.read_text(encoding="utf-8", errors="replace"), "zh", bases)
        assert [match["id"] for match in found["matches"]] == [match.entry for match in own.matches], path.name
        assert (found["explanation"] or {}).get("meaning") == (own.told.meaning if own.told else None), path.name


def test_a_folder_that_is_not_pyodide_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(engine.NotPyodide, match=r"it has no pyodide\.mjs"):
        engine.pyodide(tmp_path)
    for name in ("pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"):
        (tmp_path / name).write_bytes(b"x")
    with pytest.raises(engine.NotPyodide, match=r"it has no pyodide\.asm\.mjs"):
        engine.pyodide(tmp_path)
    (tmp_path / "pyodide.asm.js").write_bytes(b"x")
    assert set(engine.pyodide(tmp_path)) >= {"pyodide.mjs", "pyodide.asm.js"}
