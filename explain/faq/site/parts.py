"""What the site is made with that others wrote, and under which terms: the page about the site names it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Part(NamedTuple):
    """One part, with what it does here."""

    name: str
    licence: str
    address: str
    what: Mapping[str, str]


SEARCH = Part(
    "MiniSearch",
    "MIT",
    "https://github.com/lucaong/minisearch",
    {"en": "the search box.", "zh": "搜索框。"},
)
PYODIDE = Part(
    "Pyodide",
    "MPL-2.0",
    "https://pyodide.org",
    {"en": "Python in the browser, for the box to paste into.", "zh": "浏览器里的 Python，粘贴框用它运行。"},
)
RAPIDFUZZ = Part(
    "RapidFuzz",
    "MIT",
    "https://github.com/rapidfuzz/RapidFuzz",
    {"en": "recognises messages that were damaged.", "zh": "识别残缺、有错字的报错。"},
)


def used(runs_python: bool) -> list[Part]:
    """The parts of a site, with or without the box to paste into."""
    return [SEARCH, PYODIDE, RAPIDFUZZ] if runs_python else [SEARCH]
