"""Stage 2: form, both languages, placeholders that something provides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pytorch_explain.explaining import reflow
from pytorch_explain.knowledge.checking import SYMPTOM, check
from pytorch_explain.knowledge.entry import all_texts
from pytorch_explain.model import Entry

_CODE = re.compile(r"`[^`]*`")
_UNSPACED = re.compile(r"[一-鿿][A-Za-z0-9{]|[A-Za-z0-9}%][一-鿿]")
_HALF_WIDTH = re.compile(r"[一-鿿][,;:?!]|[一-鿿]\.(?:\s|$)")
_HOLLOW = re.compile(r"check your (?:code|data|input)|make sure|please|as needed|仔细检查|请确保", re.I)


def texts(entry: Entry, lang: str) -> Iterator[tuple[str, str]]:
    yield "title", entry.title[lang]
    for where, variants in all_texts(entry):
        for variant in variants:
            yield where, variant[lang]
    for row in entry.decoder:
        yield "decoder", row.means[lang]


def test_the_knowledge_base_has_no_fault_of_form(root: Path) -> None:
    assert [f"{fault.path.parent.name}: {fault.text}" for fault in check(root)] == []


def test_chinese_is_set_as_chinese(entry: Entry) -> None:
    for where, text in texts(entry, "zh"):
        prose = _CODE.sub("` `", text)
        assert not _UNSPACED.search(prose), (where, text)
        assert not _HALF_WIDTH.search(prose), (where, text)
        assert re.search(r"[一-鿿]", text), (where, text)


def test_english_has_no_hollow_advice(entry: Entry) -> None:
    for where, text in [*texts(entry, "en"), *texts(entry, "zh")]:
        assert not _HOLLOW.search(text), (where, text)


def test_steps_are_lines_of_what_is_shown(entry: Entry) -> None:
    for lang in ("en", "zh"):
        for variant in entry.locate:
            steps = [line[:6] for line in variant[lang].splitlines() if re.match(r"\d+[.)、] ?|- ", line)]
            shown = reflow(variant[lang]).splitlines()
            assert [line[:6] for line in shown if line[:6] in steps] == steps
            assert not any(re.search(r"[。.?？:：] ?[2-9][.)、] ", line) for line in shown), shown


def test_people_can_ask_for_it_in_both_languages(entry: Entry) -> None:
    chinese = [alias for alias in entry.aliases if re.search(r"[一-鿿]", alias)]
    assert chinese and len(chinese) < len(entry.aliases)


def test_it_names_its_neighbours_apart(entry: Entry) -> None:
    """Every entry says of at least one look-alike that it is something else; a symptom has no message to be like."""
    assert entry.unlike or entry.category == SYMPTOM
