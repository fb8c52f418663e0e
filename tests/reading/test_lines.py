"""What kind of line a line is: a head, an exception, an assertion, source code, or the end of a message."""

from __future__ import annotations

import pytest
from pytorch_explain.reading import lines

# --- exceptions


@pytest.mark.parametrize(
    ("line", "name", "message"),
    [
        ("RuntimeError: x", "RuntimeError", " x"),
        ("torch.OutOfMemoryError: CUDA out of memory", "torch.OutOfMemoryError", " CUDA out of memory"),
        ("Some words before KeyError: 'a'", "KeyError", " 'a'"),
        ("RuntimeError：显存不足", "RuntimeError", "显存不足"),
        ("torch._dynamo.exc.Unsupported: generator", "torch._dynamo.exc.Unsupported", " generator"),
        ("UserWarning: x", "UserWarning", " x"),
        ("RuntimeError : x", "RuntimeError", " x"),
        ("MyException: a: b", "MyException", " a: b"),
    ],
)
def test_a_type_and_its_message_are_found(line: str, name: str, message: str) -> None:
    found = lines.typed(line)
    assert found is not None
    assert (found.name, line[found.message :]) == (name, message)
    assert line[found.start :].startswith(name)


@pytest.mark.parametrize(
    "line", ["", "a: b", "RuntimeError", "an error occurred: x", "std::error", "Epoch: 3", "x = 3"]
)
def test_a_line_without_an_exceptions_type_has_none(line: str) -> None:
    assert lines.typed(line) is None


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("_queue.Empty", "_queue.Empty"),
        ("KeyboardInterrupt", "KeyboardInterrupt"),
        ("StopIteration: 3", "StopIteration"),
        ("pkg.mod.Oops: bad", "pkg.mod.Oops"),
    ],
)
def test_a_bare_type_is_an_exception(line: str, name: str) -> None:
    assert lines.bare_type(line) == name


@pytest.mark.parametrize("line", ["", "done", "two words", "  Indented", "3.14"])
def test_what_is_no_type_is_no_exception(line: str) -> None:
    assert lines.bare_type(line) is None


# --- heads, chains, reports


@pytest.mark.parametrize(
    "line",
    [
        "Traceback (most recent call last):",
        "Original Traceback (most recent call last):",
        "  Traceback (most recent call last):",
        "Traceback:",
        "追踪（最近一次调用最后）：",
    ],
)
def test_a_traceback_begins(line: str) -> None:
    assert lines.head(line) == (True, None)


def test_ipythons_head_names_the_type() -> None:
    line = "RuntimeError                              Traceback (most recent call last)"
    assert lines.head(line) == (True, "RuntimeError")


@pytest.mark.parametrize("line", ["", "RuntimeError: x", "see the Traceback below", "import traceback"])
def test_no_traceback_begins(line: str) -> None:
    assert lines.head(line) == (False, None)


def test_chained_tracebacks_are_joined_by_two_sentences() -> None:
    assert lines.chains("During handling of the above exception, another exception occurred:")
    assert lines.chains("The above exception was the direct cause of the following exception:")
    assert not lines.chains("an exception occurred")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Exception has occurred: RuntimeError", ("RuntimeError", "")),
        ("发生异常: RuntimeError", ("RuntimeError", "")),
        ("例外が発生しました: torch.cuda.OutOfMemoryError", ("torch.cuda.OutOfMemoryError", "")),
        ("예외가 발생했습니다: ValueError", ("ValueError", "")),
        ("Exception has occurred: RuntimeError: boom", ("RuntimeError", "boom")),
        ("发生异常：RuntimeError", ("RuntimeError", "")),
        ("An exception has happened: x", None),
    ],
)
def test_a_debuggers_report_is_read_in_every_language(line: str, found: tuple[str, str] | None) -> None:
    assert lines.debugger(line) == found


def test_a_debuggers_note_is_no_message() -> None:
    line = (
        "Exception has occurred: RuntimeError       (note: full exception trace is shown but execution is paused at: f)"
    )
    assert lines.debugger(line) == ("RuntimeError", "")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Exception Type: RuntimeError", ("Type", "RuntimeError")),
        ("- Exception Message: CUDA out of memory", ("Message", "CUDA out of memory")),
        ("Exception Value: x", None),
        ("Message: x", None),
    ],
)
def test_a_labelled_field_is_read(line: str, found: tuple[str, str] | None) -> None:
    assert lines.label(line) == found


