"""Bytes to plain lines: encodings, terminal codes, markup, escapes, and what loggers put before a line."""

from __future__ import annotations

import pytest
from pytorch_explain.reading.cleaning import clean, decode, peel

CHINESE = "发生异常: RuntimeError\n显存不足，C:\\new\\train.py"

# --- decoding


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030", "gbk"])
def test_text_is_read_in_the_encoding_it_was_written_in(encoding: str) -> None:
    assert clean(decode(CHINESE.encode(encoding))) == CHINESE


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_with_a_mark_is_read(encoding: str) -> None:
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}[encoding]
    assert clean(decode(mark + CHINESE.encode(encoding))) == CHINESE


def test_a_windows_pipe_without_a_mark_is_read() -> None:
    assert decode("RuntimeError: CUDA out of memory".encode("utf-16-le")) == "RuntimeError: CUDA out of memory"


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"\xfe\xff", b"a", b"\xff"])
def test_next_to_nothing_is_no_fault(data: bytes) -> None:
    assert len(decode(data)) <= 1


def test_bytes_of_no_encoding_lose_themselves_and_not_the_rest() -> None:
    text = decode(b"RuntimeError: \xff\xfe\xff CUDA out of memory")
    assert text.startswith("RuntimeError: ")
    assert text.endswith(" CUDA out of memory")


def test_a_single_zero_byte_does_not_make_a_text_utf_16() -> None:
    assert clean(decode(b"RuntimeError: \x00CUDA out of memory")) == "RuntimeError: CUDA out of memory"


@pytest.mark.parametrize("lost", [1, 2])
def test_a_log_cut_within_its_last_character_stays_readable(lost: int) -> None:
    assert decode("RuntimeError: 显存不足".encode()[:-lost]).startswith("RuntimeError: 显存不")


def test_a_log_in_gb18030_may_be_cut_too() -> None:
    assert decode("RuntimeError: 显存不足".encode("gb18030")[:-1]) == "RuntimeError: 显存不"


def test_one_broken_byte_does_not_garble_the_chinese_around_it() -> None:
    data = "发生异常: ".encode() + b"\xff" + " 进程已结束".encode()
    text = decode(data)
    assert "发生异常" in text
    assert "进程已结束" in text


# --- terminal codes and control characters


@pytest.mark.parametrize(
    "text",
    [
        "\x1b[31mRuntimeError\x1b[0m: x",
        "\x1b[1;38;5;196mRuntimeError\x1b[0m: x",
        "\x1b[38;2;255;0;0mRuntimeError\x1b[m: x",
        "\x1b]8;;file:///a.py\x1b\\RuntimeError\x1b]8;;\x1b\\: x",
        "\x1b]0;python train.py\x07RuntimeError: x",
        "\x1b[2K\x1b[1GRuntimeError: x",
        "\ufeffRuntimeError: x",
        "Runtime\u200bError: x",
        "Runtime\u2060Error: x",
        "\u202eRuntimeError: x\u202c",
        "Runtime\x08\x07Error: x\x1b",
    ],
)
def test_terminal_codes_and_invisible_characters_go(text: str) -> None:
    assert clean(text) == "RuntimeError: x"


def test_an_unfinished_code_takes_no_text_with_it() -> None:
    assert clean("\x1b]0;title without an end\nRuntimeError: x").endswith("\nRuntimeError: x")


@pytest.mark.parametrize("text", ["a\nb", "a\r\nb", "a\rb"])
def test_every_line_ending_is_a_line_ending(text: str) -> None:
    assert clean(text) == "a\nb"


def test_tabs_stay() -> None:
    assert clean("\tMissing key(s)") == "\tMissing key(s)"


# --- entities and tags


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("File &quot;a.py&quot;, line 3, in &lt;module&gt;", 'File "a.py", line 3, in <module>'),
        ("File &amp;quot;a.py&amp;quot;", 'File "a.py"'),
        ("argument &#39;input&#39; &#x27;mat2&#x27;", "argument 'input' 'mat2'"),
        ("a&nbsp;b", "a b"),
        ("a &amp;&amp; b", "a && b"),
        ("t &gt;= 0 &amp;&amp; t &lt; n_classes", "t >= 0 && t < n_classes"),
    ],
)
def test_entities_are_characters_again(text: str, plain: str) -> None:
    assert clean(text) == plain


