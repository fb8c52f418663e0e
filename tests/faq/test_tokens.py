"""One rule for questions and answers: what becomes one token, and what is left out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytorch_explain.faq.tokens import compounds, stem, tokens

JOINED = {"dataloader": "data loader"}


def texts(text: str) -> list[str]:
    return [token.text for token in tokens(text, JOINED)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zero_grad retain_graph=True", ["zero", "grad", "retain", "graph", "tru"]),
        ("BCEWithLogitsLoss", ["bce", "logit", "loss"]),
        ("DataLoader dataloader DATALOADER", ["data", "loader"] * 3),
        ("BatchNorm2d conv2d Conv2d", ["batch", "norm", "conv", "conv"]),
        ("mat1 fp16 4D", ["mat1", "fp16", "4d"]),
        ("0.6931 3.14159 2", ["0.69", "3.14", "2"]),
        ("how do I, and what's the problem?", []),
        ("loss is not decreasing, can't go down", ["loss", "decreas", "!decreas", "down", "!down"]),
        ("显存爆了", ["显存", "存爆"]),
        ("怎么办", []),
        ("显存，不够", ["显存", "不够"]),
        ("卡 GPU卡住", ["卡", "gpu", "卡住"]),
        ("как 비정상 así über-tensor", ["tensor"]),
        ("3×5, α = 0.1", ["3", "5", "0.1"]),
    ],
)
def test_a_text_becomes(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


@pytest.mark.parametrize(
    "family",
    [
        ("decrease", "decreases", "decreasing", "decreased"),
        ("run", "runs", "running"),
        ("multiply", "multiplied", "multiplies", "multiplying"),
        ("loss", "losses"),
        ("size", "sizes", "sized"),
        ("call", "calls", "called", "calling"),
    ],
)
def test_endings_make_no_difference(family: tuple[str, ...]) -> None:
    assert len({stem(word) for word in family}) == 1, [stem(word) for word in family]


@pytest.mark.parametrize("word", ["contiguous", "class", "bus", "axis", "need", "loss", "gpu", "0.69", "fp16"])
def test_what_is_no_ending_stays(word: str) -> None:
    assert stem(word) == word


def test_names_with_capitals_are_known_joined() -> None:
    assert dict(compounds("a DataLoader, nn.CrossEntropyLoss; Can't")) == {
        "dataloader": "data loader",
        "crossentropyloss": "cross entropy loss",
    }


@given(st.text(st.characters(max_codepoint=127)))
def test_english_alone_is_read_as_beside_other_writing(text: str) -> None:
    assert texts(text) == texts(text + "，")


@given(st.text())
def test_a_token_tells_where_it_stands(text: str) -> None:
    last = 0
    for token in tokens(text):
        assert 0 <= token.start < token.end <= len(text) and token.start >= last
        last = token.start
