"""From a match to what is said: variants, conditions, the decoder, and whose facts win."""

from __future__ import annotations

import pytest
from pytorch_explain.explaining import choose, explain, gather, is_code, order, reflow, step
from pytorch_explain.model import Cause, Decoded, Entry, Fact, Failure, Frame, Match, Signature, Text

LINEAR = "/usr/lib/python3.11/site-packages/torch/nn/modules/linear.py"
FRAMES = (
    Frame("/home/me/train.py", 31, "forward", "x = self.fc1(x)"),
    Frame(LINEAR.replace("linear", "module"), 1553, "_call_impl", "return forward_call(*args, **kwargs)"),
    Frame(LINEAR, 116, "forward", "return F.linear(input, self.weight, self.bias)"),
)


def say(text: str) -> Text:
    return {"en": text, "zh": text.upper()}


def entry(**changes: object) -> Entry:
    base = Entry(
        id="matmul-shape-mismatch",
        category="shape",
        title=say("sizes do not fit"),
        signatures=[
            Signature("mat1 and mat2 shapes cannot be multiplied ({rows:int}x{got:int} and {want:int}x{out:int})")
        ],
        meaning=[say("`{layer}` wants {want}, got {got}."), say("It wants {want}."), say("They differ.")],
        causes=[Cause([say("first")], [say("cure it")])],
        locate=[say("look")],
        avoid=[say("do not")],
        related=["reshape-invalid-size"],
        docs=["https://docs.pytorch.org"],
    )
    return base._replace(**changes)  # type: ignore[arg-type]


def match(
    captures: dict[str, Fact] | None = None,
    frames: tuple[Frame, ...] = (),
    message: str = "",
    facts: dict[str, Fact] | None = None,
) -> Match:
    failure = Failure("RuntimeError", message, frames, facts=facts or {})
    return Match("matmul-shape-mismatch", "shape", 1.0, "exact", captures or {}, failure)


# --- variants


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"layer": "fc1", "want": 300, "got": 400}, "`fc1` wants 300, got 400."),
        ({"want": 300, "got": 400}, "It wants 300."),
        ({"layer": "fc1"}, "They differ."),
    ],
)
def test_the_first_variant_whose_facts_are_all_known_is_used(facts: dict[str, Fact], text: str) -> None:
    assert choose(entry().meaning, facts, "en") == text


def test_without_a_variant_that_can_be_filled_nothing_is_said() -> None:
    assert choose([say("{layer}")], {}, "en") == ""
    assert choose([], {}, "en") == ""


def test_the_language_asked_for_is_spoken() -> None:
    told = explain(match({"want": 300}), entry(meaning=[say("it wants {want}".replace("want}", "WANT}"))]), "zh")
    assert (told.lang, told.title) == ("zh", "SIZES DO NOT FIT")


def test_the_explanation_carries_what_the_entry_names() -> None:
    told = explain(match(), entry(), "en")
    assert (told.id, told.category, told.related, told.docs) == (
        "matmul-shape-mismatch",
        "shape",
        ("reshape-invalid-size",),
        ("https://docs.pytorch.org",),
    )


# --- causes


def causes(*conditions: str) -> list[Cause]:
    return [Cause([say(name or "always")], [say("cure")], when=name) for name in conditions]


@pytest.mark.parametrize(
    ("facts", "ordered"),
    [
        ({}, ["always", "grey", "not batched"]),
        ({"grey": True}, ["grey", "always", "not batched"]),
        ({"grey": False}, ["always", "not batched"]),
        ({"batched": False}, ["not batched", "always", "grey"]),
        ({"batched": True}, ["always", "grey"]),
        ({"grey": True, "batched": False}, ["grey", "not batched", "always"]),
        ({"grey": False, "batched": True}, ["always"]),
    ],
)
def test_a_proven_cause_comes_first_and_a_disproven_one_is_dropped(facts: dict[str, Fact], ordered: list[str]) -> None:
    assert [cause.cause[0]["en"] for cause in order(causes("", "grey", "not batched"), facts, "en")] == ordered


def test_a_cause_without_a_variant_that_can_be_filled_is_left_out() -> None:
    found = order([Cause([say("{layer}")]), Cause([say("plain")])], {}, "en")
    assert [cause.cause[0]["en"] for cause in found] == ["plain"]


def test_code_is_the_first_variant_that_can_be_filled() -> None:
    cause = Cause(
        [say("a")], code=["self.{attribute} = nn.Linear({got}, {out})", "nn.Linear({got}, ...)", "nn.Linear(...)"]
    )
    told = explain(match({"got": 400}), entry(causes=[cause]), "en")
    assert told.causes[0].code == "nn.Linear(400, ...)"


def test_a_cause_may_have_no_code_that_can_be_filled() -> None:
    told = explain(match(), entry(causes=[Cause([say("a")], [say("b")], ["nn.Linear({got})"])]), "en")
    assert told.causes[0] == ("a", "b", "")


# --- facts


def test_the_place_is_the_users_line_and_function() -> None:
    assert explain(match(frames=FRAMES), entry(), "en").place == "train.py:31, in forward"


def test_without_frames_there_is_no_place() -> None:
    assert explain(match(), entry(), "en").place == ""


