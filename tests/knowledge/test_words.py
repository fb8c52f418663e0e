"""The words of a message, as likeness compares them."""

from __future__ import annotations

import pytest
from pytorch_explain.knowledge.words import FOREIGN, NUMBER, words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("mat1 and Mat2", ["mat", NUMBER, "and", "mat", NUMBER]),
        ("(32x400 and 300x120)", [NUMBER, "and", NUMBER]),
        ("got 3, 4, 5 of #", ["got", NUMBER, "of", NUMBER]),
        ("__init__() failed", ["init", "failed"]),
        ("张量 a 的大小 (3)", [FOREIGN, "a", FOREIGN, NUMBER]),
        ("Ошибка: out of memory", [FOREIGN, "out", "of", "memory"]),
        ("", []),
        ("_ - _", []),
    ],
)
def test_words_are_lower_case_with_numbers_and_other_scripts_masked(text: str, found: list[str]) -> None:
    assert words(text) == found
