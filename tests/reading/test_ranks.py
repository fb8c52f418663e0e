"""The lines of each rank's traceback together again, and everything else in its place."""

from __future__ import annotations

import pytest
from pytorch_explain.reading.ranks import Told, apart

HEAD, FRAME, CODE = "Traceback (most recent call last):", '  File "/home/me/train.py", line 50, in f', "    main()"
ERROR = "RuntimeError: x"
LINES = (HEAD, FRAME, CODE, ERROR)


def of(*ranks: int | None, lines: tuple[str, ...] = LINES) -> list[Told]:
    """The lines as these ranks print them at the same time."""
    return [(line, rank) for line in lines for rank in ranks]


def test_two_tracebacks_are_taken_apart_in_the_order_in_which_they_began() -> None:
    assert apart(of(1, 0)) == of(1) + of(0)


@pytest.mark.parametrize("told", [[], of(None), of(3), of(3) + of(None)])
def test_of_one_process_nothing_moves(told: list[Told]) -> None:
    assert apart(told) == told


def test_what_failed_first_stays_first() -> None:
    told: list[Told] = [("epoch 1", 0), ("epoch 1", 1), *of(1), ("epoch 2", 0), *of(0)]
    assert apart(told) == told


def test_a_line_of_no_traceback_parts_none() -> None:
    (head, *rest) = of(1)
    assert apart([head, ("epoch 2", 0), *rest]) == [head, *rest, ("epoch 2", 0)]


def test_a_wrapped_line_goes_with_the_one_before_it() -> None:
    told = of(1, 0)
    told.insert(3, ("wrapped of rank 1", None))
    assert apart(told)[2] == ("wrapped of rank 1", None)


def test_a_traceback_of_no_rank_is_one_of_its_own() -> None:
    told = of(1, 0) + of(None)
    assert apart(told) == of(1) + of(0) + of(None)


def test_a_paste_may_begin_within_the_tracebacks() -> None:
    assert apart(of(1, 0, lines=LINES[1:])) == of(1, lines=LINES[1:]) + of(0, lines=LINES[1:])


def test_what_comes_long_after_a_traceback_is_not_drawn_to_it() -> None:
    log: list[Told] = [(f"epoch {number}", 1) for number in range(100)]
    told = of(1) + log + of(0) + [("RuntimeError: much later", 1)]
    assert apart(told) == told
