"""The dimension that is lacking, proven by putting it in."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from pytorch_explain.arithmetic import derive
from torch.nn import functional as F

CONVS = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}


def test_an_image_alone() -> None:
    derived = derive("convdims", {"dims": 2, "input": [28, 28]})
    assert derived == {
        "expected_unbatched": 3,
        "expected_batched": 4,
        "missing": "batch and channel",
        "unsqueezed": [1, 1, 28, 28],
    }


@given(st.integers(1, 3), st.lists(st.integers(1, 6), min_size=1, max_size=6))
def test_the_counts_are_those_torch_wants(spatial: int, shape: list[int]) -> None:
    derived = derive("convdims", {"dims": spatial, "input": shape})
    weight = torch.zeros(2, 1, *[1] * spatial)
    with pytest.raises(RuntimeError) as error:
        CONVS[spatial](torch.zeros([3] * (spatial + 3)), weight)
    expected = f"Expected {derived['expected_unbatched']}D (unbatched) or {derived['expected_batched']}D"
    assert expected in str(error.value)
    if "unsqueezed" in derived:
        CONVS[spatial](torch.zeros(shape).reshape(derived["unsqueezed"]), weight)
    if "extra_dims" in derived:
        assert len(shape) - derived["extra_dims"] == spatial + 2


@given(st.integers(1, 3), st.integers(1, 4), st.lists(st.integers(1, 4), min_size=1, max_size=5))
def test_with_the_weight_the_cure_runs(spatial: int, channels: int, shape: list[int]) -> None:
    weight = torch.zeros(2, channels, *[1] * spatial)
    derived = derive("convdims", {"weight": list(weight.shape), "input": shape})
    if "unsqueezed" in derived:
        x = torch.zeros(shape).reshape(derived["unsqueezed"])
        assert x.dim() == spatial + 2
        CONVS[spatial](x, weight)


def test_what_older_versions_refused() -> None:
    weight = [64, 3, 7, 7]
    derived = derive("convdims", {"weight": weight, "input": [3, 224, 224]})
    assert derived["missing"] == "batch" and derived["unsqueezed"] == [1, 3, 224, 224]
    derived = derive("convdims", {"weight": [64, 1, 7, 7], "input": [32, 28, 28]})
    assert derived["missing"] == "channel" and derived["unsqueezed"] == [32, 1, 28, 28]
    assert "missing" not in derive("convdims", {"weight": weight, "input": [5, 224, 224]})
    assert "missing" not in derive("convdims", {"dims": 2, "input": [5, 224, 224]})


def test_no_cure_is_made_up() -> None:
    derived = derive("convdims", {"weight": [64, 3, 7, 7], "input": [28, 28]})
    assert derived["missing"] == "batch and channel" and "unsqueezed" not in derived


@pytest.mark.parametrize(
    ("shape", "images"),
    [([64, 784], [64, 1, 28, 28]), ([784], [1, 1, 28, 28]), ([8, 3072], [8, 3, 32, 32])],
)
def test_images_as_rows_of_numbers(shape: list[int], images: list[int]) -> None:
    derived = derive("convdims", {"dims": 2, "input": shape})
    assert derived["flattened"] is True and derived["unflattened"] == images
    assert "missing" not in derived
    torch.zeros(shape).reshape(images)


def test_rows_are_images_only_for_a_weight_that_takes_them() -> None:
    assert "flattened" not in derive("convdims", {"weight": [8, 3, 3, 3], "input": [64, 784]})
    assert "flattened" not in derive("convdims", {"dims": 1, "input": [64, 784]})
    assert "flattened" not in derive("convdims", {"dims": 2, "input": [128, 1024]})


def test_too_many() -> None:
    assert derive("convdims", {"dims": 2, "input": [2, 8, 3, 64, 64]})["extra_dims"] == 1


@pytest.mark.parametrize("known", [{}, {"dims": 0}, {"dims": 9}, {"weight": [3, 3]}, {"input": [28, 28]}])
def test_too_little_to_tell(known: dict[str, object]) -> None:
    assert derive("convdims", known) == {}
