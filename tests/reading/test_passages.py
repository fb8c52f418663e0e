"""Which part of a paste is a failure's message, which merely mentions one, and which says nothing of any."""

from __future__ import annotations

import pytest
from pytorch_explain.model import Failure, Frame, Passage
from pytorch_explain.reading.passages import MENTION, MESSAGE, NONE, TITLE, WEAK, read

MESSAGE_TEXT = "mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)"
FRAMES = """\
  File "/home/me/train.py", line 50, in <module>
    main()
  File "/home/me/train.py", line 31, in forward
    x = self.fc1(x)
        ^^^^^^^^^^^
  File "/usr/lib/python3.11/site-packages/torch/nn/modules/linear.py", line 116, in forward
    return F.linear(input, self.weight, self.bias)
"""
TRACEBACK = f"Traceback (most recent call last):\n{FRAMES}RuntimeError: {MESSAGE_TEXT}\n"


def passages(text: str, strength: int = MESSAGE) -> list[Passage]:
    return [passage for passage in read(text).passages if passage.strength == strength]


def failure(text: str, strength: int = MESSAGE) -> Failure:
    """The only failure of that strength in a paste."""
    (passage,) = passages(text, strength)
    return passage.failure


def places(found: Failure) -> list[tuple[int | None, str]]:
    return [(frame.line, frame.function) for frame in found.frames]


# --- a traceback


def test_a_traceback_is_one_failure_with_its_frames() -> None:
    found = failure(TRACEBACK)
    assert (found.type, found.message) == ("RuntimeError", MESSAGE_TEXT)
    assert places(found) == [(50, "<module>"), (31, "forward"), (116, "forward")]
    assert found.frames[0].code == "main()"


def test_the_carets_of_a_traceback_mark_the_failing_expression() -> None:
    frame = failure(TRACEBACK).frames[1]
    assert frame.marked is not None
    assert frame.code[slice(*frame.marked)] == "self.fc1(x)"


def test_a_passage_knows_where_it_stands() -> None:
    paste = read(f"before\n\n{TRACEBACK}\nafter\n")
    (found,) = [passage for passage in paste.passages if passage.strength == MESSAGE]
    assert paste.text[found.start : found.end].strip() == f"RuntimeError: {MESSAGE_TEXT}"


def test_passages_are_in_the_order_of_the_text() -> None:
    starts = [passage.start for passage in read(f"title\n\n{TRACEBACK}\nIn words: KeyError: 'a'\n").passages]
    assert starts == sorted(starts)


def test_chained_tracebacks_are_two_failures_innermost_first() -> None:
    text = (
        f"{TRACEBACK}\nDuring handling of the above exception, another exception occurred:\n\n"
        'Traceback (most recent call last):\n  File "/home/me/train.py", line 60, in <module>\n    f()\n'
        "ValueError: boom\n"
    )
    first, second = passages(text)
    assert (first.failure.message, second.failure.message) == (MESSAGE_TEXT, "boom")
    assert places(second.failure) == [(60, "<module>")]


def test_an_original_traceback_within_a_message_is_a_failure_of_its_own() -> None:
    text = (
        'Traceback (most recent call last):\n  File "train.py", line 3, in <module>\n    for x in loader:\n'
        "RuntimeError: Caught RuntimeError in DataLoader worker process 0.\n"
        "Original Traceback (most recent call last):\n"
        '  File "data.py", line 9, in __getitem__\n    return torch.stack(rows)\n'
        "RuntimeError: stack expects each tensor to be equal size\n"
    )
    outer, inner = passages(text)
    assert outer.failure.message == "Caught RuntimeError in DataLoader worker process 0."
    assert inner.failure.message == "stack expects each tensor to be equal size"
    assert places(inner.failure) == [(9, "__getitem__")]


@pytest.mark.parametrize(
    ("last", "name", "message"),
    [
        ("_queue.Empty", "_queue.Empty", ""),
        ("KeyboardInterrupt", "KeyboardInterrupt", ""),
        ("StopIteration: 3", "StopIteration", "3"),
        ("pkg.Oops: 'a'", "pkg.Oops", "'a'"),
    ],
)
def test_an_exception_of_an_unusual_name_ends_its_frames(last: str, name: str, message: str) -> None:
    found = failure(f"Traceback (most recent call last):\n{FRAMES}{last}\n")
    assert (found.type, found.message) == (name, message)


