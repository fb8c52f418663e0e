"""Lines to passages: which part of a paste is a failure's message, and which merely mentions one.

Strengths, from the strongest:

4  the message of an exception or an assertion on its own line
3  a title or a line that stands for itself
2  a mention inside a sentence
1  a warning, a source line that raises
0  source code, a diff, documentation: says nothing about a failure
"""

from __future__ import annotations

from array import array

from ..model import Failure, Frame, Passage, Paste
from . import frames as dialect
from . import lines
from .cleaning import clean, decode, peel, without_common
from .ranks import apart
from .reports import reports
from .sources import Sources

MESSAGE, TITLE, MENTION, WEAK, NONE = 4, 3, 2, 1, 0

_MAX_MESSAGE_LINES = 60
_MAX_WARNING_LINES = 6
#: What may stand before a type on the line that is its own: brackets, quotes, bullets.
_DECORATION = " \t([{<'\"`*_-!#:>|"
#: Less than this is no message, nor a part of one that a wording could be told by.
_SHORTEST = 8
#: A source line that raises speaks for itself only where the paste holds no more code than this.
_FEW_CODE_LINES = 2
#: Passages within which pytest names the place of a message.
_NEAR = 8


def read(data: bytes | str) -> Paste:
    """A pasted text, cleaned and cut into passages. Never raises for any input."""
    text = clean(decode(data) if isinstance(data, bytes) else data)
    texts: list[str] = []
    ranks: list[int | None] = []
    for line in text.split("\n"):
        peeled, rank = peel(line)
        texts.append(peeled)
        ranks.append(rank)
    if any(rank is not None for rank in ranks):
        told = apart(list(zip(texts, ranks, strict=True)))
        texts, ranks = [line for line, _ in told], [rank for _, rank in told]
    return _Reader(without_common(texts), ranks).read()


