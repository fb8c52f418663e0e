"""The frames of a traceback in every dialect, their arrows and carets, and their order."""

from __future__ import annotations

import pytest
from pytorch_explain.model import Frame
from pytorch_explain.reading.frames import (
    INNERMOST,
    OUTERMOST,
    Stack,
    arrow,
    carets,
    header,
    is_context,
    marked,
    ordered,
)


@pytest.mark.parametrize(
    ("line", "frame"),
    [
        # Python
        ('  File "/home/me/train.py", line 31, in forward', ("/home/me/train.py", 31, "forward")),
        ('  File "C:\\Users\\me\\train.py", line 31, in forward', ("C:\\Users\\me\\train.py", 31, "forward")),
        ('File "/home/me/my net/train.py", line 31, in forward', ("/home/me/my net/train.py", 31, "forward")),
        ('  File "<stdin>", line 1, in <module>', ("<stdin>", 1, "<module>")),
        ('  File "train.py", line 31', ("train.py", 31, "")),
        ("  File 'train.py', line 31, in f", ("train.py", 31, "f")),
        ('      File "train.py", line 31, in Net.forward', ("train.py", 31, "Net.forward")),
        # IPython
        ("File /home/me/net.py:31, in forward(self, x)", ("/home/me/net.py", 31, "forward")),
        ("File ~/torch/nn/modules/module.py:1501, in Module._call_impl(self, *args)", None),
        ("File C:\\me\\net.py:31, in Net.forward(self, x)", ("C:\\me\\net.py", 31, "Net.forward")),
        ("Cell In[5], line 3", ("In[5]", 3, "<module>")),
        ("Cell In [5], line 3", ("In [5]", 3, "<module>")),
        ("Cell In[5], line 3, in Net.forward(self, x)", ("In[5]", 3, "Net.forward")),
        # IPython 7 and Colab
        ("<ipython-input-5-d1e2f3> in <module>", ("<ipython-input-5-d1e2f3>", None, "<module>")),
        ("<ipython-input-5-d1e2f3> in forward(self, x)", ("<ipython-input-5-d1e2f3>", None, "forward")),
        ("/tmp/ipykernel_12/3456.py in <module>", ("/tmp/ipykernel_12/3456.py", None, "<module>")),
        ("~/torch/nn/modules/module.py in _call_impl(self, *input)", ("~/torch/nn/modules/module.py", None, None)),
        ("[/usr/lib/net.py](https://localhost:8080/#) in forward(self, x)", ("/usr/lib/net.py", None, "forward")),
        # pytest
        ("tests/net.py:31: in forward", ("tests/net.py", 31, "forward")),
        ("tests/net.py:31: ", ("tests/net.py", 31, "")),
        ("C:\\me\\net.py:31: in forward", ("C:\\me\\net.py", 31, "forward")),
        # rich
        ("/home/me/train.py:31 in forward", ("/home/me/train.py", 31, "forward")),
        ("/home/me/train.py:31 in <module>          ", ("/home/me/train.py", 31, "<module>")),
    ],
)
def test_a_frame_is_read_in_every_dialect(line: str, frame: tuple[str, int | None, str | None] | None) -> None:
    found = header(line)
    assert found is not None
    if frame is None:
        frame = ("~/torch/nn/modules/module.py", 1501, "Module._call_impl")
    file, number, function = frame
    assert (found.file, found.line) == (file, number)
    assert found.function == ("_call_impl" if function is None else function)
    assert found.code == ""


@pytest.mark.parametrize(
    ("line", "function"),
    [
        ("Input In [5], in <cell line: 3>()", "<cell line: 3>"),
        ("Input In [4], in Net.forward(self, x)", "Net.forward"),
    ],
)
def test_a_cell_of_ipython_8_0_is_a_frame(line: str, function: str) -> None:
    found = header(line)
    assert found is not None
    assert found.function == function


@pytest.mark.parametrize(
    "line",
    [
        "",
        "RuntimeError: x",
        "line 3, in f",
        "Error in train.py:31 because of that",
        "see train.py:31 for more",
        "/tmp/ipykernel_3/1.py:3: UserWarning: x",
        "train.py:31: UserWarning: x",
        "/pytorch/aten/src/ATen/native/cuda/Loss.cu:94: operator(): block: [0,0,0]",
        "frame #0: c10::Error::Error() + 0x57 (0x7f in /usr/lib/libc10.so)",
        "the tensor in line 3 is empty",
        "epoch 3: in progress",
        "    x = self.fc1(x)",
    ],
)
def test_what_begins_no_frame_is_none(line: str) -> None:
    assert header(line) is None


