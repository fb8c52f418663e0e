"""Where everything of the site lies. Addresses are kept for ever: others link to them."""

from __future__ import annotations

from posixpath import dirname, relpath
from urllib.parse import quote

#: The folder of what pages load; everything else is pages.
ASSETS = "assets"


class Taken(ValueError):
    """A folder's name is that of a file of the site; the text is one sentence."""


def front(lang: str) -> str:
    """The file of a language's front page."""
    return f"{lang}/index.html"


def category(lang: str, name: str) -> str:
    """The file of a category's page. Raises Taken."""
    if name == "index.html":
        raise Taken("a category cannot be named index.html: that is a page's own name")
    return f"{lang}/{name}/index.html"


def entry(lang: str, group: str, identity: str) -> str:
    """The file of an entry's page."""
    return f"{lang}/{group}/{identity}/index.html"


def about(lang: str) -> str:
    """The file of the page that tells what the site is made of; a category may have any name, so it lies apart."""
    return f"about/{lang}/index.html"


def link(source: str, target: str) -> str:
    """`target` as it is linked to from the page `source`: relative, so that the site works below any address.

    Files are named in full: a folder opened without a server has no index pages.
    """
    return quote(relpath(target, dirname(source) or "."), errors="surrogateescape")


def public(target: str) -> str:
    """A page as it is linked to from elsewhere: `en/shape/matmul-shape-mismatch/`."""
    return quote(target.removesuffix("index.html"), errors="surrogateescape")
