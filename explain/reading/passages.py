"""Lines to passages: which part of a paste is a failure's message, and which merely mentions one.

Strengths, from the strongest:

4  the message of an exception or an assertion on its own line
3  a title or a line that stands for itself
2  a mention inside a sentence
1  a warning, a source line that raises, or what a program logged
0  source code, a diff, documentation: says nothing about a failure
"""

from __future__ import annotations

import re

from ..model import Failure, Frame, Passage, Paste
from . import frames as dialect
from .cleaning import clean, decode, peel

MESSAGE, TITLE, MENTION, WEAK, NONE = 4, 3, 2, 1, 0

_TYPE_END = re.compile(
    r"(?:Error|Exception|Unsupported|LimitHit|Warning|OutOfResources|Interrupt|Exit|Missing)\s{0,3}[:：]"
)
_TYPE = re.compile(r"[A-Za-z_][\w.]{0,120}\Z")
_BARE = re.compile(r"(?:[A-Za-z_]\w{0,60}\.){0,8}[A-Z_]\w{0,60}(?:Error|Exception|Interrupt|Empty|Exit|Failed)\s{0,3}$")
_AFTER_FRAMES = re.compile(r"((?:[A-Za-z_]\w{0,80}\.){0,8}[A-Za-z_]\w{0,80})(?::\s?(.*))?$")
_IPYTHON_HEAD = re.compile(r"\s{0,4}([A-Za-z_][\w.]{0,80})\s{3,}Traceback \(most recent call last\)")
_DEBUGGER = re.compile(
    r"\s{0,8}(?:Exception has occurred|发生异常|例外が発生しました|예외가 발생했습니다)\s{0,2}[:：]\s{0,4}([\w.]{1,100})(.*)"
)
_LABEL = re.compile(r"\s{0,8}-? ?Exception (Type|Message):\s?(.*)")
_TRACEBACK = ("Traceback (most recent call last)", "Traceback:", "追踪（最近一次调用")
_CHAIN = ("During handling of the above exception", "The above exception was the direct cause")
_ASSERTION = re.compile(r"Assertion [^\n]{1,400}? failed")
_PROMPT = re.compile(
    r"\s{0,4}(?:\S{1,60}@[^\n]{1,120}[$#] ?|[$%] |>>> ?|\.\.\. |(?:In|Out) ?\[\d{0,6}\]:|\(\w{1,30}\)\s{0,3}(?:PS |$))"
)
_PROGRESS = re.compile(r"[^\n]{0,200}\d{1,3}%\|")
_FINISHED = re.compile(
    r"\s{0,4}(?:Process finished with exit code|进程已结束|Set the environment variable HYDRA_FULL_ERROR)"
)
_CODE = re.compile(
    r"\s{0,60}(?:import \w|from [\w.]{1,80} import |def \w{1,80}\(|class \w{1,80}[(:]|@\w|return\b|raise\b|with |assert\b|elif |else:|try:"
    r"|except\b|finally:|if .{1,200}:\s*(?:#|$)|for .{1,200} in .{1,200}:\s*(?:#|$)|while .{1,200}:\s*(?:#|$)"
    r"|[\w.\[\]\"', ]{1,80} [+\-*/]?= \S|#|//|/\*|\"\"\"|[+-]{1,3} ?(?:\s|def |class |import |raise|assert|#|[\w.]{1,60}\(|@@)|@@ |diff --git"
    r"|TORCH_CHECK|AT_ERROR|AT_ASSERT|msg = |match=|pytest\.raises|self\.assertRaises)"
)
_WARNING = re.compile(r"[^\n]{0,400}?(\w{0,40}Warning)\s{0,3}[:：]\s?(.*)")
_STRING_ONLY = re.compile(r"\s{1,200}[fr]?[\"'].*[\"'][),]{0,3}\s*$")
_MAX_MESSAGE_LINES = 60
_SCANNED = 20_000


def read(data: bytes | str) -> Paste:
    """A pasted text, cleaned and cut into passages. Never raises for any input."""
    text = clean(decode(data) if isinstance(data, bytes) else data)
    peeled = [peel(line) for line in text.split("\n")]
    return _Reader([line for line, _ in peeled], [rank for _, rank in peeled]).read()


