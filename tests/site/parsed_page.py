"""A page as tests look at it."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

#: Elements that have no end.
VOID = {"meta", "link", "input", "br", "img"}


class Parsed(HTMLParser):
    """A page: its elements with their attributes, its text, and whether what was opened was closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.title = ""
        self._open: list[str] = []
        self.feed(html)
        assert not self._open, self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open and self._open[-1] == tag, (tag, self._open)
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._open and self._open[-1] == "title":
            self.title += data

    def all(self, *names: str) -> Iterator[dict[str, str]]:
        yield from (attributes for name, attributes in self.elements if name in names)
