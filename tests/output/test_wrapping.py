"""Breaking lines by display width."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytorch_explain.output.wrapping import printable, width, wrap

TEXTS = st.text(st.one_of(st.sampled_from("ab  \n，。；（）形状的大小x1.,)`"), st.characters()), max_size=120)
WORDS = st.one_of(
    st.text(st.sampled_from("abcdef"), min_size=1, max_size=8),
    st.text(st.sampled_from("形状的大小不一致"), min_size=1, max_size=12),
    st.sampled_from(["（形状", "`fc1`", "(32x400)", "·"]),
)
_WORD = re.compile(r"[!-~…]+[，。：）]*")
#: Words, each with the punctuation that may follow it.
PROSE = st.lists(
    st.tuples(WORDS, st.sampled_from(["", "", "，", "。", "：", "）", "）。", "…"])).map("".join), max_size=40
)


@pytest.mark.parametrize(
    ("text", "columns"),
    [("", 0), ("abc", 3), ("形状", 4), ("fc1 形", 6), ("，。", 4), ("e\u0301", 1), ("ｘ", 2), ("×", 1), ("한", 2)],
)
def test_width_is_columns_on_a_terminal(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        ("one two three", 9, ["one two", "three"]),
        ("one   two\tthree", 40, ["one two three"]),
        ("one\ntwo", 40, ["one", "two"]),
        ("one\n\ntwo", 40, ["one", "", "two"]),
        ("", 40, [""]),
        ("a incomprehensibilities b", 10, ["a", "incomprehensibilities", "b"]),
        ("形状的大小不一致", 8, ["形状的大", "小不一致"]),
        ("输入 batch 的大小", 10, ["输入 batch", "的大小"]),
    ],
)
def test_text_is_broken_between_words_and_between_chinese_characters(text: str, columns: int, lines: list[str]) -> None:
    assert wrap(text, columns) == lines


@settings(deadline=None, max_examples=400)
@given(PROSE, st.integers(12, 60), st.sampled_from(["", " "]))
def test_no_line_is_wider_than_the_width(words: list[str], columns: int, between: str) -> None:
    lines = wrap(between.join(words), columns)
    too_wide = [line for line in lines if width(line) > columns and not _WORD.fullmatch(line)]
    assert too_wide == []


@settings(deadline=None, max_examples=300)
@given(TEXTS, st.integers(0, 60))
def test_wrapping_loses_nothing_but_white_space(text: str, columns: int) -> None:
    assert "".join("".join(wrap(text, columns)).split()) == "".join(text.split())


@settings(deadline=None, max_examples=300)
@given(PROSE, st.integers(12, 60))
def test_closing_punctuation_does_not_begin_a_line(words: list[str], columns: int) -> None:
    text = "开头" + "".join(words)
    assert [line for line in wrap(text, columns)[1:] if line[0] in "，。；：、！？）"] == []


@pytest.mark.parametrize("hostile", ["\x1b[2J", "\x07", "\r", "\x9b31m", "\u202e", "\u200b", "\x7f", "\x00", "\ud800"])
def test_characters_that_a_terminal_would_obey_are_dropped(hostile: str) -> None:
    assert printable(f"a{hostile}b").startswith("a") and not any(
        unicodedata.category(c).startswith("C") for c in printable(f"a{hostile}b")
    )


def test_line_breaks_tabs_and_letters_of_any_script_stay() -> None:
    assert printable("a\n\tб 形状 😀 é") == "a\n\tб 形状 😀 é"


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\r"])
def test_no_character_but_a_line_break_breaks_a_line(separator: str) -> None:
    assert printable(f"形状 a{separator}b").splitlines() == ["形状 ab"]
    assert printable(f"a{separator}b").splitlines() == ["ab"]