def test_a_traceback_cut_behind_its_raise_speaks_weakly() -> None:
    text = (
        f'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    raise RuntimeError("{MESSAGE_TEXT}")\n'
    )
    assert MESSAGE_TEXT in failure(text, WEAK).message


def test_a_traceback_that_lost_its_line_breaks_still_has_its_message() -> None:
    assert MESSAGE_TEXT in read(" ".join(TRACEBACK.split("\n"))).text
    assert all(passage.strength for passage in read(" ".join(TRACEBACK.split("\n"))).passages)


# --- messages of several lines


@pytest.mark.parametrize(
    "message",
    [
        'Error(s) in loading state_dict for Net:\n\tMissing key(s) in state_dict: "a.weight", \n"b.weight".',
        'Error(s) in loading state_dict for Net:\n\n\tMissing key(s) in state_dict: "a.weight".',
        "CUDA error: device-side assert triggered\nCUDA kernel errors might be asynchronously reported\n"
        "Compile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.",
        "mat1 and mat2 shapes cannot be multi\nplied (32x400 and 300x120)",
        "Expected target size (32, 5), got torch.Size(\n[32])",
    ],
)
def test_a_message_of_several_lines_is_read_whole(message: str) -> None:
    assert failure(f"Traceback (most recent call last):\n{FRAMES}RuntimeError: {message}\n").message == message


@pytest.mark.parametrize(
    "after",
    [
        "\nProcess finished with exit code 1",
        "\n\nThank you for any help!",
        "\n$ python train.py",
        "\n>>> model(x)",
        "\nValueError: another",
        "\nTraceback (most recent call last):",
        "\n 45%|████▌     | 45/100 [00:10<00:12,  4.41it/s]",
        "\n\nDuring handling of the above exception, another exception occurred:\n",
    ],
)
def test_a_message_ends_before_what_is_not_its_own(after: str) -> None:
    text = f"Traceback (most recent call last):\n{FRAMES}RuntimeError: {MESSAGE_TEXT}{after}"
    assert passages(text)[0].failure.message == MESSAGE_TEXT


def test_an_endless_message_is_cut() -> None:
    text = "RuntimeError: " + "\n".join(f"line {number} of it" for number in range(1000))
    assert "line 999 of it" not in passages(text)[0].failure.message


# --- titles, mentions, warnings


def test_a_line_that_stands_for_itself_is_a_title() -> None:
    assert failure(MESSAGE_TEXT, TITLE).message == MESSAGE_TEXT
    assert passages(MESSAGE_TEXT) == []


def test_a_type_at_the_head_of_a_line_makes_a_message() -> None:
    assert failure(f"RuntimeError: {MESSAGE_TEXT}").type == "RuntimeError"


@pytest.mark.parametrize("before", ["- ", "* ", "(", "'", '"', "**", "### ", "!!! "])
def test_brackets_quotes_and_bullets_before_a_type_change_nothing(before: str) -> None:
    assert MESSAGE_TEXT in failure(f"{before}RuntimeError: {MESSAGE_TEXT}").message


@pytest.mark.parametrize(
    "text",
    [
        f"Why do I get RuntimeError: {MESSAGE_TEXT}",
        f"训练时报错 RuntimeError: {MESSAGE_TEXT}",
        f"my program says RuntimeError: {MESSAGE_TEXT}",
    ],
)
def test_a_type_within_a_sentence_is_a_mention(text: str) -> None:
    found = failure(text, MENTION)
    assert (found.type, found.message) == ("RuntimeError", MESSAGE_TEXT)


def test_a_warning_speaks_weakly() -> None:
    text = "/x/train.py:3: UserWarning: Using a target size (2) that is different\n  warnings.warn(message)\n"
    found = failure(text, WEAK)
    assert found.type == "UserWarning"
    assert found.message.startswith("Using a target size")


