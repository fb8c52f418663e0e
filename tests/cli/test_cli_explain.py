"""`explain`: what counts as a file, as text, as an option; exit statuses, languages, encodings, forms of answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pytorch_explain.cli import cli

Command = Callable[..., subprocess.CompletedProcess[str]]

MESSAGE = "mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)"
MEMORY = "CUDA out of memory. Tried to allocate 20.00 MiB"
UNKNOWN = "ClutchError: the clutch of this car is on fire"
TRACEBACK = f"""\
Traceback (most recent call last):
  File "/home/me/train.py", line 31, in forward
    x = self.fc1(x)
  File "/usr/lib/python3/site-packages/torch/nn/modules/linear.py", line 116, in forward
    return F.linear(input, self.weight, self.bias)
RuntimeError: {MESSAGE}
"""


@pytest.fixture
def paste(tmp_path: Path) -> Path:
    path = tmp_path / "traceback.txt"
    path.write_text(TRACEBACK, encoding="utf-8")
    return path


def objects(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


# --- where the text comes from


@pytest.mark.parametrize("arguments", [(), ("-",), ("explain",), ("explain", "-")])
def test_standard_input_is_explained(explain: Command, arguments: tuple[str, ...]) -> None:
    done = explain(*arguments, stdin=TRACEBACK)
    assert done.returncode == 0
    assert done.stdout.startswith("matmul-shape-mismatch")
    assert "train.py:31, in forward" in done.stdout.splitlines()[0]


@pytest.mark.parametrize("command", [(), ("explain",)])
def test_a_file_is_explained(explain: Command, paste: Path, command: tuple[str, ...]) -> None:
    done = explain(*command, paste.name)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == explain(stdin=TRACEBACK).stdout


def test_a_message_is_explained(explain: Command) -> None:
    done = explain(MESSAGE)
    assert done.returncode == 0
    assert done.stdout.startswith("matmul-shape-mismatch\n")


def test_an_existing_path_with_white_space_is_a_file(explain: Command, tmp_path: Path) -> None:
    (tmp_path / "my crash").write_text(TRACEBACK, encoding="utf-8")
    assert objects(explain("my crash", "--format", "json").stdout)[0]["input"] == "my crash"


@pytest.mark.parametrize(
    "text",
    [
        f"-{MESSAGE}",
        f"- {MESSAGE}",
        f"--- {MESSAGE}",
        f"--lang {MESSAGE}",
        f"--all\n{MESSAGE}",
        f"-\t{MESSAGE}",
        f"RuntimeError: {MESSAGE} at /pytorch/aten/Linear.cpp",
    ],
)
def test_an_argument_with_white_space_is_text_even_when_it_begins_with_a_hyphen(explain: Command, text: str) -> None:
    done = explain(text, "--format", "json")
    assert done.returncode in (0, 1), done.stderr
    assert objects(done.stdout)[0]["input"] == "<text>"


@pytest.mark.parametrize("text", [f"- {MESSAGE}", f"- RuntimeError: {MESSAGE}", f"--lang {MESSAGE}"])
def test_a_message_behind_a_hyphen_is_explained(explain: Command, text: str) -> None:
    assert explain(text).stdout.startswith("matmul-shape-mismatch")


@pytest.mark.parametrize("name", ["missing.txt", "a/b", "train.log", "./x", "x.py"])
def test_a_missing_file_is_wrong_usage(explain: Command, name: str) -> None:
    done = explain(name)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"pytorch-explain: cannot read {name}: no such file\n"


@pytest.mark.parametrize("text", ["hello", "RuntimeError", "OutOfMemoryError:", "显存不足"])
def test_a_single_word_is_text(explain: Command, text: str) -> None:
    done = explain(text)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_directory_cannot_be_read(explain: Command, tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    done = explain("logs")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pytorch-explain: cannot read logs: ")


@pytest.mark.skipif(sys.platform == "win32" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_a_file_that_may_not_be_read_cannot_be_read(explain: Command, paste: Path) -> None:
    paste.chmod(0)
    assert explain(paste.name).returncode == 2


@pytest.mark.parametrize("letter", ["x", "x "])
def test_an_overlong_argument_is_text(explain: Command, letter: str) -> None:
    done = explain(letter * 30_000)
    assert (done.returncode, done.stderr) == (1, "")


def test_an_overlong_message_is_explained(explain: Command) -> None:
    assert explain("x " * 10_000 + "\n" + MESSAGE).returncode == 0


def test_a_zero_character_in_an_argument_is_no_crash() -> None:
    done = CliRunner().invoke(cli, ["explain", f"RuntimeError:\x00 {MESSAGE}"])
    assert done.exit_code == 0
    assert done.output.startswith("matmul-shape-mismatch")


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are not bytes there")
def test_bytes_that_are_no_text_are_no_crash(explain: Command) -> None:
    done = explain(b"clutch \xff\xfe on fire", "--format", "json")
    assert done.returncode == 1
    assert objects(done.stdout)[0]["failure"]["message"].startswith("clutch ")


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are not bytes there")
def test_a_name_that_is_no_text_cannot_be_read(explain: Command) -> None:
    assert explain(b"clutch\xff.txt").returncode == 2


# --- exit statuses


@pytest.mark.parametrize(
    ("inputs", "status"),
    [
        ((MESSAGE,), 0),
        ((MESSAGE, MEMORY), 0),
        ((UNKNOWN,), 1),
        ((MESSAGE, UNKNOWN), 1),
        ((UNKNOWN, MESSAGE), 1),
        (("missing.txt",), 2),
        ((MESSAGE, "missing.txt"), 2),
        (("missing.txt", MESSAGE), 2),
        ((UNKNOWN, "missing.txt", UNKNOWN), 2),
    ],
)
def test_the_exit_status_is_that_of_the_worst_input(explain: Command, inputs: tuple[str, ...], status: int) -> None:
    assert explain(*inputs).returncode == status


@pytest.mark.parametrize(
    "arguments", [("--nonsense",), ("--lang", "fr", MESSAGE), ("--format", "xml", MESSAGE), ("--lang",), ("-x",)]
)
def test_wrong_usage_is_status_2_and_one_sentence(explain: Command, arguments: tuple[str, ...]) -> None:
    done = explain(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Error: " in done.stderr


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_names_the_commands_and_examples(explain: Command, flag: str) -> None:
    done = explain(flag)
    assert done.returncode == 0
    for word in ("explain", "show", "list", "repro", "kb", "Examples:", "pytorch-explain < traceback.txt"):
        assert word in done.stdout


def test_the_version_is_told(explain: Command) -> None:
    from pytorch_explain import __version__

    done = explain("--version")
    assert (done.returncode, done.stdout) == (0, f"pytorch-explain, version {__version__}\n")


# --- nothing to read


@pytest.mark.parametrize("stdin", ["", "\n", " \n\t\n"])
def test_empty_input_is_not_recognised_and_said_to_be_empty(explain: Command, stdin: str) -> None:
    done = explain(stdin=stdin)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("There was nothing to read")


def test_an_empty_file_is_not_recognised(explain: Command, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    done = explain("empty.txt", "--format", "json")
    assert done.returncode == 1
    assert objects(done.stdout) == [
        {"schema": 1, "input": "empty.txt", "failure": None, "matches": [], "explanation": None, "others": []}
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize(("closing", "status"), [("<&-", 1), ("2>&-", 1), (">&-", 1)])
def test_a_closed_stream_is_no_crash(
    clean_environment: dict[str, str], tmp_path: Path, closing: str, status: int
) -> None:
    script = f'"$1" -m pytorch_explain {"" if closing == "<&-" else "hello"} {closing}'
    done = subprocess.run(
        ["sh", "-c", script, "sh", sys.executable],
        capture_output=True,
        cwd=tmp_path,
        env=clean_environment,
        timeout=120,
        check=False,
    )
    assert (done.returncode, b"Traceback" in done.stderr) == (status, False)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_an_answer_to_a_closed_output_is_no_crash(
    clean_environment: dict[str, str], tmp_path: Path, paste: Path
) -> None:
    done = subprocess.run(
        ["sh", "-c", '"$1" -m pytorch_explain traceback.txt >&-', "sh", sys.executable],
        capture_output=True,
        cwd=tmp_path,
        env=clean_environment,
        timeout=120,
        check=False,
    )
    assert b"Traceback" not in done.stderr


# --- what is not recognised


def test_an_unknown_failure_is_named_and_nothing_is_claimed(explain: Command) -> None:
    done = explain(UNKNOWN)
    assert done.stdout == (
        "No PyTorch failure that is known here.\n"
        f"What was read:  {UNKNOWN}\n"
        "If it is PyTorch's, start an entry from it:  pytorch-explain kb new some-id --from FILE\n"
    )


def test_an_unknown_failure_is_answered_in_chinese_too(explain: Command) -> None:
    assert explain(UNKNOWN, "--lang", "zh").stdout.startswith("没有认出已知的 PyTorch 错误。\n读到的是：ClutchError")


def test_an_endless_unknown_message_is_cut(explain: Command) -> None:
    done = explain("ClutchError: " + "on fire " * 1000)
    assert len(done.stdout) < 1000


def test_control_characters_of_a_paste_never_reach_the_terminal(explain: Command) -> None:
    for text in ("Clutch\x1b]0;owned\x07Error: \x1b[31mfire\x1b[0m \x9b31m", f"{UNKNOWN} \u202egnirts\u0007"):
        done = explain(stdin=text)
        assert not [c for c in done.stdout if c in "\x1b\x07\x9b\u202e" or (ord(c) < 32 and c != "\n")]


def test_what_comes_near_is_named(explain: Command) -> None:
    done = explain("RuntimeError: mat1 and mat2 dtypes cannot be divided (32x400 and 300x120)", "--format", "json")
    (found,) = objects(done.stdout)
    assert (found["matches"], found["explanation"]) == ([], None)
    for near in found.get("nearest", []):
        assert set(near) == {"id", "category", "score", "how", "captures"}


# --- several inputs


def test_several_inputs_are_answered_in_order_under_their_names(explain: Command, paste: Path) -> None:
    done = explain(paste.name, MEMORY, "-", stdin=UNKNOWN)
    heads = [line for line in done.stdout.splitlines() if line.startswith("== ")]
    assert heads == [f"== {paste.name}", "== <text>", "== -"]
    assert done.stdout.index("matmul-shape-mismatch") < done.stdout.index("cuda-out-of-memory")


def test_a_single_input_has_no_head(explain: Command) -> None:
    assert "== " not in explain(MESSAGE).stdout


def test_an_unreadable_input_does_not_stop_the_others(explain: Command) -> None:
    done = explain("missing.txt", MESSAGE)
    assert "matmul-shape-mismatch" in done.stdout
    assert done.stderr.count("\n") == 1


def test_json_is_one_object_a_line_in_input_order(explain: Command, paste: Path) -> None:
    done = explain("--format", "json", paste.name, "missing.txt", UNKNOWN, "-", stdin=MEMORY)
    found = objects(done.stdout)
    assert [item["input"] for item in found] == [paste.name, "missing.txt", "<text>", "-"]
    assert found[1] == {"schema": 1, "input": "missing.txt", "error": "no such file"}
    assert [bool(item.get("matches")) for item in found] == [True, False, False, True]
    assert (done.returncode, done.stderr) == (2, "")


def test_a_second_reading_of_standard_input_is_empty(explain: Command) -> None:
    done = explain("-", "-", "--format", "json", stdin=MESSAGE)
    assert [bool(item["matches"]) for item in objects(done.stdout)] == [True, False]


# --- JSON


def test_json_tells_failure_matches_and_explanation(explain: Command, paste: Path) -> None:
    (found,) = objects(explain(paste.name, "--format", "json").stdout)
    assert (found["schema"], found["input"]) == (1, paste.name)
    assert found["failure"] == {
        "type": "RuntimeError",
        "message": MESSAGE,
        "frames": [
            {"file": "/home/me/train.py", "line": 31, "function": "forward", "code": "x = self.fc1(x)"},
            {
                "file": "/usr/lib/python3/site-packages/torch/nn/modules/linear.py",
                "line": 116,
                "function": "forward",
                "code": "return F.linear(input, self.weight, self.bias)",
            },
        ],
        "rank": None,
    }
    (match,) = found["matches"]
    assert match == {
        "id": "matmul-shape-mismatch",
        "category": "shape",
        "score": 1.0,
        "how": "exact",
        "captures": {"rows": 32, "got": 400, "want": 300, "out": 120},
    }
    assert found["explanation"]["id"] == match["id"]
    assert set(found["explanation"]) >= {
        *("id", "lang", "title", "meaning", "causes", "locate", "avoid", "related", "docs")
    }
    assert all(set(cause) >= {"cause", "fix"} for cause in found["explanation"]["causes"])
    assert found["others"] == []


def test_json_names_further_failures_of_a_paste_as_others(explain: Command) -> None:
    joint = "\nDuring handling of the above exception, another exception occurred:\n\n"
    text = f"{TRACEBACK}{joint}{TRACEBACK.replace(MESSAGE, MEMORY)}"
    (found,) = objects(explain("--format", "json", stdin=text).stdout)
    assert [match["id"] for match in found["matches"]] == ["matmul-shape-mismatch", "cuda-out-of-memory"]
    assert found["others"] == found["matches"][1:]


def test_captures_of_names_are_lists_in_json(explain: Command) -> None:
    text = (
        'RuntimeError: Error(s) in loading state_dict for Net:\n\tMissing key(s) in state_dict: "a.weight", "b.bias".'
    )
    (found,) = objects(explain("--format", "json", stdin=text).stdout)
    assert found["matches"][0]["id"] == "state-dict-keys"
    assert found["matches"][0]["captures"]["missing"] == ["a.weight", "b.bias"]


@pytest.mark.parametrize("text", ["a\u2028b clutch", "a\u0085b clutch", 'quote " and \\ clutch', "tab\tclutch"])
def test_json_stays_on_one_line(explain: Command, text: str) -> None:
    done = explain("--format", "json", stdin=text)
    assert len(objects(done.stdout)) == 1


def test_json_of_a_rank_names_it(explain: Command) -> None:
    text = "\n".join(f"[rank3]: {line}" for line in TRACEBACK.splitlines())
    (found,) = objects(explain("--format", "json", stdin=text).stdout)
    assert found["failure"]["rank"] == 3


# --- other forms


def test_markdown_has_a_heading_and_code(explain: Command) -> None:
    done = explain(MESSAGE, "--format", "markdown")
    assert done.returncode == 0
    assert done.stdout.lstrip().startswith("#")
    assert "nn.Linear(400, 120)" in done.stdout


def test_all_names_the_other_candidates(explain: Command) -> None:
    joint = "\nDuring handling of the above exception, another exception occurred:\n\n"
    text = f"{TRACEBACK}{joint}{TRACEBACK.replace(MESSAGE, MEMORY)}"
    assert "Other candidates: cuda-out-of-memory (1.00)" in explain("--all", stdin=text).stdout
    assert "Other candidates" not in explain(stdin=text).stdout


def test_all_says_nothing_where_there_is_no_other(explain: Command) -> None:
    assert explain("--all", MESSAGE).stdout == explain(MESSAGE).stdout


def test_plain_output_has_no_terminal_codes_and_80_columns(explain: Command, paste: Path) -> None:
    done = explain(paste.name)
    assert "\x1b" not in done.stdout
    assert len(done.stdout.splitlines()[0]) <= 80


# --- languages


@pytest.mark.parametrize(
    ("arguments", "environment", "lang"),
    [
        ((), {}, "en"),
        (("--lang", "zh"), {}, "zh"),
        (("--lang", "en"), {"PYTORCH_EXPLAIN_LANG": "zh"}, "en"),
        ((), {"PYTORCH_EXPLAIN_LANG": "zh"}, "zh"),
        ((), {"PYTORCH_EXPLAIN_LANG": "zh_CN"}, "zh"),
        ((), {"PYTORCH_EXPLAIN_LANG": "fr", "LANG": "zh_CN.UTF-8"}, "en"),
        ((), {"PYTORCH_EXPLAIN_LANG": "en", "LANG": "zh_CN.UTF-8"}, "en"),
        ((), {"PYTORCH_EXPLAIN_LANG": "", "LANG": "zh_CN.UTF-8"}, "zh"),
        ((), {"LANG": "zh_TW.UTF-8"}, "zh"),
        ((), {"LC_ALL": "zh_CN.UTF-8", "LANG": "en_US.UTF-8"}, "zh"),
        ((), {"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}, "en"),
        ((), {"LC_MESSAGES": "zh_CN.UTF-8"}, "zh"),
        ((), {"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_is_asked_for_or_that_of_the_environment(
    explain: Command, arguments: tuple[str, ...], environment: dict[str, str], lang: str
) -> None:
    done = explain(MESSAGE, "--format", "json", *arguments, **environment)
    assert objects(done.stdout)[0]["explanation"]["lang"] == lang


def test_chinese_answers_are_chinese(explain: Command) -> None:
    done = explain(MESSAGE, "--lang", "zh")
    assert "最可能" in done.stdout
    assert "Most likely" not in done.stdout


# --- encodings


def test_a_chinese_console_gets_chinese(explain: Command) -> None:
    done = explain(MESSAGE, "--lang", "zh", encoding="cp936")
    assert done.returncode == 0
    assert "最可能" in done.stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_pipe_that_takes_no_chinese_loses_characters_and_not_the_answer(explain: Command, encoding: str) -> None:
    done = explain(MESSAGE, "--lang", "zh", encoding=encoding)
    assert done.returncode == 0
    assert done.stdout.startswith("matmul-shape-mismatch\n")
    assert "nn.Linear(400, 120)" in done.stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp936"])
def test_json_loses_nothing_in_any_encoding(explain: Command, encoding: str) -> None:
    done = explain(MESSAGE, "--lang", "zh", "--format", "json", encoding=encoding)
    assert done.stdout.isascii()
    (found,) = objects(done.stdout)
    assert found["explanation"]["title"] == "矩阵相乘的形状对不上"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "gb18030"])
def test_input_is_read_in_the_encoding_it_is_in(explain: Command, encoding: str) -> None:
    done = explain("--format", "json", stdin=f"训练报错\n\n{TRACEBACK}".encode(encoding))
    assert objects(done.stdout)[0]["matches"][0]["id"] == "matmul-shape-mismatch"


def test_bytes_of_no_encoding_are_no_crash(explain: Command) -> None:
    done = explain(stdin=b"\xff\xfe\x80\x81" + TRACEBACK.encode() + b"\xff")
    assert done.returncode in (0, 1)


# --- terminal


def test_a_terminal_gets_colour(on_terminal: Callable[..., str]) -> None:
    output = on_terminal(MESSAGE)
    assert "\x1b[" in output
    assert "matmul-shape-mismatch" in output


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_that_wants_no_colour_gets_none(
    on_terminal: Callable[..., str], environment: dict[str, str]
) -> None:
    output = on_terminal(MESSAGE, **environment)
    assert "\x1b" not in output
    assert "matmul-shape-mismatch" in output


def test_who_calls_it_at_a_terminal_is_invited_to_paste(clean_environment: dict[str, str], tmp_path: Path) -> None:
    pty = pytest.importorskip("pty", reason="no terminals on this system")
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pytorch_explain"],
        stdin=slave,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=clean_environment,
    )
    os.close(slave)
    os.write(master, f"{MESSAGE}\n\x04".encode())
    output, errors = process.communicate(timeout=120)
    os.close(master)
    assert errors.decode().startswith("Paste the traceback, then press Ctrl-D")
    assert output.decode().startswith("matmul-shape-mismatch")


# --- arguments


def test_an_empty_argument_is_said_to_be_empty(explain: Command) -> None:
    done = explain("")
    assert (done.returncode, done.stdout) == (1, "There was nothing to read: no text came in.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are not bytes there")
def test_an_argument_in_another_encoding_is_read_in_it(explain: Command) -> None:
    assert "What was read:  离合器 着火了 clutch\n" in explain("离合器 着火了 clutch".encode("gb18030")).stdout


# --- what was pasted, in forms that something else reads


@pytest.mark.parametrize(
    "hostile", ["\x9b31m", "&#155;31m", "\u2066abc\u2069", "&#8238;abc", "a\u2028b\u2029c", "\x7f"]
)
@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_no_form_lets_through_what_a_terminal_obeys(explain: Command, hostile: str, form: str) -> None:
    for text in (f"{UNKNOWN} {hostile}", f'KeyError: "{hostile}"\n{TRACEBACK.replace("train", hostile)}'):
        done = explain("--format", form, stdin=text)
        assert all(c.isprintable() for c in done.stdout.replace("\n", ""))


def test_markdown_of_an_unknown_failure_is_text(explain: Command) -> None:
    done = explain(
        "--format", "markdown", stdin="ClutchError: <b>on</b> [fire](https://evil.example) `x` www.evil.example"
    )
    assert "on \\[fire\\](https\\://evil.example) \\`x\\` www\\.evil.example" in done.stdout


def test_names_of_inputs_are_text_in_markdown(explain: Command, tmp_path: Path) -> None:
    (tmp_path / "[a](b)").write_text(TRACEBACK, encoding="utf-8")
    heads = [
        line
        for line in explain("[a](b)", MESSAGE, "--format", "markdown").stdout.splitlines()
        if line.startswith("## ")
    ]
    assert heads == ["## \\[a\\](b)", "## \\<text\\>"]
