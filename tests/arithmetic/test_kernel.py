"""Output sizes against real convolutions and poolings on the meta device."""

from __future__ import annotations

import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st
from pytorch_explain.arithmetic import derive
from pytorch_explain.arithmetic.kernel import conv_output, pool_output
from torch.nn import functional as F

SMALL = st.integers(1, 4)


@given(st.integers(1, 20), st.integers(1, 7), SMALL, st.integers(0, 3), st.integers(1, 3))
def test_conv_output(size: int, kernel: int, stride: int, padding: int, dilation: int) -> None:
    x, w = torch.empty(1, 1, size, size), torch.empty(1, 1, kernel, kernel)
    ours = conv_output(size, kernel, stride, padding, dilation)
    try:
        theirs = F.conv2d(x.to("meta"), w.to("meta"), None, stride, padding, dilation).shape[-1]
    except RuntimeError:
        assert ours == 0
    else:
        assert ours == theirs


@given(
    st.integers(1, 20),
    st.integers(1, 6),
    st.one_of(st.none(), SMALL),
    st.integers(0, 3),
    st.integers(1, 3),
    st.booleans(),
)
def test_pool_output(size: int, kernel: int, stride: int | None, padding: int, dilation: int, ceil_mode: bool) -> None:
    assume(padding <= kernel // 2)  # torch refuses more, whatever the sizes
    x = torch.empty(1, 1, size, size, device="meta")
    ours = pool_output(size, kernel, stride, padding, dilation, ceil_mode)
    try:
        theirs = F.max_pool2d(x, kernel, stride, padding, dilation, ceil_mode).shape[-1]
    except RuntimeError:
        assert ours == 0
    else:
        assert ours == theirs


def test_impossible_settings_leave_nothing() -> None:
    assert conv_output(5, 0) == conv_output(5, 3, stride=0) == conv_output(5, 3, dilation=0) == 0
    assert pool_output(5, 0) == pool_output(5, 2, stride=0) == pool_output(1, 3) == 0
    assert conv_output(10**18, 3, padding=1) == 10**18


@given(st.integers(1, 9), st.integers(1, 9), st.integers(1, 9), st.integers(1, 9))
def test_the_padding_needed_makes_it_run(height: int, width: int, k_height: int, k_width: int) -> None:
    x, w = torch.zeros(1, 1, height, width), torch.zeros(1, 1, k_height, k_width)
    derived = derive("kernel", {"size": [height, width], "kernel": [k_height, k_width]})
    if "too_small" not in derived:
        F.conv2d(x, w)
        return
    with pytest.raises(RuntimeError, match="Kernel size can't be greater"):
        F.conv2d(x, w)
    padding = derived["padding_needed"]
    assert isinstance(padding, int)
    F.conv2d(x, w, padding=padding)
    with pytest.raises(RuntimeError):
        F.conv2d(x, w, padding=padding - 1)


def test_the_dimensions_that_are_too_small() -> None:
    assert derive("kernel", {"size": [5, 2, 9], "kernel": [3, 3, 11]})["too_small"] == [1, 2]
    assert derive("kernel", {"size": 2, "kernel": [3]}) == {
        "too_small": [0],
        "padding_needed": 1,
        "halvings": 7,
    }
    assert "too_small" not in derive("kernel", {"size": [5, 5], "kernel": [5, 5]})


@pytest.mark.parametrize(("side", "steps"), [(112, 1), (14, 4), (7, 5), (4, 6), (3, 6), (2, 7), (1, 7)])
def test_halvings(side: int, steps: int) -> None:
    assert derive("kernel", {"size": [side, side], "kernel": [200, 200]})["halvings"] == steps


@pytest.mark.parametrize("size", [[5, 5], [7, 1], [224, 224], [0, 0]])
def test_no_halvings_where_they_say_nothing(size: list[int]) -> None:
    assert "halvings" not in derive("kernel", {"size": size, "kernel": [300, 300]})


def test_what_a_pooling_prints() -> None:
    with pytest.raises(RuntimeError, match=r"\(512x1x1\). Calculated output size: \(512x0x0\)"):
        F.max_pool2d(torch.zeros(1, 512, 1, 1), 2)
    derived = derive("kernel", {"size": [512, 1, 1], "output": [512, 0, 0]})
    assert derived == {"too_small": [0, 1], "halvings": 7}
    assert derive("kernel", {"size": [5, 1, 4, 4], "output": [5, 0, 2, 2]})["too_small"] == [0]


@pytest.mark.parametrize("known", [{"size": [2, 2], "kernel": [3]}, {"size": [2, 2]}, {"size": [2, 2], "kernel": "3"}])
def test_sizes_that_do_not_belong_together(known: dict[str, object]) -> None:
    assert derive("kernel", known) == {"halvings": 7}
    assert derive("kernel", {"kernel": [3, 3]}) == {}