def test_a_warning_before_a_traceback_is_not_its_message() -> None:
    text = f"/x/train.py:3: UserWarning: something old\n  warnings.warn(x)\n{TRACEBACK}"
    assert failure(text).message == MESSAGE_TEXT
    assert failure(text, WEAK).type == "UserWarning"


@pytest.mark.parametrize("text", ["", "\n", " \n\t\n \n"])
def test_nothing_says_nothing(text: str) -> None:
    assert read(text).passages == ()


# --- code and diffs


@pytest.mark.parametrize(
    "text",
    [
        f'TORCH_CHECK(a == b, "{MESSAGE_TEXT}");',
        f'with pytest.raises(RuntimeError, match="{MESSAGE_TEXT}"):',
        f"# RuntimeError: {MESSAGE_TEXT}\nx = net(y)",
        f"def f(x):\n    # RuntimeError: {MESSAGE_TEXT}\n    # where sizes differ\n    pass",
        f'        "{MESSAGE_TEXT}",',
        f'-    raise RuntimeError("{MESSAGE_TEXT}")\n+    raise ValueError("{MESSAGE_TEXT}")',
        f'+        message = "{MESSAGE_TEXT}"',
        f'import torch\nx = torch.zeros(3)\ny = x + 1\nraise RuntimeError("{MESSAGE_TEXT}")',
        f'def check(a, b):\n    if a != b:\n        raise RuntimeError("{MESSAGE_TEXT}")\n    return a',
        f"try:\n    net(x)\nexcept RuntimeError:\n    print('{MESSAGE_TEXT}')",
    ],
)
def test_source_code_and_diffs_say_nothing(text: str) -> None:
    paste = read(text)
    assert MESSAGE_TEXT in paste.text
    assert all(passage.strength == NONE for passage in paste.passages if MESSAGE_TEXT in passage.failure.message)


def test_a_single_line_that_raises_speaks_weakly() -> None:
    assert MESSAGE_TEXT in failure(f'raise RuntimeError("{MESSAGE_TEXT}")', WEAK).message


def test_code_before_a_traceback_does_not_silence_it() -> None:
    assert failure(f"import torch\nx = torch.zeros(3)\nnet(x)\n\n{TRACEBACK}").message == MESSAGE_TEXT


# --- assertions


ASSERTION = (
    "../aten/src/ATen/native/cuda/Loss.cu:94: nll_loss: block: [0,0,0], thread: [3,0,0] "
    "Assertion `t >= 0 && t < n_classes` failed."
)
ASSERTED = f"Traceback (most recent call last):\n{FRAMES}RuntimeError: CUDA error: device-side assert triggered\n"


def test_an_assertion_line_is_a_message_of_its_own() -> None:
    first, second = passages(f"{ASSERTION}\n{ASSERTED}")
    assert first.failure.message == ASSERTION
    assert second.failure.message == "CUDA error: device-side assert triggered"


def test_the_exception_behind_an_assertion_remembers_it() -> None:
    _, found = passages(f"{ASSERTION}\n{ASSERTED}")
    assert found.failure.facts["assertion"] == ASSERTION


def test_the_assertion_gets_the_frames_of_the_exception_behind_it() -> None:
    found, _ = passages(f"{ASSERTION}\n{ASSERTED}")
    assert places(found.failure) == [(50, "<module>"), (31, "forward"), (116, "forward")]


def test_without_an_assertion_there_is_none_to_remember() -> None:
    assert dict(failure(ASSERTED).facts) == {}


# --- ranks


def test_the_rank_that_printed_it_is_told() -> None:
    text = "\n".join(f"[rank3]: {line}" for line in TRACEBACK.splitlines())
    found = failure(text)
    assert (found.rank, found.message, len(found.frames)) == (3, MESSAGE_TEXT, 3)


def test_without_ranks_there_is_no_rank() -> None:
    assert failure(TRACEBACK).rank is None


def test_of_two_ranks_each_has_its_own_failure() -> None:
    text = "\n".join(f"[rank{rank}]: {line}" for rank in (1, 0) for line in TRACEBACK.splitlines())
    assert [(item.failure.rank, len(item.failure.frames)) for item in passages(text)] == [(1, 3), (0, 3)]


