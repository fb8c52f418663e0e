"""`kb check` and `kb new`: a knowledge base from its first entry to a sound one."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from pytorch_explain.cli import cli
from pytorch_explain.knowledge import store

Command = Callable[..., subprocess.CompletedProcess[str]]
CRASH = """\
Traceback (most recent call last):
  File "train.py", line 3, in <module>
    gear(widget)
RuntimeError: the widget has 3 teeth of 4
"""


def test_a_new_entry_is_started_from_a_traceback(explain: Command, tmp_path: Path) -> None:
    (tmp_path / "crash.txt").write_text(CRASH, encoding="utf-8")
    done = explain("kb", "new", "widget-teeth", "--from", "crash.txt", "--dir", "team", "--category", "shape")
    assert (done.returncode, done.stderr) == (0, "")
    place = tmp_path / "team" / "shape" / "widget-teeth"
    assert sorted(path.name for path in place.iterdir()) == ["entry.yaml", "fixed.py", "repro.py"]
    assert "the widget has {number1:int} teeth of {number2:int}" in (place / "entry.yaml").read_text("utf-8")
    assert "pytorch-explain kb check team --only widget-teeth --run" in done.stdout


def test_a_new_entry_is_started_from_standard_input(explain: Command, tmp_path: Path) -> None:
    assert explain("kb", "new", "widget-teeth", "--from", "-", "--dir", "team", stdin=CRASH).returncode == 0
    assert (tmp_path / "team" / "general" / "widget-teeth" / "entry.yaml").is_file()


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (("Widget_Teeth",), ""),
        (("../escape",), ""),
        (("widget-teeth", "--category", "../shape"), ""),
        (("widget-teeth", "--from", "missing.txt"), ""),
        (("widget-teeth", "--from", "-"), "import torch\n"),
    ],
)
def test_what_cannot_be_an_entry_is_wrong_usage_and_writes_nothing(
    explain: Command, tmp_path: Path, arguments: tuple[str, ...], stdin: str
) -> None:
    done = explain("kb", "new", *arguments, "--dir", "team", stdin=stdin)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Error: " in done.stderr
    assert not list(tmp_path.rglob("entry.yaml"))


def test_an_entry_that_exists_is_left_as_it_is(explain: Command, tmp_path: Path) -> None:
    explain("kb", "new", "widget-teeth", "--dir", "team")
    path = tmp_path / "team" / "general" / "widget-teeth" / "entry.yaml"
    path.write_text("mine", encoding="utf-8")
    done = explain("kb", "new", "widget-teeth", "--dir", "team")
    assert done.returncode == 2
    assert "exists already" in done.stderr
    assert path.read_text("utf-8") == "mine"


def test_a_fresh_entry_has_faults_until_it_is_filled_in(explain: Command, tmp_path: Path) -> None:
    (tmp_path / "crash.txt").write_text(CRASH, encoding="utf-8")
    explain("kb", "new", "widget-teeth", "--from", "crash.txt", "--dir", "team")
    done = explain("kb", "check", "team")
    assert done.returncode == 1
    *faults, last = done.stdout.splitlines()
    assert last == f"1 entries, 1 signatures (1 proven by running, 0 by text), {len(faults)} faults"
    assert all("still says TODO" in fault for fault in faults)
    entry = tmp_path / "team" / "general" / "widget-teeth" / "entry.yaml"
    entry.write_text(entry.read_text("utf-8").replace("TODO ", ""), encoding="utf-8")
    done = explain("kb", "check", "team")
    assert (done.returncode, done.stdout) == (0, "1 entries, 1 signatures (1 proven by running, 0 by text), 0 faults\n")


def test_what_was_drafted_and_filled_in_is_recognised(explain: Command, tmp_path: Path) -> None:
    (tmp_path / "crash.txt").write_text(CRASH, encoding="utf-8")
    explain("kb", "new", "widget-teeth", "--from", "crash.txt", "--dir", "team")
    asked = ("RuntimeError: the widget has 7 teeth of 9",)
    done = explain(*asked, PYTORCH_EXPLAIN_KB=str(tmp_path / "team"))
    assert done.returncode == 1 and "left out" in done.stderr and "TODO" not in done.stdout
    entry = tmp_path / "team" / "general" / "widget-teeth" / "entry.yaml"
    entry.write_text(entry.read_text("utf-8").replace("TODO ", ""), encoding="utf-8")
    done = explain(*asked, PYTORCH_EXPLAIN_KB=str(tmp_path / "team"))
    assert (done.returncode, done.stdout.split()[0]) == (0, "widget-teeth")


def test_only_reports_on_the_entries_named(explain: Command) -> None:
    explain("kb", "new", "widget-teeth", "--dir", "team", "--from", "-", stdin=CRASH)
    explain("kb", "new", "gear-rim", "--dir", "team")
    done = explain("kb", "check", "team", "--only", "gear-rim")
    assert "gear-rim" in done.stdout
    assert "widget-teeth" not in done.stdout


def test_the_projects_own_knowledge_base_is_checked_without_a_folder(explain: Command) -> None:
    done = explain("kb", "check", "--only", "matmul-shape-mismatch")
    assert done.returncode == 0
    assert done.stdout.startswith("1 entries, ") and done.stdout.endswith(", 0 faults\n")
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize("folder", ["nowhere", "a-file"])
def test_a_folder_that_is_none_is_wrong_usage(explain: Command, tmp_path: Path, folder: str) -> None:
    (tmp_path / "a-file").write_text("", encoding="utf-8")
    done = explain("kb", "check", folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"no folder {folder}" in done.stderr


def test_an_empty_folder_has_no_entry(explain: Command, tmp_path: Path) -> None:
    (tmp_path / "team").mkdir()
    done = explain("kb", "check", "team")
    assert done.returncode == 1
    assert "no entry here" in done.stdout


def test_running_the_scripts_of_a_draft_finds_what_they_do_not_do(explain: Command, tmp_path: Path) -> None:
    explain("kb", "new", "widget-teeth", "--dir", "team")
    for name in ("repro.py", "fixed.py"):
        (tmp_path / "team" / "general" / "widget-teeth" / name).write_text("print('fine')\n", encoding="utf-8")
    done = explain("kb", "check", "team", "--run")
    assert done.returncode == 1
    assert "repro.py exited 0 on cpu, declared raises" in done.stdout


@pytest.mark.parametrize("text", ["a: b]", "RuntimeError: [[[[", "RuntimeError: 1 2 3"])
def test_a_failure_that_no_entry_can_tell_from_others_is_refused(explain: Command, tmp_path: Path, text: str) -> None:
    done = explain("kb", "new", "some-id", "--from", "-", "--dir", "team", stdin=text)
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs 8 characters of text in a row" in done.stderr or "no failure was found" in done.stderr
    assert not list(tmp_path.rglob("*"))


def test_without_the_projects_own_folder_one_is_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(store, "SOURCE", str(tmp_path / "kb"))
    done = CliRunner().invoke(cli, ["kb", "check"])
    assert done.exit_code == 2
    assert "name a folder: pytorch-explain kb check DIR" in done.output


def test_recording_goes_with_running(explain: Command, tmp_path: Path) -> None:
    done = explain("kb", "check", str(tmp_path), "--record")
    assert done.returncode == 2 and "it goes with --run" in done.stderr


@pytest.mark.parametrize("device", ["mps", "tpu"])
def test_a_device_that_is_not_here_is_refused_before_anything_runs(explain: Command, device: str) -> None:
    done = explain("kb", "check", "--run", "--record", "--device", device)
    assert done.returncode == 2 and device in done.stderr and "Traceback" not in done.stderr


def test_a_damaged_record_is_not_written_over(explain: Command, tmp_path: Path) -> None:
    (tmp_path / "proofs.tsv").write_text("<<<<<<< HEAD\n")
    done = explain("kb", "check", str(tmp_path), "--run", "--record")
    assert done.returncode == 2 and "line 1 is not id, device" in " ".join(done.stderr.split())
    assert (tmp_path / "proofs.tsv").read_text() == "<<<<<<< HEAD\n"


def test_an_entry_that_cannot_be_read_is_told_and_the_others_run(explain: Command, tmp_path: Path) -> None:
    (tmp_path / "shape" / "bad-entry").mkdir(parents=True)
    (tmp_path / "shape" / "bad-entry" / "entry.yaml").write_text("{")
    done = explain("kb", "check", str(tmp_path), "--run", "--record")
    assert done.returncode == 1 and "not YAML" in done.stdout and "Traceback" not in done.stderr
