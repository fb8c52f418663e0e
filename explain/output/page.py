"""One entry in full, as a page to read: every wording, cause and cure, with its placeholders named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..explaining import choose, reflow
from ..model import Entry, Variants
from ..patterns import Pattern
from .layout import LABELS, Row
from .markdown import escape, statement
from .plain import block
from .wrapping import printable, width, wrap

_HEADINGS = {
    "en": {
        "wordings": "Says, in different versions:",
        "scripts": "Scripts",
        "proven": "Last run",
        "related": "Related",
        "docs": "Documentation",
        "decoder": "What an assertion line means:",
        "aliases": "Also asked as",
        "broken": "fails so",
        "cured": "cured",
    },
    "zh": {
        "wordings": "不同版本里的原话：",
        "scripts": "脚本",
        "proven": "最近运行",
        "related": "相关条目",
        "docs": "文档",
        "decoder": "断言语句的含义：",
        "aliases": "也有人这样问",
        "broken": "出错的",
        "cured": "改好的",
    },
}
_PLACEHOLDER = Pattern(r"\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_]*)(?::[a-z]+)?\}")


def render(entry: Entry, lang: str, columns: int, proven: Sequence[str] = (), markdown: bool = False) -> str:
    """The page, ending in a line break; `proven` says where its scripts were last run: see output.proven."""
    lines = _markdown(entry, lang, proven) if markdown else _plain(entry, lang, columns, proven)
    return printable("\n".join(lines)) + "\n"


def _plain(entry: Entry, lang: str, columns: int, proven: Sequence[str]) -> Iterator[str]:
    say = _HEADINGS[lang]
    head = f"{entry.id}  ·  {entry.title[lang]}"
    yield from [head] if width(head) <= columns else [entry.id, *wrap(entry.title[lang], columns)]
    yield ""
    yield from wrap(general(entry.meaning, lang), columns)
    yield ""
    for row in _rows(entry, lang):
        yield from block(row, columns)
    if entry.signatures:
        yield ""
        yield say["wordings"]
        for signature in entry.signatures:
            yield from _hanging(wording(signature.message), signature.torch, columns)
    if entry.decoder:
        yield ""
        yield say["decoder"]
        for item in entry.decoder:
            yield f"  {item.assertion}"
            yield from (
                "      " + line
                for line in wrap(item.means[lang] + (f"  ({item.entry})" if item.entry else ""), columns - 6)
            )
    yield ""
    for name, values in (("aliases", entry.aliases), ("related", entry.related), ("docs", entry.docs)):
        if values:
            yield from block(Row(name, say[name], "\n".join(values) if name == "docs" else ", ".join(values)), columns)
    if proven:
        yield from block(Row("proven", say["proven"], "\n".join(proven)), columns)
    command = f"pytorch-explain repro {entry.id}"
    yield from block(Row("scripts", say["scripts"], "", f"{command}\n{command} --diff\n{command} --run"), columns)


def _hanging(message: str, versions: str, columns: int) -> Iterator[str]:
    """One wording with the versions that have it; what goes on stands further in, so that each is seen to begin."""
    lines = wrap(message, columns - 6)
    told = f"   (torch {versions})" if versions else ""
    if width(lines[-1] + told) > columns - 6:
        lines, told = [*lines, told.strip()], ""
    yield from (
        ("  " if number == 0 else "      ") + line for number, line in enumerate([*lines[:-1], lines[-1] + told])
    )


def _rows(entry: Entry, lang: str) -> Iterator[Row]:
    labels = LABELS[lang]
    for number, cause in enumerate(entry.causes):
        yield Row("cause", labels["likely" if number == 0 else "else"], reflow(general(cause.cause, lang)))
        code = named(cause.code[-1].rstrip()) if cause.code else ""
        yield Row("change", labels["change"], reflow(general(cause.fix, lang)), code)
    yield Row("avoid", labels["avoid"], reflow(general(entry.avoid, lang)))
    yield Row("locate", labels["locate"], reflow(general(entry.locate, lang)))


def general(variants: Variants, lang: str) -> str:
    """The variant that needs no fact; where there is none, the last one with its placeholders named."""
    text = choose(variants, {}, lang)
    return text if text or not variants else named(variants[-1][lang])


def named(text: str) -> str:
    """`text` with its placeholders in angle brackets, and doubled braces single."""
    return _PLACEHOLDER.sub(lambda found: f"<{found.group(1)}>" if found.group(1) else found.group()[0], text)


def wording(message: str) -> str:
    """A template as people read it: placeholders in angle brackets, optional parts as they stand."""
    return " ".join(named(message.replace("[[", "").replace("]]", "")).split())


def _markdown(entry: Entry, lang: str, proven: Sequence[str]) -> Iterator[str]:
    say = _HEADINGS[lang]
    yield f"## {escape(entry.title[lang])} (`{entry.id}`)"
    yield ""
    for line in general(entry.meaning, lang).split("\n"):
        yield escape(line) + "  "
    for row in _rows(entry, lang):
        yield from statement(row)
    if entry.signatures:
        yield ""
        yield f"**{say['wordings']}**"
        yield ""
    for signature in entry.signatures:
        yield f"- `{wording(signature.message).replace('`', chr(39))}`" + (
            f" (torch {escape(signature.torch)})" if signature.torch else ""
        )
    if proven:
        yield ""
        yield f"**{say['proven']}**"
        yield ""
        yield from (f"- {escape(line)}" for line in proven)
    yield ""
    for address in entry.docs:
        yield f"- <{address}>"