class _Reader:
    """One pass over the lines, remembering the frames seen since the last failure."""

    def __init__(self, texts: list[str], ranks: list[int | None]) -> None:
        self.lines = texts
        self.ranks = ranks
        self.offsets = array("Q")
        offset = 0
        for line in texts:
            self.offsets.append(offset)
            offset += len(line) + 1
        self.frames = dialect.Stack()
        #: The rank that the frames are of.
        self.rank: int | None = None
        self.found: list[Passage] = []
        self.in_traceback = False
        #: The type that stood above its frames (IPython, error reports), until its message comes.
        self.type_above: str | None = None
        #: The last device-side assertion: it tells what the exception after it only reports.
        self.assertion = ""
        self.code_lines = 0
        self.sources = Sources(texts)

    def read(self) -> Paste:
        number = 0
        while number < len(self.lines):
            number = self._line(number)
        return Paste("\n".join(self.lines), tuple(_with_frames(self.found, self.frames.frames(), self.rank)))

    def _line(self, number: int) -> int:
        """Reads one line, or a message of several; the number of the next line."""
        line = self.lines[number]
        if not line.strip() or lines.chains(line):
            return number + 1
        self._of_rank(self.ranks[number])
        heads, name = lines.head(line)
        if heads:
            self._over()
            self.in_traceback, self.type_above = True, name
            return number + 1
        frame = dialect.header(line)
        if frame:
            return self._frame(number, frame)
        wrapped = dialect.wrapped(line, self.lines[number + 1]) if number + 1 < len(self.lines) else None
        if wrapped:
            return self._frame(number + 1, wrapped)
        if lines.assertion(line) and not self.sources.is_code(number) and not reports(line):
            self.assertion = line
            return self._add(number, number + 1, MESSAGE, None, line, keep_frames=True)
        reported = self._reported(number, line) or self._placed(number, line)
        return reported or self._exception(number, line) or self._other(number, line)

    def _of_rank(self, rank: int | None) -> None:
        """Another rank's line begins: the frames seen are none of its own."""
        if rank is not None and rank != self.rank:
            if self.rank is not None:
                self._over()
            self.rank = rank

    # --- frames

    def _frame(self, number: int, frame: Frame) -> int:
        """A frame, the source line below it, and the carets below that."""
        self.in_traceback = True
        code, following, marked, line_number = frame.code, number + 1, None, frame.line
        while following < len(self.lines):
            line = self.lines[following]
            pointed = dialect.arrow(line)
            if pointed:
                line_number, code = pointed
            elif code and dialect.carets(line):
                marked = dialect.marked(self.lines[following - 1], line)
            elif not line.strip():
                if code:
                    break
            elif not dialect.is_context(line):
                if code or not self._is_source_of_frame(line):
                    break
                code = line.strip()
            following += 1
        self.frames.add(frame._replace(code=code, marked=marked, line=line_number))
        # A paste is often cut right behind the line that raises.
        if "raise " in code or code.startswith(('"', "'", "assert")):
            self._passage(number + 1, following, WEAK, None, code)
        return following

    def _is_source_of_frame(self, line: str) -> bool:
        return line.startswith((" ", "\t")) and not dialect.header(line) and not lines.typed(line)

    def _placed(self, number: int, line: str) -> int | None:
        """The innermost place of the last message, which pytest prints below it."""
        place = dialect.last(line)
        for index in range(len(self.found) - 1, max(-1, len(self.found) - _NEAR - 1), -1) if place else ():
            passage = self.found[index]
            failure = passage.failure
            if place and passage.strength == MESSAGE and (failure.type or "").rpartition(".")[2] == place[1]:
                failure = failure._replace(frames=(*failure.frames, place[0]))
                self.found[index] = passage._replace(failure=failure)
                return number + 1
        return None

    # --- exceptions

    def _exception(self, number: int, line: str) -> int | None:
        typed = lines.typed(line)
        if typed:
            if typed.name.endswith("Warning"):
                return self._warning(number, typed)
            if self._is_source(number, line, typed.start):
                return None
            alone = not line[: typed.start].strip(_DECORATION)
            inline = typed.start > 60 and bool(self.frames)  # a traceback whose line breaks were lost
            if not alone and not inline and reports(line):
                return None
            return self._message(number, typed.name, typed.message, MESSAGE if alone or inline else MENTION)
        if self.in_traceback and self.frames and not line.startswith((" ", "\t")):
            name = lines.bare_type(line)
            if name:
                return self._message(number, name, min(len(line), len(name) + 1), MESSAGE)
        return None

    def _is_source(self, number: int, line: str, start: int) -> bool:
        before = line[max(0, start - 80) : start]
        if "raise " in before or "except " in before or self.sources.in_diff(line):
            return True
        return not self.frames and self.sources.is_code(number)

    def _message(self, number: int, name: str, begin: int, strength: int) -> int:
        """The message that begins in this line and goes on until something else begins."""
        end = number + 1
        while end < len(self.lines) and end - number < _MAX_MESSAGE_LINES and not self._breaks(end):
            end += 1
        message = "\n".join([self.lines[number][begin:], *self.lines[number + 1 : end]]).strip()
        return self._add(number, end, strength, name, message)

    def _breaks(self, number: int) -> bool:
        """Whether a line cannot belong to the message above it; a blank one may, where indented text follows."""
        line = self.lines[number]
        if line.strip():
            return lines.ends_message(line)
        following = next((later for later in self.lines[number + 1 : number + 3] if later.strip()), "")
        return not following.startswith((" ", "\t")) and not self.lines[number - 1].rstrip().endswith(":")

    def _reported(self, number: int, line: str) -> int | None:
        """A debugger's or an error report's failure, whose message stands on its own line or in its own field."""
        stopped = lines.debugger(line)
        if stopped and stopped[1]:
            return self._message(number, stopped[0], len(line) - len(stopped[1]), MESSAGE)
        if stopped:
            end = number + 2
            while end < len(self.lines) and not self._breaks(end):
                end += 1
            return self._add(number, end, MESSAGE, stopped[0], "\n".join(self.lines[number + 1 : end]).strip())
        field = lines.label(line)
        if field and field[0] == "Type":
            self.type_above = field[1].strip()
            return number + 1
        if field:
            return self._message(number, self.type_above or "", len(line) - len(field[1]), MESSAGE)
        return None

    # --- everything else

    def _warning(self, number: int, typed: lines.Typed) -> int:
        end = number + 1
        while end < len(self.lines) and end - number < _MAX_WARNING_LINES and self.lines[end].strip():
            if self._breaks(end):
                break
            end += 1
        message = "\n".join([self.lines[number][typed.message :], *self.lines[number + 1 : end]]).strip()
        return self._add(number, end, WEAK, typed.name, message, keep_frames=True)

    def _other(self, number: int, line: str) -> int:
        pointed = dialect.arrow(line)
        if pointed:
            self.frames.add(Frame("", None, "", pointed[1]))
            if "raise " in pointed[1] or "assert " in pointed[1]:
                self._passage(number, number + 1, WEAK, None, pointed[1])
            return number + 1
        if dialect.is_context(line) and (self.in_traceback or self.frames):
            return number + 1
        if self.sources.is_code(number):
            self.code_lines += 1
            speaks = "raise " in line and self.code_lines <= _FEW_CODE_LINES and not lines.unfilled(line)
            speaks = speaks and not lines.diff(line)
            return self._add(number, number + 1, WEAK if speaks else NONE, None, line.strip(), keep_frames=True)
        if reports(line):
            return self._add(number, number + 1, NONE, None, line.strip(), keep_frames=True)
        end = number + 1
        while end < len(self.lines) and end - number < _MAX_MESSAGE_LINES and self._continues(end):
            end += 1
        message = "\n".join(self.lines[number:end]).strip()
        if len(message) < _SHORTEST and self.found:  # the only one is at least shown as what was read
            return end
        return self._add(number, end, TITLE, None, message, keep_frames=True)

    def _continues(self, number: int) -> bool:
        line = self.lines[number]
        if not line.strip() or self._breaks(number) or self.sources.is_code(number) or reports(line):
            return False
        return not lines.typed(line) and not lines.assertion(line)

    def _add(
        self, start: int, end: int, strength: int, name: str | None, message: str, keep_frames: bool = False
    ) -> int:
        self._passage(start, end, strength, name, message)
        if not keep_frames:
            self._over()
        return end

    def _over(self) -> None:
        """What was read of a traceback belongs to nothing that follows."""
        self.frames.clear()
        self.in_traceback, self.type_above = False, None

    def _passage(self, start: int, end: int, strength: int, name: str | None, message: str) -> None:
        rank = next((rank for rank in self.ranks[start:end] if rank is not None), None)
        if rank is None and start:
            rank = self.ranks[start - 1]
        finish = self.offsets[end] if end < len(self.lines) else self.offsets[-1] + len(self.lines[-1])
        if strength == NONE and self.found and self.found[-1].strength == NONE:
            self.found[-1] = self.found[-1]._replace(end=finish)
            return
        failure = Failure(name or self.type_above, message, self.frames.frames(), rank)
        if self.assertion:
            failure = failure._replace(facts={"assertion": self.assertion})
        self.found.append(Passage(self.offsets[start], finish, strength, failure))
        self.frames.disturbed()


def _with_frames(passages: list[Passage], following: tuple[Frame, ...], rank: int | None) -> list[Passage]:
    """Gives a message that stands before its frames the frames that follow it, unless another rank printed them."""
    found: list[Passage] = []
    for passage in reversed(passages):
        failure = passage.failure
        if failure.frames:
            following, rank = failure.frames, failure.rank
        elif following and passage.strength >= MENTION and (failure.rank == rank or None in (failure.rank, rank)):
            passage = passage._replace(failure=failure._replace(frames=following))
        found.append(passage)
    return found[::-1]
