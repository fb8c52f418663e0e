"""How alike a damaged message and a wording are: damage costs little, another word costs much."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytorch_explain.knowledge.template import skeleton
from pytorch_explain.knowledge.words import words
from pytorch_explain.matching.likeness import Likeness, Weights, compare

WORDING = words(*skeleton("mat1 and mat2 shapes cannot be multiplied ({rows:int}x{got:int} and {want:int}x{out:int})"))
OTHERS = ("shapes must be equal", "cannot be reshaped", "and so on", "the size of tensor must match", "be careful")


def weights() -> Weights:
    postings: dict[str, list[int]] = {}
    for number, found in enumerate([WORDING, *map(words, OTHERS)]):
        for word in set(found):
            postings.setdefault(word, []).append(number)
    return Weights(postings, 1 + len(OTHERS))


WEIGHTS = weights()


def like(message: str, begins: bool = True) -> Likeness:
    return compare(words(message), WORDING, WEIGHTS, begins)


WHOLE = "mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)"


def test_a_message_and_its_own_wording_agree_wholly() -> None:
    found = like(WHOLE)
    assert (found.agreement, found.coverage) == (1.0, 1.0)


def test_numbers_do_not_count() -> None:
    assert like(WHOLE) == like("mat7 and mat9 shapes cannot be multiplied (1x2 and 3x4)")


@pytest.mark.parametrize(
    "message",
    [
        "mat1 and mat2 shpaes cannot be multiplied (32x400 and 300x120)",
        "mat1 and mat2 shapes cannot be multipled (32x400 and 300x120)",
        "mat1 and mat2 shapes canot be multiplied (32x400 and 300x120)",
        "mat1 and mat2 shapes can not be multi plied (32x400 and 300x120)",
        "MAT1 AND MAT2 SHAPES CANNOT BE MULTIPLIED (32x400 and 300x120)",
    ],
)
def test_letters_that_went_wrong_cost_nothing(message: str) -> None:
    assert like(message).agreement == 1.0


@pytest.mark.parametrize(
    "message",
    ["mat1 and mat2 shapes cannot be mult", "mat1 and mat2 shapes cannot", "mat1 and mat2 shapes cannot be multiplied"],
)
def test_an_end_that_was_cut_off_costs_no_agreement_but_coverage(message: str) -> None:
    found = like(message)
    assert found.agreement == 1.0
    assert found.coverage < 1.0 or message.endswith("multiplied")


def test_a_beginning_that_was_cut_off_costs_no_agreement() -> None:
    found = like("shapes cannot be multiplied (32x400 and 300x120)", begins=False)
    assert found.agreement == 1.0
    assert found.coverage < 1.0


@pytest.mark.parametrize(
    "message",
    [
        "mat1 and mat2 shapes must be equal (32x400 and 300x120)",
        "mat1 and mat2 dtypes cannot be multiplied (32x400 and 300x120)",
        "vec1 and vec2 shapes cannot be multiplied (32x400 and 300x120)",
        "mat1 and mat2 shapes cannot be concatenated (32x400 and 300x120)",
    ],
)
def test_another_word_in_the_place_of_a_word_costs_much(message: str) -> None:
    assert like(message).agreement < 0.85


def test_two_other_words_cost_more_than_one() -> None:
    one = like("mat1 and mat2 shapes cannot be divided (32x400 and 300x120)")
    two = like("mat1 and mat2 dtypes cannot be divided (32x400 and 300x120)")
    assert two.agreement < one.agreement


def test_another_word_costs_more_than_a_lost_word() -> None:
    lost = like("mat1 and mat2 cannot be multiplied (32x400 and 300x120)")
    replaced = like("mat1 and mat2 dtypes cannot be multiplied (32x400 and 300x120)")
    assert replaced.agreement < lost.agreement


@pytest.mark.parametrize(
    "message",
    [
        "我训练的时候报错说 mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)，怎么办？",
        "when I train it always says that mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)",
    ],
)
def test_a_sentence_before_a_message_costs_nothing(message: str) -> None:
    assert like(message, begins=False).agreement == 1.0


def test_where_a_message_begins_other_words_before_it_count() -> None:
    message = f"tensorflow says {WHOLE}"
    assert like(message, begins=True).agreement < like(message, begins=False).agreement


def test_what_a_translation_left_costs_less_than_another_word() -> None:
    translated = like("mat1 和 mat2 的形状 cannot be multiplied (32x400 和 300x120)")
    replaced = like("mat1 or mat2 dtypes cannot be multiplied (32x400 or 300x120)")
    assert translated.agreement > replaced.agreement


@pytest.mark.parametrize("message", ["", "显存不足", "a quick brown fox", "12 34"])
def test_nothing_in_common_is_nothing(message: str) -> None:
    assert like(message).weight < 1.0


def test_a_stray_word_far_away_is_not_part_of_the_stretch() -> None:
    far = "mat " + "something else entirely " * 6
    assert like(far + WHOLE, begins=False).agreement == 1.0
    assert like(WHOLE + " something else entirely" * 6 + " multiplied", begins=False).agreement == 1.0


@pytest.mark.parametrize("middle", ["", "in groups of 4 "])
def test_a_part_that_may_be_missing_costs_nothing(middle: str) -> None:
    wording = words(*skeleton("the shapes cannot be multiplied[[ in groups of {size:int}]] at all"))
    found = compare(words(f"the shapes cannot be multiplied {middle}at all"), wording, WEIGHTS, begins=True)
    assert (found.agreement, found.coverage) == (1.0, 1.0)


def test_a_message_that_says_more_is_explained_less() -> None:
    more = f"{WHOLE} because the gearbox of the widget is on fire"
    assert like(WHOLE).explained == 1.0
    assert like(more).explained < 1.0


@settings(deadline=None, max_examples=200)
@given(st.lists(st.sampled_from([*WORDING, "other", "§", "#", "tensor", "x"]), max_size=30), st.booleans())
def test_likeness_is_a_part_of_one(message: list[str], begins: bool) -> None:
    found = compare(message, WORDING, WEIGHTS, begins)
    assert 0.0 <= found.agreement <= 1.0
    assert 0.0 <= found.coverage <= 1.0 + 1e-9
    assert 0.0 <= found.explained <= 1.0
    assert 0.0 <= found.score <= 1.0 + 1e-9
    assert found.weight >= 0.0


# --- weights


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    own = Weights({"rare": [0], "common": [0, 1, 2]}, 4)
    assert own("rare") > own("common")


def test_numbers_and_other_scripts_weigh_next_to_nothing() -> None:
    own = Weights({"common": [0, 1, 2]}, 4)
    assert own("#") == own("§")
    assert own("#") < own("unheard") * 0.5


def test_without_wordings_there_are_weights_all_the_same() -> None:
    assert Weights({}, 0)("word") > 0
