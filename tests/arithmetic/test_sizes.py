"""Tensors that do not stack or join."""

from __future__ import annotations

import re

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from pytorch_explain.arithmetic import derive

SHAPES = st.lists(st.integers(1, 4), min_size=1, max_size=4)


@given(SHAPES, SHAPES)
def test_differing_is_why_stack_raises(a: list[int], b: list[int]) -> None:
    derived = derive("sizes", {"shapes": [a, b]})
    differs = bool(derived.get("differing")) or derived["rank_differs"] is True
    try:
        torch.stack([torch.zeros(a), torch.zeros(b)])
    except RuntimeError as error:
        assert differs
        found = [[int(x) for x in shape.split(", ")] for shape in re.findall(r"\[(.*?)\]", str(error))]
        assert found == [a, b]
    else:
        assert not differs


@given(SHAPES, SHAPES, st.integers(0, 3))
def test_cat_takes_what_differs_in_its_dimension_alone(a: list[int], b: list[int], dim: int) -> None:
    derived = derive("sizes", {"shape_a": a, "shape_b": b})
    if derived["rank_differs"] or dim >= len(a):
        return
    differing = derived.get("differing", [])
    assert isinstance(differing, list)
    try:
        torch.cat([torch.zeros(a), torch.zeros(b)], dim)
    except RuntimeError:
        assert set(differing) - {dim}
    else:
        assert set(differing) <= {dim}


def test_grey_among_colour() -> None:
    derived = derive("sizes", {"expected_size": [3, 224, 224], "got_size": [1, 224, 224]})
    assert derived["channel_mix"] is True and derived["image_sizes"] is False
    assert derived["differing"] == [0] and derived["times"] == 3
    assert derive("sizes", {"shapes": [[28, 28, 3], [28, 28, 4]]})["channel_mix"] is True
    assert derive("sizes", {"shapes": [[5, 28, 28], [7, 28, 28]]})["channel_mix"] is False


def test_images_of_other_sizes() -> None:
    derived = derive("sizes", {"shapes": [[3, 480, 640], [3, 375, 500]]})
    assert derived["image_sizes"] is True and derived["differing"] == [1, 2]
    assert derive("sizes", {"shapes": [[480, 640, 3], [375, 640, 3]]})["image_sizes"] is True


def test_sequences_of_other_lengths() -> None:
    derived = derive("sizes", {"shapes": [[17], [23]]})
    assert derived["lengths"] is True and derived["off_by_one"] is False
    assert derive("sizes", {"shapes": [[17, 300], [23, 300]]})["lengths"] is True
    assert derive("sizes", {"shapes": [[17, 300], [17, 200]]})["lengths"] is False


@pytest.mark.parametrize(
    ("expected", "got", "facts"),
    [
        (32, 31, {"off_by_one": True}),
        (32, 64, {"off_by_one": False, "times": 2}),
        (2, 1, {"off_by_one": True, "times": 2}),
        (7, 7, {}),
        (0, 7, {}),
        (None, 7, {}),
        ("7", 8, {}),
        ([3], 8, {}),
    ],
)
def test_two_numbers(expected: object, got: object, facts: dict[str, object]) -> None:
    assert derive("sizes", {"expected_size": expected, "got_size": got}) == facts


def test_a_skip_connection_of_odd_size() -> None:
    with pytest.raises(RuntimeError) as error:
        torch.cat([torch.zeros(1, 2, 32, 32), torch.zeros(1, 2, 31, 31)], 1)
    found = re.search(r"Expected size (\d+) but got size (\d+)", str(error.value))
    assert found
    derived = derive("sizes", {"expected_size": int(found[1]), "got_size": int(found[2])})
    assert derived == {"off_by_one": True}
