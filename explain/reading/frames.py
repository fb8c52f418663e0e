"""The frames of a traceback in every dialect: Python's own, IPython's, pytest's, rich's, a debugger's."""

from __future__ import annotations

from ..model import Frame
from ..patterns import Pattern

_PYTHON = Pattern(r"\s{0,200}File [\"']?([^\"'\n]{1,400}?)[\"']?, line (\d{1,7})(?:, in ([^\n]{1,200}))?")
_IPYTHON = Pattern(r"\s{0,8}File ([^\n:]{1,300}(?::\\[^\n:]{1,300})?):(\d{1,7}),? in ([^\n(]{1,200})")
_CELL = Pattern(
    r"\s{0,8}(?:Cell |Input )?(In ?\[\d{1,6}\])"
    r"(?:,? line (\d{1,7})(?:, in ([^\n(]{1,200}))?"
    r"|, in (<[^\n>]{1,80}>|[\w.]{1,200})\()"  # IPython 8.0, which names no line
)
_OLD_IPYTHON = Pattern(
    r"\s{0,8}\[?([^\s\]\[(]{1,300}(?:\.py|\.pyx)|<ipython-input-[^>\n]{1,80}>|/tmp/ipykernel[^\s]{1,80})(?:\]\([^)\n]{0,200}\))?"
    r" in (<[\w ]{1,40}>|[\w.]{1,120})(?:\(|$|\s*$)"
)
_SHORT = Pattern(r"\s{0,8}([^\s:\"'()]{1,300}(?::\\[^\s:]{1,300})?\.py):(\d{1,7})(?::)?(?: in (<?[\w.<>]{1,120}))?")
#: The last line of pytest's long traceback: the place, and the exception's type.
_LAST = Pattern(r"([^\s:\"'()]{1,300}(?::\\[^\s:]{1,300})?\.py):(\d{1,7}): ((?:\w{1,80}\.){0,8}[A-Z]\w{0,80})\s*$")
#: A path, or a path with `in`, that rich wrapped at the edge of its box.
_WRAPPED = Pattern(r"(?:[/~]|[A-Za-z]:\\)[^\s\"'()]{1,300}(\.py:\d{1,7} in)?\s*$")
_ARROW = Pattern(r"\s{0,8}(?:-{1,40}>|❱|>) ?\s{0,8}(\d{1,7})(?:\s(.*))?$")
_NUMBERED = Pattern(r"\s{0,8}\d{1,7}(?:\s|$)")
#: What rich draws between a line's number and its code, to show how deep it is indented.
_GUIDES = " \t│"
_POINTING = frozenset("->❱")
_OUTERMOST = ("<module>", "<cell line")
_CARETS = Pattern(r"[\s~^]{1,2000}$")
#: Frames that are kept of one traceback, outermost and innermost: between them a recursion repeats itself.
OUTERMOST, INNERMOST = 20, 60
#: Other passages among the frames of one traceback; what has more is a log that names places.
_NOISE = 12


def header(line: str) -> Frame | None:
    """The frame that a line begins, its code still to come; None where the line begins none."""
    if "line " in line:
        found = _PYTHON.match(line)
        if found:
            return Frame(found.group(1), int(found.group(2)), (found.group(3) or "").strip())
    if "In" in line[:20]:
        found = _CELL.match(line)
        if found:
            cell, number, function, bare = found.groups()
            return Frame(cell, int(number) if number else None, (function or bare or "<module>").strip())
    if " in " in line or ".py:" in line:
        found = _IPYTHON.match(line)
        if found:
            return Frame(found.group(1), int(found.group(2)), found.group(3).strip())
        found = _OLD_IPYTHON.match(line)
        if found:
            return Frame(found.group(1), None, found.group(2))
        found = _SHORT.match(line)
        if found and (found.group(3) or line.rstrip().endswith(":") or found.end() == len(line.rstrip())):
            return Frame(found.group(1), int(found.group(2)), found.group(3) or "")
    return None


def wrapped(line: str, following: str) -> Frame | None:
    """The frame that a line begins and the line below it ends, where rich wrapped its path."""
    if not line.startswith(("/", "~")) and line[1:3] != ":\\":
        return None
    found = _WRAPPED.match(line)
    if not found:
        return None
    frame = header(line.strip() + (" " if found.group(1) else "") + following.strip())
    return frame if frame and frame.function else None


def last(line: str) -> tuple[Frame, str] | None:
    """(the frame, the exception's type) that pytest names below an exception."""
    found = _LAST.match(line) if ".py:" in line else None
    return (Frame(found.group(1), int(found.group(2)), ""), found.group(3)) if found else None


def arrow(line: str) -> tuple[int, str] | None:
    """(line number, code) of a source line that a dialect points at; None for any other line."""
    found = _ARROW.match(line) if line.lstrip()[:1] in _POINTING else None
    return (int(found.group(1)), (found.group(2) or "").lstrip(_GUIDES).rstrip()) if found else None


def is_context(line: str) -> bool:
    """Whether the line is a numbered line of source around the one pointed at."""
    return _NUMBERED.match(line) is not None


def carets(line: str) -> bool:
    """Whether the line only marks a part of the line above it."""
    return "^" in line and _CARETS.match(line) is not None


def marked(code_line: str, caret_line: str) -> tuple[int, int] | None:
    """The columns, within the stripped code, that the carets mark."""
    indent = len(code_line) - len(code_line.lstrip())
    start = len(caret_line) - len(caret_line.lstrip())
    end = len(caret_line.rstrip())
    return (start - indent, end - indent) if start >= indent and end > start else None


class Stack:
    """The frames seen since the last failure, which every passage until the next frame shares."""

    def __init__(self) -> None:
        self._frames: list[Frame] = []
        self._shared: tuple[Frame, ...] = ()
        self._noise = 0

    def __bool__(self) -> bool:
        return bool(self._frames)

    def add(self, frame: Frame) -> None:
        """One more frame; of too many the one in the middle goes."""
        self._frames.append(frame)
        if len(self._frames) > OUTERMOST + INNERMOST:
            del self._frames[OUTERMOST]
        self._shared = ()

    def disturbed(self) -> None:
        """Something else was printed among the frames; more than a traceback can hold ends it."""
        self._noise += 1 if self._frames else 0
        if self._noise > _NOISE:
            self.clear()

    def clear(self) -> None:
        """The failure that they led to was read, or another traceback begins."""
        self._frames, self._shared, self._noise = [], (), 0

    def frames(self) -> tuple[Frame, ...]:
        """The frames, outermost first."""
        if self._frames and not self._shared:
            self._shared = ordered(self._frames)
        return self._shared


def ordered(frames: list[Frame]) -> tuple[Frame, ...]:
    """Frames outermost first; some debuggers print the innermost first, which ends at `<module>`."""
    if len(frames) > 1 and frames[-1].function.startswith(_OUTERMOST) and not frames[0].function.startswith(_OUTERMOST):
        return tuple(reversed(frames))
    return tuple(frames)
