"""Bytes to plain lines: decoding, terminal codes, markup, escapes, and what loggers put before a line.

Every step leaves text alone that it does not recognise, and each is linear in the length of the text.
"""

from __future__ import annotations

import codecs
import re
from functools import lru_cache
from itertools import islice

from ..patterns import Pattern
from .carriers import opened

_ANSI = Pattern(r"\x1b(?:\[[0-?]{0,32}[ -/]{0,8}[@-~]|\][^\x07\x1b\n]{0,400}(?:\x07|\x1b\\)?|[@-Z\\^_])")
_CONTROL = dict.fromkeys(
    (
        *(c for c in range(32) if c not in (9, 10)),
        *range(0x7F, 0xA0),
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        0x2060,
        *range(0x2066, 0x206A),
        0xFEFF,
    )
)
_ENTITY = Pattern(r"&(?:#(\d{1,6})|#[xX]([0-9a-fA-F]{1,5})|([a-zA-Z]{2,6}));")
_ENTITIES = {"quot": '"', "apos": "'", "lt": "<", "gt": ">", "nbsp": " ", "amp": "&", "ldquo": '"', "rdquo": '"'}
_TAG = Pattern(r"</?(?:pre|code|p|div|span|b|i|em|strong|blockquote|samp|tt|font|li|ul)(?:\s[^<>\n]{0,200})?>", re.I)
_BREAK = Pattern(r"<br\s{0,3}/?>", re.I)
#: Python's powers and keyword arguments have a name or a bracket where Markdown has the edge of a word.
_BOLD = Pattern(r"(?<![\w)\]*])\*\*(?=[^\s*])([^*\n]{1,300})(?<=[^\s(,])\*\*(?![\w(\[*])")
_READ = Pattern(r"[^\x00-\x7f\ufffd]")
#: Backslashes before one escape: each level of quoting doubles them. A longer run is no escape, and is read once.
_SLASHES = r"(?<!\\)\\{1,16}"
_ESCAPED_LINE = Pattern(_SLASHES + r"n(?=\s|\\|File |Traceback|[A-Z]\w{1,60}(?:Error|Exception)|[\"'\]},]|$)")
_ESCAPED_TAB = Pattern(_SLASHES + r"t(?=[A-Z(\s])")
_ESCAPED_QUOTE = Pattern(_SLASHES + r"([\"'])")
_BLANK_LINE = Pattern(r"\n[ \t]{1,200}(?=\n)")
#: Blank lines in a row that say as much as any number of them.
_BLANK_LINES = "\n" * 4


