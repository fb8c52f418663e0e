"""Templates found in texts: at their anchors, through wraps, a bounded number of times, with what they captured."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytorch_explain.knowledge.compiling import index
from pytorch_explain.knowledge.entry import read as entry_of
from pytorch_explain.matching.exact import TRIES, find

MATMUL = "mat1 and mat2 shapes cannot be multiplied ({rows:int}x{got:int} and {want:int}x{out:int})"
MISSING = "Missing key(s) in state_dict: {missing:keys}"
MESSAGE = "mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)"
CAPTURES = {"rows": 32, "got": 400, "want": 300, "out": 120}


def compiled(*signatures: str | dict[str, Any]) -> dict[str, Any]:
    """The index of one entry with these wordings."""
    text = {"en": "x", "zh": "x"}
    rows = [{"message": item} if isinstance(item, str) else item for item in signatures]
    data = {
        "schema": 1,
        "id": "some-id",
        "title": text,
        "signatures": [{"example": "x", **row} for row in rows],
        "meaning": text,
        "causes": [{"cause": text, "fix": text}],
        "locate": text,
        "avoid": text,
    }
    return index([entry_of(data, "shape")])


INDEX = compiled(MATMUL, MISSING)


def captured(text: str) -> list[dict[str, Any]]:
    return [hit.captures for hit in find(text, INDEX)]


def test_a_message_is_found_with_what_it_captured() -> None:
    (hit,) = find(MESSAGE, INDEX)
    assert (hit.signature, hit.captures) == (0, CAPTURES)


def test_a_hit_tells_the_stretch_of_the_text_that_it_took() -> None:
    text = f"RuntimeError: {MESSAGE}\nand so on"
    (hit,) = find(text, INDEX)
    assert text[hit.start : hit.end] == MESSAGE


@pytest.mark.parametrize(
    "text",
    [
        "",
        "short",
        "mat1 and mat2 shapes",
        "mat1 and mat2 shapes cannot be multiplied",
        "mat1 and mat2 shapes cannot be multiplied (32x400)",
        "mat1 and mat2 shapes cannot be divided (32x400 and 300x120)",
        "mat1 and mat2 shapes cannot be multiplied (axb and cxd)",
        "cannot be multiplied (32x400 and 300x120)",
    ],
)
def test_a_part_of_a_message_is_not_the_message(text: str) -> None:
    assert find(text, INDEX) == []


@settings(deadline=None, max_examples=200)
@given(st.integers(0, len(MESSAGE)), st.sampled_from(["\n", " ", "\t", "\n        ", "\r\n", "\u00a0", "\n\n"]))
def test_a_wrap_within_a_word_does_not_hide_a_message(place: int, space: str) -> None:
    assert captured(MESSAGE[:place] + space + MESSAGE[place:]) == [CAPTURES]


@settings(deadline=None, max_examples=200)
@given(st.integers(1, 40))
def test_a_message_in_a_narrow_column_is_found(width: int) -> None:
    rows = [MESSAGE[i : i + width] for i in range(0, len(MESSAGE), width)]
    assert captured("\n".join(rows)) == [CAPTURES]


@pytest.mark.parametrize(
    "text",
    [
        MESSAGE.replace(" ", ""),
        MESSAGE.replace("(", "（").replace(")", "）"),
        MESSAGE.replace(" ", "\u3000"),
        MESSAGE.replace("x", "×"),
        f"“{MESSAGE}”",
    ],
)
def test_lost_blanks_and_full_width_characters_do_not_hide_a_message(text: str) -> None:
    assert captured(text) == [CAPTURES]


@pytest.mark.parametrize("quotes", ['""', "''", "``", "“”", "‘’"])
def test_any_quotes_do(quotes: str) -> None:
    text = f"Missing key(s) in state_dict: {quotes[0]}fc.weight{quotes[1]}, {quotes[0]}fc.bias{quotes[1]}."
    assert captured(text) == [{"missing": ["fc.weight", "fc.bias"]}]


def test_hits_are_in_the_order_of_the_text() -> None:
    text = f'Missing key(s) in state_dict: "a".\n{MESSAGE}\nMissing key(s) in state_dict: "b".'
    assert captured(text) == [{"missing": ["a"]}, CAPTURES, {"missing": ["b"]}]


def test_two_messages_of_one_wording_are_two_hits() -> None:
    other = "mat1 and mat2 shapes cannot be multiplied (1x2 and 3x4)"
    assert [found["rows"] for found in captured(f"{MESSAGE}\n{other}")] == [32, 1]


@pytest.mark.parametrize(
    "repeated", [MESSAGE, "mat1 and mat2 shapes cannot be ", "cannot be multiplied (", "Missing key("]
)
def test_a_text_that_repeats_an_anchor_is_tried_a_bounded_number_of_times(repeated: str) -> None:
    assert len(find(f"{repeated}\n" * 5000, INDEX)) <= TRIES


def test_an_anchor_that_was_seen_in_vain_does_not_hide_the_message_behind_it() -> None:
    assert captured("mat1 and mat2 shapes cannot be multiplied\n" * 5 + MESSAGE) == [CAPTURES]


def test_an_optional_part_may_be_there_or_not() -> None:
    own = compiled("the widget has {got:int} teeth[[ of {want:int}]] in its rim")
    assert [hit.captures for hit in find("the widget has 3 teeth in its rim", own)] == [{"got": 3}]
    assert [hit.captures for hit in find("the widget has 3 teeth of 4 in its rim", own)] == [{"got": 3, "want": 4}]


def test_what_a_signature_excludes_is_no_hit() -> None:
    own = compiled({"message": "no kernel {kernel:name} is compiled for {device:name} here", "unless": "xpu kernel"})
    assert find("no kernel cuda_add is compiled for sm_50 here", own)
    excluding = compiled({"message": "no kernel {kernel:name} is compiled for {device:name} here", "unless": "for xpu"})
    assert find("no kernel add is compiled for sm_50 here", excluding)
    assert find("no kernel add is compiled for xpu here", excluding) == []


def test_what_is_excluded_may_stand_elsewhere_in_the_text() -> None:
    own = compiled({"message": "no kernel {kernel:name} is compiled for {device:name} here", "unless": "for xpu"})
    assert find("it is for xpu.\n\nno kernel add is compiled for sm_50 here", own)


def test_a_longer_wording_weighs_more() -> None:
    own = compiled("the widget has lost its teeth", "the widget has lost its teeth and its rim")
    hits = find("the widget has lost its teeth and its rim", own)
    assert [hit.signature for hit in hits] == [1, 0]


def test_an_index_without_signatures_finds_nothing() -> None:
    assert find(MESSAGE, index([])) == []


@settings(deadline=None, max_examples=200)
@given(st.text(st.characters(), max_size=400))
def test_finding_never_raises(text: str) -> None:
    find(text, INDEX)
    find(MESSAGE + text, INDEX)


@settings(deadline=None, max_examples=200)
@given(
    st.text(st.characters(codec="ascii"), max_size=60),
    st.text(st.characters(codec="ascii"), max_size=60),
)
def test_what_stands_around_a_message_changes_nothing(before: str, after: str) -> None:
    text = f"{before}\n{MESSAGE}\n{after}"
    assert [text[hit.start : hit.end] for hit in find(text, INDEX)] == [MESSAGE]


@pytest.mark.parametrize("before", [65_500, 65_529, 65_536, 65_540, 200_000])
def test_a_long_text_is_looked_through_to_its_end(before: int) -> None:
    assert captured("." * before + MESSAGE) == [CAPTURES]
