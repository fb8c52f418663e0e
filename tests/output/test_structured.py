"""The JSON that programs rely on, field by field as the design states it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytorch_explain.model import Bytes, Explanation, Fact, Failure, Match
from pytorch_explain.output.structured import answer, line, unreadable

Tell = Callable[[str], Explanation]


def strictly(text: str) -> Any:
    """What the line says, read as a strict reader does: NaN and Infinity are not JSON."""

    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is not JSON")

    return json.loads(text, parse_constant=refuse)


@pytest.fixture
def whole(match: Match, told: Tell) -> dict[str, Any]:
    """The object of an explained input, after the way through a line."""
    read: dict[str, Any] = strictly(line(answer("-", match.failure, [match], [], told("en"))))
    return read


def test_the_object_has_the_fields_of_the_contract(whole: dict[str, Any]) -> None:
    assert {"schema", "input", "failure", "matches", "explanation", "others"} <= set(whole)
    assert (whole["schema"], whole["input"], whole["others"]) == (1, "-", [])


def test_the_failure_has_the_fields_of_the_contract(whole: dict[str, Any], match: Match) -> None:
    failure = whole["failure"]
    assert {"type", "message", "frames", "rank"} <= set(failure)
    assert (failure["type"], failure["message"], failure["rank"]) == ("RuntimeError", match.failure.message, 3)
    assert failure["frames"][0] == {
        "file": "/home/me/train.py",
        "line": 31,
        "function": "forward",
        "code": "x = self.fc1(x)",
    }


def test_a_match_has_the_fields_of_the_contract(whole: dict[str, Any]) -> None:
    assert whole["matches"] == [
        {
            "id": "matmul-shape-mismatch",
            "category": "shape",
            "score": 1.0,
            "how": "exact",
            "captures": {"rows": 32, "got": 400, "want": 300, "out": 120},
        }
    ]


def test_the_explanation_has_the_fields_of_the_contract(whole: dict[str, Any]) -> None:
    spoken = whole["explanation"]
    assert set(spoken) >= {"id", "lang", "title", "meaning", "causes", "locate", "avoid", "related", "docs"}
    assert (spoken["id"], spoken["lang"], spoken["title"]) == ("matmul-shape-mismatch", "en", "Matrix sizes do not fit")
    assert spoken["meaning"].startswith("`fc1` was built for 300 input features and received 400.")
    assert all(set(cause) >= {"cause", "fix"} for cause in spoken["causes"])
    assert spoken["related"] == ["conv-input-channels", "reshape-invalid-size"]
    assert spoken["docs"] == ["https://docs.pytorch.org/docs/stable/generated/torch.nn.Linear.html"]


def test_a_fix_holds_the_code_to_paste(whole: dict[str, Any]) -> None:
    assert whole["explanation"]["causes"][0]["fix"].startswith("self.fc1 = nn.Linear(400, 120)")


def test_an_input_without_a_failure_has_nulls_and_no_match() -> None:
    made = answer("train.log", None, [], [], None)
    assert made == {
        "schema": 1,
        "input": "train.log",
        "failure": None,
        "matches": [],
        "explanation": None,
        "others": [],
    }


def test_what_came_close_is_told_only_where_nothing_matched(match: Match, told: Tell) -> None:
    near = match._replace(score=0.5, how="fuzzy")
    assert [item["score"] for item in answer("-", match.failure, [], [near], None)["nearest"]] == [0.5]
    assert "nearest" not in answer("-", match.failure, [match], [near], told("en"))


def test_a_failure_without_type_frames_and_rank_has_nulls() -> None:
    made = answer("<text>", Failure(None, "out of memory"), [], [], None)
    assert made["failure"] == {"type": None, "message": "out of memory", "frames": [], "rank": None}


def test_an_unreadable_input_has_an_error_in_its_place() -> None:
    assert unreadable("gone.log", "no such file") == {"schema": 1, "input": "gone.log", "error": "no such file"}


# --- others


def test_others_are_the_further_failures_of_the_paste_and_not_other_readings_of_the_first(
    match: Match, told: Tell
) -> None:
    reading = match._replace(entry="another-reading")
    further = Match("cuda-out-of-memory", "memory", 1.0, "exact", {}, Failure("OutOfMemoryError", "out of memory"))
    made = answer("-", match.failure, [match, reading, further], [], told("en"))
    assert [item["id"] for item in made["matches"]] == [
        "matmul-shape-mismatch",
        "another-reading",
        "cuda-out-of-memory",
    ]
    assert [item["id"] for item in made["others"]] == ["cuda-out-of-memory"]


def test_others_name_each_further_failure_once(match: Match, told: Tell) -> None:
    failure = Failure("OutOfMemoryError", "out of memory")
    further = [Match(name, "memory", 1.0, "exact", {}, failure) for name in ("cuda-out-of-memory", "another-reading")]
    made = answer("-", match.failure, [match, *further], [], told("en"))
    assert [item["id"] for item in made["others"]] == ["cuda-out-of-memory"]


def test_the_same_failure_read_twice_is_no_other(match: Match, told: Tell) -> None:
    again = match._replace(entry="another-reading", failure=match.failure._replace())
    assert answer("-", match.failure, [match, again], [], told("en"))["others"] == []


# --- captures


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (400, 400),
        (-1, -1),
        ([32, 400], [32, 400]),
        ("torch.float32", "torch.float32"),
        (["fc.weight", "fc.bias"], ["fc.weight", "fc.bias"]),
        (Bytes(2 * 2**30), 2147483648),
        (0.5, 0.5),
    ],
)
def test_captures_are_typed(match: Match, value: Fact, written: Any) -> None:
    made = answer("-", match.failure, [match._replace(captures={"it": value})], [], None)
    assert strictly(line(made))["matches"][0]["captures"] == {"it": written}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_a_capture_that_is_no_finite_number_is_still_json(match: Match, value: float) -> None:
    made = answer("-", match.failure, [match._replace(captures={"it": value})], [], None)
    assert "it" in strictly(line(made))["matches"][0]["captures"]


# --- lines


@settings(deadline=None)
@given(st.text(), st.booleans())
def test_any_object_is_one_line_that_reads_back(message: str, ascii_only: bool) -> None:
    made = answer("-", Failure("RuntimeError", message), [], [], None)
    text = line(made, ascii_only)
    assert len(text.splitlines()) == 1
    assert strictly(text) == made


def test_for_a_pipe_that_takes_nothing_else_the_line_is_ascii(match: Match, told: Tell) -> None:
    made = answer("-", match.failure, [match], [], told("zh"))
    assert line(made, ascii_only=True).isascii()
    assert "矩阵" in line(made)


@settings(deadline=None)
@given(st.text(), st.booleans())
def test_nothing_that_a_terminal_obeys_is_in_a_line(message: str, ascii_only: bool) -> None:
    text = line(answer(message, Failure(message, message), [], [], None), ascii_only)
    assert text.isascii() or not ascii_only
    assert not [c for c in text if unicodedata.category(c)[0] == "C" or unicodedata.category(c) in ("Zl", "Zp")]


@pytest.mark.parametrize("hostile", ["\x7f", "\x9b", "\u202e", "\u2066", "\u2028", "\ufeff", "\U000e0041", "\ud800"])
def test_what_a_terminal_obeys_is_written_as_a_number(hostile: str) -> None:
    text = line(unreadable(f"形{hostile}", "no such file"))
    assert "\\u" in text and "形" in text and strictly(text)["input"] == f"形{hostile}"
