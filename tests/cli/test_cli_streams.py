"""Inputs and outputs that are closed, full, endless or gone: one sentence and an exit status, never a traceback."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell and its devices")

Command = Callable[..., subprocess.CompletedProcess[str]]
#: Runs a line of bash in which $X is the program and $M a message; what it did.
Shell = Callable[..., subprocess.CompletedProcess[str]]

MESSAGE = "mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)"
ESCAPE = "\x1b[31m"
#: One of every kind of command that prints.
PRINTING = (
    '"$M"',
    '"$M" --format json',
    '"$M" --format markdown',
    '"no such thing"',
    "list",
    "list --format json",
    "show cuda-out-of-memory",
    "show cuda-out-of-memory --format json",
    "repro state-dict-keys",
    "repro state-dict-keys --diff",
    "status",
    "--help",
    "show --help",
    "--version",
)


@pytest.fixture
def shell(clean_environment: dict[str, str], tmp_path: Path) -> Shell:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash here")

    def run(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
        variables = {**clean_environment, "M": MESSAGE, "X": f"{sys.executable} -m pytorch_explain", **environment}
        done = subprocess.run(
            [bash, "-c", line],
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            env=variables,
            timeout=120,
            check=False,
        )
        assert "Traceback (most recent call last)" not in done.stderr, done.stderr
        assert "Exception ignored" not in done.stderr, done.stderr
        return done

    return run


# --- outputs


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("arguments", PRINTING)
def test_a_full_disk_is_one_sentence(shell: Shell, arguments: str) -> None:
    done = shell(f"$X {arguments} >/dev/full")
    assert (done.returncode, done.stderr) == (2, "Error: No space left on device\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize(("arguments", "status"), [("show zork", 2), ("missing.txt", 2), ('"$M"', 0)])
def test_where_no_reason_can_be_told_the_status_tells_it(shell: Shell, arguments: str, status: int) -> None:
    assert shell(f"$X {arguments} 2>/dev/full").returncode == status


@pytest.mark.parametrize("arguments", PRINTING)
def test_an_output_that_is_closed_is_no_crash(shell: Shell, arguments: str) -> None:
    assert shell(f"$X {arguments} >&-").returncode == (1 if "no such thing" in arguments else 0)


@pytest.mark.parametrize("arguments", PRINTING)
def test_a_reader_that_goes_away_is_no_failure_of_ours(shell: Shell, arguments: str) -> None:
    done = shell(f"$X {arguments} | true; exit ${{PIPESTATUS[0]}}")
    assert done.returncode in (0, 141) or "no such thing" in arguments
    assert done.stderr == ""


# --- inputs


def test_an_input_that_is_closed_is_empty(shell: Shell) -> None:
    done = shell("$X kb new some-id --from - <&-")
    assert done.returncode == 2
    assert "no failure was found in that text" in done.stderr


@pytest.mark.parametrize("arguments", ["", "-", "kb new some-id --from -"])
def test_an_input_that_cannot_be_read_is_one_sentence(shell: Shell, arguments: str) -> None:
    done = shell(f"$X {arguments} 0>written")
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot read -: " in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("arguments", ["/dev/zero", "- </dev/zero", "kb new some-id --from /dev/zero"])
def test_a_device_without_an_end_is_given_up(shell: Shell, arguments: str) -> None:
    done = shell(f"$X {arguments}")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no end after 256 MiB" in done.stderr


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(shell: Shell, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = shell("$X pipe")
    assert (done.returncode, done.stderr) == (2, "pytorch-explain: cannot read pipe: nothing is written to this pipe\n")


@pytest.mark.parametrize("command", ['echo "$M"', 'sleep 0.3; echo "$M"', 'sleep 0.3; echo; sleep 0.3; echo "$M"'])
def test_the_output_of_another_command_is_read_to_its_end(shell: Shell, command: str) -> None:
    assert shell(f"$X <({command})").stdout.startswith("matmul-shape-mismatch")


def test_an_empty_device_is_an_empty_input(shell: Shell) -> None:
    done = shell("$X /dev/null")
    assert (done.returncode, done.stdout) == (1, "There was nothing to read: no text came in.\n")


# --- names that were typed


@pytest.mark.parametrize(
    "arguments",
    [
        (f"/{ESCAPE}foo.txt",),
        (f"--{ESCAPE}",),
        ("show", f"a{ESCAPE}"),
        ("list", "--category", f"a{ESCAPE}"),
        ("kb", "check", f"/x{ESCAPE}"),
        ("kb", "new", "some-id", "--from", f"/x{ESCAPE}"),
        ("repro", "state-dict-keys", "--copy", f"x{ESCAPE}"),
        ("run", f"/x{ESCAPE}"),
    ],
)
def test_a_terminal_obeys_no_name_that_was_typed(on_terminal: Callable[..., str], arguments: tuple[str, ...]) -> None:
    assert ESCAPE not in on_terminal(*arguments, NO_COLOR="1")


def test_a_terminal_obeys_no_name_of_an_input(on_terminal: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / f"a{ESCAPE}").write_text("x", encoding="utf-8")
    output = on_terminal(f"a{ESCAPE}", f"a{ESCAPE}", NO_COLOR="1")
    assert "== a[31m" in output and ESCAPE not in output


def test_a_terminal_obeys_no_name_of_a_knowledge_base(on_terminal: Callable[..., str]) -> None:
    output = on_terminal("hello", PYTORCH_EXPLAIN_KB=f"/nowhere{ESCAPE}")
    assert "no knowledge base at /nowhere[31m" in output


@pytest.mark.parametrize(
    "arguments", [("list",), ("show", "some-id"), ("repro", "some-id"), ("repro", "some-id", "--diff")]
)
def test_a_terminal_obeys_nothing_of_a_foreign_knowledge_base(
    explain: Command, on_terminal: Callable[..., str], tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    text = "RuntimeError: the gear has 3 teeth"
    assert explain("kb", "new", "some-id", "--from", "-", "--dir", "team", stdin=text).returncode == 0
    draft = tmp_path / "team" / "general" / "some-id" / "entry.yaml"
    draft.write_text(draft.read_text("utf-8").replace("TODO ", ""), encoding="utf-8")
    (tmp_path / "team" / "general").rename(tmp_path / "team" / f"gen{ESCAPE}")
    (tmp_path / "team" / f"gen{ESCAPE}" / "some-id" / "repro.py").write_text(f"# {ESCAPE}\n", encoding="utf-8")
    output = on_terminal(*arguments, NO_COLOR="1", PYTORCH_EXPLAIN_KB=str(tmp_path / "team"))
    assert "Error" not in output and ESCAPE not in output


# --- the window


@pytest.mark.parametrize("columns", ["0", "1", "-3", "x"])
@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}])
def test_a_window_that_claims_no_width_gets_the_answer(
    on_terminal: Callable[..., str], columns: str, environment: dict[str, str]
) -> None:
    assert "matmul-shape-mismatch" in on_terminal(MESSAGE, COLUMNS=columns, **environment)
