"""Where knowledge lies: the cache of a folder of YAML, several knowledge bases, and damage to what was compiled."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytorch_explain import answering
from pytorch_explain.knowledge import caching, store
from pytorch_explain.knowledge.checking import check
from pytorch_explain.knowledge.compiling import entry_files
from pytorch_explain.knowledge.store import Base, Missing, bases, folder, own

Add = Callable[..., Path]
Data = dict[str, Any]


def compiled(cache: Path) -> list[Path]:
    """The compiled knowledge bases in the cache."""
    return sorted(path.parent for path in cache.rglob("index.json"))


def later(path: Path) -> None:
    """Makes the file look changed, whatever the clock's steps."""
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 10**9))


def test_an_entry_is_read_from_a_folder_of_yaml(add: Add, data: Data, root: Path) -> None:
    add(data)
    base = folder(root, own=False)
    assert base.places == {"widget-sizes": "shape"}
    assert base.entry("widget-sizes").title == data["title"]


def test_an_entry_that_a_base_does_not_have_is_a_key_error(add: Add, data: Data, root: Path) -> None:
    add(data)
    with pytest.raises(KeyError, match="nothing-such"):
        folder(root, own=False).entry("nothing-such")


def test_scripts_lie_beside_their_entry(add: Add, data: Data, root: Path) -> None:
    path = add(data)
    assert Path(folder(root, own=False).script("widget-sizes", "repro.py")) == path.resolve().with_name("repro.py")


# --- the cache


def test_what_is_compiled_lies_in_the_cache_and_not_beside_the_yaml(
    add: Add, data: Data, root: Path, cache: Path
) -> None:
    path = add(data)
    before = sorted(root.rglob("*"))
    folder(root, own=False)
    assert len(compiled(cache)) == 1
    assert sorted(root.rglob("*")) == before and path.exists()


def test_unchanged_yaml_is_not_compiled_again(add: Add, data: Data, root: Path, cache: Path) -> None:
    add(data)
    folder(root, own=False)
    (place,) = compiled(cache)
    (place / "index.json").write_text('{"entries": [], "signatures": [], "anchors": {}}', encoding="utf-8")
    assert folder(root, own=False).places == {}


def test_a_changed_file_is_compiled_anew(add: Add, data: Data, root: Path) -> None:
    add(data)
    folder(root, own=False)
    data["title"]["en"] = "Another title altogether"
    later(add(data))
    assert folder(root, own=False).entry("widget-sizes").title["en"] == "Another title altogether"


def test_a_file_changed_within_its_size_is_compiled_anew(add: Add, data: Data, root: Path) -> None:
    add(data)
    folder(root, own=False)
    data["title"]["en"] = data["title"]["en"].swapcase()
    later(add(data))
    assert folder(root, own=False).entry("widget-sizes").title == data["title"]


def test_a_file_that_came_is_seen(add: Add, data: Data, root: Path) -> None:
    add(data)
    folder(root, own=False)
    add({**data, "id": "new-one"}, category="loss")
    assert folder(root, own=False).places == {"new-one": "loss", "widget-sizes": "shape"}


def test_a_file_that_went_is_no_longer_there(add: Add, data: Data, root: Path) -> None:
    add(data)
    gone = add({**data, "id": "gone-soon"})
    folder(root, own=False)
    shutil.rmtree(gone.parent)
    assert folder(root, own=False).places == {"widget-sizes": "shape"}


def test_an_entry_moved_to_another_category_is_found_there(add: Add, data: Data, root: Path) -> None:
    path = add(data)
    folder(root, own=False)
    (root / "loss").mkdir()
    path.parent.rename(root / "loss" / "widget-sizes")
    assert folder(root, own=False).places == {"widget-sizes": "loss"}


def test_an_old_state_does_not_stay_in_the_cache(add: Add, data: Data, root: Path, cache: Path) -> None:
    add(data)
    folder(root, own=False)
    (old,) = compiled(cache)
    os.utime(old, (0, 0))
    later(add(data))
    folder(root, own=False)
    assert len(compiled(cache)) == 1 and not old.exists()


def test_a_base_that_is_open_can_still_be_read_when_its_yaml_changes(add: Add, data: Data, root: Path) -> None:
    add(data)
    base = folder(root, own=False)
    later(add(data))
    folder(root, own=False)
    assert base.entry("widget-sizes").id == "widget-sizes"


def test_two_knowledge_bases_do_not_take_each_others_place(add: Add, data: Data, root: Path, cache: Path) -> None:
    add(data)
    twin = root.parent / "twin"
    shutil.copytree(root, twin)
    folder(root, own=False)
    folder(twin, own=False)
    assert len(compiled(cache)) == 2


def test_nothing_half_made_stays_in_the_cache(add: Add, data: Data, root: Path, cache: Path) -> None:
    add(data)
    folder(root, own=False)
    assert not [path for path in cache.rglob("*") if path.name.startswith("new-")]


