"""The form in which wordings and pastes are compared, and the way back from it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytorch_explain.knowledge.squeezing import Positions, squeeze

#: Texts rich in what squeezing changes: blanks of every kind, quotes, full-width and typographic characters.
TEXTS = st.text(
    st.one_of(
        st.sampled_from(" \n\t\r\x0b\x1c\x85\u00a0\u2003\u2028\u3000'\"`‘”「＂［１５ａ，。、×−—ax(1"), st.characters()
    ),
    max_size=80,
)
PROPERTY = settings(deadline=None, max_examples=300)


@pytest.mark.parametrize(
    ("damaged", "whole"),
    [
        ("mat1 and mat2 sha\npes cannot", "mat1 and mat2 shapes cannot"),
        ("mat1andmat2shapes", "mat1 and mat2 shapes"),
        ("Missing key(s) in state_dict: “fc.weight”", 'Missing key(s) in state_dict: "fc.weight"'),
        ("expected `Float`", "expected 'Float'"),
        ("ｓｉｚｅ　（１，　２）", "size (1, 2)"),
        ("（32×400 and 300×120）", "(32x400 and 300x120)"),
        ("got 3，expected 4。", "got 3, expected 4."),
        ("index –1 is out of bounds", "index -1 is out of bounds"),
    ],
)
def test_a_damaged_message_squeezes_to_the_same_as_the_whole_one(damaged: str, whole: str) -> None:
    assert squeeze(damaged) == squeeze(whole)


def test_letters_keep_their_case() -> None:
    assert squeeze("Float Long") == "FloatLong"


@PROPERTY
@given(TEXTS)
def test_squeezing_twice_changes_nothing_more(text: str) -> None:
    assert squeeze(squeeze(text)) == squeeze(text)


@PROPERTY
@given(TEXTS, TEXTS)
def test_squeezing_takes_texts_piece_by_piece(left: str, right: str) -> None:
    assert squeeze(left + right) == squeeze(left) + squeeze(right)


@PROPERTY
@given(TEXTS)
def test_every_squeezed_character_leads_back_to_one_that_squeezes_to_it(text: str) -> None:
    positions = Positions(text)
    squeezed = squeeze(text)
    assert "".join(squeeze(text[positions.original(i)]) for i in range(len(squeezed))) == squeezed


@PROPERTY
@given(TEXTS)
def test_positions_lead_back_in_order(text: str) -> None:
    positions = Positions(text)
    originals = [positions.original(i) for i in range(len(squeeze(text)))]
    assert originals == sorted(set(originals))


@PROPERTY
@given(TEXTS, st.data())
def test_a_slice_of_the_text_squeezes_to_the_slice_of_the_squeezed_text(text: str, data: st.DataObject) -> None:
    squeezed = squeeze(text)
    start = data.draw(st.integers(0, len(squeezed)))
    end = data.draw(st.integers(start, len(squeezed)))
    assert squeeze(Positions(text).slice(start, end)) == squeezed[start:end]


@PROPERTY
@given(TEXTS)
def test_a_position_behind_the_last_character_leads_to_the_end(text: str) -> None:
    assert Positions(text).original(len(squeeze(text))) == len(text)


def test_a_slice_keeps_the_white_space_within_it_and_none_around_it() -> None:
    assert Positions("  one \n two  ").slice(0, 6) == "one \n two"


def test_an_empty_slice_is_empty() -> None:
    assert Positions("one").slice(2, 2) == ""
