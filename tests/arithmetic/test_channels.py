"""Channels in the wrong place, and the call that puts them right, against torch's own messages."""

from __future__ import annotations

import re

import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st
from pytorch_explain.arithmetic import derive
from torch.nn import functional as F

CONVS = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}


def raised(x: torch.Tensor, weight: torch.Tensor, groups: int = 1) -> dict[str, object]:
    """The facts from the message that torch raises for this input."""
    with pytest.raises(RuntimeError) as error:
        CONVS[weight.dim() - 2](x, weight, groups=groups)
    found = re.match(
        r"Given groups=(\d+), weight of size \[(.*)\], expected input\[(.*)\] to have (\d+) channels, "
        r"but got (\d+) channels instead",
        str(error.value),
    )
    assert found, error.value
    shapes = [[int(size) for size in found[index].split(", ")] for index in (2, 3)]
    known = {"groups": int(found[1]), "weight": shapes[0], "input": shapes[1]}
    return derive("channels", {**known, "want": int(found[4]), "got": int(found[5])})


@given(st.integers(1, 3), st.integers(1, 3), st.integers(1, 6), st.lists(st.integers(7, 12), min_size=3))
def test_permute_gives_nchw_and_runs(spatial: int, batch: int, channels: int, sides: list[int]) -> None:
    sides = sides[:spatial]
    x = torch.zeros(batch, *sides, channels)
    weight = torch.zeros(2, channels, *[1] * spatial)
    derived = raised(x, weight)
    assert derived["nhwc"] is True
    moved = eval("x." + str(derived["gives"]), {"x": x})  # the very call that is proposed
    assert list(moved.shape) == derived["nchw"] == [batch, channels, *sides]
    CONVS[spatial](moved, weight)


def test_the_usual_image() -> None:
    known = {"groups": 1, "weight": [64, 3, 7, 7], "input": [32, 224, 224, 3], "want": 3, "got": 224}
    derived = derive("channels", known)
    assert derived["gives"] == "permute(0, 3, 1, 2)" and derived["nchw"] == [32, 3, 224, 224]


def test_a_lone_image_is_reported_with_a_batch() -> None:
    x, weight = torch.zeros(28, 30, 3), torch.zeros(8, 3, 3, 3)
    derived = raised(x, weight)
    assert derived["nhwc"] is True and derived["gives"] == "movedim(-1, -3)"
    assert x.movedim(-1, -3).shape == (3, 28, 30)
    F.conv2d(x.movedim(-1, -3), weight)


def test_a_batch_without_channels() -> None:
    derived = raised(torch.zeros(32, 28, 28), torch.zeros(8, 1, 3, 3))
    assert derived["no_channel"] is True and derived["unsqueezed"] == [32, 1, 28, 28]
    assert derived["nhwc"] is False


def test_grey_and_transparent_images() -> None:
    weight = torch.zeros(8, 3, 3, 3)
    grey, rgba = raised(torch.zeros(2, 1, 28, 28), weight), raised(torch.zeros(2, 4, 28, 28), weight)
    assert (grey["grey"], grey["rgba"]) == (True, False)
    assert (rgba["grey"], rgba["rgba"]) == (False, True)
    assert grey["nhwc"] is rgba["nhwc"] is False


def test_groups_count() -> None:
    derived = raised(torch.zeros(2, 9, 9, 8), torch.zeros(4, 4, 3, 3), groups=2)
    assert derived["nhwc"] is True
    without = derive("channels", {"groups": 2, "weight": [4, 4, 3, 3], "input": [2, 9, 9, 8]})
    assert without["nhwc"] is True and without["nchw"] == [2, 8, 9, 9]


def test_tiny_maps_leave_it_open() -> None:
    known = {"groups": 1, "weight": [8, 3, 1, 1], "input": [2, 1, 3, 3], "want": 3, "got": 1}
    assert "nhwc" not in derive("channels", known)


def test_an_image_without_its_batch() -> None:
    derived = derive("channels", {"weight": [64, 3, 7, 7], "input": [3, 224, 224], "want": 3})
    assert derived["no_batch"] is True and "nhwc" not in derived


@given(st.lists(st.integers(1, 5), min_size=4, max_size=4), st.integers(1, 5))
def test_nhwc_is_never_claimed_for_what_a_permute_does_not_cure(shape: list[int], want: int) -> None:
    assume(shape[1] != want)
    derived = raised(torch.zeros(shape), torch.zeros(2, want, 1, 1))
    if derived.get("nhwc") is False:
        assert shape[-1] != want
    if derived.get("nhwc"):
        F.conv2d(torch.zeros(derived["nchw"]), torch.zeros(2, want, 1, 1))


@pytest.mark.parametrize("known", [{"want": 3}, {"weight": [4]}, {"input": [1, 2, 3, 4]}, {"want": "3", "got": 1}])
def test_too_little_to_tell(known: dict[str, object]) -> None:
    assert derive("channels", known) == {}
