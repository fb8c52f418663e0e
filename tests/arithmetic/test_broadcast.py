"""Broadcasting as torch does it, and the view that lets two shapes meet."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from pytorch_explain.arithmetic import derive
from pytorch_explain.arithmetic.broadcast import align, mismatch, result

SHAPES = st.lists(st.sampled_from([1, 1, 2, 3, 4]), max_size=5)


def facts(**known: object) -> dict[str, object]:
    return derive("broadcast", known)


@given(SHAPES, SHAPES)
def test_result_is_that_of_torch(a: list[int], b: list[int]) -> None:
    try:
        expected = list(torch.broadcast_shapes(a, b))
    except RuntimeError:
        assert result(a, b) is None
    else:
        assert result(a, b) == expected


@given(SHAPES.filter(bool), SHAPES.filter(bool))
def test_bad_dim_is_the_one_torch_names(a: list[int], b: list[int]) -> None:
    bad = mismatch(a, b)
    try:
        torch.empty(a, device="cpu") + torch.empty(b, device="cpu")
    except RuntimeError as error:
        assert bad is not None
        words = f"tensor a ({a[bad]}) must match the size of tensor b ({b[bad]})"
        dim = max(len(a), len(b)) + bad
        assert words in str(error) and str(error).endswith(f"dimension {dim}")
    else:
        assert bad is None


@given(SHAPES.filter(bool), SHAPES.filter(bool))
def test_the_proposed_view_broadcasts(a: list[int], b: list[int]) -> None:
    derived = facts(shape_a=a, shape_b=b)
    if "viewed" not in derived:
        return
    first, second = torch.zeros(a), torch.zeros(b)
    with pytest.raises(RuntimeError):
        first + second
    short, long = (first, second) if derived["unsqueeze_side"] == "a" else (second, first)
    assert list((short.reshape(derived["viewed"]) + long).shape) == derived["result"]
    assert derived["result"] == list(long.shape) or 1 in long.shape
    if "unsqueeze_dim" in derived:
        assert list(short.unsqueeze(derived["unsqueeze_dim"]).shape) == derived["viewed"]


def test_one_unsqueeze() -> None:
    derived = facts(shape_a=[32, 10], shape_b=[32])
    assert derived["unsqueeze_dim"] == 1 and derived["unsqueeze_side"] == "b"
    assert derived["result"] == [32, 10] and derived["bad_dim"] == -1
    derived = facts(shape_a=[8, 5], shape_b=[8, 4, 5])
    assert (derived["unsqueeze_side"], derived["unsqueeze_dim"]) == ("a", 1)


def test_a_mean_for_each_channel() -> None:
    derived = facts(shape_a=[32, 3, 224, 224], shape_b=[3])
    assert derived["viewed"] == [1, 3, 1, 1] and "unsqueeze_dim" not in derived


@pytest.mark.parametrize(
    ("a", "b"),
    [([32, 10], [10, 32]), ([4, 4, 5], [4, 3]), ([5, 4, 4], [5, 4, 3]), ([2, 2, 3], [2])],
)
def test_no_view_where_none_or_several_would_do(a: list[int], b: list[int]) -> None:
    derived = facts(shape_a=a, shape_b=b)
    assert "bad_dim" in derived
    assert not {"viewed", "unsqueeze_dim", "unsqueeze_side", "result"} & set(derived)


def test_shapes_that_do_broadcast() -> None:
    derived = facts(shape_a=[1, 28, 28], shape_b=[3, 28, 28])
    assert derived["result"] == [3, 28, 28] and "bad_dim" not in derived


def test_alignment() -> None:
    assert align([32, 10], [32]) == ("[32, 10]", "    [32]")
    assert align([8], [1024, 3, 8]) == ("         [8]", "[1024, 3, 8]")
    assert align([8, 100, 3], [1024, 3, 3]) == ("   [8, 100, 3]", "[1024,   3, 3]")


@given(SHAPES.filter(bool), SHAPES.filter(bool))
def test_alignment_puts_size_under_size(a: list[int], b: list[int]) -> None:
    first, second = align([size * 7 for size in a], b)
    assert len(first) == len(second)
    assert [int(x) for x in first.strip(" []").split(",")] == [size * 7 for size in a]
    commas = [{i for i, c in enumerate(line) if c == ","} for line in (first, second)]
    assert commas[0] <= commas[1] or commas[1] <= commas[0]


def test_sizes_alone() -> None:
    assert facts(a=10, b=64, dim=1) == {"off_by_one": False}
    assert facts(a=32, b=31) == {"off_by_one": True}
    assert facts(a=4, b=12) == {"off_by_one": False, "multiple": 3}
    assert facts(a=4, b=4) == facts(a=None, b=4) == {}


@pytest.mark.parametrize("other", [1, 4])
def test_a_size_of_0_is_an_empty_tensor_and_no_slip_by_one(other: int) -> None:
    assert facts(a=0, b=other) == facts(a=other, b=0) == {"off_by_one": False}
