"""What is code or a diff only by the lines around it, and what is a heading, a bullet or a quotation without them."""

from __future__ import annotations

import pytest
from pytorch_explain.reading import lines
from pytorch_explain.reading.passages import NONE, TITLE, read

MESSAGE = "mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)"
TRACEBACK = (
    'Traceback (most recent call last):\n  File "train.py", line 31, in forward\n    x = self.fc1(x)\n'
    f"RuntimeError: {MESSAGE}\n"
)


def strength(text: str) -> int:
    """The strongest standing of a passage in which the message lies."""
    paste = read(text)
    place = paste.text.index(MESSAGE)
    return max(item.strength for item in paste.passages if item.start <= place < item.end)


@pytest.mark.parametrize(
    "text",
    [
        f"# {MESSAGE}",
        f"# RuntimeError: {MESSAGE}",
        f"# {MESSAGE}\n\n```python\nimport torch\n```",
        f"- {MESSAGE}",
        f"- RuntimeError: {MESSAGE}",
        f"+ {MESSAGE}",
        f"- it trains\n- RuntimeError: {MESSAGE}\n- it stops",
        f'    "{MESSAGE}"',
        f"with shapes: {MESSAGE}",
        f"return value: {MESSAGE}",
        f"return {MESSAGE}",
        f"raise of the layer says {MESSAGE}",
    ],
)
def test_what_only_begins_like_code_is_a_message(text: str) -> None:
    assert strength(text) >= TITLE


@pytest.mark.parametrize(
    "text",
    [
        f"import torch\n# {MESSAGE}",
        f"# Raises:\n#   RuntimeError: {MESSAGE}\ndef f(x):\n    pass",
        f'check(\n    "{MESSAGE}"\n)',
        f"@@ -1,2 +1,2 @@\n-RuntimeError: {MESSAGE}\n+RuntimeError: x",
        f"+++ b/log.txt\n+{MESSAGE}",
        f'- x = 1\n+ x = "{MESSAGE}"',
        f'functional.py:2345: raise ValueError("{MESSAGE} {{}}".format(size))',
        f'src/net.cpp:12:   TORCH_CHECK(a, "{MESSAGE}");',
        f'raise RuntimeError(f"{MESSAGE} for {{layer}}")',
        f'raise RuntimeError("{MESSAGE} for %s" % layer)',
    ],
)
def test_among_code_and_in_a_diff_it_says_nothing(text: str) -> None:
    assert strength(text) == NONE


@pytest.mark.parametrize("sign", ["- ", "+ ", "# ", "> "])
def test_a_sign_before_every_line_hides_no_traceback(sign: str) -> None:
    found = [
        passage.failure for passage in read("".join(sign + line + "\n" for line in TRACEBACK.splitlines())).passages
    ]
    assert [(item.message, [frame.line for frame in item.frames]) for item in found] == [(MESSAGE, [31])]


@pytest.mark.parametrize(
    "code", ["return x", "return not x", "return x if y else z", "raise KeyError from error", "assert x is y"]
)
def test_statements_of_words_are_code(code: str) -> None:
    assert lines.code(code)
