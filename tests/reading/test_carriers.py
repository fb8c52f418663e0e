"""Tracebacks that were carried as data: Docker's records, a notebook's file, a URL, a cluster's and a job's log."""

from __future__ import annotations

import json
from urllib.parse import quote, quote_plus

import pytest
from pytorch_explain.model import Failure
from pytorch_explain.reading.carriers import opened
from pytorch_explain.reading.passages import MESSAGE, read

TEXT = "mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)"
TRACEBACK = (
    'Traceback (most recent call last):\n  File "train.py", line 50, in <module>\n    main()\n'
    f'  File "net.py", line 31, in forward\n    x = self.fc1(x)\nRuntimeError: {TEXT}\n'
)


def last(text: str) -> Failure:
    return [passage.failure for passage in read(text).passages if passage.strength == MESSAGE][-1]


def docker(text: str) -> str:
    rows = [{"log": line + "\n", "stream": "stderr", "time": "2024-01-02T03:04:05.678Z"} for line in text.splitlines()]
    return "\n".join(json.dumps(row, separators=(",", ":")) for row in rows)


def prefixed(prefix: str) -> str:
    return "".join(f"{prefix}{line}\n" for line in TRACEBACK.splitlines())


@pytest.mark.parametrize(
    "text",
    [
        docker(TRACEBACK),
        quote(TRACEBACK),
        quote_plus(TRACEBACK),
        prefixed("2024-01-02T03:04:05.678901234Z stderr F "),
        prefixed("Run tests\t2024-01-02T03:04:05.6789012Z "),
        prefixed("build\tRun tests\t2024-01-02T03:04:05.6789012Z "),
    ],
    ids=["docker", "url", "form", "kubernetes", "step", "job and step"],
)
def test_a_carried_traceback_is_read_with_its_frames(text: str) -> None:
    found = last(text)
    assert (found.type, found.message) == ("RuntimeError", TEXT)
    assert [(frame.line, frame.function, frame.code) for frame in found.frames] == [
        (50, "<module>", "main()"),
        (31, "forward", "x = self.fc1(x)"),
    ]


OUTPUT = {
    "ename": "RuntimeError",
    "evalue": TEXT,
    "output_type": "error",
    "traceback": [
        "\x1b[0;31mRuntimeError\x1b[0m                              Traceback (most recent call last)",
        "Cell \x1b[0;32mIn[5], line 3\x1b[0m\n\x1b[1;32m      1\x1b[0m net = Net()\n"
        "\x1b[0;32m----> 3\x1b[0m y = net(x)\n",
        f"\x1b[0;31mRuntimeError\x1b[0m: {TEXT}",
    ],
}


@pytest.mark.parametrize("indent", [None, 1])
def test_the_error_in_a_notebooks_file_is_read(indent: int | None) -> None:
    text = json.dumps({"cells": [{"outputs": [OUTPUT], "source": ["y = net(x)"]}]}, indent=indent)
    found = [passage.failure for passage in read(text).passages if passage.strength == MESSAGE]
    assert found[0].type == "RuntimeError"
    assert TEXT in found[0].message
    assert "u001b" not in read(text).text


def test_its_type_and_message_alone_are_enough() -> None:
    found = last(f'   "ename": "RuntimeError",\n   "evalue": "{TEXT}",\n   "output_type": "error",')
    assert (found.type, found.message.split("\n")[0]) == ("RuntimeError", TEXT)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "100% done",
        "https://x.org/?q=a%20b",
        "RuntimeError: 5%20 of it",
        '{"log": 3}',
        '{"log":[[[',
        '{"log":' + "[" * 100_000,
        "C:\\u001b",
    ],
)
def test_what_carries_nothing_stays(text: str) -> None:
    assert opened(text) == text
