"""What is said where nothing was recognised."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest
from markdown_it import MarkdownIt
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


# --- in Markdown


@pytest.mark.parametrize(
    "hostile",
    [
        "<img src=x onerror=alert(1)>",
        "[click](https://evil.example)",
        "`<img src=x>`",
        "\\`<img src=x>`",
        "**bold** _it_",
        "&lt;b&gt;",
        "![x](https://evil.example/pixel.png)",
    ],
)
def test_a_paste_is_text_in_markdown(hostile: str) -> None:
    text = render(Failure("RuntimeError", hostile), NEAR, "en", markdown=True)
    shown = MarkdownIt("commonmark").render(text)
    assert set(re.findall(r"<([a-z0-9]+)", shown)) == {"p", "br"}
    assert f"RuntimeError: {hostile}" in html.unescape(shown)


def test_markdown_says_the_same_as_the_text() -> None:
    shown = MarkdownIt("commonmark").render(render(ODD, NEAR, "en", markdown=True))
    told = [html.unescape(re.sub(r"<[^>]+>", "", line)).split() for line in shown.splitlines() if line]
    assert told == [line.split() for line in render(ODD, NEAR, "en").splitlines()]
