"""The box to paste into, in a real browser: the same engine as the command, loaded when it is first used."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pytorch_explain.answering import answer
from pytorch_explain.knowledge.store import Base
from serving_site import serving_site

CASES = Path(__file__).parents[1] / "cases"
INDEX = [json.loads(line) for line in (CASES / "index.jsonl").read_text(encoding="utf-8").splitlines()]
#: Loading Python for the browser takes seconds, on a busy machine many.
PATIENCE = 90_000


@pytest.fixture(scope="session")
def address(site_with_engine: Path) -> Iterator[str]:
    with serving_site(site_with_engine) as found:
        yield found


def explain(page: Page, text: str) -> None:
    page.locator("#traceback").fill(text)
    page.locator("#paste button").first.click()
    expect(page.locator(".answer h3")).to_be_visible(timeout=PATIENCE)


def real_pastes(bases: list[Base]) -> list[tuple[str, str]]:
    """Ten real pastes with their ids: nine of different entries, among them the first that only likeness finds."""
    found: dict[str, str] = {}
    fuzzy: dict[str, str] = {}
    for case in INDEX:
        text = (CASES / case["file"]).read_text(encoding="utf-8", errors="replace")
        matches = answer(text, "en", bases).matches
        if matches and matches[0].how == "fuzzy":
            fuzzy.setdefault(matches[0].entry, text)
        elif matches:
            found.setdefault(matches[0].entry, text)
    chosen = [*list(fuzzy.items())[:2], *list(found.items())[:: max(1, len(found) // 7)][:8]]
    return [(identity, text) for identity, text in chosen][:10]


def test_ten_real_pastes_get_the_ids_that_the_command_gives(page: Page, address: str, bases: list[Base]) -> None:
    page.goto(f"{address}en/index.html")
    pastes = real_pastes(bases)
    assert len(pastes) == 10
    for wanted, text in pastes:
        explain(page, text)
        expect(page.locator(".answer h3 code")).to_have_text(wanted)
        assert page.locator(".answer").inner_text().strip()


def test_an_answer_tells_what_the_command_tells(page: Page, address: str, bases: list[Base]) -> None:
    text = (CASES / "145.txt").read_text(encoding="utf-8")
    page.goto(f"{address}zh/index.html")
    explain(page, text)
    told = answer(text, "zh", bases).told
    assert told
    shown = page.locator(".answer").inner_text()
    for line in told.meaning.split("\n"):
        assert line.replace("`", "") in shown
    assert told.causes[0].code in shown and told.place in shown
    page.locator(".answer a").first.click()
    expect(page).to_have_url(f"{address}zh/shape/matmul-shape-mismatch/index.html")


def test_what_is_not_known_is_said_so(page: Page, address: str) -> None:
    page.goto(f"{address}en/index.html")
    explain(page, "ValueError: the moon is made of cheese")
    expect(page.locator(".answer")).to_contain_text("No PyTorch failure that is known here.")
    expect(page.locator(".answer")).to_contain_text("ValueError: the moon is made of cheese")


def test_nothing_of_the_engine_is_loaded_before_it_is_used(page: Page, address: str) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(f"{address}en/index.html")
    page.locator("#search").fill("nan")
    expect(page.locator(".hits > li").first).to_be_visible()
    assert not [url for url in loaded if "pyodide" in url or "engine" in url]
    explain(page, "RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)")
    assert [url for url in loaded if "pyodide" in url]
    assert all(url.startswith(address) for url in loaded)


def test_a_paste_is_text(page: Page, address: str) -> None:
    page.goto(f"{address}en/index.html")
    title = page.title()
    evil = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
    explain(page, f'  File "{evil}.py", line 3, in f\n    x @ y\nRuntimeError: {evil} happened')
    explain(
        page, f'  File "<b>.py", line 3, in {evil}\nAttributeError: cannot assign module before Module.__init__() call'
    )
    assert page.title() == title
    assert page.locator(".answer img, .answer script, .answer b").count() == 0


def test_an_empty_paste_and_a_plain_folder_are_said_so(page: Page, site_with_engine: Path) -> None:
    page.goto((site_with_engine / "en" / "index.html").as_uri())
    page.locator("#paste button").first.click()
    expect(page.locator(".answer")).to_contain_text("Paste a traceback first.")
    page.locator("#traceback").fill("RuntimeError: x")
    page.locator("#paste button").first.click()
    expect(page.locator(".answer")).to_contain_text("The paste box needs a server")


def lame(browser: Browser, address: str, script: str = "", missing: str = "") -> Any:
    """A page whose browser lacks something, or whose server does."""
    page = browser.new_context().new_page()
    if script:
        page.add_init_script(script)
    if missing:
        page.route(f"**/{missing}", _absent)
    page.goto(f"{address}en/index.html")
    page.locator("#traceback").fill("RuntimeError: x")
    page.locator("#paste button").first.click()
    return page


def _absent(route: Route) -> None:
    route.fulfill(status=404, body="")


@pytest.mark.parametrize(
    ("script", "missing", "said"),
    [
        ("delete globalThis.WebAssembly", "", "no WebAssembly"),
        ("delete globalThis.Worker", "", "no WebAssembly or no module workers"),
        ("", "pyodide.asm.wasm", "could not be started"),
        ("", "engine.zip", "could not be started"),
        ("", "engine.js", "could not be started"),
    ],
)
def test_where_it_cannot_run_that_is_said(browser: Browser, address: str, script: str, missing: str, said: str) -> None:
    page = lame(browser, address, script, missing)
    expect(page.locator(".answer")).to_contain_text(said, timeout=PATIENCE)
    expect(page.locator(".progress")).to_be_hidden()
    expect(page.locator("#paste button").first).to_be_enabled()
    page.context.close()


def test_something_else_in_the_place_of_a_file_is_said_so(browser: Browser, address: str) -> None:
    page = browser.new_context().new_page()
    page.route("**/pyodide.asm.wasm", lambda route: route.fulfill(status=200, body="<html>log in first</html>"))
    page.goto(f"{address}en/index.html")
    page.locator("#traceback").fill("RuntimeError: x")
    page.locator("#paste button").first.click()
    expect(page.locator(".answer")).to_contain_text("could not be started", timeout=PATIENCE)
    page.context.close()


def test_after_a_failure_it_can_be_tried_again(browser: Browser, address: str) -> None:
    page = lame(browser, address, missing="engine.zip")
    expect(page.locator(".answer")).to_contain_text("could not be started", timeout=PATIENCE)
    page.unroute("**/engine.zip")
    explain(page, "RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)")
    page.context.close()
