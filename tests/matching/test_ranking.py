"""Which of the failures in a paste is the one to explain, and when it is none of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from pytorch_explain.knowledge.store import Base
from pytorch_explain.matching.ranking import rank
from pytorch_explain.model import Match
from pytorch_explain.reading.passages import read

#: Writes and opens a knowledge base: see conftest.py.
Known = Callable[..., Base]

GEAR = "the widget has {got:int} teeth but the gear expects {want:int} of them"
RIM = "the rim of wheel {wheel:int} is not round enough"
AXLE = "no axle of length {length:int} was found in the box"
ENTRIES: dict[str, Sequence[str | dict[str, Any]]] = {"gear": [GEAR], "rim": [RIM], "axle": [AXLE]}

GEAR_TEXT = "the widget has 12 teeth but the gear expects 15 of them"
RIM_TEXT = "the rim of wheel 3 is not round enough"
AXLE_TEXT = "no axle of length 7 was found in the box"


@pytest.fixture
def base(known: Known) -> Base:
    return known(ENTRIES)


def ids(text: str, *bases: Base) -> list[str]:
    return [match.entry for match in rank(read(text), bases)[0]]


def first(text: str, *bases: Base) -> Match:
    return rank(read(text), bases)[0][0]


def traceback(message: str, file: str = "train.py", function: str = "f", name: str = "RuntimeError") -> str:
    return f'Traceback (most recent call last):\n  File "{file}", line 3, in {function}\n    g()\n{name}: {message}\n'


# --- one failure


def test_a_message_is_recognised_with_its_captures_and_failure(base: Base) -> None:
    match = first(traceback(GEAR_TEXT), base)
    assert (match.entry, match.category, match.how, match.score) == ("gear", "shape", "exact", 1.0)
    assert match.captures == {"got": 12, "want": 15}
    assert (match.failure.type, match.failure.message) == ("RuntimeError", GEAR_TEXT)


@pytest.mark.parametrize("text", ["", "\n", "hello", "RuntimeError: something else"])
def test_what_is_not_known_is_not_recognised(base: Base, text: str) -> None:
    assert ids(text, base) == []


def test_without_a_knowledge_base_nothing_is_known() -> None:
    assert rank(read(traceback(GEAR_TEXT)), []) == ([], [])


@pytest.mark.parametrize(
    ("text", "least"),
    [
        (traceback(GEAR_TEXT), 1.0),
        (GEAR_TEXT, 0.95),
        (f"Why does it say RuntimeError: {GEAR_TEXT}", 0.9),
        (f'raise RuntimeError("{GEAR_TEXT}")', 0.8),
    ],
)
def test_the_standing_of_a_message_makes_its_score(base: Base, text: str, least: float) -> None:
    assert first(text, base).score == least


def test_another_exception_type_is_evidence_and_no_filter(known: Known) -> None:
    base = known({"gear": [{"message": GEAR, "exceptions": ["ValueError"]}]})
    assert first(traceback(GEAR_TEXT, name="ValueError"), base).score == 1.0
    assert first(traceback(GEAR_TEXT, name="pkg.ValueError"), base).score == 1.0
    assert 0.9 < first(traceback(GEAR_TEXT, name="KeyError"), base).score < 1.0


@pytest.mark.parametrize(
    "text",
    [
        f'TORCH_CHECK(a == b, "{GEAR_TEXT}");',
        f"# RuntimeError: {GEAR_TEXT}\nx = gear(3)",
        f'import torch\nx = 3\ny = 4\nraise RuntimeError("{GEAR_TEXT}")',
        f'diff --git a/x.py b/x.py\n@@ -1,2 +1,2 @@\n-    raise E("{GEAR_TEXT}")\n+    raise F("{GEAR_TEXT}")',
    ],
)
def test_source_code_and_diffs_are_no_failure(base: Base, text: str) -> None:
    assert ids(text, base) == []


@pytest.mark.parametrize("prefix", ["[rank0]: ", "ERROR:root:", "(train_fn pid=12) ", "> ", "E   ", "trainer-1  | "])
@pytest.mark.parametrize("width", [7, 20, 31])
def test_a_wrapped_message_with_a_prefix_on_every_physical_line_is_recognised(
    base: Base, prefix: str, width: int
) -> None:
    line = f"RuntimeError: {GEAR_TEXT}"
    wrapped = "\n".join(prefix + line[i : i + width] for i in range(0, len(line), width))
    assert first(wrapped, base).captures == {"got": 12, "want": 15}


# --- several failures


def test_the_innermost_cause_comes_first(base: Base) -> None:
    joint = "\nDuring handling of the above exception, another exception occurred:\n\n"
    assert ids(traceback(GEAR_TEXT) + joint + traceback(RIM_TEXT), base) == ["gear", "rim"]


def test_a_message_beats_a_mention_that_stands_before_it(base: Base) -> None:
    text = f"I know of RuntimeError: {RIM_TEXT}, it was cured.\n\n{traceback(GEAR_TEXT)}"
    assert ids(text, base) == ["gear", "rim"]


def test_an_entry_stands_once_in_the_ranking(base: Base) -> None:
    assert ids(traceback(GEAR_TEXT) + traceback(RIM_TEXT) + traceback(GEAR_TEXT), base) == ["gear", "rim"]


def test_of_two_failures_of_one_entry_the_first_keeps_its_captures(base: Base) -> None:
    later = GEAR_TEXT.replace("12", "99").replace("15", "98")
    assert first(traceback(GEAR_TEXT) + traceback(later), base).captures == {"got": 12, "want": 15}


def test_the_first_failing_rank_is_the_one_to_explain(base: Base) -> None:
    text = "".join(
        f"[rank{rank}]: {line}\n"
        for rank, message in ((2, GEAR_TEXT), (0, RIM_TEXT))
        for line in traceback(message).splitlines()
    )
    match = first(text, base)
    assert (match.entry, match.failure.rank) == ("gear", 2)


# --- what wraps another failure

WRAPPING: dict[str, Sequence[str | dict[str, Any]]] = {
    **ENTRIES,
    "worker": [{"message": "Caught {type:name} in worker process {worker:int}", "wrapper": True}],
}
CAUGHT = "Caught RuntimeError in worker process 0"


def test_what_wraps_a_failure_loses_to_it(known: Known) -> None:
    base = known(WRAPPING)
    text = traceback(CAUGHT) + "Original " + traceback(GEAR_TEXT)
    assert ids(text, base) == ["gear", "worker"]


def test_what_wraps_loses_even_to_a_weaker_standing(known: Known) -> None:
    assert ids(f"{traceback(CAUGHT)}\n\n{GEAR_TEXT}\n", known(WRAPPING)) == ["gear", "worker"]


def test_what_wraps_an_unknown_failure_is_answered(known: Known) -> None:
    assert ids(traceback(CAUGHT), known(WRAPPING)) == ["worker"]


# --- silence


@pytest.mark.parametrize(
    "mention",
    [f"I read about RuntimeError: {GEAR_TEXT}, is it that?", f"Is it the same as this one?\n{GEAR_TEXT}\n"],
)
def test_an_unknown_exception_silences_a_mere_mention(base: Base, mention: str) -> None:
    assert ids(f"{mention}\n\n{traceback('the clutch is on fire', name='ClutchError')}", base) == []


def test_an_unknown_exception_does_not_silence_a_message(base: Base) -> None:
    text = traceback("the clutch is on fire", name="ClutchError") + traceback(GEAR_TEXT)
    assert ids(text, base) == ["gear"]


@pytest.mark.parametrize(
    "name",
    [
        "torch.distributed.elastic.multiprocessing.errors.ChildFailedError",
        "subprocess.CalledProcessError",
        "KeyboardInterrupt",
        "ray.exceptions.RayTaskError",
    ],
)
def test_an_exception_that_only_reports_silences_nothing(base: Base, name: str) -> None:
    assert ids(f"{GEAR_TEXT}\n\n{traceback('see above', name=name)}", base) == ["gear"]


def test_an_exception_that_repeats_the_title_silences_nothing(base: Base) -> None:
    cut = GEAR_TEXT[: len(GEAR_TEXT) // 2]
    assert ids(f"{GEAR_TEXT}\n\n{traceback(cut)}", base) == ["gear"]


@pytest.mark.parametrize("package", ["numpy", "pandas", "tensorflow", "sklearn", "cv2"])
def test_a_failure_raised_within_a_neighbours_library_is_not_explained(base: Base, package: str) -> None:
    text = traceback(GEAR_TEXT, file=f"/usr/lib/python3/site-packages/{package}/core.py")
    assert ids(text, base) == []


def test_a_failure_raised_within_torch_is_explained(base: Base) -> None:
    assert ids(traceback(GEAR_TEXT, file="/usr/lib/python3/site-packages/torch/gear.py"), base) == ["gear"]


# --- overlapping wordings


def test_of_two_wordings_of_one_stretch_the_more_specific_is_the_answer(known: Known) -> None:
    base = known({"vague": ["the widget has {got:int} teeth but"], "gear": [GEAR]})
    assert ids(traceback(GEAR_TEXT), base) == ["gear"]
    assert ids(traceback("the widget has 12 teeth but no rim"), base) == ["vague"]


def test_the_captures_of_several_parts_of_one_message_are_merged(known: Known) -> None:
    base = known({"keys": ["Missing key(s) in state_dict: {missing:keys}", "Unexpected key(s): {unexpected:keys}"]})
    text = 'Error(s) in loading:\n\tMissing key(s) in state_dict: "a", "b". \n\tUnexpected key(s): "c". '
    assert first(traceback(text), base).captures == {"missing": ["a", "b"], "unexpected": ["c"]}


def test_the_captures_of_two_messages_are_not_merged(known: Known) -> None:
    base = known({"keys": ["Missing key(s) in state_dict: {missing:keys}", "Unexpected key(s): {unexpected:keys}"]})
    text = traceback('Missing key(s) in state_dict: "a".') + traceback('Unexpected key(s): "c".')
    assert first(text, base).captures == {"missing": ["a"]}


# --- where

PLACED: dict[str, Sequence[str | dict[str, Any]]] = {
    "read": [{"message": "the box is closed and locked", "where": "boxes/reading.py"}],
    "write": [{"message": "the box is closed and locked", "where": "write_box"}],
}
LOCKED = "the box is closed and locked"


def test_the_same_words_mean_what_their_frames_say(known: Known) -> None:
    base = known(PLACED)
    assert ids(traceback(LOCKED, file="/x/boxes/reading.py"), base) == ["read"]
    assert ids(traceback(LOCKED, function="write_box"), base) == ["write"]
    assert ids(traceback(LOCKED), base) == []


def test_without_frames_a_place_speaks_neither_for_nor_against(known: Known) -> None:
    base = known({"read": PLACED["read"]})
    assert ids(LOCKED, base) == ["read"]
    assert first(f"RuntimeError: {LOCKED}", base).score < 1.0


def test_a_wording_whose_place_fits_beats_one_without_a_place(known: Known) -> None:
    base = known({"anywhere": ["the box is closed and locked by {owner:name}"], "read": PLACED["read"]})
    text = f"{LOCKED} by someone"
    assert ids(traceback(text, file="/x/boxes/reading.py"), base) == ["read"]
    assert ids(traceback(text), base) == ["anywhere"]


# --- several knowledge bases


def test_of_two_knowledge_bases_the_first_wins(known: Known) -> None:
    team = known({"gear": ["the widget has {teeth:int} teeth but the gear expects {want:int} of them"]}, name="team")
    own = known(ENTRIES)
    assert first(traceback(GEAR_TEXT), team, own).captures == {"teeth": 12, "want": 15}
    assert first(traceback(GEAR_TEXT), own, team).captures["got"] == 12


def test_an_entry_that_an_earlier_base_words_otherwise_is_hidden(known: Known) -> None:
    team, own = known({"gear": ["nothing like it at all"]}, name="team"), known({"gear": [GEAR], "axle": [AXLE]})
    assert ids(traceback(GEAR_TEXT), own) == ["gear"]
    assert ids(traceback(GEAR_TEXT), team, own) == []
    assert ids(traceback(AXLE_TEXT), team, own) == ["axle"]


def test_each_knowledge_base_adds_its_failures(known: Known) -> None:
    team, own = known({"axle": [AXLE]}, name="team"), known({"gear": [GEAR]})
    joint = "\nThe above exception was the direct cause of the following exception:\n\n"
    assert ids(traceback(GEAR_TEXT) + joint + traceback(AXLE_TEXT), team, own) == ["gear", "axle"]


# --- what others say too, and what is only listed


def test_a_shared_wording_is_silent_where_nothing_is_torchs(known: Known) -> None:
    base = known({"gear": [{"message": GEAR, "needs": "torch", "exceptions": ["RuntimeError"]}]})
    assert ids(traceback(GEAR_TEXT, file="/app/views.py"), base) == []
    assert ids(traceback(GEAR_TEXT, file="/x/site-packages/torch/nn/gear.py"), base) == ["gear"]
    assert ids(GEAR_TEXT, base) == ["gear"]
    assert ids(f"RuntimeError: {GEAR_TEXT}", base) == ["gear"]
    assert ids(f"ValueError: {GEAR_TEXT}", base) == []


def test_a_list_of_failures_is_none(base: Base) -> None:
    assert ids(f"# Errors explained\n\n- {GEAR_TEXT}\n- {RIM_TEXT}\n- {AXLE_TEXT}\n", base) == []
    assert ids(f"- {GEAR_TEXT}\n- {RIM_TEXT}\n", base)
    assert "gear" in ids(f"- {RIM_TEXT}\n- {AXLE_TEXT}\n\n{traceback(GEAR_TEXT)}", base)


@pytest.mark.parametrize(
    "text", [f'ok 1 - raises "RuntimeError: {GEAR_TEXT}"', f'  shape: "{GEAR_TEXT}",', f'* Fixed: "{GEAR_TEXT}"']
)
def test_a_line_that_only_reports_is_no_failure(base: Base, text: str) -> None:
    assert ids(text, base) == []
