"""The frames of a traceback in every dialect: Python's own, IPython's, pytest's, rich's, a debugger's."""

from __future__ import annotations

from ..model import Frame
from ..patterns import Pattern

_PYTHON = Pattern(r"\s{0,200}File [\"']?([^\"'\n]{1,400}?)[\"']?, line (\d{1,7})(?:, in ([^\n]{1,200}))?")
_IPYTHON = Pattern(r"\s{0,8}File ([^\n:]{1,300}(?::\\[^\n:]{1,300})?):(\d{1,7}),? in ([^\n(]{1,200})")
_CELL = Pattern(r"\s{0,8}(?:Cell )?(In ?\[\d{1,6}\]),? line (\d{1,7})")
_OLD_IPYTHON = Pattern(
    r"\s{0,8}\[?([^\s\]\[(]{1,300}(?:\.py|\.pyx)|<ipython-input-[^>\n]{1,80}>|/tmp/ipykernel[^\s]{1,80})(?:\]\([^)\n]{0,200}\))?"
    r" in (<[\w ]{1,40}>|[\w.]{1,120})(?:\(|$|\s*$)"
)
_SHORT = Pattern(r"\s{0,8}([^\s:\"'()]{1,300}(?::\\[^\s:]{1,300})?\.py):(\d{1,7})(?::)?(?: in (<?[\w.<>]{1,120}))?")
_ARROW = Pattern(r"\s{0,8}(?:-{1,40}>|❱|>) ?\s{0,8}(\d{1,7})(?:\s(.*))?$")
_NUMBERED = Pattern(r"\s{0,8}\d{1,7}(?:\s|$)")
_CARETS = Pattern(r"[\s~^]{1,2000}$")


def header(line: str) -> Frame | None:
    """The frame that a line begins, its code still to come; None where the line begins none."""
    if "line " in line:
        found = _PYTHON.match(line)
        if found:
            return Frame(found.group(1), int(found.group(2)), (found.group(3) or "").strip())
        found = _CELL.match(line)
        if found:
            return Frame(found.group(1), int(found.group(2)), "<module>")
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


def arrow(line: str) -> tuple[int, str] | None:
    """(line number, code) of a source line that a dialect points at; None for any other line."""
    found = _ARROW.match(line)
    return (int(found.group(1)), (found.group(2) or "").strip()) if found else None


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


def ordered(frames: list[Frame]) -> tuple[Frame, ...]:
    """Frames outermost first; some debuggers print the innermost first, which ends at `<module>`."""
    if len(frames) > 1 and frames[-1].function.startswith("<module>") and not frames[0].function.startswith("<module>"):
        return tuple(reversed(frames))
    return tuple(frames)
