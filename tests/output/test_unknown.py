"""What is said where nothing was recognised."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytorch_explain.model import Failure, Match
from pytorch_explain.output.unknown import render

Golden = Callable[[str, str], None]
ODD = Failure("RuntimeError", "the frobnicator\n  is out of cheese")
NEAR = [Match(name, "shape", 0.5, "fuzzy", {}, ODD) for name in ("matmul-shape-mismatch", "state-dict-keys")]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_an_unknown_failure_reads_like_this(golden: Golden, lang: str) -> None:
    golden(f"unknown-{lang}.txt", render(ODD, NEAR, lang))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_text_without_a_failure_reads_like_this(golden: Golden, lang: str) -> None:
    golden(f"nothing-{lang}.txt", render(None, [], lang))


def test_a_message_stands_on_one_line() -> None:
    assert "RuntimeError: the frobnicator is out of cheese\n" in render(ODD, [], "en")


def test_a_message_without_a_type_stands_alone() -> None:
    lines = render(Failure(None, "out of cheese"), [], "en").splitlines()
    assert [line.split(":", 1)[1].strip() for line in lines if "cheese" in line] == ["out of cheese"]


def test_where_nothing_comes_near_nothing_is_said_of_it() -> None:
    assert "near" not in render(ODD, [], "en")


def test_a_long_message_is_cut() -> None:
    text = render(Failure("RuntimeError", "word " * 5_000), [], "en")
    assert len(text) < 1_000 and " ...\n" in text


@pytest.mark.parametrize("hostile", ["\x1b]0;owned\x07", "\x9b31m", "\u202egnp.exe", "\x00"])
def test_nothing_of_the_paste_reaches_the_terminal_unescaped(hostile: str) -> None:
    assert not set("\x1b\x9b\u202e\x00\x07") & set(render(Failure(None, hostile + "x"), [], "en"))
