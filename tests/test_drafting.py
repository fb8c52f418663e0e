"""The start of an entry from a failure: its template matches its own message, its files are sound."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytorch_explain.drafting import Refused, draft, template_of
from pytorch_explain.knowledge import template
from pytorch_explain.knowledge.checking import check
from pytorch_explain.knowledge.compiling import load
from pytorch_explain.knowledge.squeezing import squeeze

#: Pieces of real messages, to be put together in any order.
PIECES = st.one_of(
    st.sampled_from(
        [*"[]{}(),.:;-x'\"` \n#", "[[", "]]", "{{", "}}", "torch.Size([", "torch.Size([2, 3])", "[1, 2, 3]"]
    ),
    st.sampled_from(["tensor([[[0.1]]])", "(32x400 and 300x120)", "at dim", "{'a': 1}", "nan"]),
    st.integers(-(10**25), 10**25).map(str),
    st.text(max_size=6),
    st.lists(st.integers(0, 10**6), max_size=80).map(str),
)
MESSAGES = st.one_of(st.lists(PIECES, max_size=12).map("".join), st.text(st.sampled_from("[]{}1,-' a"), max_size=30))


@settings(deadline=None, max_examples=500)
@given(MESSAGES)
def test_a_drafted_template_matches_the_whole_of_its_own_message(message: str) -> None:
    assert re.fullmatch(template.pattern(template_of(message)), squeeze(message))


@pytest.mark.parametrize(
    ("message", "wording"),
    [
        (
            "mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)",
            "mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)",
        ),
        ("Expected 3 dims, got 4", "Expected {number1:int} dims, got {number2:int}"),
        (
            "shape '[4, 7]' is invalid for input of size 30",
            "shape '{shape1:shape}' is invalid for input of size {number1:int}",
        ),
        ("got torch.Size([2, 3]) and []", "got {shape1:shape} and []"),
        ("lr must be 0.1", "lr must be 0.1"),
        ("bad dict {'a': 1}", "bad dict {{'a': 1}}"),
        ("dim -1 of fc1", "dim {number1:int} of fc1"),
    ],
)
def test_numbers_and_shapes_become_placeholders(message: str, wording: str) -> None:
    assert template_of(message) == wording


def test_a_drafted_template_takes_the_same_message_with_other_numbers() -> None:
    expression = template.pattern(template_of("Expected size [4, 7] at dim 1, got 30"))
    assert re.fullmatch(expression, squeeze("Expected size [8, 3, 2] at dim -2, got 5"))


def test_a_draft_is_an_entry_whose_only_faults_are_its_gaps(tmp_path: Path) -> None:
    text = b"Traceback (most recent call last):\n" + b"RuntimeError: the frobnicator got 3 of 4\n"
    paths = draft(tmp_path, "shape", "frobnicator-count", text)
    assert [path.name for path in paths] == ["entry.yaml", "repro.py", "fixed.py"]
    (signature,) = load(paths[0]).signatures
    assert signature.message == "the frobnicator got {number1:int} of {number2:int}"
    assert (signature.example, signature.exceptions) == ("the frobnicator got 3 of 4", ("RuntimeError",))
    assert all("still says TODO" in fault.text for fault in check(tmp_path))


def test_a_draft_without_a_traceback_can_be_read(tmp_path: Path) -> None:
    paths = draft(tmp_path, "shape", "some-id", None)
    assert load(paths[0]).id == "some-id"


def test_drafted_scripts_are_programs(tmp_path: Path) -> None:
    for path in draft(tmp_path, "shape", "some-id", None)[1:]:
        compile(path.read_text(encoding="utf-8"), str(path), "exec")


@settings(deadline=None, max_examples=100)
@given(message=st.text(min_size=1, max_size=60), number=st.integers(0, 10**9))
def test_any_failure_can_be_drafted_and_read_again(
    tmp_path_factory: pytest.TempPathFactory, message: str, number: int
) -> None:
    text = f"RuntimeError: frobnicator {message} {number}".encode("utf-8", "replace")
    paths = draft(tmp_path_factory.mktemp("kb"), "shape", "some-id", text)
    (signature,) = load(paths[0]).signatures
    assert re.search(template.pattern(signature.message), squeeze(signature.example))


@pytest.mark.parametrize("identity", ["Upper", "with space", "../escape", "a/b", "", "a--b", "a\n"])
def test_an_id_that_is_none_is_refused(tmp_path: Path, identity: str) -> None:
    with pytest.raises(Refused, match="an id is lower-case words joined by hyphens"):
        draft(tmp_path, "shape", identity, None)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("category", ["..", "Shape", "a/b", ""])
def test_a_category_that_is_none_is_refused(tmp_path: Path, category: str) -> None:
    with pytest.raises(Refused, match="category"):
        draft(tmp_path, category, "some-id", None)


def test_an_id_that_exists_in_any_category_is_refused(tmp_path: Path) -> None:
    draft(tmp_path, "shape", "some-id", None)
    with pytest.raises(Refused, match="some-id exists already"):
        draft(tmp_path, "loss", "some-id", None)


@pytest.mark.parametrize("text", [b"\n", b"\n \n", b"import torch\n"])
def test_a_text_without_a_failure_is_refused_and_nothing_written(tmp_path: Path, text: bytes) -> None:
    with pytest.raises(Refused, match="no failure was found"):
        draft(tmp_path, "shape", "some-id", text)
    assert list(tmp_path.iterdir()) == []


@settings(deadline=None, max_examples=200)
@given(MESSAGES)
def test_a_draft_is_refused_or_its_only_faults_are_its_gaps(
    tmp_path_factory: pytest.TempPathFactory, message: str
) -> None:
    root = tmp_path_factory.mktemp("kb")
    try:
        draft(root, "shape", "some-id", f"RuntimeError: {message}".encode("utf-8", "replace"))
    except Refused:
        assert list(root.iterdir()) == []
    else:
        assert [fault.text for fault in check(root) if "TODO" not in fault.text] == []


def test_nothing_at_all_is_no_failure_to_start_from(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no failure was found"):
        draft(tmp_path, "shape", "some-id", b"")
