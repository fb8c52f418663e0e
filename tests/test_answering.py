"""The whole way from a text to its answer, and the one function that the package offers."""

from __future__ import annotations

import pytest
import pytorch_explain
from hypothesis import given, settings
from hypothesis import strategies as st
from pytorch_explain.answering import answer, entry
from pytorch_explain.knowledge.store import Base, own

MESSAGE = "mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)"
TRACEBACK = f"""\
Traceback (most recent call last):
  File "/home/me/train.py", line 31, in forward
    x = self.fc1(x)
  File "/usr/lib/python3/site-packages/torch/nn/modules/module.py", line 1501, in _call_impl
    return forward_call(*args, **kwargs)
  File "/usr/lib/python3/site-packages/torch/nn/modules/linear.py", line 116, in forward
    return F.linear(input, self.weight, self.bias)
RuntimeError: {MESSAGE}
"""


@pytest.fixture(scope="module")
def base() -> Base:
    return own()


def test_an_answer_holds_failure_match_and_explanation(base: Base) -> None:
    found = answer(TRACEBACK, "en", [base])
    assert found.failure is not None
    assert found.failure.message == MESSAGE
    assert found.matches[0].entry == "matmul-shape-mismatch"
    assert found.told is not None
    assert (found.told.id, found.told.place) == ("matmul-shape-mismatch", "train.py:31, in forward")
    assert found.told.meaning.startswith("`fc1` was built for 300 input features and received 400.")


def test_bytes_and_text_are_answered_alike(base: Base) -> None:
    assert answer(TRACEBACK.encode(), "en", [base]) == answer(TRACEBACK, "en", [base])


def test_without_knowledge_there_is_the_failure_and_nothing_more() -> None:
    found = answer(TRACEBACK, "en", [])
    assert found.failure is not None
    assert (found.failure.type, found.failure.message) == ("RuntimeError", MESSAGE)
    assert (found.matches, found.nearest, found.told) == ([], [], None)


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("ClutchError: on fire", "ClutchError", "on fire"),
        ("a title\n\nClutchError: on fire", "ClutchError", "on fire"),
        ("I got ClutchError: on fire\n\nGearError: broken", "GearError", "broken"),
        ("a title alone", None, "a title alone"),
    ],
)
def test_of_an_unrecognised_paste_the_strongest_failure_is_named(
    base: Base, text: str, name: str | None, message: str
) -> None:
    found = answer(text, "en", [base]).failure
    assert found is not None
    assert (found.type, found.message) == (name, message)


@pytest.mark.parametrize("text", ["", "\n \n", "import torch\n", "x = 3\nprint(x)"])
def test_a_paste_that_tells_of_no_failure_names_none(base: Base, text: str) -> None:
    assert answer(text, "en", [base]).failure is None


def test_matches_are_empty_exactly_when_nothing_is_told(base: Base) -> None:
    for text in (TRACEBACK, "ClutchError: on fire", ""):
        found = answer(text, "en", [base])
        assert bool(found.matches) == (found.told is not None)


def test_an_entry_is_found_in_the_first_base_that_has_it(base: Base) -> None:
    assert entry("matmul-shape-mismatch", [base, base]).id == "matmul-shape-mismatch"
    with pytest.raises(KeyError):
        entry("no-such-entry", [base])
    with pytest.raises(KeyError):
        entry("matmul-shape-mismatch", [])


PIECES = st.sampled_from(
    [MESSAGE, TRACEBACK, "\n", "RuntimeError: ", "CUDA out of memory. Tried to allocate ", "[rank0]: ", "2.00 GiB", "'"]
)


@settings(deadline=None, max_examples=150)
@given(text=st.text(st.characters(), max_size=200) | st.lists(PIECES, max_size=8).map("".join))
def test_answering_never_raises(text: str) -> None:
    found = answer(text, "zh")
    assert bool(found.matches) == (found.told is not None)


# --- the package


def test_the_package_explains_a_text() -> None:
    told = pytorch_explain.explain(TRACEBACK)
    assert told is not None
    assert (told.id, told.lang, told.category) == ("matmul-shape-mismatch", "en", "shape")


def test_the_package_says_nothing_where_it_knows_nothing() -> None:
    assert pytorch_explain.explain("ClutchError: on fire") is None


@pytest.mark.parametrize(("asked", "set_to", "lang"), [("zh", "en", "zh"), (None, "zh", "zh"), ("en", "zh", "en")])
def test_the_package_speaks_the_language_asked_for_or_set(
    monkeypatch: pytest.MonkeyPatch, asked: str | None, set_to: str, lang: str
) -> None:
    monkeypatch.setenv("PYTORCH_EXPLAIN_LANG", set_to)
    told = pytorch_explain.explain(MESSAGE, lang=asked)
    assert told is not None
    assert told.lang == lang


def test_the_package_names_its_version() -> None:
    assert pytorch_explain.__version__.count(".") == 2
    assert set(pytorch_explain.__all__) >= {"__version__", "explain"}