def test_the_layer_of_the_frames_is_named() -> None:
    told = explain(match({"want": 300, "got": 400}, FRAMES), entry(), "en")
    assert told.meaning == "`fc1` wants 300, got 400."


def test_captures_win_over_frames_and_the_live_program_over_both() -> None:
    assert gather(match({"layer": "captured"}, FRAMES), entry(), "en")["layer"] == "captured"
    assert gather(match({"layer": "captured"}, FRAMES, facts={"layer": "live"}), entry(), "en")["layer"] == "live"


def test_the_arithmetic_adds_what_follows_from_the_captures() -> None:
    captures: dict[str, Fact] = {"rows": 448, "got": 28, "want": 784, "out": 10}
    facts = gather(match(captures), entry(arithmetic="matmul"), "en")
    assert facts["flatten_missing"] is True


def test_the_arithmetic_reads_the_live_programs_facts() -> None:
    live: dict[str, Fact] = {"rows": 448, "got": 28, "want": 784, "out": 10}
    assert "flatten_missing" in gather(match(facts=live), entry(arithmetic="matmul"), "en")


def test_an_arithmetic_that_is_not_known_adds_nothing() -> None:
    assert gather(match({"got": 1}), entry(arithmetic="os.system"), "en") == {"got": 1}


def test_the_whole_message_is_not_among_the_facts_of_texts() -> None:
    assert "message" not in gather(match(message="secret"), entry(arithmetic="matmul"), "en")


# --- decoder

DECODER = [
    Decoded("t >= 0 && t < n_classes", "nll_loss", say("a label is out of range")),
    Decoded("srcIndex < srcSelectDimSize", "embedding", say("an index is too large")),
]


@pytest.mark.parametrize(
    ("message", "meaning"),
    [
        ("Loss.cu:94: Assertion `t >= 0 && t < n_classes` failed.", "a label is out of range"),
        ("Loss.cu:94: Assertion `t >= 0 && t <\n n_classes` failed.", "a label is out of range"),
        ("Indexing.cu:703: Assertion `srcIndex < srcSelectDimSize` failed.", "an index is too large"),
        ("Some.cu:1: Assertion `another < thing` failed.", "something else"),
    ],
)
def test_an_assertion_line_is_decoded(message: str, meaning: str) -> None:
    spoken = entry(decoder=DECODER, meaning=[say("{decoded}"), say("something else")])
    assert explain(match(message=message), spoken, "en").meaning == meaning


def test_of_several_assertions_the_first_in_the_message_is_decoded() -> None:
    message = "Assertion `srcIndex < srcSelectDimSize` failed.\nAssertion `t >= 0 && t < n_classes` failed."
    assert gather(match(message=message), entry(decoder=DECODER), "en")["decoded"] == "an index is too large"


def test_a_decoded_meaning_is_in_the_language_asked_for() -> None:
    message = "Assertion `t >= 0 && t < n_classes` failed."
    assert gather(match(message=message), entry(decoder=DECODER), "zh")["decoded"] == "A LABEL IS OUT OF RANGE"


# --- flowing text


@pytest.mark.parametrize(
    ("text", "flowing"),
    [
        ("one\ntwo", "one two"),
        ("  one  \n\n  two  ", "one two"),
        ("第一行，\n第二行", "第一行，第二行"),
        ("第一行\n第二行", "第一行第二行"),
        ("调用 model\n之后", "调用 model 之后"),
        ("用这一行：\nprint", "用这一行：print"),
        ("look:\n`print(x)`", "look:\n`print(x)`"),
        ("`print(x)`\nthen go on", "`print(x)`\nthen go on"),
        ("`a()`\n`b()`", "`a()`\n`b()`"),
        ("use `a`\nor `b`", "use `a` or `b`"),
        ("", ""),
    ],
)
def test_line_breaks_of_a_text_flow_and_lines_of_code_stay(text: str, flowing: str) -> None:
    assert reflow(text) == flowing


@pytest.mark.parametrize(
    ("text", "flowing"),
    [
        ("1. one\n2. two\ngoes on\n3. three", "1. one\n2. two goes on\n3. three"),
        ("look:\n- one\n- two", "look:\n- one\n- two"),
        ("1. one:\n`print(x)`\nand then\n2. two", "1. one:\n`print(x)`\nand then\n2. two"),
        ("1、第一步\n2、第二步\n接着说", "1、第一步\n2、第二步接着说"),
        ("cannot fall below\n0.313 or\n-1 or\n2 of them", "cannot fall below 0.313 or -1 or 2 of them"),
    ],
)
def test_steps_stay_lines(text: str, flowing: str) -> None:
    assert reflow(text) == flowing


@pytest.mark.parametrize(
    ("line", "mark"),
    [("2. two", "2. "), ("12) x", "12) "), ("3、三", "3、"), ("- one", "- "), ("1.5 GiB", ""), ("", "")],
)
def test_a_step_begins_with_its_number_or_a_dash(line: str, mark: str) -> None:
    assert step(line) == mark


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("`print(x)`", True),
        ("`a` and `b`", False),
        ("``", False),
        ("print(x)", False),
        ("`", False),
        ("see `x`", False),
    ],
)
def test_a_line_of_code_is_one_pair_of_backticks_around_all_of_it(line: str, code: bool) -> None:
    assert is_code(line) is code
