"""Every kind of page with axe, which knows the rules that a screen reader and weak eyes depend on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from npm_packages import package
from playwright.sync_api import Browser, Page, expect
from serving_site import serving_site
from test_paste import explain

PATHS = (
    "index.html",
    "shape/index.html",
    "shape/matmul-shape-mismatch/index.html",
    "device/device-side-assert/index.html",
    "symptom/loss-nan/index.html",
    "../about/{lang}/index.html",
)
#: Beside the standard's levels A and AA, what axe calls best practice.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="session")
def axe() -> str:
    return (package("axe-core") / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page, axe: str) -> list[str]:
    page.evaluate(axe)
    found = page.evaluate("rules => axe.run(document, { runOnly: rules })", RULES)
    return [
        f"{item['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
        for item in found["violations"]
        for node in item["nodes"]
    ]


@pytest.fixture(params=["light", "dark"])
def reader(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(color_scheme=request.param, bypass_csp=True)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("path", PATHS)
def test_a_page_has_no_violation(reader: Page, served: str, axe: str, lang: str, path: str) -> None:
    reader.goto(f"{served}{lang}/{path.format(lang=lang)}")
    assert violations(reader, axe) == []


@pytest.mark.parametrize("width", [360, 1440])
def test_hits_have_no_violation(reader: Page, served: str, axe: str, width: int) -> None:
    reader.set_viewport_size({"width": width, "height": 800})
    reader.goto(f"{served}en/index.html?q=nan+loss")
    expect(reader.locator(".hits > li").first).to_be_visible()
    assert violations(reader, axe) == []


def test_an_answer_has_no_violation(reader: Page, axe: str, site_with_engine: Path) -> None:
    with serving_site(site_with_engine) as address:
        reader.goto(f"{address}en/index.html")
        explain(reader, "RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x400 and 300x3)")
        assert violations(reader, axe) == []


def test_the_check_finds_what_is_wrong(reader: Page, served: str, axe: str) -> None:
    reader.goto(f"{served}about/en/index.html")
    reader.evaluate("() => document.querySelector('main').append(document.createElement('img'))")
    assert any("image-alt" in item for item in violations(reader, axe))
