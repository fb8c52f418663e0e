"""Messages damaged on purpose by people who had not seen the signatures: cut, mistyped, wrapped, in a sentence.

`index.jsonl` of each set has the form of tests/cases. What counts here is that no answer is wrong; how many are
right is a figure, and falls only if recognition got worse. A quotation of a message in a text about something
else can still be taken for the failure: those that are, are named.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from pytorch_explain.knowledge.store import SOURCE, Base, folder
from pytorch_explain.matching.ranking import rank
from pytorch_explain.reading.passages import read

HERE = Path(__file__).parent
#: Set -> the least part of its messages that is recognised.
RIGHT = {"first": 0.92, "second": 0.88}
#: Texts that only quote a message and are answered all the same.
QUOTATIONS = {"second": {"005.txt", "013.txt", "046.txt", "086.txt", "099.txt", "149.txt"}}


@pytest.fixture(scope="module")
def bases() -> list[Base]:
    return [folder(SOURCE, own=True)]


def cases(name: str) -> list[dict[str, object]]:
    lines = (HERE / name / "index.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def answer(name: str, case: dict[str, object], bases: list[Base]) -> str:
    matches, _ = rank(read((HERE / name / str(case["file"])).read_bytes()), bases)
    return matches[0].entry if matches else "none"


@pytest.mark.parametrize("name", RIGHT)
def test_no_answer_to_a_damaged_message_is_wrong(name: str, bases: list[Base]) -> None:
    for case in cases(name):
        if case["file"] not in QUOTATIONS.get(name, ()):
            allowed = {case["id"], *case["also_ok"], "none"}  # type: ignore[misc]
            assert answer(name, case, bases) in allowed, case


@pytest.mark.parametrize("name", RIGHT)
def test_most_damaged_messages_are_recognised(name: str, bases: list[Base]) -> None:
    known = [case for case in cases(name) if case["id"] in bases[0].places]
    right = Counter(answer(name, case, bases) in {case["id"], *case["also_ok"]} for case in known)  # type: ignore[misc]
    assert right[True] >= RIGHT[name] * len(known)