def test_a_cache_that_cannot_be_written_does_not_matter(
    add: Add, data: Data, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(data)
    blocked = tmp_path / "a-file"
    blocked.write_text("", encoding="utf-8")
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(blocked))
    assert folder(root, own=False).entry("widget-sizes").id == "widget-sizes"
    assert blocked.read_text(encoding="utf-8") == ""


def test_a_relative_link_to_a_folder_is_the_same_knowledge_base(
    add: Add, data: Data, root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(data)
    folder(root, own=False)
    monkeypatch.chdir(root.parent)
    folder(Path("kb"), own=False)
    assert len(compiled(cache)) == 1


# --- broken entries


@pytest.mark.parametrize(
    "content", ["id: [", "!!python/object/apply:os.getcwd []", "schema: 1\nid: x\nunlike: [alone]"]
)
def test_a_broken_entry_is_left_out_and_named(add: Add, data: Data, root: Path, content: str) -> None:
    add({**data, "id": "sound-one"})
    path = add(content)
    base = folder(root, own=False)
    assert base.places == {"sound-one": "shape"}
    assert len(base.faults) == 1 and str(path) in base.faults[0]


def test_an_id_that_is_no_file_name_is_left_out_and_named(add: Add, data: Data, root: Path) -> None:
    add({**data, "id": "sound-one"})
    path = add({**data, "id": "no/such/folder"}, folder="widget-sizes")
    base = folder(root, own=False)
    assert base.places == {"sound-one": "shape"}
    assert len(base.faults) == 1 and str(path) in base.faults[0]


def test_the_faults_are_still_named_when_nothing_is_compiled_anew(add: Add, root: Path) -> None:
    add("id: [")
    first = folder(root, own=False).faults
    assert folder(root, own=False).faults == first != []


def test_a_sound_knowledge_base_has_no_faults(add: Add, data: Data, root: Path) -> None:
    add(data)
    assert folder(root, own=False).faults == []


# --- several knowledge bases


def test_without_more_there_is_the_projects_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTORCH_EXPLAIN_KB", "")
    (base,) = bases()
    assert base.own and "matmul-shape-mismatch" in base.places


def test_more_knowledge_bases_come_first_in_their_order(
    add: Add, data: Data, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(data)
    twin = root.parent / "twin"
    shutil.copytree(root, twin)
    monkeypatch.setenv("PYTORCH_EXPLAIN_KB", os.pathsep.join([str(twin), "", str(root)]))
    found = bases()
    assert [Path(base.scripts) for base in found[:2]] == [twin.resolve(), root.resolve()]
    assert [base.own for base in found] == [False, False, True]


def test_of_two_entries_with_one_id_the_first_base_wins(
    add: Add, data: Data, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add({**data, "id": "matmul-shape-mismatch", "title": {"en": "Our own words", "zh": "我们自己的说法"}})
    monkeypatch.setenv("PYTORCH_EXPLAIN_KB", str(root))
    assert answering.entry("matmul-shape-mismatch", bases()).title["en"] == "Our own words"


def test_an_entry_of_another_base_explains_a_paste(
    add: Add, data: Data, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(data)
    monkeypatch.setenv("PYTORCH_EXPLAIN_KB", str(root))
    found = answering.answer("RuntimeError: the widget has 3 teeth but the gear expects 4 of them", "en")
    assert found.told is not None
    assert (found.told.id, found.told.meaning) == ("widget-sizes", "The widget has 3 teeth, the gear wants 4.")


def test_a_knowledge_base_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTORCH_EXPLAIN_KB", str(tmp_path / "nowhere"))
    with pytest.raises(Missing) as caught:
        bases()
    assert str(caught.value) == f"no knowledge base at {tmp_path / 'nowhere'}"


# --- what was compiled is damaged


@pytest.mark.parametrize("content", [None, b"", b'{"entries": [["a"', b"\xff\xfe\x00", b"{}", b"[]"])
def test_an_index_that_is_gone_or_damaged_gives_one_sentence(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "index.json").write_bytes(content)
    with pytest.raises(Missing) as caught:
        Base(tmp_path, tmp_path, own=True)
    text = str(caught.value)
    assert str(tmp_path / "index.json") in text and "\n" not in text


@pytest.mark.parametrize("content", [None, b"", b'{"id": "widget', b"{}", b'{"id": "widget-sizes"}'])
def test_an_entry_whose_file_is_gone_or_damaged_gives_one_sentence(
    add: Add, data: Data, root: Path, cache: Path, content: bytes | None
) -> None:
    add(data)
    base = folder(root, own=False)
    (place,) = compiled(cache)
    file = place / "entries" / "widget-sizes.json"
    if content is None:
        file.unlink()
    else:
        file.write_bytes(content)
    with pytest.raises(Missing) as caught:
        base.entry("widget-sizes")
    text = str(caught.value)
    assert file.name in text and "\n" not in text


@pytest.mark.parametrize("content", [None, b"", b'{"wordings": ['])
def test_likeness_that_is_gone_or_damaged_gives_one_sentence(
    add: Add, data: Data, root: Path, cache: Path, content: bytes | None
) -> None:
    add(data)
    base = folder(root, own=False)
    (place,) = compiled(cache)
    (place / "likeness.json").unlink()
    if content is not None:
        (place / "likeness.json").write_bytes(content)
    with pytest.raises(Missing, match=r"likeness\.json"):
        _ = base.likeness


@pytest.mark.parametrize("content", [None, b"", b"{}"])
def test_a_search_index_that_is_gone_or_damaged_gives_one_sentence(
    add: Add, data: Data, root: Path, cache: Path, content: bytes | None
) -> None:
    add(data)
    base = folder(root, own=False)
    (place,) = compiled(cache)
    (place / "search.json").unlink()
    if content is not None:
        (place / "search.json").write_bytes(content)
    with pytest.raises(Missing, match=r"search\.json"):
        _ = base.search


def test_an_installed_package_without_its_knowledge_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "SHIPPED", tmp_path / "_kb")
    monkeypatch.setattr(store, "SOURCE", tmp_path / "kb")
    with pytest.raises(Missing, match="no knowledge base at"):
        own()


def test_a_shipped_knowledge_base_needs_no_yaml(
    add: Add, data: Data, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pytorch_explain.knowledge.compiling import compile_to

    add(data)
    compile_to(root, tmp_path / "_kb")
    shutil.rmtree(root)
    monkeypatch.setattr(store, "SHIPPED", tmp_path / "_kb")
    assert own().entry("widget-sizes").id == "widget-sizes"
    assert Path(own().script("widget-sizes", "repro.py")) == tmp_path / "_kb/scripts/shape/widget-sizes/repro.py"


# --- what is damaged in the cache is made anew


@pytest.mark.parametrize("content", [b"", b'{"entries": [["a"', b"{}", b"[]"])
def test_a_damaged_index_in_the_cache_is_made_anew(
    add: Add, data: Data, root: Path, cache: Path, content: bytes
) -> None:
    add(data)
    folder(root, own=False)
    (place,) = compiled(cache)
    (place / "index.json").write_bytes(content)
    assert folder(root, own=False).entry("widget-sizes").id == "widget-sizes"


@pytest.mark.parametrize("file", ["entries/widget-sizes.json", "likeness.json"])
def test_what_proved_damaged_in_the_cache_is_made_anew_at_the_next_opening(
    add: Add, data: Data, root: Path, cache: Path, file: str
) -> None:
    add(data)
    base = folder(root, own=False)
    (place,) = compiled(cache)
    (place / file).write_bytes(b"{")
    with pytest.raises(Missing):
        _ = base.entry("widget-sizes") if "entries" in file else base.likeness
    again = folder(root, own=False)
    assert again.entry("widget-sizes").id == "widget-sizes" and again.likeness["wordings"]


def test_a_damaged_form_that_cannot_be_removed_is_passed_over(
    add: Add, data: Data, root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(data)
    folder(root, own=False)
    (place,) = compiled(cache)
    (place / "index.json").write_bytes(b"{")
    monkeypatch.setattr(caching, "drop", lambda target: None)
    assert folder(root, own=False).places == {"widget-sizes": "shape"}


def test_a_shipped_knowledge_base_is_never_removed(tmp_path: Path) -> None:
    (tmp_path / "index.json").write_bytes(b"{")
    with pytest.raises(Missing):
        Base(str(tmp_path), str(tmp_path), own=True)
    assert (tmp_path / "index.json").exists()


# --- folders that cannot be looked into


def test_a_category_that_cannot_be_read_is_left_out_and_named(
    add: Add, data: Data, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(data)
    add({**data, "id": "hidden-one"}, category="secret")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if os.path.basename(path) == "secret":
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    base = folder(root, own=False)
    assert base.places == {"widget-sizes": "shape"}
    assert base.faults == [f"{root.resolve() / 'secret'}: Permission denied"]
    assert (root / "secret", "Permission denied") in check(root)


def test_a_file_that_goes_while_it_is_looked_for_is_no_crash(
    add: Add, data: Data, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(data)
    monkeypatch.setattr(store, "sources", lambda root: ([os.path.join(root, "gone", "gone", "entry.yaml")], {}))
    assert folder(root, own=False).faults == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
def test_an_entry_that_is_no_file_is_not_waited_for(add: Add, data: Data, root: Path) -> None:
    path = add(data)
    (root / "shape" / "piped-one").mkdir()
    os.mkfifo(root / "shape" / "piped-one" / "entry.yaml")
    assert folder(root, own=False).places == {"widget-sizes": "shape"}
    assert entry_files(root) == [path]


def test_a_folder_of_anything_is_an_empty_knowledge_base() -> None:
    if os.path.isdir("/proc/self"):
        assert folder("/proc", own=False).places == {}