def decode(data: bytes) -> str:
    """Text from bytes of any origin: UTF-8, UTF-16 with a mark or of a Windows pipe, GB18030, or what can be saved."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    if len(data) > 3 and data[1::2].count(0) > len(data) // 3:
        return data.decode("utf-16-le", "replace")
    try:
        return codecs.utf_8_decode(data, "strict", False)[0]  # a log may be cut within its last character
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
    if len(_READ.findall(text)) > text.count("\ufffd"):  # a few broken bytes are no other encoding
        return text
    try:
        return codecs.getincrementaldecoder("gb18030")().decode(data)
    except UnicodeDecodeError:
        return text


def clean(text: str) -> str:
    """`text` without terminal codes, markup and escapes; its lines stay its lines."""
    text = opened(text.replace("\r\n", "\n").replace("\r", "\n"))
    if "\x1b" in text:
        text = _ANSI.sub("", text)
    if "&" in text:
        text = _unescape_entities(_unescape_entities(text))
    text = text.translate(_CONTROL)  # an entity may stand for one of them
    if "<" in text and ("</" in text or "<br" in text.lower()):
        text = _TAG.sub("", _BREAK.sub("\n", text))
    if "\\" in text:
        text = _unescape(text)
    text = _BOLD.sub(r"\1", text) if "**" in text else text
    if " \n" in text or "\t\n" in text:
        text = _BLANK_LINE.sub("\n", text)
    while _BLANK_LINES + "\n" in text:
        text = text.replace(_BLANK_LINES + "\n", _BLANK_LINES)
    return text


def _unescape_entities(text: str) -> str:
    def character(match: re.Match[str]) -> str:
        decimal, hexadecimal, name = match.groups()
        if name:
            return _ENTITIES.get(name, match.group())
        code = int(decimal) if decimal else int(hexadecimal, 16)
        return chr(code) if 31 < code < 0x110000 and not 0xD800 <= code < 0xE000 else " "

    return _ENTITY.sub(character, text)


def _unescape(text: str) -> str:
    r"""Undoes `\n`, `\t`, `\"` of a traceback that was printed as a string, JSON or a repr.

    A Windows path has `\n` too (`C:\new`): lines are only broken where several breaks stand in one line
    and what follows them looks like the start of a line.
    """
    lines = []
    for line in text.split("\n"):
        if "\\n" in line and (len(list(islice(_ESCAPED_LINE.finditer(line), 2))) > 1 or "\\n  File" in line):
            line = _ESCAPED_LINE.sub("\n", line)
            line = _ESCAPED_TAB.sub("\t", line)
        lines.append(line)
    return _ESCAPED_QUOTE.sub(r"\1", "\n".join(lines))


_STAMP = r"\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?"
_LEVEL = r"(?:DEBUG|INFO|WARNING|WARN|ERROR|CRITICAL|FATAL|TRACE|stderr|stdout)"
_WORDS = frozenset(["std", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"])
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
#: How a line of its own begins: a capital, or a type by its path.
_BEGINNING = r"(?:[a-z_]\w{0,40}\.){0,6}[A-Z]"
#: What can stand before a line's own text, by the character that it begins with; each is anchored and bounded.
_BRACKETED = Pattern(
    rf"\[{_STAMP}\] ?(?:[-|:] ?)?|\[{_LEVEL}\]\s{{0,8}}(?:[|:-]\s?)?"  # log records
    r"|\[\d{1,5},\d{1,5}\]<std(?:err|out)>: ?"  # mpirun
    rf"|\[\d{{1,6}}\](?: (?=\s{{1,200}}\S|{_BEGINNING})|(?={_BEGINNING}))"  # numbered lines, not a wrapped `[32]) in`
    r"|\[\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\] ?"  # times
)
_NUMBERED = Pattern(rf"{_STAMP} (?:stdout|stderr) [FP] |{_STAMP} ?(?:[-|:] ?)?|\d\d:\d\d:\d\d[.,-]\d{{3,6}} ")
#: The job, the step and the time before a line of a GitHub log that was downloaded.
_STEP = Pattern(rf"(?:[^\t\n]{{1,100}}\t){{1,2}}{_STAMP} ")
_ACTOR = Pattern(r"\([\w.:()\- ]{0,60}pid=\d{1,10}(?:, ip=[\d.]{7,15})?\) ?")  # Ray
#: A sign of quotation in mail or Markdown; not a prompt, a comparison that was wrapped, or the place where pdb stands.
_SIGN = r">(?!>>|=| [^>\s(][^(\n]{0,300}\(\d{1,7}\)[\w<])"
_QUOTED = Pattern(rf"\s{{0,3}}{_SIGN}(?: ?{_SIGN}){{0,6}} ?")
_WORDED = Pattern(
    rf"{_LEVEL}\s{{0,8}}(?::[\w.\-]{{1,60}}:|[|:-]\s?|\s)"
    r"|[\w.]{1,60}:\d{1,5} ?\| ?|[\w.\-]{1,40} {1,6}\| "  # loguru, compose
    rf"|{_MONTH} [ \d]\d \d\d:\d\d:\d\d \S{{1,60}} [\w./\-]{{1,40}}(?:\[\d{{1,8}}\])?: "  # journal
    r"|[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{3,9} +\d{1,10} [\w./\\\-]{1,160}:\d{1,6}\] ?(?:\[[\w/]{1,20}\] ?)?"  # torch, glog
    r"|E {3}(?=\S| )"  # pytest
)
_MARKED = Pattern(r"##\[error\]|`(?=\s{0,8}(?:File |Traceback|[\w.]{1,80}Error))|- (?=Exception (?:Type|Message):)")
_RANK = Pattern(r"\s{0,2}\[(?:rank|default|Rank |RANK )(\d{1,5})\]:? ?")
_EDGES = frozenset("│┃|╎")
#: Blanks before a box.
_INDENT = 4
_RULE = Pattern(r"^\s{0,4}[╭╰┌└├┏┗+][─━═\-+]{2}.*$")
_MAX_LINE = 4_000
#: Prefixes and boxes within one another that are taken off a line.
_MOST = 8


@lru_cache(maxsize=1024)  # logs repeat their lines
def peel(line: str) -> tuple[str, int | None]:
    """The line without what a logger, a launcher, a box or a quotation put before it, and its rank if it says so."""
    if not line or len(line) > _MAX_LINE:
        return line, None
    rank: int | None = None
    boxed = not line.isascii() and ("│" in line or "┃" in line or "╭" in line or "╰" in line)
    for _ in range(_MOST):
        inner = _unboxed(line) if boxed else None
        if inner is not None:
            line = inner
            continue
        found = _RANK.match(line) if "[" in line[:3] else None
        if found:
            rank = int(found.group(1)) if rank is None else rank
        else:
            found = _prefix(line)
        if not found:
            break
        line = line[found.end() :]
    if line.endswith("`") and line.count("`") == 1:
        line = line[:-1]
    return line, rank


def _unboxed(line: str) -> str | None:
    """What stands within a box of lines; nothing on its edge, None outside of one."""
    if _RULE.match(line):
        return ""
    inner = line.strip()
    if inner[:1] not in _EDGES or len(line) - len(line.lstrip()) > _INDENT:
        return None
    inner = inner[1:].removeprefix(" ")
    return (inner[:-1] if inner[-1:] in _EDGES else inner).rstrip()


#: What a launcher or a mail puts before every line: a bracketed word, a bar, a sign of quotation.
_COMMON = Pattern(
    r"\s{0,4}(?:[\[(<][\w.:\- ]{1,24}[\])>]|[+-](?= )|[|>:#*]{1,4}|\w{1,16} ?\|)(?: ?[|>:#*\-]{1,4}){0,4} ?"
)


_OF_TRACEBACK = Pattern(r"\s{0,8}(?:Traceback \(most recent|File [\"'])")


def without_common(lines: list[str]) -> list[str]:
    """The lines without what stands before every one of them, where that is a mark and no text of their own."""
    told = list(islice((line for line in lines if line.strip()), 2))
    found = _COMMON.match(told[0]) if len(told) > 1 else None
    if not found or not all(line.startswith(found.group().rstrip()) for line in lines if line.strip()):
        return lines
    size = len(found.group())
    inner = [line[size:] if line.startswith(found.group()) else line[len(found.group().rstrip()) :] for line in lines]
    if found.group().strip() in ("+", "-") and not any(_OF_TRACEBACK.match(line) for line in inner):
        return lines  # what a diff adds or takes away, or a list
    return inner


def _prefix(line: str) -> re.Match[str] | None:
    """What stands before the line's own text; most lines are settled by their first character."""
    first = line[:1]
    if "\t" in line[1:200] and first not in " \t":
        found = _STEP.match(line)
        if found:
            return found
    if first == "[":
        return _BRACKETED.match(line)
    if first.isdigit():
        return _NUMBERED.match(line)
    if first == "(":
        return _ACTOR.match(line)
    if first in "#`-":
        return _MARKED.match(line)
    if first == ">" or (first == " " and line.lstrip()[:1] == ">"):
        return _QUOTED.match(line)
    head = line[:64]
    if first.isalpha() and (
        "|" in head or head[:2].isupper() or first in "EIWF" or _is_month(head) or "std" in head[:3]
    ):
        return _WORDED.match(line)
    return None


def _is_month(head: str) -> bool:
    return head[3:4] == " " and head[:3] in _MONTH