@pytest.mark.parametrize(
    ("line", "pointed"),
    [
        ("----> 3 y = net(x)", (3, "y = net(x)")),
        ("-> 1501     return forward_call(*args)", (1501, "return forward_call(*args)")),
        ("---> 31", (31, "")),
        ("> 31     y = net(x)", (31, "y = net(x)")),
        ("❱ 31 y = net(x)", (31, "y = net(x)")),
        ("❱ 31 │   │   y = net(x)", (31, "y = net(x)")),
        ("  ❱  31 │   y = net(x)", (31, "y = net(x)")),
    ],
)
def test_an_arrow_tells_line_and_code(line: str, pointed: tuple[int, str]) -> None:
    assert arrow(line) == pointed


@pytest.mark.parametrize("line", ["", ">>> 3", "-> y = net(x)", "    31 y = net(x)", "--x 3", "y -> 3", "> 31st"])
def test_what_is_no_arrow_is_none(line: str) -> None:
    assert arrow(line) is None


def test_numbered_lines_are_the_context_of_an_arrow() -> None:
    assert is_context("     30 def forward(self, x):")
    assert is_context("   1502")
    assert not is_context("    x = 31")
    assert not is_context("----> 31 y = net(x)")


@pytest.mark.parametrize("line", ["    ^^^^", "        ~~~~^~~~~", "^", "    ~~^  "])
def test_carets_are_known(line: str) -> None:
    assert carets(line)


@pytest.mark.parametrize("line", ["", "    ", "    ~~~~", "x ^ y", "    ^ here"])
def test_what_is_more_than_carets_is_none(line: str) -> None:
    assert not carets(line)


@pytest.mark.parametrize(
    ("code", "carets_line", "marks"),
    [
        ("    x = self.fc1(x)", "        ^^^^^^^^^^^", "self.fc1(x)"),
        ("x = a @ b", "    ~~^~~", "a @ b"),
    ],
)
def test_carets_mark_a_part_of_the_stripped_code(code: str, carets_line: str, marks: str) -> None:
    found = marked(code, carets_line)
    assert found is not None
    assert code.strip()[slice(*found)] == marks


@pytest.mark.parametrize(("code", "carets_line"), [("    x", "  ^"), ("    x", ""), ("x", "  ")])
def test_carets_beside_the_code_mark_nothing(code: str, carets_line: str) -> None:
    assert marked(code, carets_line) is None


OUTER, INNER = Frame("train.py", 50, "<module>"), Frame("net.py", 31, "forward")


def test_frames_are_outermost_first() -> None:
    assert ordered([OUTER, INNER]) == (OUTER, INNER)


def test_a_debuggers_innermost_first_is_turned_round() -> None:
    assert ordered([INNER, OUTER]) == (OUTER, INNER)


@pytest.mark.parametrize("frames", [[], [OUTER], [INNER], [OUTER, OUTER], [INNER, INNER]])
def test_where_the_order_cannot_be_told_it_stays(frames: list[Frame]) -> None:
    assert ordered(frames) == tuple(frames)


# --- the stack of a paste


def test_of_many_frames_the_outermost_and_the_innermost_are_kept() -> None:
    stack = Stack()
    for number in range(1000):
        stack.add(Frame("a.py", number, "f"))
    found = [frame.line for frame in stack.frames()]
    assert found == [*range(OUTERMOST), *range(1000 - INNERMOST, 1000)]


def test_passages_share_the_frames_until_another_comes() -> None:
    stack = Stack()
    stack.add(Frame("a.py", 1, "f"))
    first = stack.frames()
    stack.disturbed()
    assert stack.frames() is first
    stack.add(Frame("a.py", 2, "g"))
    assert len(stack.frames()) == 2


def test_a_log_that_names_places_is_no_traceback() -> None:
    stack = Stack()
    stack.add(Frame("a.py", 1, "f"))
    for _ in range(100):
        stack.disturbed()
    assert not stack
    assert stack.frames() == ()
