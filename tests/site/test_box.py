"""The search box in a browser knows what the terminal's search knows, and is as honest."""

from __future__ import annotations

import hashlib
import importlib.util
import random
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import Page
from pytorch_explain.faq import search as terminal
from pytorch_explain.faq.tokens import tokens
from pytorch_explain.knowledge.entry import all_texts
from pytorch_explain.knowledge.store import Base

TESTS = Path(__file__).parents[1]
LIBRARY = Path(terminal.__file__).parent / "site" / "third_party" / "minisearch" / "minisearch.js"

#: Asks (questions) and gives the hits of each.
Ask = Callable[[list[str]], list[list[dict[str, Any]]]]


def _terminals_questions() -> ModuleType:
    """The questions that the terminal's search is held to."""
    spec = importlib.util.spec_from_file_location("questions", TESTS / "faq" / "test_search.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ASKED = _terminals_questions()


@pytest.fixture
def ask(page: Page, served: str) -> Ask:
    page.goto(f"{served}en/index.html")
    page.evaluate("() => pytorchExplainSearch.load('../assets/')")
    return lambda questions: page.evaluate("all => all.map(pytorchExplainSearch.search)", questions)


def ids(hits: list[dict[str, Any]]) -> list[str]:
    return [hit["id"] for hit in hits]


def test_the_library_is_as_it_was_published() -> None:
    digest = hashlib.sha256(LIBRARY.read_bytes()).hexdigest()
    assert digest == "03c27931eb603af1d3358579e9885eafdb6a2f5fa9929557b3e77d7e99d06d03"


def test_the_fifty_questions_find_their_entries(ask: Ask) -> None:
    found = [ids(hits) for hits in ask([query for _, query in ASKED.QUERIES])]
    beyond = [
        (wanted, query, got[:3])
        for (wanted, query), got in zip(ASKED.QUERIES, found, strict=True)
        if wanted not in got[:3]
    ]
    missed = [
        (wanted, query, got[:1])
        for (wanted, query), got in zip(ASKED.QUERIES, found, strict=True)
        if got[:1] != [wanted]
    ]
    assert beyond == []
    assert len(missed) <= len(ASKED.QUERIES) // 10, missed


def test_nothing_found_is_said_so(ask: Ask) -> None:
    found = ask(ASKED.STRANGE)
    assert [(query, ids(hits)) for query, hits in zip(ASKED.STRANGE, found, strict=True) if hits] == []


def test_every_entry_is_found_first_by_its_id_and_its_titles(ask: Ask, bases: list[Base]) -> None:
    wanted = []
    for identity in bases[0].places:
        title = bases[0].entry(identity).title
        wanted += [(identity, query) for query in (identity, title["en"], title["zh"])]
    found = ask([query for _, query in wanted])
    assert [
        (query, ids(hits)[:1]) for (want, query), hits in zip(wanted, found, strict=True) if ids(hits)[:1] != [want]
    ] == []


def test_every_alias_finds_its_entry(ask: Ask, bases: list[Base]) -> None:
    wanted = [(identity, alias) for identity in bases[0].places for alias in bases[0].entry(identity).aliases]
    found = ask([query for _, query in wanted])
    assert [(want, query) for (want, query), hits in zip(wanted, found, strict=True) if want not in ids(hits)[:5]] == []


def test_a_whole_message_finds_its_entry(ask: Ask, bases: list[Base]) -> None:
    wanted = [
        (identity, signature.example)
        for identity in bases[0].places
        for signature in bases[0].entry(identity).signatures
        if signature.example
    ]
    found = ask([query for _, query in wanted])
    missed = [
        (want, query, ids(hits)[:3])
        for (want, query), hits in zip(wanted, found, strict=True)
        if want not in ids(hits)[:3]
    ]
    assert len(missed) <= len(wanted) // 20, (len(missed), missed)


def slipped(query: str) -> str:
    """The question with two letters of its longest English word in each other's place."""
    words = [word for word in query.split() if word.isascii() and word.isalpha()]
    longest = max(words, key=len, default="")
    if len(longest) < 5:
        return query
    middle = len(longest) // 2
    turned = longest[:middle] + longest[middle + 1] + longest[middle] + longest[middle + 2 :]
    return query.replace(longest, turned, 1)


@pytest.mark.parametrize("damage", [lambda query: query[:-1], slipped], ids=["unfinished", "slip"])
def test_an_unfinished_or_mistyped_question_finds_its_entry(ask: Ask, damage: Callable[[str], str]) -> None:
    found = ask([damage(query) for _, query in ASKED.QUERIES])
    missed = [
        (want, query) for (want, query), hits in zip(ASKED.QUERIES, found, strict=True) if want not in ids(hits)[:3]
    ]
    assert len(missed) <= len(ASKED.QUERIES) // 10, missed


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("mat", "matmul-shape-mismatch"),
        ("显", "cuda-out-of-memory"),
        ("显存", "cuda-out-of-memory"),
        ("contig", "view-not-contiguous"),
        ("softm", "softmax-before-cross-entropy"),
        ("datal", "dataloader-hangs"),
    ],
)
def test_a_word_that_is_being_typed_shows_something_sensible(ask: Ask, typed: str, wanted: str) -> None:
    assert wanted in ids(ask([typed])[0])


