"""Damaged messages: rescued where one entry is clearly meant, left alone where another failure may be."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytorch_explain.knowledge.store import Base
from pytorch_explain.matching.ranking import rank
from pytorch_explain.model import Match
from pytorch_explain.reading.passages import read

#: Writes and opens a knowledge base: see conftest.py.
Known = Callable[..., Base]

MATMUL = "mat1 and mat2 shapes cannot be multiplied ({rows:int}x{got:int} and {want:int}x{out:int})"
MEMORY = (
    "CUDA out of memory. Tried to allocate {asked:size} (GPU {gpu:int}; {total:size} total capacity; {held:size} held"
)
BATCH = "Expected size for first two dimensions of batch2 tensor to be: {want:shape} but got: {got:shape}."
STRIDE = "stride should not be zero for the convolution of {layer:name} with padding mode {mode:name}"
ENTRIES = {"matmul": [MATMUL], "memory": [MEMORY], "batch": [BATCH], "stride": [STRIDE]}


@pytest.fixture
def base(known: Known) -> Base:
    return known(ENTRIES, crowded=True)


def matches(text: str, base: Base) -> list[Match]:
    return rank(read(text), [base])[0]


def nearest(text: str, base: Base) -> list[str]:
    return [match.entry for match in rank(read(text), [base])[1]]


BATCH_DAMAGED = "RuntimeError: Expected size for frist two dimensons of batch2 tensr to be: [3, 5] but got: [3, 4]."


def test_an_id_of_an_earlier_base_is_not_rescued_from_a_later_one(known: Known, base: Base) -> None:
    team = known({"batch": ["nothing like it at all"]}, name="team")
    assert [match.entry for match in rank(read(BATCH_DAMAGED), [base])[0]][:1] == ["batch"]
    assert "batch" not in [match.entry for found in rank(read(BATCH_DAMAGED), [team, base]) for match in found]


@pytest.mark.parametrize(
    ("text", "identity"),
    [
        (BATCH_DAMAGED, "batch"),
        ("RuntimeError: Expected size for first two dimensions of batch2 tens", "batch"),
        (
            "RuntimeError: CUDA out of memory. Tried to allocat 20.00 MiB (GPU 0; 10.76 GiB totl capacity; 9.71",
            "memory",
        ),
        ("RuntimeError: stride should not be zreo for the convlution of conv1 with padding mode", "stride"),
        ("RuntimeError: mat1 and mat2 shapes cannot be multipled (32x400 and 300x120)", "matmul"),
        ("RuntimeError: mat1 and mat2 shpaes canot be multiplied (32x400, 300x120)", "matmul"),
        ("RuntimeError: mat1 and mat2 shapes cannot be multiplied (32 x 400 and 300 x 120", "matmul"),
    ],
)
def test_a_damaged_message_is_rescued(base: Base, text: str, identity: str) -> None:
    match = matches(text, base)[0]
    assert (match.entry, match.how) == (identity, "fuzzy")


def test_a_mistyped_message_keeps_its_numbers(base: Base) -> None:
    match = matches("RuntimeError: mat1 and mat2 shapes cannot be multipled (32x400 and 300x120)", base)[0]
    assert match.captures == {"rows": 32, "got": 400, "want": 300, "out": 120}


def test_a_message_that_lost_a_part_keeps_none(base: Base) -> None:
    assert matches("RuntimeError: mat1 and mat2 shpaes canot be multiplied (32x400, 300x120)", base)[0].captures == {}


def test_a_rescued_message_keeps_its_failure_and_score(base: Base) -> None:
    match = matches(BATCH_DAMAGED, base)[0]
    assert match.failure.type == "RuntimeError"
    assert match.failure.message.startswith("Expected size for frist")
    assert 0.55 <= match.score <= 1.0


def test_a_whole_message_needs_no_rescue(base: Base) -> None:
    text = "RuntimeError: Expected size for first two dimensions of batch2 tensor to be: [3, 5] but got: [3, 4]."
    assert matches(text, base)[0].how == "exact"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "RuntimeError: boom",
        "RuntimeError: batch2 tensor",
        "ValueError: the quick brown fox jumps over the lazy dog",
        "RuntimeError: mat1 and mat2 shapes must be equal (32x400 and 300x120)",
        "RuntimeError: Expected rank for last three channels of batch2 weight to be: [3, 5] but got: [3, 4].",
        "RuntimeError: stride must not be negative for the pooling of conv1 with dilation mode zeros",
        "epoch 3: loss 0.25, accuracy 0.91, 12.4 samples/s, eta 0:03:12",
        "Expected size for your luggage to be two bags but you got three of them",
    ],
)
def test_another_message_is_not_rescued(base: Base, text: str) -> None:
    assert matches(text, base) == []


def test_what_comes_near_is_told(base: Base) -> None:
    text = "RuntimeError: Expected rank for first two channels of batch2 tensor to be: [3, 5] but got: [3, 4]."
    assert matches(text, base) == []
    assert nearest(text, base)[0] == "batch"


def test_what_is_far_from_everything_has_nothing_near(base: Base) -> None:
    assert nearest("ValueError: the quick brown fox jumps over the lazy dog", base) == []


def test_source_code_is_not_rescued(base: Base) -> None:
    text = f'import torch\nx = 3\ny = 4\nraise RuntimeError("{BATCH_DAMAGED}")\nz = 5\n'
    assert matches(text, base) == []


def test_only_an_exceptions_own_message_is_compared_where_there_is_one(base: Base) -> None:
    text = f"{BATCH_DAMAGED.removeprefix('RuntimeError: ')}\n\nClutchError: the clutch of this car is on fire\n"
    assert matches(text, base) == []


# --- margin


def test_between_two_entries_that_are_as_like_there_is_silence(known: Known) -> None:
    twins = {
        "first": ["the gearbox of the widget expects a left handed spanner with twelve notches below its second axle"],
        "second": [
            "the gearbox of the widget expects a right handed spanner with twelve notches below its second axle"
        ],
    }
    base = known(twins, crowded=True)
    text = "RuntimeError: the gearbx of the widget expcts a handed spaner with twelve notches below its second axle"
    assert matches(text, base) == []
    assert set(nearest(text, base)) == {"first", "second"}


def test_two_wordings_of_one_entry_do_not_contend(known: Known) -> None:
    wordings = [
        "the gearbox of the widget expects a left handed spanner with twelve notches below its second axle",
        "the gearbox of the widget expects a right handed spanner with twelve notches below its second axle",
    ]
    base = known({"spanner": wordings}, crowded=True)
    assert (
        matches(
            "RuntimeError: the gearbx of the widget expcts a handed spaner with twelve notches below its second axle",
            base,
        )[0].entry
        == "spanner"
    )


# --- look-alikes

ALIKE = "Expected size for first two dimensions of batch1 matrix to be: # but got: #."
ALIKE_DAMAGED = "RuntimeError: Expected size for first two dimensons of batch1 matrix to be: [3, 5] but got: [3, 4]."


def test_a_look_alike_of_the_entry_silences(known: Known) -> None:
    assert matches(ALIKE_DAMAGED, known(ENTRIES, unlike={"batch": [ALIKE]}, crowded=True)) == []


def test_a_stranger_silences(known: Known) -> None:
    assert matches(ALIKE_DAMAGED, known(ENTRIES, strangers=[("another-id", ALIKE)], crowded=True)) == []


def test_a_look_alike_does_not_silence_the_message_that_it_resembles(known: Known) -> None:
    base = known(ENTRIES, strangers=[("another-id", ALIKE)], crowded=True)
    assert matches(BATCH_DAMAGED, base)[0].entry == "batch"


def test_a_stranger_whose_id_became_an_entry_counts_no_longer(known: Known) -> None:
    text = BATCH_DAMAGED
    row = "Expected size for first two dimensions of batch2 tensor to be: # but got: #."
    assert matches(text, known(ENTRIES, strangers=[("another-id", row)], crowded=True, name="foreign")) == []
    assert matches(text, known(ENTRIES, strangers=[("matmul", row)], crowded=True))[0].entry == "batch"


# --- neighbours


@pytest.mark.parametrize("package", ["numpy", "tensorflow", "pandas"])
def test_a_damaged_message_of_a_neighbours_library_is_not_rescued(base: Base, package: str) -> None:
    frame = f'  File "/usr/lib/python3/site-packages/{package}/core.py", line 3, in f\n    g()\n'
    assert matches(f"Traceback (most recent call last):\n{frame}{BATCH_DAMAGED}\n", base) == []


def test_in_torch_the_same_damaged_message_is_rescued(base: Base) -> None:
    frame = '  File "/usr/lib/python3/site-packages/torch/functional.py", line 3, in f\n    g()\n'
    assert matches(f"Traceback (most recent call last):\n{frame}{BATCH_DAMAGED}\n", base)[0].entry == "batch"


# --- words around


@pytest.mark.parametrize(
    "text",
    [
        "训练时报错 Expected size for frist two dimensons of batch2 tensr to be: [3, 5] but got: [3, 4]. 怎么解决？",
        "when I train it says Expected size for frist two dimensons of batch2 tensr to be: [3, 5] but got: [3, 4].",
    ],
)
def test_a_sentence_around_a_damaged_message_does_not_hide_it(base: Base, text: str) -> None:
    assert matches(text, base)[0].entry == "batch"


def test_another_type_than_the_wordings_needs_something_of_torch(known: Known) -> None:
    base = known({"gear": [{"message": STRIDE, "exceptions": ["IndexError"]}]}, crowded=True)
    damaged = "stride should not be zero for the convolution of conv with pading"
    assert [match.entry for match in rank(read(f"IndexError: {damaged}"), [base])[0]] == ["gear"]
    assert rank(read(f"ValueError: {damaged}"), [base])[0] == []
    assert [match.entry for match in rank(read(f"import torch\n\nValueError: {damaged}"), [base])[0]] == ["gear"]
