"""An explanation on streams of every kind."""

from __future__ import annotations

import io
import os
from collections.abc import Callable

import pytest
from pytorch_explain.model import Explanation
from pytorch_explain.output.showing import coloured, columns, is_terminal, show

Tell = Callable[[str], Explanation]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1


def closed() -> io.StringIO:
    stream = io.StringIO()
    stream.close()
    return stream


@pytest.mark.parametrize("stream", [None, io.StringIO(), closed()])
def test_what_is_no_terminal_has_no_colour_and_80_columns(stream: io.StringIO | None) -> None:
    assert (is_terminal(stream), coloured(stream), columns(stream)) == (False, False, 80)


@pytest.mark.parametrize(("reported", "used"), [(0, 80), (1, 20), (19, 20), (60, 60), (100, 100), (400, 100)])
def test_lines_are_as_wide_as_the_window_within_reason(
    monkeypatch: pytest.MonkeyPatch, reported: int, used: int
) -> None:
    monkeypatch.setattr(os, "get_terminal_size", lambda fd: os.terminal_size((reported, 24)))
    assert columns(Terminal()) == used


@pytest.mark.parametrize("width", ["0", "1", "-1", "many"])
def test_a_terminal_gets_the_whole_answer_whatever_width_is_claimed(
    told: Tell, monkeypatch: pytest.MonkeyPatch, width: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    stream = Terminal()
    show(told("en"), stream)
    assert "matmul-shape-mismatch" in stream.getvalue() and "nn.Linear(400, 120)" in stream.getvalue()


def test_a_closed_output_gets_nothing(told: Tell) -> None:
    show(told("en"), None)
