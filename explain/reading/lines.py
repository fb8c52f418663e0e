"""What kind of line a line is, by itself: a header, an exception, a prompt, a progress bar, source code."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..patterns import Pattern
from . import frames

_TYPE_END = Pattern(
    r"(?:Error|Exception|Unsupported|LimitHit|Warning|OutOfResources|Interrupt|Exit|Missing)\s{0,3}[:：]"
)
_TYPE = Pattern(r"[A-Za-z_][\w.]{0,119}\Z")
_BARE_TYPE = Pattern(r"((?:[A-Za-z_]\w{0,80}\.){0,8}[A-Za-z_]\w{0,80})(?::\s?.*)?$")
_IPYTHON_HEAD = Pattern(r"\s{0,4}([A-Za-z_][\w.]{0,80})\s{3,}Traceback \(most recent call last\)")
_HAS_OCCURRED = r"(?:Exception has occurred|发生异常|例外が発生しました|예외가 발생했습니다)"
_DEBUGGER = Pattern(rf"\s{{0,8}}{_HAS_OCCURRED}\s{{0,2}}[:：]\s{{0,4}}([\w.]{{1,100}})(.*)")
#: What VS Code says of itself behind the type.
_NOTE = "(note: full exception trace is shown"
_LABEL = Pattern(r"\s{0,8}-? ?Exception (Type|Message):\s?(.*)")
_ASSERTION = Pattern(r"Assertion [^\n]{1,400}? failed")
_PROMPT = Pattern(
    r"\s{0,4}(?:\S{1,60}@[^\n]{1,120}[$#] ?|[$%] |>>> ?|\.\.\. |(?:In|Out) ?\[\d{0,6}\]:|\(\w{1,30}\)\s{0,3}(?:PS |$))"
)
_PROGRESS = Pattern(r"[^\n]{0,200}\d{1,3}%\|")
_FINISHED = Pattern(
    r"\s{0,4}(?:Process finished with exit code|进程已结束|Set the environment variable HYDRA_FULL_ERROR)"
)
_JOINS = r"(?:if|else|and|or|in|is|not|for|from|as)"
#: Behind a keyword: no two words in a row, of which neither joins expressions, and no error's type with its message.
_NO_WORDS = (
    rf"(?!\s(?:\w{{1,40}}\s{_JOINS}\s){{0,4}}(?!(?:not|await|lambda|yield)\s)\w{{1,40}}\s(?!{_JOINS}\b)\w)"
    r"(?!\s[\w.]{1,80}:\s)"
)
_STATEMENT = (
    r"import [\w.]{1,80}(?: as \w{1,60})?\s{0,4}(?:[,;#]|$)|from [\w.]{1,80} import |def \w{1,80}\(|class \w{1,80}[(:]"
    r"|with [\w.]{1,80}(?:\([^)\n]{0,200}$|\(.{0,300}\)(?: as [\w, ()]{1,80})?:(?!\s?[\w.]{1,80}Error)"
    r"|(?:\[.{1,80}\])?(?: as \w{1,60})?:\s*(?:#|$))"
    rf"|@\w|return\b{_NO_WORDS}|raise\b{_NO_WORDS}|assert\b{_NO_WORDS}"
    r"|elif |else:|try:|except\b|finally:|(?:if|while) .{1,200}:\s*(?:#|$)|for .{1,200} in .{1,200}:\s*(?:#|$)"
    r"|[\w.\[\]\"', ]{1,80} [+\-*/]?= \S|[A-Za-z_][\w.]{0,80}\((?:[^()]|\([^()]{0,200}\)){0,400}\)\s*$"
)
_TEST = r"TORCH_CHECK|AT_ERROR|AT_ASSERT|match=|pytest\.raises|self\.assertRaises"
#: What `grep` puts before a line of a source file.
_GREPPED = r"(?:[\w./\\-]{1,200}\.(?:py|pyi|c|cc|cpp|cu|cuh|h|hpp)[:-]\d{1,7}[:-])?"
_CODE = Pattern(rf"{_GREPPED}\s{{0,60}}(?:{_STATEMENT}|#(?!#{{1,5}} )|//|/\*|\"\"\"|{_TEST})")
_DIFF = Pattern(r"\s{0,60}(?:[+-]{1,3}(?:\s{4}|\t|[\w.]{1,60}\(|@@)|(?:---|\+\+\+) [ab]/|@@ |diff --git)")
_SIGNED = Pattern(r"\s{0,60}[+-]{1,3}\s{0,3}(?![\s+-])")
_HEADING = Pattern(r"#{1,6}(?:\s|$)")
_UNFILLED = Pattern(r"%[-\d.]{0,4}[sdrfx]\b|(?<!\*)\{[\w.!:()\[\]]{0,60}\}|[\"']\.format\(")
#: Lines that only code around them tells from text: a heading looks like a comment, a quoted message like a string.
_COMMENT = Pattern(r"\s{0,60}#(?!#{1,5} )")
_BARE_STRING = Pattern(r"\s{1,200}([\"'])[^\n]*\1\s*$")
_STRING_ONLY = Pattern(r"\s{1,200}[fr]?[\"'].*[\"'][),;]{0,4}\s*$")

#: How lines of these kinds begin: most are settled by their first character.
_SIGNS, _PROMPTS, _ENDINGS, _BLANKS = (frozenset(kind) for kind in ("+-@d", "$%>.IO(", "P进S", " \t"))
_QUOTES, _OPENING, _CLOSING = (frozenset(kind) for kind in ("\"'", "([{", ")]}"))
_DIFF_HEADS = ("@@ -", "diff --git ", "+++ ")
_TRACEBACK = ("Traceback (most recent call last)", "Traceback:", "追踪（最近一次调用")
_CHAIN = ("During handling of the above exception", "The above exception was the direct cause")
#: Of a longer line the rest is not looked at for a type or an assertion.
SCANNED = 20_000


class Typed(NamedTuple):
    """`SomeError:` in a line: where the type begins, the type, where its message begins."""

    start: int
    name: str
    message: int


def typed(line: str) -> Typed | None:
    """The first `SomeError:` of a line."""
    found = _TYPE_END.search(line[:SCANNED]) if ":" in line or "：" in line else None
    if not found:
        return None
    colon = found.end() - 1
    window = line[max(0, colon - 120) : colon].rstrip()
    name = _TYPE.search(window)
    if not name:
        return None
    return Typed(max(0, colon - 120) + name.start(), name.group(), colon + 1)


def bare_type(line: str) -> str | None:
    """The exception type that a line after frames begins with (`_queue.Empty`, `KeyError: 0`)."""
    found = _BARE_TYPE.match(line)
    if not found:
        return None
    name = found.group(1)
    return name if "." in name or "_" in name or name[:1].isupper() else None


def head(line: str) -> tuple[bool, str | None]:
    """(whether the line heads a traceback, the exception's type where IPython names it there)."""
    if "Traceback" not in line and "追踪" not in line:
        return False, None
    found = _IPYTHON_HEAD.match(line)
    if found:
        return True, found.group(1)
    return any(mark in line for mark in _TRACEBACK), None


def chains(line: str) -> bool:
    """Whether the line joins two chained tracebacks."""
    return "exception" in line and any(mark in line for mark in _CHAIN)


def assertion(line: str) -> bool:
    """Whether the line is what a failed assertion in a kernel prints."""
    return "Assertion" in line and "raise " not in line and _ASSERTION.search(line[:SCANNED]) is not None


def debugger(line: str) -> tuple[str, str] | None:
    """(type, rest of the line) of a debugger's `Exception has occurred: RuntimeError`."""
    found = _DEBUGGER.match(line) if ":" in line or "：" in line else None
    return (found.group(1), found.group(2).partition(_NOTE)[0].strip(" :：")) if found else None


def label(line: str) -> tuple[str, str] | None:
    """(`Type` or `Message`, its content) of an error report's labelled field."""
    found = _LABEL.match(line) if "Exception " in line else None
    return (found.group(1), found.group(2)) if found else None


@lru_cache(maxsize=1024)  # logs repeat their lines
def code(line: str) -> bool:
    """Whether the line is source code, part of a diff, or nothing but a string literal."""
    if _CODE.match(line) or diff(line):
        return True
    return line[:1] in _BLANKS and ('"' in line or "'" in line) and _STRING_ONLY.match(line) is not None


def unfilled(line: str) -> bool:
    """Whether the line holds a message that nothing was put into yet, as its source does."""
    return _UNFILLED.search(line[:SCANNED]) is not None


def doubtful(line: str) -> bool:
    """Whether the line is code only among code: a comment or a heading, a string or a quoted message."""
    first = line.lstrip()[:1]
    if first == "#":
        return _COMMENT.match(line) is not None
    return first in _QUOTES and _BARE_STRING.match(line) is not None


def beside_code(line: str) -> bool:
    """Whether the line next to a doubtful one makes that one code."""
    return line.rstrip()[-1:] in _OPENING or line.lstrip()[:1] in _CLOSING or code(line)


def heads_diff(line: str) -> bool:
    """Whether the line stands in a diff and nowhere else."""
    return line.startswith(_DIFF_HEADS)


def diff(line: str) -> bool:
    """Whether the line is part of a diff: neither what it takes away nor what it adds has happened.

    The sign stands before code or its indentation; before a sentence or an exception it is a bullet.
    """
    if line.lstrip()[:1] not in _SIGNS:
        return False
    if _DIFF.match(line):
        return True
    sign = _SIGNED.match(line)
    return sign is not None and _CODE.match(line[sign.end() :]) is not None


@lru_cache(maxsize=1024)
def ends_message(line: str) -> bool:
    """Whether the line cannot belong to a message that began above it."""
    if head(line)[0] or chains(line) or "Original Traceback" in line or label(line):
        return True
    if frames.header(line) or frames.last(line) or frames.arrow(line):
        return True
    first = line.lstrip()[:1]
    if first == "#" and _HEADING.match(line):
        return True
    if (first in _PROMPTS or "@" in line) and _PROMPT.match(line):
        return True
    if first in _ENDINGS and _FINISHED.match(line):
        return True
    found = typed(line)
    if found and not line[: found.start].strip():
        return True
    return "%|" in line and _PROGRESS.match(line) is not None
