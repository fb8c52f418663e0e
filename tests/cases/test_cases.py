"""Real pastes, as people sent them, each labelled with the entry that explains it or with `none`.

`index.jsonl` names the files: `id` is the wanted entry, `also_ok` others that would be right too. A case
whose entry is not written yet must stay unanswered: a neighbour's explanation would be wrong.
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
CASES = [json.loads(line) for line in (HERE / "index.jsonl").read_text(encoding="utf-8").splitlines()]

#: Silent for a reason: what would be needed is not in the paste.
SILENT = {
    "048.txt": "`CUDA error: initialization error` names no fork; only the place in a worker hints at one",
    "248.txt": "`NoneType is not iterable` at list(params) has an entry of its own, not written yet",
}


@pytest.fixture(scope="module")
def bases() -> list[Base]:
    return [folder(SOURCE, own=True)]


def answer(case: dict[str, object], bases: list[Base]) -> str:
    matches, _ = rank(read((HERE / str(case["file"])).read_bytes()), bases)
    return matches[0].entry if matches else "none"


def kind(case: dict[str, object], bases: list[Base]) -> str:
    wanted = {case["id"], *case["also_ok"]}  # type: ignore[misc]
    if case["id"] == "none":
        return "negative"
    matched = {name for name, category in bases[0].places.items() if category != "symptom"}
    return "known" if wanted & matched else "unwritten"


@pytest.mark.parametrize("case", CASES, ids=[case["file"] for case in CASES])
def test_a_paste_is_explained_rightly_or_not_at_all(case: dict[str, object], bases: list[Base]) -> None:
    got = answer(case, bases)
    right = {case["id"], *case["also_ok"]}  # type: ignore[misc]
    if kind(case, bases) == "known" and case["file"] not in SILENT and case["form"] != "prose":
        assert got in right, case["note"]
    else:
        assert got in {*right, "none"}, case["note"]


def test_the_figures(bases: list[Base]) -> None:
    """Of the pastes whose entry is written all but a handful are answered; no answer is wrong."""
    tally: Counter[tuple[str, str]] = Counter()
    for case in CASES:
        got = answer(case, bases)
        result = "right" if got in {case["id"], *case["also_ok"]} else "silent" if got == "none" else "wrong"
        tally[kind(case, bases), result] += 1
    known = sum(count for (group, _), count in tally.items() if group == "known")
    assert tally["known", "right"] >= 0.95 * known
    assert tally["known", "wrong"] <= 0.01 * known
    assert tally["negative", "wrong"] == 0
    assert tally["unwritten", "wrong"] == 0