def test_interleaved_ranks_keep_their_messages_apart() -> None:
    text = "\n".join(f"[rank{rank}]: {line}" for line in TRACEBACK.splitlines() for rank in (1, 0))
    assert [(item.failure.rank, item.failure.message) for item in passages(text)] == [
        (1, MESSAGE_TEXT),
        (0, MESSAGE_TEXT),
    ]


def test_interleaved_ranks_do_not_mix_their_frames() -> None:
    text = "\n".join(f"[rank{rank}]: {line}" for line in TRACEBACK.splitlines() for rank in (1, 0))
    first = passages(text)[0].failure
    assert places(first) == [(50, "<module>"), (31, "forward"), (116, "forward")]
    assert [frame.code for frame in first.frames][:2] == ["main()", "x = self.fc1(x)"]


def test_a_message_of_several_lines_is_whole_where_ranks_interleave() -> None:
    message = 'Error(s) in loading state_dict for Net:\n\tMissing key(s) in state_dict: "a.weight".'
    text = f"Traceback (most recent call last):\n{FRAMES}RuntimeError: {message}\n"
    mixed = "\n".join(f"[rank{rank}]: {line}" for line in text.splitlines() for rank in (1, 0))
    assert [item.failure.message for item in passages(mixed)] == [message, message]


def test_a_rank_gets_no_frames_of_another() -> None:
    frames = "\n".join(f"[rank1]: {line}" for line in FRAMES.splitlines())
    for text in (f"{frames}\n[rank0]: RuntimeError: boom", f"[rank0]: RuntimeError: boom\n{frames}"):
        assert failure(text).frames == ()


# --- prefixes on every line


@pytest.mark.parametrize(
    "prefix",
    [
        "2024-01-02 03:04:05,678 - ERROR - ",
        "ERROR:root:",
        "(train_fn pid=1234) ",
        "[default0]:",
        "> ",
        "> > ",
        "trainer-1  | ",
        "Jan  2 03:04:05 host python[123]: ",
        "2024-01-02T03:04:05.6789012Z ",
        "\x1b[31m",
    ],
)
def test_a_prefix_on_every_line_hides_nothing(prefix: str) -> None:
    found = failure("\n".join(prefix + line for line in TRACEBACK.splitlines()))
    assert (found.type, found.message) == ("RuntimeError", MESSAGE_TEXT)
    assert places(found) == [(50, "<module>"), (31, "forward"), (116, "forward")]


def test_a_traceback_within_json_is_read() -> None:
    text = '{"log": "' + TRACEBACK.replace('"', '\\"').replace("\n", "\\n") + '", "stream": "stderr"}'
    found = failure(text)
    assert found.message.startswith(MESSAGE_TEXT)
    assert places(found) == [(50, "<module>"), (31, "forward"), (116, "forward")]


# --- debuggers and reports


@pytest.mark.parametrize(
    "head",
    [
        "Exception has occurred: RuntimeError\n",
        "发生异常: RuntimeError\n",
        "例外が発生しました: RuntimeError\n",
        "예외가 발생했습니다: RuntimeError\n",
        "Exception has occurred: RuntimeError: ",
        "Exception has occurred: RuntimeError       (note: full exception trace is shown but execution is paused)\n",
    ],
)
def test_a_debuggers_report_is_a_message_with_the_frames_below_it(head: str) -> None:
    text = f"{head}{MESSAGE_TEXT}\n{FRAMES}"
    found = failure(text)
    assert (found.type, found.message) == ("RuntimeError", MESSAGE_TEXT)
    assert places(found) == [(50, "<module>"), (31, "forward"), (116, "forward")]


def test_a_debuggers_innermost_frame_first_is_turned_round() -> None:
    text = (
        f"Exception has occurred: RuntimeError\n{MESSAGE_TEXT}\n"
        '  File "/home/me/net.py", line 31, in forward\n    x = self.fc1(x)\n'
        '  File "/home/me/net.py", line 50, in <module>\n    main()\n'
    )
    assert places(failure(text)) == [(50, "<module>"), (31, "forward")]


