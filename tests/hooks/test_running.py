"""`pytorch-explain run`: the program is not disturbed, its failure is explained once."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from pytorch_explain.answering import answer
from pytorch_explain.hooks import deaths, failing, last, passing, running
from pytorch_explain.hooks.kernel import Kills
from pytorch_explain.knowledge.store import bases
from pytorch_explain.model import Scene

MESSAGE = "mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)"
OTHER = "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!"
HEAD = "matmul-shape-mismatch  "
FAILING = f"""
def forward():
    raise RuntimeError({MESSAGE!r})

forward()
"""
#: A hook in the program, as after `pytorch-explain enable`, and a torch that costs no second.
HOOKED = "import sys, types\nsys.modules['torch'] = types.ModuleType('torch')\nimport pytorch_explain\n"

Script = Callable[[str], str]
Started = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    def write(source: str, name: str = "train.py") -> str:
        path = tmp_path / name
        path.write_text(source, encoding="utf-8")
        return str(path)

    return write


def line(*words: str) -> list[str]:
    return [sys.executable, "-m", "pytorch_explain", "run", *words]


def run(*words: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(line(*words), capture_output=True, text=True, timeout=60, check=False, **more)  # type: ignore


def start(*words: str, **more: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(line(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)  # type: ignore


# --- what passes through


def test_streams_pass_unchanged(script: Script) -> None:
    path = script(
        "import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read())\nsys.stderr.buffer.write(bytes(range(256)))"
    )
    done = subprocess.run(line(path), input=b"\x00\xff\r\n in", capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"\x00\xff\r\n in", bytes(range(256)))


def test_what_was_not_ended_by_a_line_break_passes_at_once(script: Script) -> None:
    path = script("import sys\nsys.stderr.write('half a line')\nsys.stderr.flush()\nsys.stdin.read()")
    child = start(path, stdin=subprocess.PIPE)
    assert child.stderr is not None
    assert child.stderr.read(11) == b"half a line"
    assert child.poll() is None
    child.communicate(b"")
    assert child.returncode == 0


def test_arguments_are_the_programs_own(script: Script) -> None:
    path = script("import sys\nprint(sys.argv[1:])")
    assert run(path, "--lang", "xx", "--help", "-", "a b").stdout == "['--lang', 'xx', '--help', '-', 'a b']\n"
    assert run("--", path, "--", "x").stdout == "['--', 'x']\n"


@pytest.mark.parametrize("status", [0, 1, 2, 77, 255])
def test_the_exit_status_is_the_programs(status: int) -> None:
    done = run("sh", "-c", f"echo out; echo err >&2; exit {status}")
    assert (done.returncode, done.stdout, done.stderr) == (status, "out\n", "err\n")


def test_more_than_the_copy_keeps_passes(script: Script) -> None:
    size = 3 * (passing.HEAD + passing.TAIL)
    path = script(f"import sys\nsys.stderr.write('x' * {size})\nsys.exit(3)")
    done = run(path)
    assert (done.returncode, done.stderr) == (3, "x" * size)


def test_the_copy_is_bounded_and_keeps_both_ends() -> None:
    copy = passing.Copy()
    copy.add(b"first ")
    for _ in range(100):
        copy.add(b"x" * 100_000)
    copy.add(b" last")
    kept = copy.bytes()
    assert kept.startswith(b"first ") and kept.endswith(b" last") and b"\n" in kept
    assert len(kept) == passing.HEAD + 1 + passing.TAIL


def test_a_short_copy_is_whole() -> None:
    copy = passing.Copy()
    pieces = [b"a" * (passing.HEAD - 1), b"bc", b"d"]
    for piece in pieces:
        copy.add(piece)
    assert copy.bytes() == b"".join(pieces)


def test_what_the_program_leaves_running_writes_on() -> None:
    began = time.monotonic()
    child = start("sh", "-c", "(sleep 2; echo late >&2) >/dev/null & echo early >&2; exit 4")
    assert child.wait(30) == 4
    assert time.monotonic() - began < 1.9
    assert child.stderr is not None and child.stderr.read() == b"early\nlate\n"


def test_a_reader_that_goes_away_ends_the_program_as_it_would_without_us(script: Script) -> None:
    path = script("import os\nfor _ in range(100_000): os.write(2, b'x' * 1000)")
    child = start(path)
    assert child.stderr is not None
    child.stderr.close()
    assert child.wait(30) == 1


def test_a_closed_standard_error_harms_nobody(script: Script) -> None:
    done = subprocess.run(["sh", "-c", 'exec "$@" 2>&-', "sh", *line(script("print('out')"))], capture_output=True)
    assert (done.returncode, done.stdout) == (0, b"out\n")


# --- the terminal


class Terminal:
    """A command with a terminal as its standard error, and as its controlling terminal."""

    def __init__(self, words: Sequence[str], size: tuple[int, int] = (30, 91)) -> None:
        pid, self.fd = pty.fork()
        if pid == 0:
            modes = termios.tcgetattr(2)
            modes[1] &= ~termios.OPOST
            termios.tcsetattr(2, termios.TCSANOW, modes)
            fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
            os.environ["TERM"] = "xterm"
            os.execv(words[0], list(words))
        self.pid = pid
        self.said = b""

    def until(self, text: bytes) -> None:
        """Reads until the text comes, or the end."""
        while text not in self.said and select.select([self.fd], [], [], 30)[0]:
            try:
                data = os.read(self.fd, 10_000)
            except OSError:
                return
            self.said += data

    def end(self) -> int:
        """The exit status, once all is read."""
        self.until(b"\x00never\x00")
        os.close(self.fd)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def test_a_progress_bar_passes_byte_for_byte_through_a_terminal(script: Script) -> None:
    path = script(
        "import os, sys, time\nassert os.isatty(2)\n"
        "for n in range(20):\n    os.write(2, b'\\r%3d%%|\\x1b[31m%-20s\\x1b[0m|' % (n * 5, b'#' * n))\n"
        "    time.sleep(0.01)\n"
        "os.write(2, b'\\n\\xff\\x00\\t\\r\\n')"
    )
    bar = b"".join(b"\r%3d%%|\x1b[31m%-20s\x1b[0m|" % (n * 5, b"#" * n) for n in range(20))
    terminal = Terminal(line(path))
    assert terminal.end() == 0
    assert terminal.said == bar + b"\n\xff\x00\t\r\n"


def test_the_windows_size_is_passed_on_and_its_changes_too(script: Script) -> None:
    # The terminal's own signal may come before ours, which comes when the size is there.
    path = script(
        "import os, signal, sys, time\nsize = lambda: tuple(os.get_terminal_size(2))\nseen = [size()]\n"
        "signal.signal(signal.SIGWINCH, lambda *_: seen.append(size()))\nprint(seen[0], file=sys.stderr)\n"
        "end = time.time() + 20\nwhile seen[-1] == seen[0] and time.time() < end: time.sleep(0.05)\n"
        "print(seen[-1], file=sys.stderr)"
    )
    terminal = Terminal(line(path))
    terminal.until(b"(91, 30)\n")
    fcntl.ioctl(terminal.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 70, 0, 0))
    assert terminal.end() == 0
    assert terminal.said == b"(91, 30)\n(70, 20)\n"


def test_the_interrupt_key_reaches_the_program_once(script: Script) -> None:
    path = script(
        "import signal, sys, time\ncame = []\nsignal.signal(signal.SIGINT, lambda *_: came.append(1))\n"
        "print('ready', file=sys.stderr, flush=True)\nend = time.time() + 1\n"
        "while time.time() < end: time.sleep(0.05)\nprint(len(came), file=sys.stderr)\nsys.exit(5)"
    )
    terminal = Terminal(line(path))
    terminal.until(b"ready\n")
    os.write(terminal.fd, b"\x03")
    assert terminal.end() == 5
    assert terminal.said == b"ready\n^C1\n"


def test_on_a_terminal_the_explanation_has_colour(script: Script) -> None:
    terminal = Terminal(line(script(FAILING)))
    assert terminal.end() == 1
    assert b"\x1b[1;2mmatmul-shape-mismatch" in terminal.said


# --- signals


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1])
def test_a_signal_reaches_the_program_and_its_end_is_waited_for(script: Script, number: signal.Signals) -> None:
    path = script(
        "import signal, sys, time\ndef come(*_):\n    time.sleep(0.3)\n    print('came', flush=True)\n    sys.exit(9)\n"
        f"signal.signal({int(number)}, come)\nprint('ready', flush=True)\ntime.sleep(30)"
    )
    child = start(path)
    assert child.stdout is not None
    assert child.stdout.readline() == b"ready\n"
    child.send_signal(number)
    out, err = child.communicate(timeout=30)
    assert (child.returncode, out, err) == (9, b"came\n", b"")


def test_an_interrupted_program_is_not_explained(script: Script) -> None:
    child = start(
        script(
            f"import sys, time\nprint('RuntimeError: {MESSAGE}', file=sys.stderr)\n"
            "print('ready', flush=True)\ntime.sleep(30)"
        )
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"ready\n"
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=30)
    assert child.returncode == 130
    assert b"KeyboardInterrupt" in err and HEAD.encode() not in err


@pytest.mark.parametrize("name", ["SIGKILL", "SIGSEGV", "SIGBUS", "SIGILL", "SIGABRT", "SIGFPE"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_death_by_a_signal_is_told(name: str, lang: str) -> None:
    number = int(signal.Signals[name])
    done = run("--lang", lang, "sh", "-c", f"ulimit -c 0; kill -{number} $$")
    assert done.returncode == 128 + number
    assert {"en": f"Died of {name} (signal {number}).", "zh": f"程序死于 {name}（信号 {number}）。"}[
        lang
    ] in done.stderr
    assert "dmesg" in done.stderr or "faulthandler" in done.stderr


def test_a_shells_report_of_a_signal_counts_too() -> None:
    done = run("sh", "-c", "sh -c 'kill -9 $$'; exit $?")
    assert done.returncode == 137
    assert "Died of SIGKILL (signal 9)." in done.stderr


def test_the_line_that_faulthandler_printed_is_named(script: Script) -> None:
    path = script("import os, signal\ndef crash():\n    os.kill(os.getpid(), signal.SIGSEGV)\ncrash()")
    done = run(sys.executable, "-X", "faulthandler", path)
    assert done.returncode == 139
    assert f"It stood at {path}:3, in crash." in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (Kills(2, 5), Kills(3, 6), "killed 1 of the processes in this control group"),
        (Kills(None, 5), Kills(None, 7), "killed 2 processes on this machine"),
        (Kills(2, 5), Kills(2, 5), "So somebody sent it"),
        (Kills(None, None), Kills(None, None), "Usually the kernel sent it"),
        (Kills(2, None), Kills(2, None), "Usually the kernel sent it"),
    ],
)
def test_of_a_kill_only_what_the_kernel_counted_is_said(
    monkeypatch: pytest.MonkeyPatch, before: Kills, after: Kills, said: str
) -> None:
    monkeypatch.setattr(deaths, "kills", lambda: after)
    assert said in " ".join(deaths.render(9, "en", 80, before, "").split())


def test_signals_without_a_meaning_say_nothing() -> None:
    assert [deaths.render(number, "en", 80, Kills(None, None), "") for number in (0, 1, 2, 15, 64, 99)] == [""] * 6


# --- commands


def test_no_command_is_wrong_usage() -> None:
    for words in ((), ("--",)):
        done = run(*words)
        assert done.returncode == 2 and "COMMAND" in done.stderr


def test_a_command_that_is_not_there() -> None:
    done = run("no-such-command-here", "x")
    assert (done.returncode, done.stderr) == (127, "pytorch-explain: command not found: no-such-command-here\n")
    assert "找不到命令" in run("--lang", "zh", "no-such-command-here").stderr


def test_a_file_that_is_no_program(tmp_path: Path, script: Script) -> None:
    for path in (str(tmp_path), script("x", "data.txt")):
        done = run(path)
        assert (done.returncode, len(done.stderr.splitlines())) == (126, 1)


def test_a_script_is_run_by_this_python(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    path = script("#!/bin/sh\n")
    assert running.command([path, "x"]) == [sys.executable, path, "x"]
    os.chmod(path, 0o755)
    assert running.command([path, "x"]) == [path, "x"]
    assert running.command(["no-such.py"]) == ["no-such.py"]
    monkeypatch.chdir(os.path.dirname(path))
    assert running.command(["train.py"]) == [sys.executable, "train.py"]


def test_torchrun_is_found_beside_this_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert running.command(["torchrun", "x.py"]) == [sys.executable, "-m", "torch.distributed.run", "x.py"]


# --- explanations


def test_a_failure_is_explained_once_below_the_traceback(script: Script) -> None:
    done = run(script(FAILING))
    assert done.returncode == 1
    traceback, _, told = done.stderr.partition(f"RuntimeError: {MESSAGE}\n\n")
    assert traceback.startswith("Traceback (most recent call last):\n")
    assert told.startswith(HEAD) and "train.py:3, in forward" in told.splitlines()[0]
    assert done.stderr.count("Most likely") == 1


def test_it_speaks_chinese(script: Script) -> None:
    assert "最可能" in run("--lang", "zh", script(FAILING)).stderr


def test_what_is_not_known_is_not_talked_about(script: Script) -> None:
    done = run(script("raise ValueError('my own trouble')"))
    assert done.returncode == 1
    assert done.stderr.endswith("ValueError: my own trouble\n")


def test_a_success_is_not_explained(script: Script) -> None:
    path = script(
        f"import traceback\ntry:\n    raise RuntimeError({MESSAGE!r})\nexcept RuntimeError:\n    traceback.print_exc()"
    )
    done = run(path)
    assert done.returncode == 0 and done.stderr.endswith(f"RuntimeError: {MESSAGE}\n")


def test_a_failure_that_was_survived_is_not_the_one(script: Script) -> None:
    survived = (
        f"import traceback\ntry:\n    raise RuntimeError({OTHER!r})\nexcept RuntimeError:\n    traceback.print_exc()\n"
    )
    done = run(script(survived + FAILING))
    assert HEAD in done.stderr and done.stderr.count("Most likely") == 1
    unknown = run(script(survived + "raise ValueError('my own trouble')"))
    assert unknown.stderr.endswith("ValueError: my own trouble\n")


def test_a_chained_failure_is_one_failure(script: Script) -> None:
    tried = f"try:\n    raise RuntimeError({MESSAGE!r})\n"
    source = tried + "except RuntimeError as error:\n    raise SystemError('step 3') from error"
    assert HEAD in run(script(source)).stderr


def test_a_knowledge_base_that_is_missing_keeps_the_exit_status(script: Script, tmp_path: Path) -> None:
    done = run(script(FAILING + ""), env={**os.environ, "PYTORCH_EXPLAIN_KB": str(tmp_path / "none")})
    assert done.returncode == 1


# --- the hook in the program


def test_the_hook_in_the_program_is_silent_and_the_run_speaks(script: Script) -> None:
    done = run(script(HOOKED + "pytorch_explain.install()\n" + FAILING))
    assert done.returncode == 1
    assert done.stderr.count("matmul-shape-mismatch  ") == 1 and "Wrong?" in done.stderr


def test_what_only_the_hook_saw_is_told(script: Script) -> None:
    path = script(HOOKED + "pytorch_explain.install()\n" + FAILING)
    done = run("sh", "-c", f"{sys.executable} {path} 2>/dev/null")
    assert done.returncode == 1 and done.stderr.startswith("\n" + HEAD)


def test_what_was_explained_on_purpose_is_told_of_a_program_that_went_on(script: Script) -> None:
    caught = f"    with pytorch_explain.catch():\n        raise RuntimeError({MESSAGE!r})\n"
    source = HOOKED + "try:\n" + caught + "except RuntimeError:\n    pass"
    done = run(script(source))
    assert done.returncode == 0 and done.stderr.count(HEAD) == 1


def test_an_older_record_is_not_taken(script: Script) -> None:
    run(script(HOOKED + "pytorch_explain.install()\n" + FAILING))
    assert run("false").stderr == ""


def test_a_run_within_a_run_is_explained_once(script: Script) -> None:
    done = run(*line(script(FAILING)))
    assert done.returncode == 1 and done.stderr.count("Most likely") == 1


def test_a_hook_speaks_again_when_its_run_is_gone(script: Script) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    path = script(HOOKED + "pytorch_explain.install()\n" + FAILING)
    done = subprocess.run(
        [sys.executable, path],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTORCH_EXPLAIN_PARENT": str(gone.pid)},
        check=False,
    )
    assert HEAD in done.stderr


def test_names_and_shapes_of_the_program_reach_the_explanation() -> None:
    opened = bases()
    said = f'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    y = net(x)\nRuntimeError: {MESSAGE}\n'
    found = answer(said, "en", opened)
    assert found.failure is not None
    scene = Scene("fc1", "Linear(300 -> 120)", (("x", "[32, 400] float32 on cpu"),))
    last.keep(found._replace(scene=scene, failure=found.failure._replace(facts={"layer": "fc1"})), "77")
    assert last.recall("en", "78") is None and last.recall("en", "77", time.time() + 60) is None
    live = last.recall("en", "77")
    told = failing.with_live(found, live, said, "en", opened)
    assert told is not None and told.told is not None
    assert any("Linear(300 -> 120)" in text for text in told.told.here)
    another = answer(f"RuntimeError: {OTHER}", "en", opened)
    assert failing.with_live(another, live, said, "en", opened) is another


# --- several ranks

RANKS = "".join(
    f'[rank{rank}]: Traceback (most recent call last):\n[rank{rank}]:   File "t.py", line {rank}, in main\n'
    f"[rank{rank}]:     y = net(x)\n[rank{rank}]: RuntimeError: {MESSAGE}\n"
    for rank in (3, 0)
)


def table(rank: int, status: int, file: str = "<N/A>") -> str:
    return (
        "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n" + "=" * 60 + "\ntrain.py FAILED\n"
        "------\nFailures:\n  <NO_OTHER_FAILURES>\n------\nRoot Cause (first observed failure):\n[0]:\n"
        f"  time      : 2026-01-05_10:00:00\n  host      : node\n  rank      : {rank} (local_rank: {rank})\n"
        f"  exitcode  : {status} (pid: 77)\n  error_file: {file}\n"
        "  traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html\n" + "=" * 60 + "\n"
    )


def printing(text: str) -> str:
    return f"import sys\nsys.stderr.write({text!r})\nsys.exit(1)"


def test_of_several_ranks_the_first_is_named_and_explained_once(script: Script) -> None:
    done = run(script(printing(RANKS)))
    assert "t.py:3, in main, rank 3" in done.stderr
    assert done.stderr.count("Most likely") == 1


def test_the_rank_of_torchruns_table_is_named(script: Script) -> None:
    plain = (
        f'Traceback (most recent call last):\n  File "t.py", line 3, in main\n    y = net(x)\nRuntimeError: {MESSAGE}\n'
    )
    assert "in main, rank 2" in run(script(printing(plain + table(2, 1)))).stderr


def test_a_rank_that_died_by_a_signal_is_named(script: Script) -> None:
    done = run(script(printing(table(1, -9))))
    assert done.returncode == 1 and "Rank 1 died of SIGKILL (signal 9)." in done.stderr


def test_the_error_file_of_a_worker_is_read(script: Script, tmp_path: Path) -> None:
    record = tmp_path / "error.json"
    frame = '  File "work.py", line 8, in step\n    y = net(x)\n'
    stack = f"Traceback (most recent call last):\n{frame}RuntimeError: {MESSAGE}\n"
    record.write_text(json.dumps({"message": {"message": "x", "extraInfo": {"py_callstack": stack, "timestamp": "1"}}}))
    assert "work.py:8, in step, rank 1" in run(script(printing(table(1, 1, str(record))))).stderr


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"message": 3}', '{"message": {"extraInfo": null}}', "\x00"])
def test_a_broken_error_file_is_no_record(tmp_path: Path, content: str) -> None:
    record = tmp_path / "error.json"
    record.write_text(content)
    found = failing.root(table(1, 1, str(record)))
    assert found == failing.Root(1, 0, "")
