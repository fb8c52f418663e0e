"""An explanation on a stream: in colour on a terminal, plain elsewhere. Who only asks for the width loads neither."""

from __future__ import annotations

import os
from typing import TextIO

from ..model import Explanation
from .wrapping import WIDTH

#: Wider lines are hard to read.
_WIDEST = 100
#: Narrower ones hold no sentence; a terminal that claims none (COLUMNS=0) must not get an empty answer.
_NARROWEST = 20


def show(told: Explanation, stream: TextIO | None) -> None:
    """Writes the explanation; a program whose stream is closed has None in its place."""
    if stream is None:
        return
    if coloured(stream):
        from rich.console import Console  # loaded only where there is a terminal

        from .terminal import show as in_colour

        in_colour(told, Console(file=stream, highlight=False, soft_wrap=True, width=columns(stream)))
    else:
        from .plain import render

        stream.write(render(told, columns(stream)))
        stream.flush()


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody sits at the other end; a program's closed stream is None."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed by the program itself
        return False


def coloured(stream: TextIO | None) -> bool:
    """Whether a stream shows colours, and its reader wants them."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def columns(stream: TextIO | None) -> int:
    """Columns of what is written: the terminal's, within reason, or those of a file."""
    try:
        return (
            max(min(os.get_terminal_size(stream.fileno()).columns or WIDTH, _WIDEST), _NARROWEST) if stream else WIDTH
        )
    except (OSError, ValueError):
        return WIDTH
