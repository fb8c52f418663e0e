"""A real browser on the built site: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from npm_packages import package
from pytorch_explain.faq.site import building
from pytorch_explain.knowledge.store import SOURCE, Base, folder
from serving_site import serving_site

#: Names under which systems install it.
NAMES = ("chromium", "chromium-browser", "google-chrome")
#: Without these it asks its maker's servers for updates at every start, and needs a graphics card.
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

try:
    from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright
except ImportError:
    if os.environ.get("CI"):
        raise
    collect_ignore = ["test_access.py", "test_box.py", "test_browser.py", "test_paste.py"]


def pytest_report_header() -> list[str]:
    """Says what is left out where Playwright is not installed."""
    return [f"without Playwright, not run: {name}" for name in globals().get("collect_ignore", [])]


def _lacking(what: str) -> NoReturn:
    """Skips a test that lacks something, with the reason; fails it where everything must run."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser, one for all tests."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        _lacking("no Chromium is installed")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own for each test, which fails if anything in it does."""
    context = browser.new_context()
    opened = context.new_page()
    faults: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            faults.append(message.text)

    opened.on("console", heard)
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    context.close()
    assert faults == []


@pytest.fixture(scope="session")
def bases() -> list[Base]:
    """The project's own knowledge base."""
    return [folder(SOURCE, own=True)]


@pytest.fixture(scope="session")
def folder_site(bases: list[Base], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site without the box to paste into."""
    target = tmp_path_factory.mktemp("plain") / "site"
    building.write(building.site(bases), target)
    return target


@pytest.fixture(scope="session")
def served(folder_site: Path) -> Iterator[str]:
    """The address of that site on a server."""
    with serving_site(folder_site) as address:
        yield address


@pytest.fixture(scope="session")
def site_with_engine(bases: list[Base], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site with the box to paste into."""
    target = tmp_path_factory.mktemp("engine") / "site"
    building.write(building.site(bases, package("pyodide")), target)
    return target
