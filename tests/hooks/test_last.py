"""`pytorch-explain last`: what is kept of a crash, and how it is told again."""

from __future__ import annotations

import json
import re
import stat
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from beside import EXPLAINED, Server
from click.testing import CliRunner, Result
from pytorch_explain.cli import cli
from pytorch_explain.hooks import last

MODEL = """
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = torch.nn.Linear(300, 120)
    def forward(self, x): return self.fc1(x)
model = Net()
batch = torch.ones(32, 400)
batch.secret = 'a value that must not be kept: \\x1b[31m'
model(batch)
"""


NONSENSE = [b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"form": 1}', b"0" * 9999, b"[" * 99_999]
NONSENSE += [b'{"form": 99, "text": "x"}', b'{"form": 1, "text": 3}']


@pytest.fixture
def crashed(server: Server, program: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that a crash left."""
    home = tmp_path / "home"
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    ended = server(program(MODEL), hook=True, environment={"XDG_CACHE_HOME": str(home)}, timeout=60)
    assert EXPLAINED in ended.errors
    return Path(last.place())


def ask(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["last", *arguments])


def test_what_is_kept_is_private_and_text_alone(crashed: Path) -> None:
    assert stat.S_IMODE(crashed.stat().st_mode) == 0o600
    text = crashed.read_text("utf-8")
    assert json.loads(text)["text"].startswith("Traceback (most recent call last):\n")
    assert "must not be kept" not in text and "tensor(" not in text and "1., 1." not in text
    assert not list(crashed.parent.glob("last-*"))


def test_it_is_told_in_full(crashed: Path) -> None:
    found = ask()
    assert found.exit_code == 0
    assert "`model.fc1` Linear(300 -> 120)" in found.output
    assert "report it as matmul-shape-mismatch" in found.output
    assert len(found.output.splitlines()) > 12


def test_the_program_and_the_time_stand_above(crashed: Path) -> None:
    first, blank, *rest = ask().output.splitlines()
    program, time, ago = first.split(", ")
    assert program.endswith(".py") and re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", time)
    assert (ago, blank) == ("just now", "") and rest[0].startswith(EXPLAINED)
    assert ask("--lang", "zh").output.splitlines()[0].endswith("，刚刚")
    assert ask("--format", "markdown").output.splitlines()[0].endswith(", just now")


def test_the_program_and_the_time_are_told_as_data(crashed: Path) -> None:
    found = json.loads(ask("--format", "json").output)
    assert found["program"] == json.loads(crashed.read_text("utf-8"))["program"] != ""
    assert abs(datetime.fromisoformat(found["time"]).timestamp() - crashed.stat().st_mtime) < 1


def test_arguments_of_the_program_are_not_kept(
    server: Server, program: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    secret = "import sys; sys.argv[1:] = ['--password', 'letmein']\n"
    server(program(secret + MODEL), hook=True, environment={"XDG_CACHE_HOME": str(tmp_path / "home")}, timeout=60)
    kept = Path(last.place()).read_text("utf-8")
    assert json.loads(kept)["program"].endswith(".py")
    assert "--password" not in json.loads(kept)["program"] and "letmein" not in json.loads(kept)["program"]


class OwnText(str):
    """A text of the user's own kind, whose methods are not ours to call."""


@pytest.mark.parametrize("argv", [None, [], [3], ("a.py",), iter(["a.py"]), [OwnText("a.py")]])
def test_a_program_that_spoiled_its_arguments_has_no_name(monkeypatch: pytest.MonkeyPatch, argv: object) -> None:
    monkeypatch.setattr(sys, "argv", argv)
    assert last._program() == ""


def test_a_crash_that_an_older_version_kept_has_a_time_alone(crashed: Path) -> None:
    data = json.loads(crashed.read_text("utf-8"))
    for program in (None, 3, ["x"], ""):
        crashed.write_text(json.dumps({**data, "program": program}), "utf-8")
        assert re.fullmatch(r"[\d-]+ [\d:]+, just now", ask().output.splitlines()[0])


def test_it_is_told_in_the_other_language(crashed: Path) -> None:
    found = ask("--lang", "zh")
    assert "现场" in found.output and "`model.fc1`" in found.output
    assert "Most likely" not in found.output


def test_it_is_told_as_data(crashed: Path) -> None:
    found = json.loads(ask("--format", "json").output)
    assert found["matches"][0]["id"] == found["explanation"]["id"] == EXPLAINED
    assert found["failure"]["frames"][-1]["function"]
    assert "`model.fc1`" in json.dumps(found["explanation"])


def test_it_is_told_as_markdown(crashed: Path) -> None:
    assert "model.fc1" in ask("--format", "markdown").output


@pytest.mark.parametrize("content", NONSENSE)
def test_a_file_that_makes_no_sense_is_no_crash(crashed: Path, content: bytes) -> None:
    crashed.write_bytes(content)
    found = ask()
    assert (found.exit_code, found.output) == (1, "No crash was seen by the hook yet.\n")


@pytest.mark.parametrize(
    ("facts", "scene"),
    [
        (None, None),
        ([1], []),
        ("x", "abcde"),
        ({"layer": ["a"], "got": {}}, [1, 2, 3, 4, 5]),
        ({"got": "x" * 9, "place": None}, ["", "", [["a"]], [], ""]),
        ({}, ["l", "n", [["a", "b", "c"]], [[1, 2, "three"]], ""]),
        ({}, [None, {}, "xy", "", []]),
    ],
)
def test_parts_that_make_no_sense_are_left_out(crashed: Path, facts: object, scene: object) -> None:
    data = json.loads(crashed.read_text("utf-8"))
    crashed.write_text(json.dumps({**data, "facts": facts, "scene": scene}), "utf-8")
    found = ask()
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    assert EXPLAINED in found.output


def test_what_was_planted_does_not_reach_the_terminal(crashed: Path) -> None:
    data = json.loads(crashed.read_text("utf-8"))
    scene = ["\x1b[31mlayer", "\x07", [["\x1b]0;x\x07", "\x9b31m"]], [], ""]
    crashed.write_text(json.dumps({**data, "facts": {"layer": "\x1b[2J"}, "scene": scene, "program": "\x1b[31ma\n.py"}))
    assert not {"\x1b", "\x07", "\x9b"} & set(ask().output)


def test_no_crash_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert (ask().exit_code, ask().output) == (1, "No crash was seen by the hook yet.\n")
    assert "钩子" in ask("--lang", "zh").output
