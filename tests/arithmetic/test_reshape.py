"""What is proposed reshapes, what was asked for raises."""

from __future__ import annotations

from math import prod

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from pytorch_explain.arithmetic import derive

SIZES = st.integers(1, 12)


def facts(shape: object, numel: object) -> dict[str, object]:
    return derive("reshape", {"shape": shape, "numel": numel})


def reshapes(shape: list[int], numel: int) -> bool:
    try:
        torch.empty(numel, device="meta").reshape(shape)
    except RuntimeError:
        return False
    return True


def test_both_readings_stay_open_where_both_divide() -> None:
    assert facts([32, 400], 51200) == {
        "known": 12800,
        "known_product": (32, 400),
        "fits": [128, 400],
        "leading": 128,
        "suggested_view": [-1, 400],
        "sample": 1600,
        "times": 4,
    }


def test_only_the_batch_is_wrong() -> None:
    derived = facts([32, 400], 17 * 400)
    assert derived["batch_changed"] is True
    assert derived["fits"] == [17, 400] and "sample" not in derived


def test_only_the_sample_is_wrong() -> None:
    derived = facts([32, 400], 32 * 576)
    assert derived["batch_changed"] is False
    assert derived["sample"] == 576 and "fits" not in derived and "suggested_view" not in derived


def test_what_a_minus_one_leaves_over() -> None:
    derived = facts([-1, 300], 12800)
    assert derived == {"known": 300, "remainder": 200}
    derived = facts([32, -1], 17 * 401)
    assert derived["remainder"] == 17 * 401 % 32 and derived["batch_changed"] is True


def test_another_side() -> None:
    assert facts([16, 34, 34, 512], 8921088)["other_side"] == [16, 33, 33, 512]
    assert "other_side" not in facts([16, 34, 34, 512], 8921089)


@given(st.lists(SIZES, min_size=1, max_size=4), st.integers(1, 3000))
def test_proposals_reshape_where_the_asked_shape_raises(shape: list[int], numel: int) -> None:
    derived = facts(shape, numel)
    proposals = [derived[name] for name in ("fits", "suggested_view", "other_side") if name in derived]
    if reshapes(shape, numel):
        assert not proposals and prod(shape) == numel
    for proposal in proposals:
        assert isinstance(proposal, list) and reshapes(proposal, numel) and proposal != shape
    if "fits" in derived:
        assert derived["fits"] == [derived["leading"], *shape[1:]]
    elif len(shape) > 1 and prod(shape) != numel:
        assert not reshapes([-1, *shape[1:]], numel)
    if "times" in derived:
        assert derived["times"] * prod(shape) == numel


@given(st.lists(SIZES, min_size=1, max_size=4), st.integers(0, 4), st.integers(1, 3000))
def test_a_remainder_is_there_when_minus_one_raises(shape: list[int], place: int, numel: int) -> None:
    shape.insert(min(place, len(shape)), -1)
    derived = facts(shape, numel)
    assert reshapes(shape, numel) == ("remainder" not in derived)
    assert derived["known"] == prod(size for size in shape if size != -1)


@given(st.lists(SIZES, min_size=2, max_size=4), st.integers(1, 3000))
def test_what_is_said_of_the_batch_is_proven(shape: list[int], numel: int) -> None:
    derived = facts(shape, numel)
    if derived.get("batch_changed") is True:
        assert reshapes([-1, *shape[1:]], numel) and not reshapes([shape[0], -1], numel)
    if derived.get("batch_changed") is False:
        assert not reshapes([-1, *shape[1:]], numel)
    if "sample" in derived:
        assert reshapes([shape[0], derived["sample"]], numel)


@pytest.mark.parametrize("shape", [[], [-1, -1], [-2, 4], None, "32", [1, None], ["a"], [True]])
def test_nothing_from_nonsense(shape: object) -> None:
    assert facts(shape, 12) == {}


def test_no_numbers_to_place() -> None:
    assert facts([0, -1], 0) == {"known": 0}
    assert facts([4, 4], 0) == {"known": 16, "known_product": (4, 4)}
    assert facts([4, 4], None) == facts([4, 4], -3) == facts([4, 4], "16")
