"""Plain text: the whole of it against golden files, and its width."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytorch_explain import __version__
from pytorch_explain.model import Advice, Explanation
from pytorch_explain.output.layout import LABELS, Row, rows
from pytorch_explain.output.plain import MARGIN, block, render
from pytorch_explain.output.wrapping import width

Tell = Callable[[str], Explanation]
Golden = Callable[[str, str], None]
WORDS = st.lists(
    st.one_of(
        st.text(st.sampled_from("abcdefg"), min_size=1, max_size=9),
        st.text(st.sampled_from("形状的大小不一致，。"), min_size=1, max_size=9),
    ),
    min_size=1,
    max_size=30,
).map(" ".join)


def explanation(meaning: str = "It failed.", place: str = "", **changes: object) -> Explanation:
    base = Explanation("some-id", "shape", "en", "Title", place, meaning, [], "", "", (), ())
    return base._replace(**changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("columns", [80, 60])
def test_an_explanation_reads_like_this(told: Tell, golden: Golden, lang: str, columns: int) -> None:
    golden(f"plain-{lang}-{columns}.txt", render(told(lang), columns))


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("columns", [60, 80, 100])
def test_only_code_is_wider_than_the_width(told: Tell, lang: str, columns: int) -> None:
    explained = told(lang)
    code = [line for row in rows(explained) for line in row.code.split("\n")]
    code += [line.strip("`") for row in rows(explained) for line in row.text.split("\n") if line.startswith("`")]
    for line in render(explained, columns).splitlines():
        assert width(line) <= columns or any(part and line.endswith(part) for part in code), line


@settings(deadline=None, max_examples=200)
@given(meaning=WORDS, cause=WORDS, fix=WORDS, locate=WORDS, columns=st.integers(40, 100))
def test_no_prose_is_wider_than_the_width(meaning: str, cause: str, fix: str, locate: str, columns: int) -> None:
    made = explanation(meaning, causes=[Advice(cause, fix)], locate=locate)
    commands = [line for row in rows(made) for line in row.code.split("\n")]
    lines = [line for line in render(made, columns).splitlines() if line[MARGIN:] not in commands]
    assert [line for line in lines if width(line) > columns] == []


STEPS = "1. print the device of the model and of the batch\n`print(x.device)`\n2. if they differ, move the batch"


def test_a_step_hangs_on_its_number() -> None:
    lines = block(Row("locate", LABELS["en"]["locate"], STEPS), 38)
    assert [line[MARGIN:] for line in lines] == [
        "1. print the device of",
        "   the model and of the",
        "   batch",
        "print(x.device)",
        "2. if they differ, move",
        "   the batch",
    ]


def test_the_place_stands_at_the_right_edge() -> None:
    first = render(explanation(place="train.py:31, in forward"), 60).splitlines()[0]
    assert first.startswith("some-id ") and first.endswith(" train.py:31, in forward") and width(first) == 60


@pytest.mark.parametrize(
    "place",
    ["train_transformer_large.py:1234, in training_step_with_loss", "训练脚本_最终版本_第二次修改.py:1234, in forward"],
)
def test_a_long_place_does_not_make_the_first_line_wider_than_the_width(place: str) -> None:
    text = render(explanation(place=place, id="matmul-shape-mismatch"), 60)
    assert max(map(width, text.splitlines()[:2])) <= 60
    assert place in text


def test_without_a_place_the_first_line_is_the_id_alone() -> None:
    assert render(explanation()).splitlines()[0] == "some-id"


def test_each_explanation_ends_with_how_to_report_a_wrong_one(told: Tell) -> None:
    for lang in ("en", "zh"):
        last = render(told(lang)).splitlines()[-1]
        assert "matmul-shape-mismatch" in last and __version__ in last


def test_each_explanation_names_the_commands_that_lead_on(told: Tell) -> None:
    text = render(told("en"))
    assert "pytorch-explain show matmul-shape-mismatch" in text
    assert "pytorch-explain repro matmul-shape-mismatch --diff" in text


def test_only_the_first_cause_is_called_the_likeliest() -> None:
    made = explanation(causes=[Advice("one", "a"), Advice("two", "b"), Advice("three", "c")])
    labels = [row.label for row in rows(made) if row.kind == "cause"]
    assert labels == [LABELS["en"]["likely"], LABELS["en"]["else"], LABELS["en"]["else"]]


def test_what_an_entry_does_not_say_leaves_no_empty_row() -> None:
    text = render(explanation())
    assert "Not this" not in text and "To see it" not in text


def test_code_is_never_broken_and_keeps_its_indentation() -> None:
    code = "with torch.no_grad():\n    " + "x = " + "very_long_name + " * 10 + "1"
    lines = render(explanation(causes=[Advice("one", "", code)]), 40).splitlines()
    assert [line[MARGIN:] for line in lines if "no_grad" in line or "very_long" in line] == code.split("\n")


def test_a_label_takes_its_column_in_chinese_too() -> None:
    assert [width(line.split("文")[0]) for line in block(Row("cause", "最可能", "文 字"), 60)] == [MARGIN]


@settings(deadline=None)
@given(st.text())
def test_no_control_character_gets_out(hostile: str) -> None:
    made = explanation(
        hostile, place=hostile, causes=[Advice(hostile, hostile, hostile)], avoid=hostile, locate=hostile
    )
    assert not any((c < " " and c not in "\n\t") or "\x7f" <= c <= "\x9f" for c in render(made))
