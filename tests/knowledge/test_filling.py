"""Texts with placeholders, and how facts are written in each language."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytorch_explain.knowledge.filling import fill, placeholders, render, size
from pytorch_explain.model import Bytes, Fact, Prose


def test_a_text_names_what_it_asks_for() -> None:
    assert placeholders("`{layer}` wants {want}, {{not}} {this one}") == {"layer", "want"}


def test_a_text_is_filled_with_the_facts() -> None:
    assert fill("`{layer}` got {got}", {"layer": "fc1", "got": 400}, "en") == "`fc1` got 400"


def test_a_text_whose_facts_are_not_all_known_cannot_be_filled() -> None:
    assert fill("`{layer}` got {got}", {"got": 400}, "en") is None


def test_doubled_braces_become_single_ones() -> None:
    assert fill("{{'a': {n}}}", {"n": 1}, "en") == "{'a': 1}"


def test_a_lone_brace_stays() -> None:
    assert fill("x = {1, 2}", {}, "en") == "x = {1, 2}"


@pytest.mark.parametrize("hostile", ["{got}", "{{", "\\1", "{layer.__class__}", "%s", "\\g<0>"])
def test_a_fact_that_looks_like_a_placeholder_is_only_text(hostile: str) -> None:
    assert fill("in {layer}!", {"layer": hostile, "got": 1}, "en") == f"in {hostile}!"


@pytest.mark.parametrize(
    ("fact", "english", "chinese"),
    [
        (400, "400", "400"),
        (-1, "-1", "-1"),
        (0.1, "0.1", "0.1"),
        (2.0, "2", "2"),
        (1e-05, "1e-05", "1e-05"),
        ("fc1", "fc1", "fc1"),
        ([32, 400], "[32, 400]", "[32, 400]"),
        ([], "[]", "[]"),
        ((16, 5, 5), "16 x 5 x 5", "16 × 5 × 5"),
        (Bytes(2 * 2**30), "2.00 GiB", "2.00 GiB"),
        (["fc.weight"], "`fc.weight`", "`fc.weight`"),
        (["a", "b"], "`a`, `b`", "`a`、`b`"),
        (["a", "b", "c", "d"], "`a`, `b`, `c`, `d`", "`a`、`b`、`c`、`d`"),
        (["a", "b", "c", "d", "e"], "`a`, `b`, `c`, `d` and 1 more", "`a`、`b`、`c`、`d` 等 5 个"),
    ],
)
def test_a_fact_is_written_as_readers_of_the_language_write_it(fact: Fact, english: str, chinese: str) -> None:
    assert (render(fact, "en"), render(fact, "zh")) == (english, chinese)


@pytest.mark.parametrize(
    ("count", "written"),
    [
        (0, "0 bytes"),
        (1023, "1023 bytes"),
        (1024, "1.00 KiB"),
        (20 * 2**20, "20.00 MiB"),
        (int(1.5 * 2**30), "1.50 GiB"),
        (3 * 2**40, "3.00 TiB"),
        (2**60, "1.00 EiB"),
        (2**75, "32768.00 EiB"),
    ],
)
def test_a_number_of_bytes_has_a_binary_unit(count: int, written: str) -> None:
    assert size(count) == written


@settings(deadline=None)
@given(st.text(st.sampled_from("{}ab ")), st.sampled_from(["en", "zh"]))
def test_a_text_is_filled_exactly_when_all_it_asks_for_is_known(text: str, lang: str) -> None:
    asked = placeholders(text)
    assert fill(text, dict.fromkeys(asked, 1), lang) is not None
    assert (fill(text, {}, lang) is None) == bool(asked)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("fact", ["a" * 100_000, ["a" * 100_000] * 9, "`" * 500, "a` <b> `c", ["a`b"]])
def test_a_text_that_was_read_is_no_longer_than_a_line_and_ends_no_code(fact: Fact, lang: str) -> None:
    shown = render(fact, lang)
    assert len(shown) < 5 * 130
    assert "`" not in "".join(shown.split("`")[::2]) and "` <b>" not in shown
    assert shown.count("`") % 2 == 0


def test_a_text_that_was_read_is_cut_visibly() -> None:
    assert render("a" * 121, "en") == "a" * 116 + " ..."
    assert render("a" * 120, "en") == "a" * 120


def test_a_sentence_of_the_knowledge_base_stays_as_it_is() -> None:
    sentence = "a label in `target` is too large " * 10
    assert render(Prose(sentence), "en") == sentence
