"""Python source in colours, a line at a time, and which of its lines a cure changes.

Pygments colours it, the well-kept library that does; colours are classes, since a page may hold no styles of its own.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import NamedTuple

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer


class Line(NamedTuple):
    """One line of a script, coloured, and whether the other script has it differently."""

    html: Markup
    differs: bool


def coloured(source: str) -> list[Markup]:
    """The lines of `source`, without line breaks."""
    lexer = PythonLexer(stripnl=False, ensurenl=False)
    html = highlight(source, lexer, HtmlFormatter(nowrap=True))
    return [Markup(line) for line in html.removesuffix("\n").split("\n")]


def compared(broken: str, cured: str) -> tuple[list[Line], list[Line]]:
    """The lines of both scripts, with those marked in which they differ."""
    left, right = broken.splitlines(), cured.splitlines()
    gone, come = set(range(len(left))), set(range(len(right)))
    for block in SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks():
        gone -= set(range(block.a, block.a + block.size))
        come -= set(range(block.b, block.b + block.size))
    return _marked(broken, gone), _marked(cured, come)


def _marked(source: str, differing: set[int]) -> list[Line]:
    return [Line(line, number in differing) for number, line in enumerate(coloured("\n".join(source.splitlines())))]
