"""Labels outside the classes."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from pytorch_explain.arithmetic import derive
from torch.nn import functional as F


def facts(target: object, classes: object = None) -> dict[str, object]:
    known = {"target": target} if classes is None else {"target": target, "classes": classes}
    return derive("classes", known)


def accepted(target: int, classes: int) -> bool:
    try:
        F.cross_entropy(torch.zeros(1, classes), torch.tensor([target]))
    except IndexError as error:
        assert f"Target {target} is out of bounds" in str(error)
        return False
    return True


@given(st.integers(-5, 300).filter(lambda target: target != -100), st.integers(1, 300))
def test_needed_is_the_least_that_torch_accepts(target: int, classes: int) -> None:
    derived = facts(target, classes)
    assert derived["negative"] is (target < 0)
    if "needed" in derived:
        needed = derived["needed"]
        assert isinstance(needed, int) and accepted(target, needed)
        assert needed == 1 or not accepted(target, needed - 1)
    if derived["off_by_one"]:
        assert not accepted(target, classes) and derived["needed"] == classes + 1


def test_counted_from_one() -> None:
    assert facts(10, 10) == {
        "negative": False,
        "off_by_one": True,
        "from_one": True,
        "ignore_label": False,
        "needed": 11,
    }
    assert facts(12, 10)["off_by_one"] is False
    assert facts(12, 10)["from_one"] is False
    assert "off_by_one" not in facts(10) and facts(10)["from_one"] is True
    assert facts(-1)["from_one"] is False


@pytest.mark.parametrize("target", [255, 254, -1])
def test_labels_to_be_ignored(target: int) -> None:
    derived = facts(target, 21)
    assert derived["ignore_label"] is True and "needed" not in derived


def test_255_of_255_is_left_open() -> None:
    derived = facts(255, 255)
    assert derived["off_by_one"] is True and derived["needed"] == 256 and "ignore_label" not in derived


@pytest.mark.parametrize("target", [None, "3", 2.0, True, [3]])
def test_no_number_no_facts(target: object) -> None:
    assert facts(target, 10) == {}


def test_no_classes() -> None:
    assert "off_by_one" not in facts(0, 0) and "off_by_one" not in facts(3, "3")