@pytest.mark.parametrize("text", ["a && b", "x & y;", "&unknown;", "&;", "f(&x);", "&#9999999;"])
def test_an_ampersand_that_is_no_entity_stays(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize("text", ["&#0;", "&#27;", "&#xD800;", "&#x1b;"])
def test_an_entity_cannot_bring_a_control_character_in(text: str) -> None:
    assert clean(text) == " "


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("<pre><code>RuntimeError: x</code></pre>", "RuntimeError: x"),
        ('<p class="error">RuntimeError: x</p>', "RuntimeError: x"),
        ("RuntimeError: x<br/>at a.py<br>end", "RuntimeError: x\nat a.py\nend"),
        ("**RuntimeError**: x", "RuntimeError: x"),
        ("- **Exception Type:** RuntimeError", "- Exception Type: RuntimeError"),
    ],
)
def test_markup_goes(text: str, plain: str) -> None:
    assert clean(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        'File "<stdin>", line 1, in <module>',
        "in <listcomp>",
        "<ipython-input-5-abc> in <module>",
        "if a < b and c > d:",
        "<class 'torch.Tensor'>",
        "f(*args, **kwargs) and g(**options)",
        "** not bold **",
        "loss = x**2 + y**2",
    ],
)
def test_what_only_looks_like_markup_stays(text: str) -> None:
    assert clean(text) == text


# --- escapes


@pytest.mark.parametrize(
    "text",
    [
        r"Traceback (most recent call last):\n  File \"a.py\", line 3, in f\n    x = g()\nRuntimeError: boom",
        r"Traceback (most recent call last):\\n  File \\\"a.py\\\", line 3, in f\\n    x = g()\\nRuntimeError: boom",
        r"Traceback (most recent call last):\n  File \'a.py\', line 3, in f\n    x = g()\nRuntimeError: boom",
    ],
)
def test_a_traceback_printed_as_a_string_gets_its_lines_back(text: str) -> None:
    lines = ["Traceback (most recent call last):", '  File "a.py", line 3, in f', "    x = g()", "RuntimeError: boom"]
    assert clean(text).replace("'", '"').split("\n") == lines


def test_a_traceback_within_json_gets_its_lines_back() -> None:
    text = r'{"error": "Traceback (most recent call last):\n  File \"/a/new.py\", line 3\nRuntimeError: boom\n"}'
    assert clean(text).split("\n")[1:3] == ['  File "/a/new.py", line 3', "RuntimeError: boom"]


def test_escaped_tabs_of_a_broken_string_are_tabs() -> None:
    text = (
        r"RuntimeError: Error(s) in loading state_dict for Net:\n\tMissing key(s) in state_dict: \"a\". \n\tUnexpected"
    )
    assert "\n\tMissing key(s)" in clean(text)


@pytest.mark.parametrize(
    "text",
    [
        r'  File "C:\new\train.py", line 3, in <module>',
        r'  File "C:\new\nets\train.py", line 3, in <module>',
        r"C:\Users\nick\News\Network\train.py",
        r"FileNotFoundError: [Errno 2] No such file or directory: C:\new\train.py",
        r"cd D:\work\nlp\new && python train.py",
        r'print("a\nb")',
        r"\documentclass{article}",
    ],
)
def test_a_windows_path_is_not_broken_at_its_backslash_n(text: str) -> None:
    assert clean(text) == text


def test_a_windows_path_within_a_broken_string_stays_whole() -> None:
    text = r"Traceback (most recent call last):\n  File \"C:\new\train.py\", line 3, in <module>\nRuntimeError: boom"
    assert clean(text).split("\n")[1] == r'  File "C:\new\train.py", line 3, in <module>'


# --- prefixes


@pytest.mark.parametrize(
    ("line", "rank"),
    [
        ("[rank3]: RuntimeError: x", 3),
        ("[rank3]:RuntimeError: x", 3),
        ("[default2]:RuntimeError: x", 2),
        ("[Rank 12] RuntimeError: x", 12),
        ("  [rank1]: RuntimeError: x", 1),
        ("[rank1]:[rank2]: RuntimeError: x", 1),
        ("2024-01-02 03:04:05,678 [rank1]: RuntimeError: x", 1),
        ("E0102 03:04:05.123456 77 ProcessGroupNCCL.cpp:500] [Rank 4] RuntimeError: x", 4),
        ("[0] RuntimeError: x", None),
        ("[0]RuntimeError: x", None),
        ("[1,3]<stderr>: RuntimeError: x", None),
        ("[1,3]<stderr>:RuntimeError: x", None),
    ],
)
def test_a_launchers_prefix_is_peeled_and_its_rank_read(line: str, rank: int | None) -> None:
    assert peel(line) == ("RuntimeError: x", rank)