def test_it_finds_what_the_terminal_finds(ask: Ask, bases: list[Base]) -> None:
    questions = [query for _, query in ASKED.QUERIES]
    same = [
        ids(hits)[:1] == [hit.id for hit in terminal.search(query, bases)][:1]
        for query, hits in zip(questions, ask(questions), strict=True)
    ]
    assert sum(same) >= 0.9 * len(same), [query for query, it in zip(questions, same, strict=True) if not it]


def test_what_led_to_a_hit_is_told_as_it_was_typed(ask: Ask) -> None:
    assert ask(["My Tensor is NOT contigous xyzzy"])[0][0]["words"] == ["Tensor", "contigous"]
    assert ask(["请问显存不足怎么办"])[0][0]["words"] == ["显存不足"]


def mixed(texts: list[str], count: int) -> list[str]:
    """Texts of odd neighbours: what nobody wrote on purpose."""
    chosen = random.Random(7)
    pieces = [text[i : i + 9] for text in texts for i in range(0, len(text), 23)]
    odd = [
        "ＣＵＤＡ",
        "don’t",
        "isn't",
        "3.14159",
        "2d",
        "BCEWithLogitsLoss",
        "как",
        "naïve",
        "的",
        "！",
        "\n",
        "\t",
        "_",
        "0x1f",
    ]
    return ["".join(chosen.choices([*pieces, *odd, " "], k=6)) for _ in range(count)]


def test_a_question_is_cut_as_in_the_terminal(page: Page, ask: Ask, bases: list[Base]) -> None:
    texts = [query for _, query in ASKED.QUERIES] + ASKED.STRANGE
    joined: dict[str, str] = bases[0].search["joined"]
    for identity in bases[0].places:
        entry = bases[0].entry(identity)
        texts += [*entry.title.values(), *entry.aliases, *(signature.example for signature in entry.signatures)]
        texts += [text for _, variants in all_texts(entry) for variant in variants for text in variant.values()]
    texts += mixed(texts, 2_000)
    cut = page.evaluate("all => all.map(pytorchExplainSearch.tokens)", texts)
    for text, got in zip(texts, cut, strict=True):
        assert got == [token.text for token in tokens(text, joined)], text


def test_an_answer_comes_within_fifty_milliseconds(page: Page, ask: Ask) -> None:
    questions = [query for _, query in ASKED.QUERIES] + ASKED.STRANGE
    taken = page.evaluate(
        """all => all.map(question => {
            const start = performance.now();
            pytorchExplainSearch.search(question);
            return performance.now() - start;
        })""",
        questions,
    )
    slow = sorted(zip(taken, questions, strict=True), reverse=True)[:3]
    assert slow[0][0] < 50, slow
