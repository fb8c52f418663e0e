"""Matrices that do not fit: candidates by plausibility, proofs against torch itself."""

from __future__ import annotations

from math import prod

import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st
from pytorch_explain.arithmetic import derive


def facts(rows: int, got: int, want: int, out: int = 10, **more: object) -> dict[str, object]:
    return derive("matmul", {"rows": rows, "got": got, "want": want, "out": out, **more})


def test_the_example_of_the_design() -> None:
    derived = facts(32, 400, 300, 120)
    assert derived["got_map"] == (16, 5, 5)
    assert derived["want_map"] == (12, 5, 5)
    assert "got_image" not in derived and "times" not in derived
    assert derived["transposed"] is False and derived["flatten_missing"] is False


@pytest.mark.parametrize(
    ("got", "want", "got_map", "want_map"),
    [
        (3136, 1568, (64, 7, 7), (32, 7, 7)),
        (150, 400, (6, 5, 5), (16, 5, 5)),
        (800, 320, (50, 4, 4), (20, 4, 4)),
        (12544, 6272, (256, 7, 7), (128, 7, 7)),
        (9216, 4608, (256, 6, 6), (128, 6, 6)),
        (1152, 576, (32, 6, 6), (16, 6, 6)),
    ],
)
def test_same_side_other_channels(got: int, want: int, got_map: tuple[int, ...], want_map: tuple[int, ...]) -> None:
    derived = facts(4, got, want)
    assert (derived["got_map"], derived["want_map"]) == (got_map, want_map)


@pytest.mark.parametrize(
    ("got", "want", "got_image", "want_image"),
    [
        (576, 400, (16, 6, 6), (16, 5, 5)),
        (256, 400, (16, 4, 4), (16, 5, 5)),
        (16 * 53 * 53, 400, (16, 53, 53), (16, 5, 5)),
        (512, 25088, (512, 1, 1), (512, 7, 7)),
        (25088, 512, (512, 7, 7), (512, 1, 1)),
        (9216, 6400, (256, 6, 6), (256, 5, 5)),
    ],
)
def test_same_channels_other_side(got: int, want: int, got_image: tuple[int, ...], want_image: tuple[int, ...]) -> None:
    derived = facts(4, got, want)
    assert (derived["got_image"], derived["want_image"]) == (got_image, want_image)
    assert "got_map" not in derived


@pytest.mark.parametrize(
    ("got", "want"),
    [(768, 512), (1024, 768), (2304, 768), (3072, 768), (128, 64), (2048, 512), (10, 12), (7, 256), (1, 5)],
)
def test_widths_of_layers_are_not_read_as_maps(got: int, want: int) -> None:
    derived = facts(3, got, want)
    assert not {"got_map", "want_map", "got_image", "want_image"} & set(derived)


def test_a_flatten_in_the_line_makes_them_maps() -> None:
    derived = facts(4, 4096, 1024, code="x = self.fc(torch.flatten(x, 1))")
    assert derived["got_image"] == (64, 8, 8) and derived["want_image"] == (64, 4, 4)


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_candidates_multiply_out(got: int, want: int) -> None:
    derived = facts(1, got, want)
    for kind, number in (("got", got), ("want", want)):
        for name in (f"{kind}_map", f"{kind}_image"):
            found = derived.get(name)
            assert found is None or (isinstance(found, tuple) and prod(found) == number)
    if "got_map" in derived:
        assert derived["got_map"][1:] == derived["want_map"][1:]
    if "got_image" in derived:
        assert derived["got_image"][0] == derived["want_image"][0]


@given(st.integers(1, 5), st.integers(1, 24), st.integers(2, 9))
def test_the_missing_flatten_makes_linear_run(batch: int, channels: int, side: int) -> None:
    want = channels * side * side
    assume(want != side)
    x, layer = torch.zeros(batch, channels, side, side), torch.nn.Linear(want, 3)
    with pytest.raises(RuntimeError, match="mat1 and mat2") as raised:
        layer(x)
    assert f"({batch * channels * side}x{side} and {want}x3)" in str(raised.value)
    derived = facts(batch * channels * side, side, want, 3)
    assert derived["flatten_missing"] is True
    assert derived["batch"] == batch
    assert layer(torch.flatten(x, 1)).shape[0] == derived["batch"]
    assert "got_map" not in derived


@given(st.integers(1, 64), st.integers(1, 64), st.integers(1, 512))
def test_a_flatten_that_cures_is_never_ruled_out(rows: int, got: int, want: int) -> None:
    assume(got != want)
    derived = facts(rows, got, want)
    fits = rows * got % want == 0 and want % got == 0
    if derived.get("flatten_missing") is False:
        assert not fits
    if derived.get("flatten_missing") is True:
        assert torch.zeros(rows, got).reshape(-1, want).shape[0] == derived["batch"]


def test_a_wrong_width_is_no_missing_flatten() -> None:
    assert "flatten_missing" not in facts(32, 768, 3072)
    assert "flatten_missing" not in facts(100, 1, 10)
    assert "flatten_missing" not in derive("matmul", {"rows": 400, "got": 20, "want": 400})


@given(st.integers(1, 20), st.integers(1, 20), st.integers(1, 20), st.integers(1, 20))
def test_transposed_really_multiplies(rows: int, got: int, want: int, out: int) -> None:
    assume(got != want)
    a, b = torch.zeros(rows, got), torch.zeros(want, out)
    with pytest.raises(RuntimeError):
        a @ b
    if facts(rows, got, want, out)["transposed"]:
        assert (a @ b.T).shape == (rows, want)
    else:
        with pytest.raises(RuntimeError):
            a @ b.T


def test_times() -> None:
    assert facts(2, 5632, 2816, 1280)["times"] == 2
    assert "times" not in facts(2, 2816, 5632)


@pytest.mark.parametrize("got, want", [(0, 5), (5, 0), (-4, 8), (400, 400), (None, 3), ("400", 300), (True, 4)])
def test_nothing_from_nonsense(got: object, want: object) -> None:
    assert derive("matmul", {"rows": 2, "got": got, "want": want, "out": 3}) == {}
