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
    head = headline(explanation, columns)
    text = Text(printable(head), style="dim")
    text.stylize("bold", 0, len(explanation.id))
    console.print(text)
    console.print()
    for number, line in enumerate(wrap(explanation.meaning, columns)):
        console.print(_coded(line, "bold" if number == 0 else ""))
    console.print()
    for row in rows(explanation):
        for line in block(row, columns):
            console.print(_line(row, printable(line)))


def _line(row: Row, line: str) -> Text:
    """One line of a row: the label in its colour, code in green, code spans marked."""
    label = row.label if line.startswith(row.label) else ""
    split = len(label) + max(MARGIN - width(label), 1) if label else MARGIN
    rest = line[split:]
    text = Text(line[:split], style=_LABELS.get(row.kind, "dim"))
    if rest and any(rest == code.rstrip() for code in row.code.split("\n")):
        return text.append(rest, style="green" if row.kind == "change" else "")
    return text.append_text(_coded(rest, "dim" if row.kind == "wrong" else ""))


def _coded(line: str, style: str) -> Text:
    """The line with its `code spans` in colour."""
    text = Text(style=style)
    for number, part in enumerate(line.split("`")):
        text.append(part, style="cyan" if number % 2 else "")
    return text
