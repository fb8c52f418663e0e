"""An explanation on a terminal: the plain text's lines, with colour. Only here is rich imported."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from ..model import Explanation
from .layout import Row, rows
from .plain import MARGIN, block, headline
from .wrapping import printable, width, wrap

#: Wider lines are hard to read.
WIDEST = 100
_LABELS = {"cause": "bold yellow", "change": "bold green", "avoid": "bold red", "locate": "bold cyan"}


def show(explanation: Explanation, console: Console | None = None) -> None:
    """Prints the explanation."""
    console = console or Console(highlight=False, soft_wrap=True)
    columns = min(console.width, WIDEST)
    for number, line in enumerate(headline(explanation, columns)):
        text = Text(printable(line), style="dim")
        if number == 0:
            text.stylize("bold", 0, len(explanation.id))
        console.print(text)
    console.print()
    spans = Spans()
    for number, line in enumerate(wrap(explanation.meaning, columns)):
        console.print(spans.marked(printable(line), "bold" if number == 0 else ""))
    console.print()
    for row in rows(explanation):
        spans = Spans()
        for line in block(row, columns):
            console.print(_line(row, printable(line), spans))


class Spans:
    """The `code spans` of a text whose lines are shown one after another: a span may be wrapped."""

    def __init__(self) -> None:
        self._within = False

    def marked(self, line: str, style: str) -> Text:
        """The next line with its spans in colour, without their backticks."""
        text = Text(style=style)
        for number, part in enumerate(line.split("`")):
            self._within = self._within != (number > 0)
            text.append(part, style="cyan" if self._within else "")
        return text


def _line(row: Row, line: str, spans: Spans) -> Text:
    """One line of a row: the label in its colour, code in green, code spans marked."""
    label = row.label if line.startswith(row.label) else ""
    split = len(label) + max(MARGIN - width(label), 1) if label else MARGIN
    rest = line[split:]
    text = Text().append(line[:split], style=_LABELS.get(row.kind, "dim"))
    if rest and any(rest == code.rstrip() for code in row.code.split("\n")):
        return text.append(rest, style="green" if row.kind == "change" else "")
    return text.append_text(spans.marked(rest, "dim" if row.kind == "wrong" else ""))
