"""The pages as files: what they say, what they link to, and that nothing in them can run."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

import pytest
from parsed_page import Parsed
from pytorch_explain.answering import answer
from pytorch_explain.faq.site import addresses, building, policy, texts
from pytorch_explain.faq.site.highlighting import compared
from pytorch_explain.knowledge.entry import LANGUAGES
from pytorch_explain.knowledge.store import Base


@pytest.fixture(scope="module")
def files(bases: list[Base]) -> dict[str, bytes]:
    return building.site(bases)


@pytest.fixture(scope="module")
def parsed(files: dict[str, bytes]) -> dict[str, Parsed]:
    return {name: Parsed(data.decode()) for name, data in files.items() if name.endswith(".html")}


def test_every_entry_has_a_page_in_every_language_at_an_address_that_stays(
    bases: list[Base], files: dict[str, bytes]
) -> None:
    wanted = {
        f"{lang}/{category}/{identity}/index.html"
        for lang in LANGUAGES
        for identity, category in bases[0].places.items()
    }
    assert wanted <= set(files)
    assert {f"{lang}/{category}/index.html" for lang in LANGUAGES for category in bases[0].places.values()} <= set(
        files
    )
    assert {"index.html", "en/index.html", "zh/index.html"} <= set(files)


def test_every_link_leads_to_a_file_by_its_name(files: dict[str, bytes], parsed: dict[str, Parsed]) -> None:
    for name, page in parsed.items():
        for element, attributes in page.elements:
            for attribute in ("href", "src", "action"):
                target = urlsplit(attributes.get(attribute, "#"))
                if target.scheme or not target.path:
                    continue
                path = addresses.link("x", str(PurePosixPath(name).parent / unquote(target.path)))
                parts: list[str] = []
                for part in PurePosixPath(unquote(path)).parts:
                    parts = parts[:-1] if part == ".." else [*parts, part]
                assert "/".join(parts) in files, (name, element, attributes)


def test_nothing_is_asked_of_another_server(parsed: dict[str, Parsed]) -> None:
    for name, page in parsed.items():
        for element, attributes in page.elements:
            for attribute in ("href", "src", "action", "srcset", "data", "poster"):
                if urlsplit(attributes.get(attribute, "")).scheme:
                    # A link that a reader may follow is the only address that is not the site's own.
                    assert element == "a" and attributes["rel"] == "noreferrer", (name, element, attributes)


def test_nothing_in_a_page_can_run(parsed: dict[str, Parsed]) -> None:
    for name, page in parsed.items():
        for element, attributes in page.elements:
            assert element != "style" and not any(key == "style" or key.startswith("on") for key in attributes), name
            assert element != "script" or attributes["src"].split("/")[-2] == "assets", name
            assert not attributes.get("href", "").lower().startswith(("javascript:", "data:")), name


def test_every_page_states_its_policy_before_it_loads_anything(parsed: dict[str, Parsed]) -> None:
    for name, page in parsed.items():
        names = [element for element, _ in page.elements]
        stated = next(number for number, (_, it) in enumerate(page.elements) if "http-equiv" in it)
        assert page.elements[stated][1]["content"] == policy.meta(runs_python=False), name
        assert stated < min(names.index("link"), names.index("script")), name
    assert "unsafe-eval'" not in policy.meta(runs_python=False)
    assert "'unsafe-inline'" not in policy.header() and "'unsafe-eval'" not in policy.header()


def test_ids_are_unique_and_labels_lead_to_them(parsed: dict[str, Parsed]) -> None:
    for name, page in parsed.items():
        ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
        assert len(ids) == len(set(ids)), name
        for _, attributes in page.elements:
            for key in ("aria-labelledby", "aria-describedby", "aria-controls", "for"):
                assert key not in attributes or attributes[key] in ids, (name, attributes)


def test_the_message_is_in_title_and_description_as_people_search_for_it(
    bases: list[Base], parsed: dict[str, Parsed]
) -> None:
    for identity, category in bases[0].places.items():
        entry = bases[0].entry(identity)
        for lang in LANGUAGES:
            page = parsed[addresses.entry(lang, category, identity)]
            described = next(it["content"] for it in page.all("meta") if it.get("name") == "description")
            assert entry.title[lang] in page.title and entry.title[lang] in page.text
            if entry.signatures:
                begins = " ".join(entry.signatures[0].example.split())[:25]
                assert begins in page.title and begins in described, page.title


def test_pages_lead_to_the_same_page_in_the_other_language(parsed: dict[str, Parsed]) -> None:
    for name, page in parsed.items():
        if name == "index.html":
            continue
        lang = next(page.all("html"))["lang"][:2]
        other = "zh" if lang == "en" else "en"
        link = next(it for it in page.all("a") if "data-language" in it)
        assert (
            link["href"] == addresses.link(name, name.replace(f"{lang}/", f"{other}/", 1))
            and link["hreflang"] == texts.LANGUAGES[other][1]
        )
        assert f"{lang}/" in name and next(page.all("html"))["lang"] == texts.LANGUAGES[lang][1]


def test_the_scripts_stand_whole_and_what_differs_is_marked() -> None:
    broken, cured = compared("a = 1\nb = (\n    2)\n", "a = 1\n\nb = 3\n")
    assert [line.differs for line in broken] == [False, True, True]
    assert [line.differs for line in cured] == [False, True, True]
    assert compared("same\n", "same\n")[0][0].differs is False


def test_a_page_holds_both_scripts_to_the_letter(bases: list[Base], parsed: dict[str, Parsed]) -> None:
    for identity, category in bases[0].places.items():
        page = parsed[addresses.entry("en", category, identity)]
        for name in ("repro.py", "fixed.py"):
            source = Path(bases[0].script(identity, name)).read_text(encoding="utf-8")
            assert source in page.text, (identity, name)


def test_every_cause_and_every_wording_is_told(bases: list[Base], parsed: dict[str, Parsed]) -> None:
    for identity, category in bases[0].places.items():
        entry = bases[0].entry(identity)
        for lang in LANGUAGES:
            page = parsed[addresses.entry(lang, category, identity)]
            assert page.text.count(texts.WORDS[lang]["else"]) >= len(entry.causes) - 1
            told = " ".join(page.text.split())
            for signature in entry.signatures:
                assert " ".join(signature.example.split()) in told, (identity, signature.example)
            assert all(alias in page.text for alias in entry.aliases)


def test_causes_are_told_with_the_numbers_of_a_message(parsed: dict[str, Parsed]) -> None:
    page = parsed["en/shape/matmul-shape-mismatch/index.html"].text
    assert "The last dimension of the input is 400, but the weight it meets expects 300." in page
    assert "nn.Linear(400, 120)    # was nn.Linear(300, 120)" in page
    dot = page.index("Rows of vectors reached torch.dot (2D and 1D)")
    assert "1D tensors expected, but got 2D and 1D tensors" in page[dot - 120 : dot]


def test_no_statement_names_a_number_that_it_does_not_tell(parsed: dict[str, Parsed]) -> None:
    for name, page in parsed.items():
        assert not list(page.all("var")), name
        assert "{layer}" not in page.text and "{got}" not in page.text, name


def test_causes_that_the_numbers_rule_out_are_not_told_with_them(bases: list[Base], parsed: dict[str, Parsed]) -> None:
    for identity, category in bases[0].places.items():
        entry = bases[0].entry(identity)
        if not entry.signatures:
            continue
        kind = f"{entry.signatures[0].exceptions[0]}: " if entry.signatures[0].exceptions else ""
        told = answer(kind + entry.signatures[0].example, "zh", bases).told
        if told is None or told.id != identity:
            continue
        page = "".join(parsed[addresses.entry("zh", category, identity)].text.split())
        first = page.index(texts.WORDS["zh"]["likely"])
        for advice in told.causes:  # what the command says of this message comes first, in its order
            said = "".join(advice.cause.replace("`", "").split())[:40]
            assert said in page[first:], (identity, said)
            first = page.index(said, first)


def test_words_are_there_in_every_language() -> None:
    assert texts.WORDS["en"].keys() == texts.WORDS["zh"].keys()
    for group in texts.CATEGORIES.values():
        assert group.keys() == set(LANGUAGES)


def test_without_an_address_there_is_no_sitemap_and_with_one_every_page_is_in_it(
    bases: list[Base], files: dict[str, bytes]
) -> None:
    assert "sitemap.xml" not in files and b"canonical" not in files["en/index.html"]
    known = building.site(bases, address="https://example.org/faq")
    sitemap = known["sitemap.xml"].decode()
    assert "<loc>https://example.org/faq/en/shape/matmul-shape-mismatch/</loc>" in sitemap
    page = Parsed(known["zh/shape/matmul-shape-mismatch/index.html"].decode())
    links = {(it["rel"], it.get("hreflang")): it["href"] for it in page.all("link")}
    assert links["canonical", None] == "https://example.org/faq/zh/shape/matmul-shape-mismatch/"
    assert links["alternate", "en"] == "https://example.org/faq/en/shape/matmul-shape-mismatch/"


def test_the_front_page_is_light_before_anything_is_used(files: dict[str, bytes], parsed: dict[str, Parsed]) -> None:
    for lang in LANGUAGES:
        name = f"{lang}/index.html"
        loaded = {it["src"] for it in parsed[name].all("script")}
        loaded |= {it["href"] for it in parsed[name].all("link") if it["rel"] in ("stylesheet", "icon")}
        weight = len(files[name]) + sum(len(files[path.removeprefix("../")]) for path in loaded)
        assert not {path for path in loaded if "words" in path or "minisearch" in path or "engine" in path}
        assert weight < 300_000, weight
    assert len(files["assets/words.js"]) + len(files["assets/minisearch.js"]) < 1_000_000
