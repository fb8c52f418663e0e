"""The template grammar: what each type takes, optional parts, and the faults of a template."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pytorch_explain.knowledge import template
from pytorch_explain.knowledge.squeezing import Positions, squeeze
from pytorch_explain.knowledge.template import TemplateError
from pytorch_explain.model import Bytes, Fact

MATMUL = "mat1 and mat2 shapes cannot be multiplied ({rows:int}x{got:int} and {want:int}x{out:int})"


def take(wording: str, text: str) -> dict[str, Fact] | None:
    """What the template captures of the text; None where it does not occur in it."""
    found = re.search(template.pattern(wording), squeeze(text))
    types = {hole.name: hole.type for hole in template.holes(wording)}
    return template.captures(found, types, Positions(text)) if found else None


# --- types


@pytest.mark.parametrize(
    ("kind", "written", "value"),
    [
        ("int", "400", 400),
        ("int", "-1", -1),
        ("int", "9223372036854775807", 2**63 - 1),
        ("float", "0.5", 0.5),
        ("float", "-3", -3.0),
        ("float", "1e-05", 1e-05),
        ("float", "2.", 2.0),
        ("size", "2.00 GiB", 2 * 2**30),
        ("size", "20.00 MiB", 20 * 2**20),
        ("size", "512 bytes", 512),
        ("size", "0 bytes", 0),
        ("size", "512 KB", 512 * 2**10),
        ("size", "1EB", 2**60),
        ("size", "4096", 4096),
        ("shape", "[1, 2]", [1, 2]),
        ("shape", "torch.Size([1, 2])", [1, 2]),
        ("shape", "(1, 2)", [1, 2]),
        ("shape", "1x2", [1, 2]),
        ("shape", "(3,)", [3]),
        ("shape", "[]", []),
        ("shape", "torch.Size([])", []),
        ("shape", "[-1, 784]", [-1, 784]),
        ("dtype", "torch.float32", "torch.float32"),
        ("dtype", "Half", "Half"),
        ("dtype", "c10::BFloat16", "c10::BFloat16"),
        ("device", "cuda:1", "cuda:1"),
        ("device", "cpu", "cpu"),
        ("name", "fc1", "fc1"),
        ("name", "torch.nn.modules.linear.Linear", "torch.nn.modules.linear.Linear"),
        ("quoted", "'weight'", "weight"),
        ("quoted", '"weight"', "weight"),
        ("quoted", "“weight”", "weight"),
        ("keys", '"fc.weight", "fc.bias"', ["fc.weight", "fc.bias"]),
        ("keys", "fc.weight, fc.bias", ["fc.weight", "fc.bias"]),
        ("path", "/data/runs/best.pt", "/data/runs/best.pt"),
        ("path", r"C:\runs\best.pt", r"C:\runs\best.pt"),
    ],
)
def test_a_type_takes_what_is_written_and_gives_its_value(kind: str, written: str, value: Fact) -> None:
    taken = take(f"the value [{{it:{kind}}}] was not expected", f"the value [{written}] was not expected")
    assert taken == {"it": value}


def test_every_type_that_the_design_names_is_known() -> None:
    named = "int float size shape dtype device name quoted keys path rest"
    assert set(named.split()) <= set(template.TYPES)


def test_a_placeholder_without_a_type_is_a_name() -> None:
    assert template.holes("{operand} must be a matrix") == [template.Hole("operand", "name")]


def test_a_size_is_a_number_of_bytes() -> None:
    taken = take("Tried to allocate {asked:size}. GPU", "Tried to allocate 2.00 GiB. GPU")
    assert taken is not None and isinstance(taken["asked"], Bytes)


def test_rest_goes_to_the_end_of_the_line_and_keeps_its_blanks() -> None:
    taken = take("Invalid device string: {what:rest}", "Invalid device string: my own gpu \nnext line")
    assert taken == {"what": "my own gpu"}


@pytest.mark.parametrize("written", ["s4", "u0"])
def test_a_symbolic_size_matches_and_is_no_number(written: str) -> None:
    assert take("the size of tensor a ({a:int}) must", f"the size of tensor a ({written}) must") == {}


@pytest.mark.parametrize(
    ("kind", "written"),
    [("int", "many"), ("int", "1.5"), ("shape", "wide"), ("quoted", "bare"), ("device", "7"), ("size", "much")],
)
def test_a_type_does_not_take_what_is_not_of_it(kind: str, written: str) -> None:
    assert take(f"the value <{{it:{kind}}}> was bad", f"the value <{written}> was bad") is None


# --- where a capture ends


def test_a_number_at_the_end_of_the_message_ends_with_its_line() -> None:
    assert take("got {n:int}", "got 3\n4 more lines") == {"n": 3}


def test_a_shape_at_the_end_of_the_message_ends_with_its_line() -> None:
    assert take("got {n:shape}", "got 3x4\n5 more lines") == {"n": [3, 4]}


def test_a_size_at_the_end_of_the_message_ends_with_its_line() -> None:
    assert take("requested {n:size}", "requested 5\n6 more lines") == {"n": Bytes(5)}


def test_a_name_at_the_beginning_of_the_message_does_not_take_the_word_before_it() -> None:
    assert take("{operand:name} must be a matrix", "error: the self must be a matrix") == {"operand": "self"}


def test_a_full_stop_after_a_name_is_not_part_of_it() -> None:
    assert take("no attribute {name:name}", "no attribute foo.") == {"name": "foo"}


# --- white space and quotes


@pytest.mark.parametrize("size", [4, 9, 17, 40])
def test_a_wrap_within_a_word_does_not_hide_a_message(size: int) -> None:
    text = "mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)"
    wrapped = "\n".join(text[i : i + size] for i in range(0, len(text), size))
    assert take(MATMUL, wrapped) == {"rows": 32, "got": 400, "want": 300, "out": 120}


@settings(deadline=None)
@given(
    st.tuples(*[st.integers(0, 10**9)] * 4),
    st.lists(st.tuples(st.integers(1, 60), st.sampled_from([" ", "\n", "\r\n    ", "\u3000"])), max_size=8),
)
def test_white_space_anywhere_within_a_message_changes_no_capture(
    numbers: tuple[int, ...], breaks: list[tuple[int, str]]
) -> None:
    text = "mat1 and mat2 shapes cannot be multiplied ({}x{} and {}x{})".format(*numbers)
    for place, blank in sorted(breaks, reverse=True):
        text = text[:place] + blank + text[place:]
    assert take(MATMUL, text) == dict(zip(("rows", "got", "want", "out"), numbers, strict=True))


@pytest.mark.parametrize(
    "text", ["Expected 'mean' here", "Expected `mean` here", "Expected ''mean'' here", "Expected mean here"]
)
def test_a_quote_matches_any_quote_or_none(text: str) -> None:
    assert take('Expected "{reduction:name}" here', text) == {"reduction": "mean"}


# --- braces and optional parts


def test_doubled_braces_are_braces() -> None:
    assert take("expected {{{n:int}}} keys", "expected {7} keys") == {"n": 7}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("expected scalar type Float but found Half for argument", {"want": "Float", "got": "Half"}),
        ("expected scalar type Float for argument", {"want": "Float"}),
    ],
)
def test_an_optional_part_may_be_missing_and_its_capture_with_it(text: str, value: dict[str, Fact]) -> None:
    assert take("expected scalar type {want:dtype}[[ but found {got:dtype}]] for argument", text) == value


def test_an_optional_part_may_be_a_piece_of_a_word() -> None:
    assert template.pattern("total capac[[i]]ty") == "totalcapac(?:i)?ty"


def test_single_brackets_are_literal() -> None:
    assert take("m1: [{rows:int} x {got:int}], m2", "m1: [4 x 400], m2") == {"rows": 4, "got": 400}


@pytest.mark.parametrize("sign", list(".*+?^$()|\\#"))
def test_a_sign_that_regular_expressions_obey_is_literal(sign: str) -> None:
    wording = f"before {sign} after"
    assert take(wording, f"before {sign} after") == {}
    assert take(wording, "before x after") is None


@settings(deadline=None)
@given(st.text(st.characters(exclude_characters="{}[]'\"`", codec="ascii", min_codepoint=32), min_size=1))
def test_literal_text_matches_itself(text: str) -> None:
    assert take(text, text) == {}


# --- faults


@pytest.mark.parametrize(
    ("wording", "fault"),
    [
        ("a [[b [[c]] d]]", "an optional part within an optional part"),
        ("a ]] b", "']]' without '[['"),
        ("a [[ b", "'[[' without ']]'"),
        ("a { b", "a single '{'"),
        ("a } b", "a single '}'"),
        ("a {} b", "{} is not {name} or {name:type}"),
        ("a {two words} b", "{two words} is not {name} or {name:type}"),
        ("a {1st:int} b", "{1st:int} is not {name} or {name:type}"),
        ("a {x:} b", "{x:} is not {name} or {name:type}"),
        ("a {x.__class__} b", "{x.__class__} is not {name} or {name:type}"),
        ("a {x!r} b", "{x!r} is not {name} or {name:type}"),
        ("a {x:number} b", "{x:number}: unknown type number (known: int,"),
        ("a {x:int} b {x:int}", "the same placeholder twice"),
        ("a {x:int}[[ b {x:int}]]", "the same placeholder twice"),
        ("a {x²:int} b", "{x²:int} is not {name} or {name:type}"),
    ],
)
def test_a_fault_of_a_template_is_named(wording: str, fault: str) -> None:
    with pytest.raises(TemplateError) as caught:
        template.pattern(wording)
    assert fault in str(caught.value)


@settings(deadline=None, max_examples=300)
@given(st.text(st.sampled_from("{}[]:ab1'² int")))
@example("{a²}")
def test_any_text_is_a_template_or_a_template_error(text: str) -> None:
    try:
        expression = template.pattern(text)
    except TemplateError:
        return
    re.compile(expression)


# --- what is derived from a template


def test_literals_are_the_runs_that_every_match_contains() -> None:
    assert template.literals("one {a:int} two[[ three]] four 'five'") == ["one", "two", "four", "five"]


def test_a_skeleton_masks_every_placeholder() -> None:
    assert template.skeleton("got {a:int} and {b:shape},\n  {{x}}") == ("got # and #,\n  {x}", [])


def test_a_skeleton_tells_where_its_optional_parts_stand() -> None:
    text, optional = template.skeleton("got {a:int}[[ and {b:shape}]], or[[ {c:int}]]")
    assert text == "got # and #, or #"
    assert [text[start:end] for start, end in optional] == [" and #", " #"]


@pytest.mark.parametrize(
    ("kind", "longest"),
    [
        ("int", "-" + "1" * 20),
        ("keys", "k" * 9_000),
        ("rest", "r" * 3_000),
        ("path", "/" * 400),
        ("shape", f"torch.Size([{'1,' * 149}1])"),
        ("quoted", f"'{'q' * 300}'"),
        ("name", "n" * 200),
        ("dtype", "d" * 80),
    ],
)
def test_the_reach_covers_the_longest_text_of_a_type(kind: str, longest: str) -> None:
    wording = f"the beginning {{it:{kind}}} the end"
    whole = len(squeeze(f"the beginning {longest} the end"))
    assert template.reach(wording, "thebegin")[1] >= whole
    assert template.reach(wording, "theend")[0] >= min(whole - len("theend"), 4_000)


def test_the_reach_ends_where_nothing_more_can_stand() -> None:
    before, after = template.reach("{it:keys} stands before the anchor", "theancho")
    assert before == 4_000
    assert after < 100


@pytest.mark.parametrize(
    ("wording", "text"),
    [
        (MATMUL, "mat1 and mat2 shapes cannot be multiplied (" * 200),
        (
            "Missing key(s) in state_dict: {a:keys}. Unexpected key(s) in {b:keys}!",
            "Missing key(s) in state_dict:" * 300,
        ),
        (
            "Tried to allocate {a:size}.[[ {b:size} free;]][[ {c:size} used;]] GPU",
            "Tried to allocate 1.5" + ".1free;" * 500,
        ),
    ],
)
def test_a_text_that_repeats_the_beginning_of_a_message_is_searched_to_its_end(wording: str, text: str) -> None:
    assert take(wording, text) is None