class _Reader:
    """One pass over the lines, remembering the frames seen since the last failure."""

    def __init__(self, lines: list[str], ranks: list[int | None]) -> None:
        self.lines = lines
        self.ranks = ranks
        self.offsets: list[int] = []
        offset = 0
        for line in lines:
            self.offsets.append(offset)
            offset += len(line) + 1
        self.frames: list[Frame] = []
        self.found: list[Passage] = []
        self.in_traceback = False
        self.type_above: str | None = None
        #: The last device-side assertion: it tells what the exception after it only reports.
        self.assertion = ""
        self.code_lines = 0

    def read(self) -> Paste:
        number = 0
        while number < len(self.lines):
            number = self._line(number)
        return Paste("\n".join(self.lines), tuple(_with_frames(self.found, self.frames)))

    def _line(self, number: int) -> int:
        """Reads one line, or a message of several; the number of the next line."""
        line = self.lines[number]
        if not line.strip():
            return number + 1
        head = _IPYTHON_HEAD.match(line) if "Traceback" in line else None
        if head or any(mark in line for mark in _TRACEBACK):
            self.in_traceback, self.frames = True, []
            self.type_above = head.group(1) if head else None
            return number + 1
        if any(mark in line for mark in _CHAIN):
            return number + 1
        frame = dialect.header(line)
        if frame:
            return self._frame(number, frame)
        if "Assertion" in line and _ASSERTION.search(line[:_SCANNED]) and "raise " not in line:
            self.assertion = line
            return self._add(number, number + 1, MESSAGE, None, line, keep_frames=True)
        return self._debugger(number, line) or self._exception(number, line) or self._other(number, line)

    # --- frames

    def _frame(self, number: int, frame: Frame) -> int:
        """A frame, the source line below it, and the carets below that."""
        self.in_traceback = True
        code, following = frame.code, number + 1
        marked = None
        line_number = frame.line
        while following < len(self.lines):
            line = self.lines[following]
            pointed = dialect.arrow(line)
            if pointed:
                line_number, code = pointed
            elif dialect.carets(line) and code:
                marked = dialect.marked(self.lines[following - 1], line)
            elif dialect.is_context(line) or not line.strip():
                if not line.strip() and code:
                    break
            elif not code and line.startswith((" ", "\t")) and not dialect.header(line) and not self._typed(line):
                code = line.strip()
            else:
                break
            following += 1
        self.frames.append(frame._replace(code=code, marked=marked, line=line_number))
        if code:
            self._source(number + 1, following, code)
        return following

    def _source(self, start: int, end: int, code: str) -> None:
        """The source line of a frame says something where it raises: pastes are often cut right there."""
        if "raise " in code or code.startswith(('"', "'", "assert")):
            self._passage(start, end, WEAK, None, code)

    # --- exceptions

    def _typed(self, line: str) -> tuple[int, str, int] | None:
        """(where the type begins, the type, where its message begins) of the first `SomeError:` in a line."""
        found = _TYPE_END.search(line[:_SCANNED]) if ":" in line or "：" in line else None
        if not found:
            return None
        end = found.end()
        colon = max(line.rfind(":", found.start(), end), line.rfind("：", found.start(), end))
        window = line[max(0, colon - 120) : colon].rstrip()
        name = re.search(r"[A-Za-z_][\w.]{0,119}\Z", window)
        if not name:
            return None
        start = max(0, colon - 120) + name.start()
        return start, name.group(), colon + 1

    def _exception(self, number: int, line: str) -> int | None:
        typed = self._typed(line)
        if typed:
            start, name, begin = typed
            if name.endswith("Warning"):
                return self._warning(number, line, name, begin)
            if self._is_source(line, start):
                return None
            lone = not line[:start].strip(" \t([{<'\"`*_-!#:>|")
            if not lone and start > 60:
                lone = self.in_traceback and len(self.frames) > 0
            strength = MESSAGE if lone else MENTION
            return self._message(number, name, begin, strength)
        if self.in_traceback and self.frames and not line.startswith((" ", "\t")):
            bare = _BARE.match(line) or _AFTER_FRAMES.match(line)
            if (
                bare
                and bare.group().strip()
                and ("." in bare.group() or bare.group()[0].isupper() or "_" in bare.group())
            ):
                name = bare.group().split(":")[0].strip()
                if " " not in name:
                    return self._message(number, name, min(len(line), len(name) + 1), MESSAGE)
        return None

    def _is_source(self, line: str, start: int) -> bool:
        before = line[max(0, start - 80) : start]
        return "raise " in before or "except " in before or (bool(_CODE.match(line)) and not self.frames)

    def _message(self, number: int, name: str, begin: int, strength: int) -> int:
        """The message that begins in this line and goes on until something else begins."""
        end = number + 1
        while end < len(self.lines) and end - number < _MAX_MESSAGE_LINES and not self._breaks(end):
            end += 1
        first = self.lines[number][begin:]
        message = "\n".join([first, *self.lines[number + 1 : end]]).strip()
        if not message and self.type_above and end < len(self.lines):
            message = ""
        return self._add(number, end, strength, name, message)

    def _breaks(self, number: int) -> bool:
        """Whether a line cannot belong to the message above it."""
        line = self.lines[number]
        if not line.strip():
            following = next((later for later in self.lines[number + 1 : number + 3] if later.strip()), "")
            return not following.startswith((" ", "\t")) and not self.lines[number - 1].rstrip().endswith(":")
        if any(mark in line for mark in (*_TRACEBACK, *_CHAIN)) or "Original Traceback" in line:
            return True
        if (
            line.startswith("#")
            or dialect.header(line)
            or dialect.arrow(line)
            or _PROMPT.match(line)
            or _FINISHED.match(line)
        ):
            return True
        typed = self._typed(line)
        if typed and not line[: typed[0]].strip():
            return True
        return bool("%|" in line and _PROGRESS.match(line))

    def _debugger(self, number: int, line: str) -> int | None:
        """VS Code's `Exception has occurred: RuntimeError` and error reports with labelled fields."""
        found = _DEBUGGER.match(line)
        if found:
            rest = found.group(2).lstrip(" :：")
            if rest:
                return self._message(number, found.group(1), len(line) - len(rest), MESSAGE)
            end = number + 2
            while end < len(self.lines) and not self._breaks(end) and not dialect.header(self.lines[end]):
                end += 1
            return self._add(number, end, MESSAGE, found.group(1), "\n".join(self.lines[number + 1 : end]).strip())
        found = _LABEL.match(line)
        if found and found.group(1) == "Type":
            self.type_above = found.group(2).strip()
            return number + 1
        if found:
            return self._message(number, self.type_above or "", len(line) - len(found.group(2)), MESSAGE)
        return None

    # --- everything else

    def _warning(self, number: int, line: str, name: str, begin: int) -> int:
        end = number + 1
        while end < len(self.lines) and end - number < 6 and not self._breaks(end) and self.lines[end].strip():
            end += 1
        message = "\n".join([line[begin:], *self.lines[number + 1 : end]]).strip()
        return self._add(number, end, WEAK, name, message, keep_frames=True)

    def _other(self, number: int, line: str) -> int:
        if dialect.arrow(line):
            code = (dialect.arrow(line) or (0, ""))[1]
            self.frames.append(Frame("", None, "", code))
            if "raise " in code or "assert " in code:
                self._passage(number, number + 1, WEAK, None, code)
            return number + 1
        if dialect.is_context(line) and (self.in_traceback or self.frames):
            return number + 1
        if _CODE.match(line) or _STRING_ONLY.match(line):
            self.code_lines += 1
            strength = WEAK if "raise " in line and self.code_lines <= 2 else NONE
            return self._add(number, number + 1, strength, None, line.strip(), keep_frames=True)
        end = number + 1
        while end < len(self.lines) and end - number < _MAX_MESSAGE_LINES and self._continues(end):
            end += 1
        message = "\n".join(self.lines[number:end]).strip()
        return self._add(number, end, TITLE, None, message, keep_frames=True)

    def _continues(self, number: int) -> bool:
        line = self.lines[number]
        if not line.strip() or self._breaks(number) or _CODE.match(line):
            return False
        return not self._typed(line) and not ("Assertion" in line and _ASSERTION.search(line[:_SCANNED]))

    def _add(
        self, start: int, end: int, strength: int, name: str | None, message: str, keep_frames: bool = False
    ) -> int:
        self._passage(start, end, strength, name, message)
        if not keep_frames:
            self.frames, self.in_traceback, self.type_above = [], False, None
        return end

    def _passage(self, start: int, end: int, strength: int, name: str | None, message: str) -> None:
        rank = next((rank for rank in self.ranks[start:end] if rank is not None), None)
        if rank is None and start:
            rank = self.ranks[start - 1]
        facts = {"assertion": self.assertion} if self.assertion else {}
        failure = Failure(name or self.type_above, message, dialect.ordered(self.frames), rank, facts=facts)
        finish = self.offsets[end] if end < len(self.lines) else self.offsets[-1] + len(self.lines[-1])
        self.found.append(Passage(self.offsets[start], finish, strength, failure))


def _with_frames(passages: list[Passage], left: list[Frame]) -> list[Passage]:
    """Gives a message that stands before its frames the frames that follow it."""
    following: tuple[Frame, ...] = dialect.ordered(left)
    found: list[Passage] = []
    for passage in reversed(passages):
        if passage.failure.frames:
            following = passage.failure.frames
        elif following and passage.strength >= MENTION:
            passage = passage._replace(failure=passage.failure._replace(frames=following))
        found.append(passage)
    return found[::-1]
