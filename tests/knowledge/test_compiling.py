"""A folder of entries to the index that matching reads: anchors, look-alikes, and what may not be compiled."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytorch_explain.knowledge import template
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


@pytest.mark.parametrize("key", ["reproduction", "dead_end", "aliases", "causes", "title", "related"])
def test_aliases_of_aliases_do_not_swell_what_is_compiled(add: Add, data: Data, tmp_path: Path, key: str) -> None:
    path = add(data)
    bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{name}: &{name} [{', '.join(['*' + before] * 10)}]\n" for before, name in zip("abcd", "bcde", strict=True)
    )
    text = path.read_text(encoding="utf-8")
    data.pop(key, None)
    value = "{cpu: *e, ends: *e}" if key in ("reproduction", "dead_end") else "*e"
    # The anchors stand within the value, since another key would be refused for its name.
    lines = [line.split(": ", 1) for line in bomb.splitlines()]
    nested = "".join(f"  - {definition}\n" for _, definition in lines)
    text = "aliases:\n" + nested + f"{key}: {value}\n" + _without(text, key, "aliases")
    path.write_text(text if key != "aliases" else "aliases:\n" + nested + _without(text, "aliases"), encoding="utf-8")
    compile_to(path.parents[2], tmp_path / "out", strict=False)
    assert sum(file.stat().st_size for file in (tmp_path / "out").rglob("*.json")) < 20_000


def _without(text: str, *keys: str) -> str:
    """The YAML text without these keys of its top level."""
    import yaml

    kept = {key: value for key, value in yaml.safe_load(text).items() if key not in keys}
    return yaml.safe_dump(kept, allow_unicode=True)
