"""What the live program shows beyond the message: classes, what is frozen, where the graph ends, what was changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from pytorch_explain.model import Fact
from pytorch_explain.reading.live import stack
from pytorch_explain.reading.scene import PROVIDES, scene
from torch import nn


def shown(crash: Callable[[], object], captures: dict[str, Fact] | None = None) -> dict[str, Fact]:
    """The facts that the scene of a crash gives."""
    with pytest.raises(Exception) as raised:
        crash()
    _, facts = scene(stack(raised.value, [raised.value]), "", captures or {})
    assert facts.keys() <= set(PROVIDES)  # a knowledge base is checked against these
    return facts


def test_the_class_count_is_that_of_the_logits() -> None:
    def crash() -> None:
        logits, labels = torch.zeros(2, 7), torch.tensor([0, 9])
        nn.functional.cross_entropy(logits, labels)

    assert shown(crash, {"target": 9})["classes"] == 7


@pytest.mark.parametrize("frozen", [True, False])
def test_a_model_is_frozen_if_no_parameter_requires_a_gradient(frozen: bool) -> None:
    def crash() -> None:
        model = nn.Linear(2, 2).requires_grad_(not frozen)
        loss = model(torch.ones(1, 2)).sum().detach()
        loss.backward()

    assert shown(crash)["frozen"] is frozen


def test_the_graph_ends_behind_the_last_variable_that_has_one() -> None:
    def crash() -> None:
        model = nn.Linear(2, 2)
        out = model(torch.ones(1, 2))
        loss = torch.tensor(out.sum().item())
        loss.backward()

    facts = shown(crash)
    assert (facts["kept"], facts["operand"]) == ("out", "loss")


def test_the_tensor_that_was_changed_is_found_by_its_version_and_shape() -> None:
    def crash() -> None:
        hidden = torch.ones(2, 3, requires_grad=True).tanh()
        squared = hidden.square()
        hidden += 1
        squared.sum().backward()

    assert shown(crash, {"version": 1, "shape": [2, 3]})["modified"] == "hidden"


def test_two_tensors_that_fit_are_not_told_apart() -> None:
    def crash() -> None:
        first = torch.ones(2, 3, requires_grad=True).tanh().add_(1)
        second = torch.ones(2, 3, requires_grad=True).tanh().add_(1)
        raise RuntimeError(len((first, second)))

    assert "modified" not in shown(crash, {"version": 1, "shape": [2, 3]})
