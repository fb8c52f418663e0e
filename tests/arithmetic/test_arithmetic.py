"""The room as a whole: what may be asked for, and that no input whatever makes it raise."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytorch_explain import arithmetic

#: Every fact that some function here reads.
READ = tuple(
    word
    for line in (
        "rows got want out code shape numel a b dim shape_a shape_b groups weight input size kernel output",
        "dims target classes model missing unexpected mismatched asked total free allocated reserved in_use",
        "other unused expected_size got_size shapes message",
    )
    for word in line.split()
)

NUMBERS = st.one_of(st.integers(-3, 40), st.sampled_from([0, 10**18, -(10**18), 2**200, 360360]))
SHAPES = st.lists(NUMBERS, max_size=6)
WORDS = st.one_of(
    st.text(max_size=8),
    st.lists(st.sampled_from(["a", "module", "fc", "0", "weight", ""]), max_size=5).map(".".join),
)
ODD = st.one_of(
    NUMBERS,
    SHAPES,
    st.booleans(),
    st.none(),
    st.floats(),
    WORDS,
    st.lists(WORDS, max_size=6),
    st.tuples(NUMBERS, NUMBERS),
    st.lists(SHAPES, max_size=3),
    st.lists(st.tuples(WORDS, SHAPES, SHAPES).map(list), max_size=4),
    st.lists(st.none(), max_size=2),
)


def is_fact(value: object) -> bool:
    """Whether a text can show the value: never None, no empty list, only the types of a fact."""
    if isinstance(value, (bool, int, float, str)):
        return value != ""
    if isinstance(value, (list, tuple)):
        return bool(value) and all(isinstance(x, (int, str)) and not isinstance(x, bool) for x in value)
    return False


@pytest.mark.parametrize("name", arithmetic.NAMES)
@given(facts=st.dictionaries(st.sampled_from(READ), ODD, max_size=len(READ)))
@settings(max_examples=150)
def test_odd_input_only_means_fewer_facts(name: str, facts: dict[str, object]) -> None:
    before = repr(facts)
    derived = arithmetic.derive(name, facts)
    assert repr(facts) == before
    assert set(derived) <= set(arithmetic.provides(name))
    assert all(is_fact(value) for value in derived.values()), derived


@pytest.mark.parametrize("name", arithmetic.NAMES)
def test_nothing_known_gives_nothing(name: str) -> None:
    assert arithmetic.derive(name, {}) == {}


def test_every_name_provides_facts() -> None:
    for name in arithmetic.NAMES:
        provided = arithmetic.provides(name)
        assert provided and len(set(provided)) == len(provided)


@pytest.mark.parametrize("name", ["", "os", "..model", "values", "matmul.os", "MATMUL", "__init__"])
def test_other_text_is_no_name(name: str) -> None:
    assert arithmetic.provides(name) == ()
    assert arithmetic.derive(name, {"rows": 1, "got": 400, "want": 300, "out": 1}) == {}


def test_only_what_is_asked_for_is_imported() -> None:
    program = (
        "import sys; import pytorch_explain.arithmetic as a; a.derive('classes', {'target': 3});"
        "print(*sorted(m.rpartition('.')[2] for m in sys.modules if 'explain.arithmetic.' in m));"
        "print('torch' in sys.modules)"
    )
    paths = [path for path in sys.path if path]
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {paths!r}; {program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["classes", "values", "False"]


@pytest.mark.parametrize("number", [10**18, 2**62, 720720**3 // 7, 2**63 - 25])
def test_huge_numbers_are_quick(number: int) -> None:
    facts = dict.fromkeys(
        ("rows", "got", "out", "numel", "a", "target", "asked", "total", "free", "expected_size"), number
    )
    facts.update(want=number - 1, b=number // 3, got_size=number // 2)
    start = time.process_time()
    for name in arithmetic.NAMES:
        arithmetic.derive(name, facts)
    arithmetic.derive("reshape", {"shape": [number] * 60, "numel": number})
    arithmetic.derive("matmul", {"rows": 1, "got": number, "want": number // 4, "out": 2})
    assert time.process_time() - start < 0.5
