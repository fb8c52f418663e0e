"""One entry in full, as a page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from markdown_it import MarkdownIt
from pytorch_explain.model import Cause, Entry, Signature
from pytorch_explain.output.page import general, render, wording
from pytorch_explain.output.wrapping import width

Golden = Callable[[str, str], None]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("columns", [60, 80])
def test_a_page_reads_like_this(entry: Entry, golden: Golden, lang: str, columns: int) -> None:
    golden(f"page-{lang}-{columns}.txt", render(entry, lang, columns))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_page_in_markdown_reads_like_this(entry: Entry, golden: Golden, lang: str) -> None:
    golden(f"page-{lang}-markdown.txt", render(entry, lang, 80, markdown=True))


def test_a_page_has_every_wording_cause_and_address(entry: Entry) -> None:
    text = render(entry, "en", 80)
    for part in (
        "mat1 and mat2 shapes",
        "size mismatch, m1",
        "torch >=1.7",
        *entry.docs,
        *entry.related,
        *entry.aliases,
    ):
        assert part in text
    assert text.count("Most likely") == text.count("Otherwise") == 1


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_prose_of_a_page_keeps_to_the_width(entry: Entry, lang: str) -> None:
    quoted = ("https://", "print(name", "nn.Linear", "repro matmul")
    lines = [line for line in render(entry, lang, 60).splitlines() if not any(part in line for part in quoted)]
    assert [line for line in lines if width(line) > 60] == []


def test_a_wording_hangs_and_keeps_its_versions_together(entry: Entry) -> None:
    messages = [Signature("one two three four five six", torch=">=2.0"), Signature("one two three", torch="<2.0")]
    rows = render(entry._replace(signatures=messages), "en", 34).splitlines()
    start = rows.index("Says, in different versions:") + 1
    assert rows[start : start + 4] == [
        "  one two three four five six",
        "      (torch >=2.0)",
        "  one two three   (torch <2.0)",
        "",
    ]
    narrow = render(entry._replace(signatures=messages[:1]), "en", 24).splitlines()
    assert narrow[narrow.index("  one two three four") + 1 :][:2] == ["      five six", "      (torch >=2.0)"]


def test_a_wording_is_copied_whole_from_markdown(entry: Entry) -> None:
    message = "a very long wording " * 12
    assert f"- `{message.strip()}`" in render(entry._replace(signatures=[Signature(message)]), "en", 40, markdown=True)


def test_a_retired_entry_has_a_page() -> None:
    retired = Entry("old", "shape", {"en": "", "zh": ""}, (), (), (), (), (), retired="new")
    assert render(retired, "en", 80).startswith("old")


@pytest.mark.parametrize(
    ("message", "read"),
    [
        ("got {n:int} of [{m:int}]", "got <n> of [<m>]"),
        ("{operand} must be a matrix", "<operand> must be a matrix"),
        ("a total capac[[i]]ty of {total:size}", "a total capacity of <total>"),
        ("expected {{}} here", "expected {} here"),
        ("one\n   two", "one two"),
    ],
)
def test_a_template_is_shown_as_people_read_it(message: str, read: str) -> None:
    assert wording(message) == read


def test_of_several_variants_the_one_without_placeholders_is_shown(entry: Entry) -> None:
    assert general(entry.meaning, "en") == "The last dimension of the input is not the one the weight was made for."


def test_a_text_that_needs_facts_is_shown_with_their_names() -> None:
    assert general([{"en": "wants {want} of {{all}}", "zh": ""}], "en") == "wants <want> of {all}"


def test_a_text_that_is_not_there_is_empty() -> None:
    assert general([], "en") == ""


def test_code_that_needs_facts_is_shown_with_their_names(entry: Entry) -> None:
    causes = [Cause([{"en": "a", "zh": "甲"}], code=["nn.Linear({got}, {out})"])]
    assert "nn.Linear(<got>, <out>)" in render(entry._replace(causes=causes), "en", 80)


def test_markup_in_an_entry_is_text_on_its_page(entry: Entry) -> None:
    hostile = "<script>alert(1)</script>"
    spoiled = entry._replace(
        title={"en": hostile, "zh": hostile},
        meaning=[{"en": hostile, "zh": hostile}],
        signatures=[Signature(hostile, torch=hostile)],
    )
    assert "<script" not in MarkdownIt("commonmark").render(render(spoiled, "en", 80, markdown=True))


def test_no_control_character_of_an_entry_gets_out(entry: Entry) -> None:
    spoiled = entry._replace(title={"en": "a\x1b[2Jb", "zh": ""}, aliases=["\x9b31m"])
    assert not set("\x1b\x9b") & set(render(spoiled, "en", 80))
