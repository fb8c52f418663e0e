"""An explanation on a stream: in colour on a terminal, plain elsewhere."""

from __future__ import annotations

import os
from typing import TextIO

from ..model import Explanation
from .plain import WIDTH, render

#: Wider lines are hard to read.
_WIDEST = 100


def show(told: Explanation, stream: TextIO | None) -> None:
    """Writes the explanation; a program whose stream is closed has None in its place."""
    if stream is None:
        return
    if stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        from rich.console import Console  # loaded only where there is a terminal

        from .terminal import show as coloured

        coloured(told, Console(file=stream, highlight=False, soft_wrap=True))
    else:
        stream.write(render(told, columns(stream)))
        stream.flush()


def columns(stream: TextIO) -> int:
    """Columns of what is written: the terminal's, within reason, or those of a file."""
    try:
        return min(os.get_terminal_size(stream.fileno()).columns or WIDTH, _WIDEST)
    except (OSError, ValueError):
        return WIDTH
