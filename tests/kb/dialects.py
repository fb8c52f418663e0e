"""One traceback in the forms that people paste it in."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable

_FRAME = re.compile(r'  File "(.+)", line (\d+), in (.+)')
_LAST = re.compile(r"^[A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Failed|Exit)\b", re.M)


#: Reports that follow from the failure of another process.
_CONSEQUENCES = re.compile(r"DataLoader worker \(pid|ChildFailedError|ProcessRaisedException")


def _split(text: str) -> tuple[list[tuple[str, int, str, str]], str]:
    """(frames as (file, line, function, code), the exception line and all after it)."""
    lines = text.split("\n")
    frames = []
    for number, line in enumerate(lines):
        found = _FRAME.match(line)
        if found:
            frames.append((found.group(1), int(found.group(2)), found.group(3), lines[number + 1].strip()))
    return frames, last_line_only(text)


def last_line_only(text: str) -> str:
    """The exception line with its message."""
    starts = [found.start() for found in _LAST.finditer(text)]
    if not starts:
        return text
    pieces = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    causes = [piece for piece in pieces if not _CONSEQUENCES.search(piece.split("\n")[0])] or pieces
    return causes[-1].rstrip()


def ipython(text: str) -> str:
    """As IPython 8 prints it."""
    frames, last = _split(text)
    kind = last.split(":")[0]
    lines = ["-" * 75, f"{kind:42}Traceback (most recent call last)"]
    for file, line, function, code in frames:
        lines += [f"File {file}:{line}, in {function}(*args)", f"    {line - 1} # before", f"--> {line}     {code}", ""]
    return "\n".join([*lines, last])


def rich_box(text: str) -> str:
    """As rich prints it at 80 columns, the message wrapped below the box."""
    frames, last = _split(text)
    lines = ["╭" + " Traceback (most recent call last) ".center(78, "─") + "╮"]
    for file, line, function, code in frames:
        for content in (f"{file}:{line} in {function}", "", f"❱ {line} │   {code}", ""):
            lines += ["│ " + part.ljust(76) + " │" for part in _pieces(content, 76)]
    lines.append("╰" + "─" * 78 + "╯")
    return "\n".join(lines + wrapped_at_80(last).split("\n"))


def pytest_report(text: str) -> str:
    """As pytest prints it."""
    frames, last = _split(text)
    lines = []
    for file, line, function, code in frames:
        lines += ["", f"    def {function.strip('<>')}(self, x):", f">       {code}", "", f"{file}:{line}: "]
    kind = last.split(":")[0]
    return "\n".join([*lines, *("E       " + part for part in last.split("\n")), "", f"test_net.py:12: {kind}"])


def ranked(text: str) -> str:
    """As a rank of a distributed job prints it."""
    return "\n".join(f"[rank3]: {line}" if line else line for line in text.split("\n"))


def logged(text: str) -> str:
    """As a logger prints it that repeats its prefix."""
    return "\n".join(f"2026-03-01 12:00:07,123 - ERROR - {line}" for line in text.split("\n"))


def html_escaped(text: str) -> str:
    """As a web form stores it."""
    return html.escape(text)


def json_string(text: str) -> str:
    """As a service logs it."""
    return json.dumps({"level": "error", "exc_info": text})


def wrapped_at_80(text: str) -> str:
    """As a terminal of 80 columns copies it: broken wherever the 80th character stands."""
    return "\n".join(piece for line in text.split("\n") for piece in _pieces(line, 80))


def _pieces(line: str, size: int) -> list[str]:
    return [line[start : start + size] for start in range(0, len(line), size)] or [""]


DIALECTS: dict[str, Callable[[str], str]] = {
    function.__name__: function
    for function in (
        ipython,
        rich_box,
        pytest_report,
        ranked,
        logged,
        html_escaped,
        json_string,
        last_line_only,
        wrapped_at_80,
    )
}
