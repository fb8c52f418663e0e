"""A table from tokens to numbers as one text."""

from __future__ import annotations

import pytest
from pytorch_explain.faq.table import beginning, numbers, written

ROWS = {"loss": [3, 17], "los": [1], "nan": [3], "!loss": [4], "ll": [12], "损失": [5], "0.69": [0]}
TABLE = written(ROWS)


def test_a_token_leads_to_its_numbers_and_no_other_does() -> None:
    assert {token: numbers(TABLE, token) for token in ROWS} == ROWS
    assert [numbers(TABLE, token) for token in ("lo", "oss", "3", "17;nan", "x")] == [[]] * 5


@pytest.mark.parametrize("start", ["l", "lo", "loss", "n", "!", "损", "1", "3", "x"])
def test_what_begins_so_is_found_in_its_order(start: str) -> None:
    assert beginning(TABLE, start) == [token for token in ROWS if token.startswith(start)]


def test_an_empty_table_knows_nothing() -> None:
    assert (numbers(written({}), "loss"), beginning(written({}), "l")) == ([], [])