def test_an_error_report_with_labelled_fields_is_one_failure() -> None:
    text = (
        "# Error Report\n## Error Details\n- **Node Type:** KSampler\n- **Exception Type:** RuntimeError\n"
        f"- **Exception Message:** {MESSAGE_TEXT}\n\n## Stack Trace\n```\n{FRAMES}```\n"
    )
    found = failure(text)
    assert (found.type, found.message) == ("RuntimeError", MESSAGE_TEXT)
    assert places(found) == [(50, "<module>"), (31, "forward"), (116, "forward")]


def test_a_message_before_its_frames_gets_them() -> None:
    found = failure(f"RuntimeError: {MESSAGE_TEXT}\n\nTraceback (most recent call last):\n{FRAMES}")
    assert places(found) == [(50, "<module>"), (31, "forward"), (116, "forward")]


# --- notebooks, pytest, rich

NOTEBOOK = f"""\
---------------------------------------------------------------------------
RuntimeError                              Traceback (most recent call last)
Cell In[5], line 3
      1 net = Net()
      2 x = torch.zeros(32, 400)
----> 3 y = net(x)

File /usr/lib/python3.11/site-packages/torch/nn/modules/module.py:1501, in Module._call_impl(self, *args, **kwargs)
   1499         or _global_forward_hooks or _global_forward_pre_hooks):
-> 1501     return forward_call(*args, **kwargs)
   1502 # Do not call functions when jit is used

Cell In[4], line 9, in Net.forward(self, x)
      8 def forward(self, x):
----> 9     return self.fc1(x)

RuntimeError: {MESSAGE_TEXT}
"""


def test_a_notebooks_traceback_is_read() -> None:
    found = failure(NOTEBOOK)
    assert (found.type, found.message) == ("RuntimeError", MESSAGE_TEXT)
    assert [(frame.file, frame.line, frame.code) for frame in found.frames] == [
        ("In[5]", 3, "y = net(x)"),
        (
            "/usr/lib/python3.11/site-packages/torch/nn/modules/module.py",
            1501,
            "return forward_call(*args, **kwargs)",
        ),
        ("In[4]", 9, "return self.fc1(x)"),
    ]


def test_a_function_within_a_notebooks_cell_is_named() -> None:
    assert failure(NOTEBOOK).frames[-1].function == "Net.forward"


def test_an_old_notebooks_arrow_tells_the_line_of_its_frame() -> None:
    text = (
        "RuntimeError                              Traceback (most recent call last)\n"
        "<ipython-input-5-d1e2f3> in <module>\n      1 net = Net()\n----> 2 y = net(x)\n\n"
        "/usr/lib/python3.8/site-packages/torch/nn/modules/module.py in _call_impl(self, *input, **kwargs)\n"
        "    888         else:\n--> 889             result = self.forward(*input, **kwargs)\n\n"
        f"RuntimeError: {MESSAGE_TEXT}\n"
    )
    found = failure(text)
    assert [(frame.line, frame.function, frame.code) for frame in found.frames] == [
        (2, "<module>", "y = net(x)"),
        (889, "_call_impl", "result = self.forward(*input, **kwargs)"),
    ]


def test_the_cells_of_ipython_8_0_are_frames() -> None:
    text = (
        "RuntimeError                              Traceback (most recent call last)\n"
        "Input In [5], in <cell line: 3>()\n      1 net = Net()\n----> 3 y = net(x)\n\n"
        "Input In [4], in Net.forward(self, x)\n      8 def forward(self, x):\n----> 9     return self.fc1(x)\n\n"
        f"RuntimeError: {MESSAGE_TEXT}\n"
    )
    assert [(frame.line, frame.code) for frame in failure(text).frames] == [
        (3, "y = net(x)"),
        (9, "return self.fc1(x)"),
    ]


def test_pytests_short_traceback_is_read() -> None:
    text = (
        "tests/test_net.py:12: in test_net\n    net(x)\ntests/net.py:31: in forward\n    x = self.fc1(x)\n"
        f"E   RuntimeError: {MESSAGE_TEXT}\n"
    )
    found = failure(text)
    assert (found.type, found.message) == ("RuntimeError", MESSAGE_TEXT)
    assert [(frame.file, frame.line, frame.code) for frame in found.frames] == [
        ("tests/test_net.py", 12, "net(x)"),
        ("tests/net.py", 31, "x = self.fc1(x)"),
    ]


