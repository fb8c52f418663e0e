"""Knowledge bases of strangers: whatever stands in their files, the others are read and nothing runs away."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from pytorch_explain.knowledge.checking import check
from pytorch_explain.knowledge.store import folder

Add = Callable[..., Path]
Data = dict[str, Any]

#: Lists of lists of lists, nine to the ninth long where anything writes them out.
BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
STRANGE = [
    *(
        "id: ../../escape",
        "id: /etc/passwd",
        "id: a\\b",
        'id: "widget-sizes\\0"',
        "id: 12",
        "id: [widget-sizes]",
        "id: null",
    ),
    *("retired: null", "retired: []", "retired: {by: [x]}", "retired: {}", "retired: yes"),
    *("title: 2024-01-01", "title: {en: 1, zh: 2}", "title: {en: [a], zh: b}", "meaning: .nan", "causes: {a: b}"),
    *("signatures: text", "signatures: [null]", "signatures: [[a]]", "signatures: [{message: 1, example: 2}]"),
    *("docs: [1]", "docs: {a: b}", 'docs: ["https://a b"]', 'docs: ["https://a><script>"]', 'docs: ["javascript:x"]'),
    *('docs: ["https://a\\u202Eb"]', 'docs: ["https://a\\nb"]'),
    *("reproduction: {needs: [[a]]}", "reproduction: {cpu: [a]}", "reproduction: {1: a}", "reproduction: [a]"),
    *("schema: 1.0", "schema: true", "schema: " + "9" * 5000, "arithmetic: 1", "aliases: [[a]]", "decoder: [a]"),
    *(
        "!!python/object/apply:os.getcwd []",
        "\x00",
        "- a",
        "5",
        "%",
        "a: b: c",
        "? [a]\n: b",
        "\ud800".encode("utf-16-le", "surrogatepass").hex(),
    ),
    *("signatures: " + "[" * 3000, BOMB, BOMB + "title: *i", BOMB + "reproduction: {needs: *i}"),
]


def content(data: Data, strange: str) -> str:
    """A sound entry with one of its keys replaced by something strange."""
    key = strange.split(":")[0]
    return yaml.safe_dump({name: value for name, value in data.items() if name != key}, allow_unicode=True) + strange


@pytest.mark.parametrize("strange", STRANGE, ids=lambda text: text[:24])
def test_an_entry_of_anything_is_left_out_and_named(add: Add, data: Data, root: Path, strange: str) -> None:
    add({**data, "id": "sound-one"})
    path = add(content(data, strange))
    started = time.monotonic()
    base = folder(root, own=False)
    assert (base.places, len(base.faults)) == ({"sound-one": "shape"}, 1)
    assert str(path) in base.faults[0] and len(base.faults[0]) < 2_000
    assert [fault for fault in check(root) if fault.path == path]
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("length", [101, 200, 250, 255])
def test_an_id_too_long_for_the_files_named_by_it_is_left_out(add: Add, data: Data, root: Path, length: int) -> None:
    add(data)
    add({**data, "id": "a" * length})
    base = folder(root, own=False)
    assert base.places == {"widget-sizes": "shape"}
    assert len(base.faults) == 1 and "an id is lower-case words" in base.faults[0]


@pytest.mark.parametrize(
    "message",
    [
        "the widget" + "[[aa]]" * 40,
        "the widget {a:rest} of {b:rest} of {c:rest} of it",
        "{a:rest}",
        "the widget {a:nothing} is odd",
        "the widget [[ {a} is odd",
        "the widget {a}{a} is odd",
    ],
)
def test_a_template_that_cannot_be_matched_in_time_is_left_out_and_named(
    add: Add, data: Data, root: Path, message: str
) -> None:
    add({**data, "id": "sound-one"})
    add({**data, "signatures": [{"message": message, "example": "the widget"}]})
    base = folder(root, own=False)
    assert (base.places, len(base.faults)) == ({"sound-one": "shape"}, 1)


def test_a_retired_entry_leads_on_and_has_no_place(add: Add, data: Data, root: Path) -> None:
    add(data)
    add("schema: 1\nid: old-one\nretired: {by: widget-sizes}\n", folder="old-one")
    base = folder(root, own=False)
    assert (base.places, base.faults) == ({"widget-sizes": "shape"}, [])
    assert base.index["retired"] == {"old-one": "widget-sizes"}


@pytest.mark.parametrize("rows", [b"\xff\xfe\xfa\tclutch \xff\n", b"no tab at all", b"\x00" * 100, b"\t\n\t\t\n", b""])
def test_rows_of_strangers_may_be_anything(add: Add, data: Data, root: Path, rows: bytes) -> None:
    add(data)
    (root / "strangers.tsv").write_bytes(rows)
    base = folder(root, own=False)
    assert (base.places, base.faults) == ({"widget-sizes": "shape"}, [])
    assert base.likeness["words"]
