"""A knowledge base that means ill, or only holds markup: on a page all of it is text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml
from parsed_page import Parsed
from pytorch_explain.faq.site import addresses, building, prose
from pytorch_explain.knowledge.store import Base, folder

EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)> \"quoted' & </title>"
BOTH = {"en": f"text {EVIL}", "zh": f"文字 {EVIL}"}


@pytest.fixture
def evil(tmp_path: Path) -> Base:
    """A knowledge base of one entry, with markup wherever a text may stand."""
    place = tmp_path / "kb" / "odd & <b>category" / "odd-entry"
    place.mkdir(parents=True)
    entry = {
        "schema": 1,
        "id": "odd-entry",
        "title": BOTH,
        "signatures": [{"message": f"an odd message {EVIL}", "example": f"an odd message {EVIL}", "proven": "text"}],
        "meaning": [BOTH],
        "causes": [{"cause": BOTH, "fix": BOTH, "code": f"x = 1  # {EVIL}"}],
        "locate": {"en": f"`{EVIL}`", "zh": f"`{EVIL}`"},
        "avoid": BOTH,
        "aliases": [EVIL],
        "docs": ["https://example.org/?a=1&b=2"],
        "reproduction": {"cpu": "raises", "needs": []},
    }
    (place / "entry.yaml").write_text(yaml.safe_dump(entry, allow_unicode=True), encoding="utf-8")
    for name in ("repro.py", "fixed.py"):
        (place / name).write_text(f"# {EVIL}\nraise RuntimeError({EVIL!r})\n", encoding="utf-8")
    return folder(tmp_path / "kb", own=False)


def test_markup_in_an_entry_is_text_on_its_pages(evil: Base) -> None:
    assert evil.faults == []
    files = building.site([evil])
    pages = [name for name in files if name.endswith("odd-entry/index.html")]
    assert len(pages) == 2
    for name in (*pages, "en/index.html", "zh/index.html"):
        page = Parsed(files[name].decode())
        assert all("src" in it and "assets/" in it["src"] for it in page.all("script"))
        assert not list(page.all("img", "b"))
        assert "<script>alert(1)</script>" in page.text
    assert b"<script" not in files["assets/words.js"] and b"</script" not in files["assets/words.js"]


def test_a_category_with_a_pages_own_name_is_refused(tmp_path: Path, evil: Base) -> None:
    (tmp_path / "kb" / "odd & <b>category").rename(tmp_path / "kb" / "index.html")
    with pytest.raises(addresses.Taken, match=r"index\.html"):
        building.site([folder(tmp_path / "kb", own=False)])


def test_a_category_whose_name_is_no_text_takes_nothing_with_it(tmp_path: Path, evil: Base) -> None:
    (tmp_path / "kb" / "odd & <b>category").rename(tmp_path / "kb" / os.fsdecode(b"odd\xff"))
    target = tmp_path / "site"
    building.write(building.site([folder(tmp_path / "kb", own=False)]), target)
    assert list(target.glob("en/*/odd-entry/index.html"))


def test_a_dead_end_that_nothing_is_said_of_is_left_out(tmp_path: Path, evil: Base) -> None:
    place = tmp_path / "kb" / "odd & <b>category" / "odd-entry"
    (place / "dead_end.py").write_text("x = 1")
    files = building.site([folder(tmp_path / "kb", own=False)])
    assert all(b"dead_end.py" not in data for name, data in files.items() if name.endswith("odd-entry/index.html"))


def test_an_address_may_hold_what_a_folder_may(evil: Base) -> None:
    page = Parsed(building.site([evil])["en/index.html"].decode())
    assert any(it["href"] == "odd%20%26%20%3Cb%3Ecategory/odd-entry/index.html" for it in page.all("a"))


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("plain", "<p>plain</p>"),
        ("use `x < y`", "<p>use <code>x &lt; y</code></p>"),
        ("<rows> of <b>", "<p><var>rows</var> of <var>b</var></p>"),
        ("1. one\n2. two", "<ol><li>one</li><li>two</li></ol>"),
        ("1. one\n`a`\n2. two", '<ol><li>one</li></ol>\n{code}\n<ol start="2"><li>two</li></ol>'),
        ("- one\n- two\nthen", "<ul><li>one</li><li>two</li></ul>\n<p>then</p>"),
        ("3.5 GiB\n32 counts", "<p>3.5 GiB</p>\n<p>32 counts</p>"),
    ],
)
def test_texts_become_paragraphs_steps_and_code(text: str, html: str) -> None:
    assert str(prose.blocks(text)) == html.replace("{code}", str(prose.code("a")))


def test_a_line_of_code_is_code_with_its_markup_as_text() -> None:
    assert "&lt;b&gt;" in prose.blocks("`x = '<b>'`") and "<b>" not in prose.blocks("`x = '<b>'`")


@pytest.mark.parametrize(
    ("text", "begins"),
    [("the flatten is missing", "The"), ("nan in the data", "nan"), ("nn.Linear keeps", "nn."), ("漏了展平", "漏了")],
)
def test_a_sentence_below_a_heading_begins_as_one(text: str, begins: str) -> None:
    assert prose.sentence(text).startswith(begins)
