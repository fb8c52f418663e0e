"""Texts of the knowledge base as HTML: paragraphs, steps, code, and code within a sentence. All else is text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from markupsafe import Markup, escape

from ...explaining import is_code, step
from ...patterns import Pattern

_DIGITS = Pattern(r"\d+")
_SPAN = Pattern(r"`([^`\n]+)`")
#: A plain word that begins a text, and those that are names of PyTorch's or of a number.
_WORD = Pattern(r"[a-z]+(?:'[a-z]+)?(?=[\s,:;])")
_CHINESE = Pattern("[\u3400-\u9fff]")
_NAMES = frozenset(("dim", "exp", "inf", "nan", "view"))
#: As output.page.named writes a placeholder that has no value.
_NAMED = Pattern(r"<([a-z][a-z0-9_]*)>")


def inline(text: str) -> Markup:
    """One line; what stands between backticks as code, and the name of a number that is not known as a variable."""
    parts = _SPAN.split(text)
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if number % 2 else _variables(part) for number, part in enumerate(parts)
    )


def _variables(text: str) -> Markup:
    parts = _NAMED.split(text)
    return Markup("").join(
        Markup("<var>{}</var>").format(part) if number % 2 else escape(part) for number, part in enumerate(parts)
    )


def sentence(text: str) -> str:
    """`text` as it begins below a heading: entries write it to go on after a label. A name stays as it is."""
    word = None if _CHINESE.search(text) else _WORD.match(text)
    return text if not word or word.group() in _NAMES else text[0].upper() + text[1:]


def blocks(text: str) -> Markup:
    """Several lines, as they belong together."""
    lines = [line for line in text.split("\n") if line.strip()]
    return Markup("\n").join(block for kind, group in groupby(lines, key=_kind) for block in _KINDS[kind](list(group)))


def _kind(line: str) -> str:
    if is_code(line):
        return "code"
    mark = step(line)
    return "text" if not mark else "numbered" if mark[0].isdigit() else "dashed"


def _paragraphs(lines: list[str]) -> Iterator[Markup]:
    yield from (Markup("<p>{}</p>").format(inline(line)) for line in lines)


def _codes(lines: list[str]) -> Iterator[Markup]:
    yield code("\n".join(line.strip("`") for line in lines))


def _numbered(lines: list[str]) -> Iterator[Markup]:
    # Code between two steps ends the list: the next one goes on counting.
    first = int(_DIGITS.findall(lines[0])[0])
    start = Markup(' start="{}"').format(first) if first != 1 else ""
    yield Markup("<ol{}>{}</ol>").format(start, _items(lines))


def _dashed(lines: list[str]) -> Iterator[Markup]:
    yield Markup("<ul>{}</ul>").format(_items(lines))


def _items(lines: list[str]) -> Markup:
    return Markup("").join(Markup("<li>{}</li>").format(inline(line[len(step(line)) :])) for line in lines)


_KINDS = {"text": _paragraphs, "code": _codes, "numbered": _numbered, "dashed": _dashed}


def code(text: str) -> Markup:
    """Code to paste, with Python's colours."""
    from .highlighting import coloured

    # A long line is scrolled, by keyboard too: hence the tabindex.
    return Markup('<pre class="code"><code>{}</code></pre>').format(Markup("\n").join(coloured(text)))


def shell(text: str) -> Markup:
    """Commands to type."""
    return Markup('<pre class="code"><code>{}</code></pre>').format(text)
