"""A folder of entries to the index that matching reads: anchors, look-alikes, and what may not be compiled."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from pytorch_explain.knowledge.compiling import (
    Unreadable,
    anchors,
    compile_to,
    entry_files,
    index,
    likeness,
    load,
)
from pytorch_explain.knowledge.entry import read
from pytorch_explain.knowledge.squeezing import squeeze
from pytorch_explain.knowledge.template import ANCHOR, TemplateError
from pytorch_explain.matching.exact import find

Add = Callable[..., Path]
Data = dict[str, Any]
LITERALS = st.text(st.sampled_from("abcd "), min_size=10, max_size=30).filter(lambda text: len(squeeze(text)) >= ANCHOR)


# --- loading


def test_entries_are_found_in_order_two_folders_deep(add: Add, data: Data, root: Path) -> None:
    second = add({**data, "id": "b-entry"}, category="shape")
    first = add({**data, "id": "a-entry"}, category="dtype")
    (root / "entry.yaml").write_text("", encoding="utf-8")
    assert entry_files(root) == [first, second]


def test_the_category_is_the_folder_above(add: Add, data: Data) -> None:
    assert load(add(data, category="optim")).category == "optim"


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("id: [unclosed", "not YAML"),
        ("id: \x00", "not YAML"),
        ("{a: 1}: {b: 2}: c", "not YAML"),
        ("[" * 5000, "not YAML"),
        ("just a text", "the entry: must be a mapping, is str"),
        ("", "the entry: must be a mapping, is NoneType"),
        ("schema: 3\nid: x", "schema: must be 1, is 3"),
    ],
)
def test_an_unusable_file_gives_one_sentence_with_its_path(add: Add, content: str, fault: str) -> None:
    path = add(content)
    with pytest.raises(Unreadable) as caught:
        load(path)
    text = str(caught.value)
    assert text.startswith(f"{path}: ") and fault in text and "\n" not in text


def test_a_file_that_is_not_utf_8_gives_one_sentence(add: Add) -> None:
    path = add("id: x")
    path.write_bytes("id: 显存".encode("gb18030"))
    with pytest.raises(Unreadable, match="not YAML"):
        load(path)


def test_a_file_that_is_gone_gives_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="No such file"):
        load(tmp_path / "shape" / "x" / "entry.yaml")


# --- a hostile file


@pytest.mark.parametrize(
    "content",
    [
        "!!python/object/apply:os.system ['touch {marker}']",
        "!!python/object/apply:pathlib.Path.touch [!!python/object/apply:pathlib.Path ['{marker}']]",
        "!!python/object/new:pathlib.PosixPath ['{marker}']",
        "id: !!python/name:os.system ''",
        "id: !!python/module:this ''",
        "? !!python/tuple [a]\n: b",
    ],
)
def test_a_file_that_asks_for_python_objects_is_refused_and_runs_nothing(
    add: Add, tmp_path: Path, content: str
) -> None:
    marker = tmp_path / "ran"
    path = add(content.replace("{marker}", str(marker)))
    with pytest.raises(Unreadable):
        load(path)
    assert not marker.exists()


@pytest.mark.parametrize("place", ["reproduction: {needs: %s}", "dead_end: {ends: %s}", "schema: %s", "aliases: %s"])
def test_aliases_of_aliases_do_not_swell_what_is_compiled(add: Add, data: Data, tmp_path: Path, place: str) -> None:
    lists = ["&a [x, x, x, x, x, x, x, x, x, x]"]
    lists += [f"&{name} [{', '.join(['*' + before] * 10)}]" for before, name in zip("abc", "bcd", strict=True)]
    data.pop(place.split(":")[0], None)
    path = add(yaml.safe_dump(data, allow_unicode=True) + place % f"[{', '.join(lists)}]" + "\n")
    compile_to(path.parents[2], tmp_path / "out", strict=False)
    assert sum(file.stat().st_size for file in (tmp_path / "out").rglob("*.json")) < 10_000


@pytest.mark.parametrize("identity", ["../../../escaped", "../escaped", "/{absolute}/escaped"])
def test_an_id_cannot_lead_out_of_the_folder_that_is_compiled_into(
    add: Add, data: Data, tmp_path: Path, identity: str
) -> None:
    data["id"] = identity.replace("/{absolute}", str(tmp_path))
    path = add(data, folder="widget-sizes")
    (tmp_path / "deep" / "er").mkdir(parents=True)
    compile_to(path.parents[2], tmp_path / "deep" / "er" / "out", strict=False)
    written = {file.relative_to(tmp_path) for file in tmp_path.rglob("escaped.json")}
    assert written == set()


# --- anchors


def test_an_anchor_is_the_rarest_piece_of_a_template() -> None:
    chosen = anchors(["expected scalar type Float", "expected scalar type and device"])
    assert sorted(number for numbers in chosen.values() for number in numbers) == [0, 1]
    assert all(anchor not in squeeze("expected scalar type") for anchor in chosen)


def test_templates_with_the_same_text_share_an_anchor() -> None:
    assert list(anchors(["got {a:int} instead of", "got {b:shape} instead of"]).values()) == [[0, 1]]


def test_an_anchor_is_not_cut_from_an_optional_part_nor_across_a_placeholder() -> None:
    (anchor,) = anchors(["abcd{n:int}efgh[[never this one]]this it is"])
    assert anchor in squeeze("this it is")


@pytest.mark.parametrize(
    "wording", ["{a:rest}", "short {a:int}", "seven c{a:int}[[ and an optional part]]", "'a' 'b' 'c' 'd'"]
)
def test_a_template_without_enough_text_in_a_row_has_no_anchor(wording: str) -> None:
    with pytest.raises(TemplateError, match=f"needs {ANCHOR} characters of text in a row"):
        anchors([wording])


@settings(deadline=None)
@given(st.lists(LITERALS, min_size=1, max_size=6))
def test_every_template_has_one_anchor_that_occurs_in_its_own_text(wordings: list[str]) -> None:
    chosen = anchors(wordings)
    assert sorted(number for numbers in chosen.values() for number in numbers) == list(range(len(wordings)))
    for anchor, numbers in chosen.items():
        assert len(anchor) == ANCHOR
        assert all(anchor in squeeze(wordings[number]) for number in numbers)


# --- the index


def test_every_signature_of_the_index_finds_its_own_example(data: Data) -> None:
    made = index([read(data, "shape")])
    hits = find("RuntimeError: " + data["signatures"][0]["example"], made)
    assert [hit.captures for hit in hits] == [{"got": 12, "want": 15}]


def test_the_index_keeps_what_tells_signatures_apart(data: Data) -> None:
    data["signatures"][0].update(where="gears.py", wrapper=True)
    (row,) = index([read(data, "shape")])["signatures"]
    assert (row["exceptions"], row["where"], row["wrapper"]) == (("RuntimeError",), "gears.py", True)
    assert row["types"] == {"got": "int", "want": "int"}


def test_a_retired_entry_is_only_a_pointer() -> None:
    made = index([read({"schema": 1, "id": "old", "retired": {"by": "new"}}, "shape")])
    assert (made["entries"], made["signatures"], made["retired"]) == ([], [], {"old": "new"})


def test_signatures_lead_to_their_entry_past_retired_ones(data: Data) -> None:
    retired = read({"schema": 1, "id": "old", "retired": {"by": "new"}}, "shape")
    made = index([retired, read(data, "shape")])
    assert made["entries"][made["signatures"][0]["entry"]] == ["widget-sizes", "shape"]


def test_likeness_leads_from_words_to_wordings(data: Data) -> None:
    made = likeness([read(data, "shape")])
    assert [number for number, _ in made["wordings"]] == [0, -1]
    assert made["words"]["gear"] == [0]
    assert made["words"]["teeth"] == [0, 1]
    assert "#" not in made["words"]


# --- the compiled folder


def test_the_compiled_folder_holds_the_indexes_and_a_file_an_entry(add: Add, data: Data, tmp_path: Path) -> None:
    add(data)
    add({**data, "id": "other-sizes"})
    compile_to(tmp_path / "kb", tmp_path / "out")
    names = sorted(str(file.relative_to(tmp_path / "out")) for file in (tmp_path / "out").rglob("*") if file.is_file())
    assert names == [
        str(Path("entries", "other-sizes.json")),
        str(Path("entries", "widget-sizes.json")),
        "index.json",
        "likeness.json",
        "proofs.json",
        "search.json",
    ]


def test_patterns_of_the_index_compile(add: Add, data: Data, tmp_path: Path) -> None:
    add(data)
    compile_to(tmp_path / "kb", tmp_path / "out")
    made = json.loads((tmp_path / "out" / "index.json").read_text(encoding="utf-8"))
    assert [re.compile(row["pattern"]).groups for row in made["signatures"]] == [2]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("id: [", "not YAML"),
        ("schema: 9", "schema: must be 1"),
        ({"signatures": [{"message": "some {n:number} of them", "example": "x"}]}, "unknown type number"),
        ({"signatures": [{"message": "{n:int} of", "example": "x"}]}, "characters of text in a row"),
        ({"unlike": ["a message alone"]}, "unlike"),
        ({"reproduction": {"cpu": datetime.date(2024, 1, 1)}}, "reproduction"),
        ({"reproduction": {datetime.date(2024, 1, 1): "raises"}}, "reproduction"),
    ],
)
def test_a_broken_entry_is_left_out_and_named_and_takes_no_other_with_it(
    add: Add, data: Data, tmp_path: Path, content: Any, fault: str
) -> None:
    add({**data, "id": "sound-one"})
    path = add(content if isinstance(content, str) else {**data, **content})
    compile_to(tmp_path / "kb", tmp_path / "out", strict=False)
    made = json.loads((tmp_path / "out" / "index.json").read_text(encoding="utf-8"))
    assert [identity for identity, _ in made["entries"]] == ["sound-one"]
    (named,) = made["faults"]
    assert named.startswith(str(path)) and fault in named


def test_strictly_compiled_a_broken_entry_is_an_error(add: Add, tmp_path: Path) -> None:
    path = add("id: [")
    with pytest.raises(Unreadable, match="not YAML") as caught:
        compile_to(tmp_path / "kb", tmp_path / "out")
    assert str(path) in str(caught.value)
    assert not (tmp_path / "out").exists()