@pytest.mark.parametrize(
    "line",
    [
        "../aten/src/ATen/native/cuda/Loss.cu:94: block: [0,0,0], thread: [3,0,0] Assertion `t >= 0` failed.",
        "Assertion `srcIndex < srcSelectDimSize` failed",
    ],
)
def test_a_kernels_assertion_is_known(line: str) -> None:
    assert lines.assertion(line)


@pytest.mark.parametrize(
    "line", ["AssertionError: x", "Assertion failed", 'raise Error("Assertion `a` failed")', "the Assertion `a` holds"]
)
def test_another_line_is_no_kernels_assertion(line: str) -> None:
    assert not lines.assertion(line)


# --- code


@pytest.mark.parametrize(
    "line",
    [
        "import torch",
        "from torch import nn",
        "def forward(self, x):",
        "class Net(nn.Module):",
        "@torch.no_grad()",
        "    return F.linear(input, self.weight, self.bias)",
        '    raise RuntimeError("CUDA out of memory")',
        "    with torch.no_grad():",
        "    assert x.dim() == 2",
        "if x.dim() == 2:",
        "for batch in loader:",
        "while True:  # for ever",
        "x = self.fc1(x)",
        "loss += criterion(x, y)",
        "optimizer.step()",
        "# RuntimeError: CUDA out of memory",
        "// CUDA out of memory",
        "/* CUDA out of memory */",
        '    """Raises RuntimeError: CUDA out of memory."""',
        '        "CUDA out of memory. Tried to allocate",',
        '        f"mat1 and mat2 shapes",',
        'TORCH_CHECK(a == b, "mat1 and mat2 shapes cannot be multiplied");',
        'with pytest.raises(RuntimeError, match="CUDA out of memory"):',
        'self.assertRaisesRegex(RuntimeError, "CUDA out of memory")',
        '-    raise RuntimeError("a")',
        '+    raise RuntimeError("b")',
        "+def forward(self, x):",
        "@@ -1,2 +1,2 @@",
        '- raise RuntimeError("a")',
        "+++ b/train.py",
        "with open(path) as file:",
        "with torch.autocast(",
        "import torch.nn as nn",
        "import os, sys",
        "diff --git a/x.py b/x.py",
    ],
)
def test_code_is_code(line: str) -> None:
    assert lines.code(line)


@pytest.mark.parametrize(
    "line",
    [
        "mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)",
        "RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)",
        "CUDA out of memory. Tried to allocate 2.00 GiB.",
        "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!",
        "I get this when training:",
        "for me it fails with CUDA out of memory",
        "with the new version it fails",
        "if I run it, it says",
        "import of my model failed",
        "while training",
        'Missing key(s) in state_dict: "fc.weight"',
        "- RuntimeError: CUDA out of memory",
        "- it fails with CUDA out of memory",
        "### RuntimeError: CUDA out of memory",
        "with torch.compile(model) it says",
    ],
)
def test_a_sentence_is_no_code(line: str) -> None:
    assert not lines.code(line)


# --- the end of a message


@pytest.mark.parametrize(
    "line",
    [
        "Traceback (most recent call last):",
        "During handling of the above exception, another exception occurred:",
        "Original Traceback (most recent call last):",
        '  File "a.py", line 3, in f',
        "----> 3 y = net(x)",
        "ValueError: y",
        ">>> model(x)",
        "$ python train.py",
        "me@host:~/net$ python train.py",
        "In [5]: net(x)",
        "(base) PS C:\\me> python train.py",
        "Process finished with exit code 1",
        "进程已结束，退出代码为 1",
        "Set the environment variable HYDRA_FULL_ERROR=1 for a complete stack trace.",
        " 45%|████▌     | 45/100 [00:10<00:12,  4.41it/s]",
        "## Stack Trace",
    ],
)
def test_a_message_ends_where_something_else_begins(line: str) -> None:
    assert lines.ends_message(line)


@pytest.mark.parametrize(
    "line",
    [
        '\tMissing key(s) in state_dict: "fc.weight".',
        "\tsize mismatch for fc.weight: copying a param with shape torch.Size([10])",
        "(32x400 and 300x120)",
        "Compile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.",
        "CUDA kernel errors might be asynchronously reported at some other API call.",
        "  The failing operation was seen by RuntimeError: x",
        "#2 'weight'; but they are not the same",
    ],
)
def test_a_message_goes_on(line: str) -> None:
    assert not lines.ends_message(line)
