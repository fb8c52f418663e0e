"""Four times the text takes about four times as long, whatever it consists of, and little memory.

The bounds are generous: what they are to catch grows with the square.
"""

from __future__ import annotations

import time
import tracemalloc

import pytest
from pytorch_explain.knowledge.store import SOURCE, Base, folder
from pytorch_explain.matching.ranking import rank
from pytorch_explain.reading.passages import read

SIZE = 60_000
#: Of the larger text's time, and how much more per character it may take than the smaller.
MOST_TIMES = 4 * 2.5
#: Below this the clock tells more than the program.
LEAST_SECONDS = 0.02
MOST_MEMORY = 60

PIECES = {
    "short lines": "ab cd\nx 7\nloss .3\n",
    "newlines": "\n",
    "blank lines": " \n",
    "backslashes": "\\",
    "escaped lines": "\\\\n",
    "a box": "│" + " " * 3900 + "x\n",
    "small boxes": "│ a │\n",
    "bullets": "- a\n",
    "signs": "+ a\n- b\n",
    "prompts": ">>> x\n",
    "arrows": "----> 1 y\nhello\n",
    "arrows that raise": "----> 1 raise x\n",
    "rich": "❱ 5 hello\nfoo\n",
    "frames and steps": '  File "a.py", line 1, in f\n    x = 1\nstep loss 0.1\n',
    "frames and blanks": '  File "a.py", line 1, in f\n\nhello world\n',
    "anchors": "shapes cannot be multiplied (",
    "versions": "is at version ",
    "holes": "a" * 180 + "forward() missing ",
    "actors": "(WorkerDict pid=1) hello\n",
    "Chinese": "显存不足报错\n",
    "comments": "# a\n",
    "quotations": '  "a"\n',
    "progress": "10%|##\n",
    "records": '{"log":"a\\n"}\n',
    "octets": "Error%3A%20",
    "an output": '"ename": "RuntimeError", "evalue": "a',
    "messages": "RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)\n",
}


@pytest.fixture(scope="module")
def base() -> Base:
    return folder(SOURCE, own=True)


def seconds(text: str, base: Base) -> float:
    """The least of three times, from text to ranking."""
    taken = []
    for _ in range(3):
        started = time.process_time()
        rank(read(text), [base])
        taken.append(time.process_time() - started)
    return min(taken)


def of(piece: str, size: int) -> str:
    return piece * (size // len(piece) + 1)


@pytest.mark.parametrize("name", PIECES)
def test_time_is_linear(base: Base, name: str) -> None:
    once, fourfold = (seconds(of(PIECES[name], size), base) for size in (SIZE, 4 * SIZE))
    assert fourfold <= MOST_TIMES * max(once, LEAST_SECONDS)


@pytest.mark.parametrize("name", PIECES)
def test_memory_is_linear(name: str) -> None:
    text = of(PIECES[name], SIZE)
    read(text[:1000])
    tracemalloc.start()
    try:
        read(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak <= MOST_MEMORY * len(text.encode())