def test_pytests_last_place_is_the_innermost_frame_of_its_message() -> None:
    text = (
        "    def test_net():\n>       net(x)\n\ntests/test_net.py:12: \n_ _ _ _ _ _ _\n\n    def forward(self, x):\n"
        f">       x = self.fc1(x)\nE       RuntimeError: {MESSAGE_TEXT}\n\ntests/net.py:31: RuntimeError\n"
    )
    found = failure(text)
    assert [(frame.file, frame.line) for frame in found.frames] == [("tests/test_net.py", 12), ("tests/net.py", 31)]


def test_the_last_line_of_pytests_long_traceback_tells_the_place() -> None:
    text = (
        "    def forward(self, x):\n>       x = self.fc1(x)\n"
        f"E       RuntimeError: {MESSAGE_TEXT}\n\ntests/net.py:31: RuntimeError\n"
    )
    found = failure(text)
    assert found.message == MESSAGE_TEXT
    assert [(frame.file, frame.line) for frame in found.frames] == [("tests/net.py", 31)]


RICH = f"""\
╭─────────────────────────────── Traceback (most recent call last) ────────────────────────────────╮
│ /home/me/train.py:50 in <module>                                                                 │
│                                                                                                  │
│   49 if __name__ == "__main__":                                                                  │
│ ❱ 50 │   main()                                                                                  │
│                                                                                                  │
│ /home/me/train.py:31 in forward                                                                  │
│                                                                                                  │
│   30 │   def forward(self, x):                                                                   │
│ ❱ 31 │   │   x = self.fc1(x)                                                                     │
│   32 │   │   return x                                                                            │
╰──────────────────────────────────────────────────────────────────────────────────────────────────╯
RuntimeError: {MESSAGE_TEXT}
"""


def test_the_frames_in_richs_box_are_read() -> None:
    found = failure(RICH)
    assert (found.type, found.message) == ("RuntimeError", MESSAGE_TEXT)
    assert places(found) == [(50, "<module>"), (31, "forward")]


def test_richs_guides_are_no_code() -> None:
    assert [frame.code for frame in failure(RICH).frames] == ["main()", "x = self.fc1(x)"]


def test_richs_box_is_read_behind_a_rank() -> None:
    found = failure("\n".join(f"[rank0]: {line}" for line in RICH.splitlines()))
    assert (found.rank, places(found)) == (0, [(50, "<module>"), (31, "forward")])


@pytest.mark.parametrize("wrap", ["/modules/\n", ":116 in\n", "/mod\n"])
def test_a_frame_that_rich_wraps_is_one(wrap: str) -> None:
    place = "/usr/lib/python3.11/site-packages/torch/nn/modules/linear.py:116 in forward"
    kept = wrap.removesuffix("\n")
    broken = place.replace(kept, wrap).replace("\n ", "\n")
    box = "\n".join(f"│ {line:<70} │" for line in [*broken.split("\n"), "", "❱ 116 │   return F.linear(x)"])
    found = failure(f"│ Traceback (most recent call last) │\n{box}\nRuntimeError: {MESSAGE_TEXT}\n")
    assert found.frames == (Frame(place.split(":")[0], 116, "forward", "return F.linear(x)"),)


def test_a_path_that_rich_wraps_stays_whole() -> None:
    text = (
        "╭────────── Traceback (most recent call last) ──────────╮\n"
        "│ /usr/lib/python3.11/site-packages/torch/nn/modules/   │\n"
        "│ linear.py:116 in forward                              │\n"
        "│                                                       │\n"
        "│ ❱ 116 │   │   return F.linear(input, self.weight)     │\n"
        "╰───────────────────────────────────────────────────────╯\n"
        f"RuntimeError: {MESSAGE_TEXT}\n"
    )
    frame = failure(text).frames[-1]
    assert isinstance(frame, Frame)
    assert "torch" in frame.file
