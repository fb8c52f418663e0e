"""The way into a folder: what is there already, what a later build takes away, and what it never touches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytorch_explain.faq.site.building import LISTING, NotOurs, write

#: What a listing may claim to be files, and are none.
NO_FILES = [3, "nul\0", "\ud800", "", ".", "en"]


def test_a_site_is_written_into_a_new_and_into_an_empty_folder(tmp_path: Path) -> None:
    for target in (tmp_path / "new" / "deep", tmp_path / "empty"):
        if target.name == "empty":
            target.mkdir()
        write({"a/b.html": b"one"}, target)
        assert (target / "a" / "b.html").read_bytes() == b"one"


def test_a_later_site_replaces_an_earlier_one_and_leaves_the_readers_own_files(tmp_path: Path) -> None:
    write({"a/old.html": b"", "same.html": b"1"}, tmp_path / "site")
    (tmp_path / "site" / "CNAME").write_text("example.org")
    write({"same.html": b"2"}, tmp_path / "site")
    assert not (tmp_path / "site" / "a").exists()
    assert (tmp_path / "site" / "same.html").read_bytes() == b"2"
    assert (tmp_path / "site" / "CNAME").read_text() == "example.org"


def test_a_folder_with_other_files_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine")
    with pytest.raises(NotOurs, match="other files"):
        write({"index.html": b"ours"}, tmp_path)
    assert (tmp_path / "index.html").read_text() == "mine"
    with pytest.raises(NotOurs, match="is a file"):
        write({"index.html": b"ours"}, tmp_path / "index.html")


def test_a_build_that_broke_off_does_not_stand_in_the_way_of_the_next(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        write({"a": b"a file", "a/b.html": b"within it"}, tmp_path / "site")
    write({"index.html": b"whole"}, tmp_path / "site")
    assert sorted(path.name for path in (tmp_path / "site").iterdir()) == [LISTING, "index.html"]


def test_what_is_not_the_sites_own_is_neither_written_over_nor_through(tmp_path: Path) -> None:
    target = tmp_path / "site"
    write({"index.html": b"1"}, target)
    (target / "sitemap.xml").write_text("mine")
    with pytest.raises(NotOurs, match="not the site's own"):
        write({"index.html": b"2", "sitemap.xml": b"ours"}, target)
    assert (target / "index.html").read_bytes() == b"1" and (target / "sitemap.xml").read_text() == "mine"
    (tmp_path / "precious").mkdir()
    (target / "zh").symlink_to(tmp_path / "precious")
    with pytest.raises(NotOurs, match="not the site's own"):
        write({"index.html": b"2", "zh/index.html": b"ours"}, target)
    assert list((tmp_path / "precious").iterdir()) == []


@pytest.mark.parametrize("listing", ["", "{", "3", '{"a": 1}', "\x00", "[" * 100_000])
def test_a_damaged_listing_is_said_so(tmp_path: Path, listing: str) -> None:
    (tmp_path / LISTING).write_text(listing)
    with pytest.raises(NotOurs):
        write({"index.html": b"ours"}, tmp_path)


def test_a_listing_that_names_files_elsewhere_takes_nothing_away(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    target = tmp_path / "site"
    target.mkdir()
    (target / LISTING).write_text(json.dumps([*NO_FILES, "../precious", str(tmp_path / "precious")]))
    write({"index.html": b"ours"}, target)
    assert (tmp_path / "precious").read_text() == "mine"
