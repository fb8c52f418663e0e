"""A page's data to HTML, by Jinja2: what a template prints is escaped unless it was marked safe."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from ... import __version__
from . import addresses, policy, prose, texts
from .pages import Page, shortened


class Renderer:
    """Renders the pages of one site; `address` is where it will be found, empty where that is not known."""

    def __init__(self, address: str = "") -> None:
        self._address = address.rstrip("/") + "/" if address else ""
        self._templates = Environment(
            loader=PackageLoader(__package__, "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters.update(
            inline=prose.inline,
            blocks=prose.blocks,
            code=prose.code,
            sentence=prose.sentence,
            shell=prose.shell,
            data=_data,
            shortened=shortened,
            first_line=_first_line,
            address_shown=_address_shown,
        )
        self._templates.globals.update(
            addresses=addresses, category=texts.category, tags=texts.LANGUAGES, version=__version__
        )

    def page(self, page: Page) -> str:
        """The HTML of one page."""
        return self._templates.get_template(page.template).render(
            page=page,
            lang=page.lang,
            say=_names(texts.WORDS[page.lang]),
            policy=policy.meta(runs_python=bool(page.data.get("paste"))),
            link=lambda target: addresses.link(page.path, target),
            public=self._public,
            **page.data,
        )

    def root(self) -> str:
        """The page that leads to the reader's language."""
        return self._templates.get_template("root.html").render(
            say={lang: _names(words) for lang, words in texts.WORDS.items()},
            policy=policy.meta(runs_python=False),
            public=self._public,
        )

    def sitemap(self, paths: list[str]) -> str:
        """The list of all pages for search engines, which must name them in full."""
        return self._templates.get_template("sitemap.xml").render(addresses=[self._public(path) for path in paths])

    def _public(self, path: str) -> str:
        """A page's address in full; empty where the site's is not known."""
        return self._address + addresses.public(path) if self._address else ""


def _names(words: Mapping[str, str]) -> SimpleNamespace:
    """Texts as a template names them: `say.copy` would be a dict's own method."""
    return SimpleNamespace(**words)


def _data(value: Any) -> str:
    """A value for a script to read, as the text of an attribute."""
    return json.dumps(value, ensure_ascii=False)


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0]


def _address_shown(address: str) -> str:
    """An address as a link's text: without what every address has."""
    return address.removeprefix("https://").removesuffix(".html")
