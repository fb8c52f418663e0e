"""`repro`: scripts printed, compared, copied without ever overwriting, and run; foreign ones named as such."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Command = Callable[..., subprocess.CompletedProcess[str]]

_ENTRY = """\
schema: 1
id: {identity}
title: {{en: Widgets do not fit, zh: 部件对不上}}
signatures:
  - {{message: "the widget has {{got:int}} teeth and no gear", example: "the widget has 3 teeth and no gear"}}
meaning: {{en: No gear., zh: 没有齿轮。}}
causes:
  - {{cause: {{en: a, zh: 一}}, fix: {{en: b, zh: 二}}}}
locate: {{en: look, zh: 看}}
avoid: {{en: this, zh: 这样}}
reproduction: {{cpu: raises, cuda: raises}}
"""


@pytest.fixture
def team(tmp_path: Path) -> Path:
    """A foreign knowledge base: an entry with scripts that need no torch, and a retired one."""
    root = tmp_path / "team kb"
    place = root / "shape" / "widget-teeth"
    place.mkdir(parents=True)
    (place / "entry.yaml").write_text(_ENTRY.format(identity="widget-teeth"), encoding="utf-8")
    (place / "repro.py").write_text(
        'import sys\nprint("broken on", *sys.argv[1:])\nsys.exit("the widget has 3 teeth and no gear")\n', "utf-8"
    )
    (place / "fixed.py").write_text('import sys\nprint("cured on", *sys.argv[1:])\n', encoding="utf-8")
    retired = root / "shape" / "widget-tooth"
    retired.mkdir()
    (retired / "entry.yaml").write_text("schema: 1\nid: widget-tooth\nretired: {by: widget-teeth}\n", encoding="utf-8")
    return root


def test_the_broken_script_is_printed(explain: Command) -> None:
    done = explain("repro", "matmul-shape-mismatch")
    assert (done.returncode, done.stderr) == (0, "")
    compile(done.stdout, "repro.py", "exec")
    assert "import torch" in done.stdout


def test_the_cured_script_is_another(explain: Command) -> None:
    fixed = explain("repro", "matmul-shape-mismatch", "--fixed").stdout
    compile(fixed, "fixed.py", "exec")
    assert fixed != explain("repro", "matmul-shape-mismatch").stdout
    assert "assert " in fixed


def test_the_difference_leads_from_the_broken_to_the_cured_script(explain: Command) -> None:
    done = explain("repro", "matmul-shape-mismatch", "--diff")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[:2] == ["--- matmul-shape-mismatch/repro.py", "+++ matmul-shape-mismatch/fixed.py"]
    broken = explain("repro", "matmul-shape-mismatch").stdout
    cured = explain("repro", "matmul-shape-mismatch", "--fixed").stdout
    assert all(line[1:] in broken for line in lines[2:] if line.startswith("-"))
    assert all(line[1:] in cured for line in lines[2:] if line.startswith("+"))


# --- copy


def test_the_scripts_are_copied_and_named(explain: Command, tmp_path: Path) -> None:
    done = explain("repro", "matmul-shape-mismatch", "--copy", "out")
    assert done.returncode == 0
    copied = [tmp_path / line for line in done.stdout.splitlines()]
    assert {path.name for path in copied} >= {"repro.py", "fixed.py"}
    assert (tmp_path / "out/matmul-shape-mismatch/repro.py").read_text("utf-8") == explain(
        "repro", "matmul-shape-mismatch"
    ).stdout


def test_copying_again_is_no_fault(explain: Command) -> None:
    explain("repro", "matmul-shape-mismatch", "--copy", "out")
    assert explain("repro", "matmul-shape-mismatch", "--copy", "out").returncode == 0


@pytest.mark.parametrize("name", ["repro.py", "fixed.py"])
def test_a_changed_copy_is_never_overwritten(explain: Command, tmp_path: Path, name: str) -> None:
    explain("repro", "matmul-shape-mismatch", "--copy", "out")
    mine = tmp_path / "out/matmul-shape-mismatch" / name
    mine.write_text("# my own experiment\n", encoding="utf-8")
    done = explain("repro", "matmul-shape-mismatch", "--copy", "out")
    assert done.returncode == 2
    assert "is there already and differs" in done.stderr
    assert mine.read_text("utf-8") == "# my own experiment\n"


def test_a_file_where_the_folder_should_be_is_wrong_usage(explain: Command, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine", encoding="utf-8")
    assert explain("repro", "matmul-shape-mismatch", "--copy", "out").returncode == 2
    assert (tmp_path / "out").read_text("utf-8") == "mine"


# --- run


def test_a_foreign_script_is_named_as_such_before_it_runs(explain: Command, team: Path) -> None:
    done = explain("repro", "widget-teeth", "--run", PYTORCH_EXPLAIN_KB=str(team))
    first, second, *rest = done.stderr.splitlines()
    assert first.startswith("This script is not part of pytorch-explain; it comes from ")
    assert str(team.resolve()) in first
    assert second.strip() == str(team.resolve() / "shape" / "widget-teeth" / "repro.py")
    assert rest == ["the widget has 3 teeth and no gear"]


def test_a_run_passes_output_and_exit_status_on(explain: Command, team: Path) -> None:
    done = explain("repro", "widget-teeth", "--run", PYTORCH_EXPLAIN_KB=str(team))
    assert (done.returncode, done.stdout) == (1, "broken on cpu\n")
    done = explain("repro", "widget-teeth", "--run", "--fixed", "--device", "cuda", PYTORCH_EXPLAIN_KB=str(team))
    assert (done.returncode, done.stdout) == (0, "cured on cuda\n")


def test_nothing_of_a_foreign_knowledge_base_runs_unasked(explain: Command, team: Path) -> None:
    done = explain("repro", "widget-teeth", PYTORCH_EXPLAIN_KB=str(team))
    assert "broken on cpu" not in done.stdout
    assert done.stdout.startswith("import sys\n")


def test_a_script_that_is_missing_is_said_to_be(explain: Command, team: Path) -> None:
    (team / "shape" / "widget-teeth" / "fixed.py").unlink()
    done = explain("repro", "widget-teeth", "--fixed", PYTORCH_EXPLAIN_KB=str(team))
    assert (done.returncode, done.stdout) == (2, "")
    assert "widget-teeth has no fixed.py" in done.stderr


def test_a_difference_to_a_script_that_is_missing_is_no_crash(explain: Command, team: Path) -> None:
    (team / "shape" / "widget-teeth" / "fixed.py").unlink()
    done = explain("repro", "widget-teeth", "--diff", PYTORCH_EXPLAIN_KB=str(team))
    assert (done.returncode, done.stdout) == (2, "")
    assert "fixed.py" in done.stderr


# --- foreign knowledge bases


def test_a_foreign_entry_is_known_everywhere(explain: Command, team: Path) -> None:
    environment = {"PYTORCH_EXPLAIN_KB": str(team)}
    assert explain("the widget has 3 teeth and no gear", **environment).stdout.startswith("widget-teeth")
    assert "Widgets do not fit" in explain("show", "widget-teeth", **environment).stdout
    assert "  widget-teeth " in explain("list", **environment).stdout
    assert explain("show", "matmul-shape-mismatch", **environment).returncode == 0


def test_a_retired_id_leads_to_the_entry_that_took_over(explain: Command, team: Path) -> None:
    environment = {"PYTORCH_EXPLAIN_KB": str(team)}
    assert (
        explain("show", "widget-tooth", **environment).stdout == explain("show", "widget-teeth", **environment).stdout
    )
    assert explain("repro", "widget-tooth", **environment).stdout.startswith("import sys\n")
    assert "widget-tooth " not in explain("list", **environment).stdout


def test_a_broken_foreign_entry_is_named_and_does_not_take_the_others_with_it(explain: Command, team: Path) -> None:
    broken = team / "shape" / "broken"
    broken.mkdir()
    (broken / "entry.yaml").write_text("schema: 1\nid: [", encoding="utf-8")
    done = explain("the widget has 3 teeth and no gear", PYTORCH_EXPLAIN_KB=str(team))
    assert done.returncode == 0
    assert done.stdout.startswith("widget-teeth")
    assert done.stderr.startswith("pytorch-explain: left out: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [("explain", "hello you"), ("show", "x"), ("list",), ("repro", "x")])
def test_a_knowledge_base_that_is_not_there_is_one_sentence(explain: Command, arguments: tuple[str, ...]) -> None:
    done = explain(*arguments, PYTORCH_EXPLAIN_KB="nowhere-at-all")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: no knowledge base at ")
    assert done.stderr.count("\n") == 1


# --- damaged scripts and knowledge


@pytest.mark.parametrize("arguments", [(), ("--diff",), ("--fixed",)])
def test_a_script_that_is_not_utf_8_is_one_sentence(explain: Command, team: Path, arguments: tuple[str, ...]) -> None:
    place = team / "shape" / "widget-teeth"
    for name in ("repro.py", "fixed.py"):
        (place / name).write_bytes(b'print("\xff")\n')
    done = explain("repro", "widget-teeth", *arguments, PYTORCH_EXPLAIN_KB=str(team))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(".py is not UTF-8\n") and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("index.json", "RuntimeError: the widget has 3 teeth and no gear"),
        ("entries/widget-teeth.json", "RuntimeError: the widget has 3 teeth and no gear"),
        ("likeness.json", "RuntimeError: the wodget has three teeth or no gear"),
    ],
)
@pytest.mark.parametrize("content", [None, b"", b"{", b"{}"])
def test_a_damaged_cache_is_one_sentence_at_most_and_heals(
    explain: Command, team: Path, tmp_path: Path, file: str, text: str, content: bytes | None
) -> None:
    environment = {"PYTORCH_EXPLAIN_KB": str(team), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    sound = explain(text, **environment).stdout
    (place,) = (path.parent.parent for path in (tmp_path / "cache").rglob("entries/widget-teeth.json"))
    (place / file).unlink()
    if content is not None:
        (place / file).write_bytes(content)
    first, second = (explain(text, **environment) for _ in range(2))
    assert first.stdout == sound or (first.returncode, first.stdout, first.stderr.count("\n")) == (2, "", 1)
    assert (second.stdout, second.stderr) == (sound, "")