@pytest.mark.parametrize(
    "line",
    [
        "2024-01-02 03:04:05,678 - ERROR - RuntimeError: x",
        "2024-01-02 03:04:05.678 | ERROR    | RuntimeError: x",
        "2024-01-02T03:04:05.678901Z RuntimeError: x",
        "2024-01-02T03:04:05.6789012Z ##[error]RuntimeError: x",
        "2024/01/02 03:04:05 RuntimeError: x",
        "[2024-01-02 03:04:05,678] [ERROR] RuntimeError: x",
        "[2024-01-02 03:04:05,678] ERROR: RuntimeError: x",
        "[ERROR] 2024-01-02 03:04:05,678 RuntimeError: x",
        "12:03:04.123 RuntimeError: x",
        "ERROR:root:RuntimeError: x",
        "ERROR:torch.distributed.elastic.multiprocessing.api:RuntimeError: x",
        "ERROR - RuntimeError: x",
        "CRITICAL | RuntimeError: x",
        "stderr: RuntimeError: x",
        "stderr | RuntimeError: x",
        "[stderr] RuntimeError: x",
        "(train_fn pid=1234) RuntimeError: x",
        "(RayTrainWorker pid=1234, ip=10.0.0.1) RuntimeError: x",
        "(pid=1234) RuntimeError: x",
        "trainer-1  | RuntimeError: x",
        "worker_0 | RuntimeError: x",
        "Jan  2 03:04:05 host python[123]: RuntimeError: x",
        "Feb 12 03:04:05 gpu-node-3 train.sh[9]: RuntimeError: x",
        "W1130 00:53:14.175000 1234 torch/_dynamo/x.py:12] [0/2] RuntimeError: x",
        "E1130 00:53:14.175000 1234 site-packages/torch/distributed/api.py:12] RuntimeError: x",
        "E   RuntimeError: x",
        "##[error]RuntimeError: x",
        "`RuntimeError: x`",
        "> RuntimeError: x",
        ">> RuntimeError: x",
        "> > > RuntimeError: x",
        "│ RuntimeError: x                        │",
        "┃ RuntimeError: x ┃",
    ],
)
def test_what_stands_before_a_lines_own_text_is_peeled(line: str) -> None:
    assert peel(line) == ("RuntimeError: x", None)


@pytest.mark.parametrize("prefix", ["[rank0]: ", "2024-01-02 03:04:05,678 ", "(train_fn pid=1234) ", "> "])
def test_a_box_behind_a_prefix_is_opened_too(prefix: str) -> None:
    assert peel(prefix + "│ /home/me/train.py:31 in forward          │")[0] == "/home/me/train.py:31 in forward"


def test_pdbs_place_within_a_quotation_stays() -> None:
    assert peel("> > > /home/me/train.py(31)forward()") == ("> /home/me/train.py(31)forward()", None)


@pytest.mark.parametrize("line", ["╭──── Traceback (most recent call last) ────╮", "╰───────────╯"])
def test_the_rule_of_a_box_says_nothing(line: str) -> None:
    assert peel(line) == ("", None)


@pytest.mark.parametrize("line", ['  File "a.py", line 3, in f', "    x = self.fc1(x)", "    \tMissing key(s)"])
@pytest.mark.parametrize("prefix", ["[rank0]: ", "ERROR:root:", "E   ", "> ", "(train_fn pid=1) "])
def test_the_indentation_behind_a_prefix_stays(prefix: str, line: str) -> None:
    assert peel(prefix + line)[0] == line


@pytest.mark.parametrize(
    "line",
    [
        "",
        "RuntimeError: x",
        "Error: something",
        "Error while loading",
        "ERRORS were found",
        "INFORMATION follows",
        "Marching cubes",
        "Mary had a lamb",
        "E = m * c ** 2",
        "std::bad_alloc",
        "[1, 2, 3]",
        "[2, 3] is a shape",
        "[32]) in the target",
        "[3] and src [4] to have the same number of elements",
        "[pid 3] is not a rank",
        "[rank] is not one",
        "(32x400 and 300x120)",
        "(most recent call last)",
        "2024 models were trained",
        "2024-01-02",
        "12 of 24",
        "- a bullet",
        "# a comment",
        ">>> model(x)",
        ">>>model(x)",
        "> /home/me/train.py(31)forward()",
        "> c:\\users\\me\\my nets\\train.py(31)<module>()",
        "> <ipython-input-5-d1e2f3>(3)forward()",
        ">= 0 && t < n_classes` failed.",
        "| step | loss |",
        "train.py:31: in forward",
        '  File "/home/me/train.py", line 31, in forward',
        "    x = self.fc1(x)",
        "----> 3 y = net(x)",
        "-> 1501 return forward_call(*args, **kwargs)",
        "❱ 31 y = net(x)",
        "frame #0: c10::Error::Error() + 0x57",
    ],
)
def test_a_line_of_its_own_is_left_alone(line: str) -> None:
    assert peel(line) == (line, None)


def test_an_endless_line_is_left_alone() -> None:
    line = "[rank0]: " + "x" * 5000
    assert peel(line) == (line, None)


# --- what could take for ever


@pytest.mark.parametrize("text", ["\n" * 1000, "a" + "\n \n" * 500 + "b", " \t\n" * 500])
def test_blank_lines_in_a_row_say_no_more_than_a_few(text: str) -> None:
    assert clean(text).count("\n") <= 4
    assert clean(clean(text)) == clean(text)


def test_a_long_run_of_backslashes_is_no_escape() -> None:
    text = "\\" * 100 + "n Traceback" + "\\" * 100 + '"'
    assert clean(text) == text


def test_the_blanks_within_a_box_stay() -> None:
    assert peel("│ a" + " " * 300 + "b   │") == ("a" + " " * 300 + "b", None)
