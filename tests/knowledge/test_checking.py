"""Each fault that a check of a knowledge base can name, in a small one spoiled in that very way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytorch_explain.arithmetic import place
from pytorch_explain.knowledge.checking import check
from pytorch_explain.reading import scene

Add = Callable[..., Path]
Data = dict[str, Any]
CAUSE = {"cause": {"en": "a", "zh": "甲"}, "fix": {"en": "b", "zh": "乙"}}


def faults(root: Path) -> list[str]:
    return [fault.text for fault in check(root)]


def test_a_sound_knowledge_base_has_no_fault(add: Add, data: Data, root: Path) -> None:
    add(data)
    assert faults(root) == []


def test_a_folder_without_entries_is_a_fault(root: Path) -> None:
    assert faults(root) == ["no entry here (looked for <category>/<id>/entry.yaml)"]


def test_a_fault_names_its_file(add: Add, root: Path) -> None:
    path = add("id: [")
    (fault,) = check(root)
    assert fault.path == path and fault.text.startswith("not YAML")


def test_a_fault_of_form_does_not_hide_the_faults_of_other_entries(add: Add, data: Data, root: Path) -> None:
    add("schema: 2")
    add({**data, "id": "other-one", "causes": []})
    assert faults(root) == ["schema: must be 1, is 2", "no cause"]


def test_only_the_entries_asked_for_are_told_of(add: Add, data: Data, root: Path) -> None:
    add("schema: 2")
    add({**data, "id": "other-one", "causes": []})
    assert [fault.text for fault in check(root, only=["other-one"])] == ["no cause"]


@pytest.mark.parametrize("fact", [*place.PROVIDES, *scene.PROVIDES, "decoded"])
def test_what_frames_and_the_live_program_tell_may_be_asked_for(add: Add, data: Data, root: Path, fact: str) -> None:
    data["meaning"].insert(0, {"en": f"It says {{{fact}}}.", "zh": f"说的是 {{{fact}}}。"})
    data["causes"][0]["when"] = f"not {fact}"
    add(data)
    assert faults(root) == []


# --- files


@pytest.mark.parametrize("name", ["repro.py", "fixed.py"])
def test_a_missing_script_is_a_fault(add: Add, data: Data, root: Path, name: str) -> None:
    add(data, scripts=tuple({"repro.py", "fixed.py"} - {name}))
    assert faults(root) == [f"{name} is missing"]


def test_a_dead_end_that_is_declared_must_be_there(add: Add, data: Data, root: Path) -> None:
    add({**data, "dead_end": {"ends": "wrong"}})
    assert faults(root) == ["dead_end is declared, dead_end.py is missing"]


def test_a_dead_end_that_is_there_must_be_declared(add: Add, data: Data, root: Path) -> None:
    add(data, scripts=("repro.py", "fixed.py", "dead_end.py"))
    assert faults(root) == ["dead_end.py is there, dead_end is not declared"]


def test_the_id_is_the_folders_name(add: Add, data: Data, root: Path) -> None:
    add(data, folder="gadget-sizes")
    assert "id is widget-sizes, the folder is gadget-sizes" in " ".join(faults(root))


@pytest.mark.parametrize("name", ["Widget", "widget_sizes", "widget--sizes", "-widget", "部件"])
def test_an_id_is_lower_case_words_joined_by_hyphens(add: Add, data: Data, root: Path, name: str) -> None:
    add({**data, "id": name})
    assert "an id is lower-case words joined by hyphens" in " ".join(faults(root))


def test_an_id_stands_for_one_entry_alone(add: Add, data: Data, root: Path) -> None:
    data["unlike"] = []
    add(data, category="shape")
    add(data, category="loss")
    assert faults(root) != []


def test_a_retired_entry_needs_no_scripts(add: Add, data: Data, root: Path) -> None:
    add(data)
    add({"schema": 1, "id": "old-sizes", "retired": {"by": "widget-sizes"}}, scripts=())
    assert faults(root) == []


def test_a_retired_entry_names_one_that_is_there(add: Add, data: Data, root: Path) -> None:
    add(data)
    add({"schema": 1, "id": "old-sizes", "retired": {"by": "nothing-such"}}, scripts=())
    assert faults(root) == ["retired by nothing-such, which is not here"]


# --- form: (what is put in the entry, the fault that is named)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"signatures": [], "meaning": {"en": "a", "zh": "甲"}, "causes": [CAUSE]}, "no signature"),
        ({"causes": []}, "no cause"),
        ({"arithmetic": "os.system"}, "arithmetic: no function os.system (known: broadcast, "),
        ({"title": {"en": "TODO a title", "zh": "标题"}}, "title: still says TODO"),
        ({"locate": {"en": "look", "zh": "TODO 怎样定位"}}, "locate: still says TODO"),
        (
            {"avoid": {"en": "not {got}", "zh": "不要"}},
            "avoid[0]: the languages use different placeholders (got)",
        ),
        ({"avoid": {"en": "{gott}", "zh": "{gott}"}}, "avoid[0]: no signature and no arithmetic gives {gott}"),
        ({"title": {"en": "{gott}", "zh": "{gott}"}}, "title[0]: no signature and no arithmetic gives {gott}"),
        (
            {"meaning": {"en": "{got} of {want}", "zh": "{got} / {want}"}},
            "meaning: the last variant must have no placeholder",
        ),
        (
            {"causes": [{**CAUSE, "code": "x = {gott}"}]},
            "causes[0].code: no signature and no arithmetic gives {gott}",
        ),
        ({"causes": [{**CAUSE, "when": "nhwc"}]}, "causes[0].when: no signature and no arithmetic gives nhwc"),
        ({"causes": [{**CAUSE, "when": "not nhwc"}]}, "causes[0].when: no signature and no arithmetic gives nhwc"),
        ({"related": ["nothing-such"]}, "names the entry nothing-such, which is not here"),
        (
            {"decoder": [{"assertion": "t < n", "means": {"en": "a", "zh": "甲"}, "entry": "nothing-such"}]},
            "names the entry nothing-such, which is not here",
        ),
        ({"docs": ["docs.pytorch.org"]}, "docs: docs.pytorch.org is not an https address"),
        ({"docs": ["javascript:alert(1)"]}, "docs: javascript:alert(1) is not an https address"),
    ],
)
def test_a_fault_of_the_texts_is_named(add: Add, data: Data, root: Path, change: Data, fault: str) -> None:
    add({**data, "unlike": [], **change})
    found = faults(root)
    assert len(found) == 1 and found[0].startswith(fault), found


def test_texts_may_ask_for_what_the_arithmetic_gives(add: Add, data: Data, root: Path) -> None:
    causes = [{**CAUSE, "when": "not flatten_missing", "code": "Linear({got_map})"}]
    add({**data, "arithmetic": "matmul", "causes": causes})
    assert faults(root) == []


@pytest.mark.parametrize("name", ["layer", "place", "code", "function", "operand", "decoded"])
def test_texts_may_ask_for_what_frames_and_the_live_program_give(add: Add, data: Data, root: Path, name: str) -> None:
    text = {"en": f"in {{{name}}}", "zh": f"在 {{{name}}}"}
    add({**data, "meaning": [text, data["meaning"][1]]})
    assert faults(root) == []


# --- signatures


@pytest.mark.parametrize(
    ("message", "example", "fault"),
    [
        ("the widget has {got} teeth {", "x", "signatures[0]: a single '{'"),
        ("the widget has {got:teeth} teeth", "x", "signatures[0]: {got:teeth}: unknown type teeth"),
        ("widget {got:int}", "widget 3", "signatures[0]: needs 8 characters of text in a row"),
        ("the widget: {got:int}{want:int}", "the widget: 34", "signatures[0]: {got} "),
        ("the widget: {got:int} {want:int}", "the widget: 3 4", "signatures[0]: {got} "),
        (
            "the widget has {got:int} of {want:int}",
            "no such",
            "signatures[0]: the template does not match its own example",
        ),
    ],
)
def test_a_fault_of_a_signature_is_named(
    add: Add, data: Data, root: Path, message: str, example: str, fault: str
) -> None:
    data["meaning"], data["causes"], data["unlike"] = data["meaning"][1], [CAUSE], []
    add({**data, "signatures": [{"message": message, "example": example}]})
    found = faults(root)
    assert len(found) == 1 and found[0].startswith(fault), found


def test_an_example_that_another_entry_takes_is_a_fault(add: Add, data: Data, root: Path) -> None:
    add(data)
    greedy = {"message": "the widget has {n:int} teeth", "example": "the widget has 5 teeth"}
    add({**data, "id": "greedy-one", "meaning": data["meaning"][1], "causes": [CAUSE], "signatures": [greedy]})
    assert faults(root) == ["signatures[0]: its example is matched by greedy-one too"]


@pytest.mark.parametrize("key", ["wrapper", "where"])
def test_an_example_may_be_taken_by_a_wrapper_or_told_apart_by_its_place(
    add: Add, data: Data, root: Path, key: str
) -> None:
    greedy = {"message": "the widget has {n:int} teeth", "example": "the widget has 5 teeth"}
    if key == "wrapper":
        greedy = {**greedy, "wrapper": True}
    else:
        data["signatures"][0]["where"] = "gears.py"
    add(data)
    add({**data, "id": "greedy-one", "meaning": data["meaning"][1], "causes": [CAUSE], "signatures": [greedy]})
    assert faults(root) == []


def test_a_look_alike_that_its_own_entry_takes_is_a_fault(add: Add, data: Data, root: Path) -> None:
    message = "the widget has 1 teeth but the gear expects 2 of them"
    add({**data, "unlike": [{"message": message, "from": "a game"}]})
    assert faults(root) == [f"unlike: {message!r} (a game) is matched by its own entry"]


# --- reproduction


@pytest.mark.parametrize(
    ("reproduction", "fault"),
    [
        ({"cpu": "raises"}, "reproduction: says nothing of cuda"),
        ({"cuda": "raises"}, "reproduction: says nothing of cpu"),
        ({"cpu": "raises", "cuda": "raises", "tpu": "raises"}, "reproduction: unknown device tpu"),
        ({"cpu": "explodes", "cuda": "raises"}, "reproduction.cpu: must be one of raises, warns, wrong, dies, works"),
        ({"cpu": {"because": "x"}, "cuda": "raises"}, "reproduction.cpu: must be {raises: id} or {none: reason}"),
        ({"cpu": {}, "cuda": "raises"}, "reproduction.cpu: must be {raises: id} or {none: reason}"),
        ({"cpu": "raises", "cuda": "raises", "needs": "cuda"}, "reproduction.needs: must be a list of "),
        ({"cpu": "raises", "cuda": "raises", "needs": ["luck"]}, "reproduction.needs: must be a list of "),
        ({"cpu": "raises", "cuda": "raises", "needs": [{"triton": "x"}]}, "reproduction.needs: must be a list of "),
    ],
)
def test_a_fault_of_the_reproduction_is_named(add: Add, data: Data, root: Path, reproduction: Data, fault: str) -> None:
    add({**data, "reproduction": reproduction})
    found = faults(root)
    assert len(found) == 1 and found[0].startswith(fault), found


@pytest.mark.parametrize(
    "does", ["raises", "warns", "wrong", "dies", "works", {"raises": "widget-sizes"}, {"none": "why"}]
)
def test_what_a_script_may_do_on_a_device(add: Add, data: Data, root: Path, does: Any) -> None:
    add({**data, "reproduction": {"cpu": does, "cuda": does, "mps": does}})
    assert faults(root) == []


@pytest.mark.parametrize("dead_end", [{"ends": "works"}, {"id": "widget-sizes"}])
def test_a_dead_end_raises_or_is_wrong(add: Add, data: Data, root: Path, dead_end: Data) -> None:
    add({**data, "dead_end": dead_end}, scripts=("repro.py", "fixed.py", "dead_end.py"))
    assert faults(root) == ["dead_end.ends: must be raises or wrong"]


def test_a_reproduction_that_raises_another_entry_names_one_that_is_there(add: Add, data: Data, root: Path) -> None:
    add({**data, "reproduction": {"cpu": "raises", "cuda": {"raises": "nothing-such"}}})
    assert faults(root) != []


def test_checking_runs_nothing(add: Add, tmp_path: Path, root: Path) -> None:
    marker = tmp_path / "ran"
    path = add(f"!!python/object/apply:os.system ['touch {marker}']")
    path.with_name("repro.py").write_text(f"open({str(marker)!r}, 'w')", encoding="utf-8")
    assert len(faults(root)) == 1
    assert not marker.exists()


# --- symptoms


def symptom(data: Data, **changes: Any) -> Data:
    """A sound symptom: no message, many words by which people ask, a script that is silently wrong."""
    return {
        **data,
        "signatures": [],
        "unlike": [],
        "meaning": data["meaning"][1],
        "causes": [CAUSE],
        "aliases": [f"teeth {i}" for i in range(4)] + [f"齿 {i}" for i in range(4)],
        "reproduction": {"cpu": "wrong", "cuda": {"none": "no widget there"}, "needs": []},
        **changes,
    }


def test_a_symptom_needs_no_signature(add: Add, data: Data, root: Path) -> None:
    add(symptom(data), category="symptom")
    assert faults(root) == []


def test_an_entry_of_another_category_needs_one(add: Add, data: Data, root: Path) -> None:
    add(symptom(data))
    assert faults(root) == ["no signature"]


def test_a_symptom_has_no_message(add: Add, data: Data, root: Path) -> None:
    add(symptom(data, signatures=data["signatures"]), category="symptom")
    assert faults(root) == ["a symptom has no signature: it has no message"]


def test_a_symptom_is_found_by_many_phrases(add: Add, data: Data, root: Path) -> None:
    add(symptom(data, aliases=["teeth", "齿数"]), category="symptom")
    assert faults(root) == ["aliases: a symptom needs at least 8, in the words in which people ask"]


def test_the_script_of_a_symptom_raises_nothing_of_pytorchs(add: Add, data: Data, root: Path) -> None:
    add(symptom(data, reproduction={"cpu": "raises", "cuda": "works"}), category="symptom")
    assert faults(root) == ["reproduction.cpu: a symptom is wrong, or works, is not raises"]
