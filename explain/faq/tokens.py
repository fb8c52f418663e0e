"""Texts and questions to the tokens by which they find each other; one rule for both sides and both languages.

English: small letters, endings taken off, `CrossEntropyLoss` as its three words. Chinese, which has no
blanks between words: overlapping pairs of characters, cut where a particle stands; so 不下降 has a pair that 下降
has not, as `not decreasing` has a token of its own. Words that say nothing of what is asked ("how to", 怎么办) are left
out. A browser can follow the same rules: there is no dictionary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..patterns import Pattern


class Token(NamedTuple):
    """One token, and the stretch of the text that it stands for."""

    text: str
    start: int
    end: int


#: A word with its apostrophe, a number with its decimals and unit, or a run of Chinese.
_PIECES = Pattern(r"[A-Za-zÀ-ÖØ-öø-ɏ][A-Za-z0-9À-ÖØ-öø-ɏ]*(?:['’][A-Za-z]+)?|[0-9]+(?:\.[0-9]+)?[A-Za-z]*|[㐀-鿿]+")
#: The same within ASCII: ranges of Unicode take a millisecond to compile, which an English question need not wait for.
_ASCII_PIECES = Pattern(r"[A-Za-z][A-Za-z0-9]*(?:'[A-Za-z]+)?|[0-9]+(?:\.[0-9]+)?[A-Za-z]*")
#: A letter that neither English nor Chinese writes, beside another letter: one alone stands for a quantity.
_OTHER = "À-ÖØ-öø-῿Ⰰ-ⷿぁ-ヺー-ヿ가-힯"
_FOREIGN = Pattern(f"[{_OTHER}][A-Za-z㐀-鿿{_OTHER}]|[A-Za-z㐀-鿿][{_OTHER}]")
#: The words within a name: Data|Loader, BCE|With|Logits|Loss.
_HUMPS = Pattern(r"[A-Z]?[a-z0-9]+|[A-Z0-9]+(?![a-z])")
#: conv2d, BatchNorm1d: the number of dimensions is not what anybody asks for.
_DIMENSIONS = Pattern(r"(?<=[a-z]{3})[1-4]d$")
#: Chinese that asks, is polite or joins, and says nothing of what is asked.
_EMPTY = Pattern(
    r"为什么|怎么办|怎么回事|怎么|怎样|如何|什么|请问|请教|求助|求救|一下|是不是|有没有|可不可以|可以|哪里|问题|原因|大佬"
    r"|[的了吗呢吧啊呀么着我你他它这那哪个和与或及在是把被从就都也还又很]"
)
_SAYS_NOTHING = """
a about after all am an and any are as at be been but by can come comes coming could did do does doing for from get gets
getting go goes going gone got had has have help how i if im in into is it its ive just keep keeps me my of on or our
please problem question s should so some than that the their them then there these they this those to too use used using
very was we went were what whats when where which while who why will with would you your
"""
_STOP = frozenset(_SAYS_NOTHING.split())
_NEGATIONS = frozenset(
    ("arent", "cannot", "cant", "didnt", "doesnt", "dont", "isnt", "never", "no", "not", "wasnt", "without", "wont")
)
#: Begins a token that says that the next word is denied: `not decreasing` is `decreas` and `!decreas`.
NOT = "!"
_WIDE = {0xFF01 + i: 0x21 + i for i in range(94)}


def tokens(text: str, joined: Mapping[str, str] | None = None) -> Iterator[Token]:
    """The tokens of `text` in order. `joined` leads from a name in small letters to its words, `data loader`."""
    text = text.translate(_WIDE)
    negated = False
    for piece in (_ASCII_PIECES if text.isascii() else _PIECES).finditer(text):
        word, start, end = piece.group(), piece.start(), piece.end()
        if word[0] >= "㐀":
            yield from _pairs(word, start)
            continue
        if is_foreign(word):
            continue
        for part in _parts(word, joined or {}):
            if part in _NEGATIONS:
                negated = True
            elif part not in _STOP:
                yield Token(stem(part), start, end)
                if negated:
                    yield Token(NOT + stem(part), start, end)
                negated = False


def rules() -> dict[str, Any]:
    """The rules as data, for a browser that cuts a question as it is done here. Both kinds of pattern read these."""
    patterns = {
        "pieces": _PIECES,
        "foreign": _FOREIGN,
        "humps": _HUMPS,
        "dimensions": _DIMENSIONS,
        "empty": _EMPTY,
    }
    return {
        **{name: pattern.source for name, pattern in patterns.items()},
        "stop": sorted(_STOP),
        "negations": sorted(_NEGATIONS),
        "endings": _ENDINGS,
        "noEndings": _NO_ENDINGS,
        "doubled": _DOUBLED,
        "not": NOT,
    }


def is_foreign(text: str) -> bool:
    """Whether a word of it is of another language than the entries': has letters that neither writes."""
    # Chinese alone needs no pattern, and this one takes milliseconds to compile.
    return any(map(_may_be_foreign, text)) and _FOREIGN.search(text) is not None


def _may_be_foreign(letter: str) -> bool:
    return "À" <= letter < "⺀" or "ぁ" <= letter <= "ヿ" or "가" <= letter <= "힯"


def name(word: str) -> list[str]:
    """The words within a name that is written with capitals inside; of any other word, itself; in small letters."""
    humps = _HUMPS.findall(word) if not word.islower() and not word.isupper() else [word]
    return [_DIMENSIONS.sub("", hump.lower()) for hump in humps]


def compounds(text: str) -> Iterator[tuple[str, str]]:
    """(in small letters, its words) of every name of `text` that is written with capitals inside."""
    for piece in _PIECES.finditer(text):
        words = name(_plain(piece.group()))
        if len(words) > 1:
            yield "".join(words), " ".join(words)


def _plain(word: str) -> str:
    """`word` without apostrophes: half of those who ask leave them out."""
    return word.replace("'", "").replace("’", "")


def _parts(word: str, joined: Mapping[str, str]) -> list[str]:
    """The words of one piece of English, in small letters."""
    word = _plain(word)
    if word[0].isdigit():
        whole, dot, decimals = word.partition(".")
        return [whole.lower() + dot + decimals[:2].lower()]  # 0.693 is asked for as 0.69
    words = name(word)
    return joined[words[0]].split() if len(words) == 1 and words[0] in joined else words


def _pairs(run: str, start: int) -> Iterator[Token]:
    """The overlapping pairs of a run of Chinese; a character that stands alone, alone."""
    position = 0
    for part in _EMPTY.sub(lambda empty: " " * len(empty.group()), run).split(" "):
        for i in range(max(len(part) - 1, min(len(part), 1))):
            yield Token(part[i : i + 2], start + position + i, start + position + min(i + 2, len(part)))
        position += len(part) + 1


#: (ending, what stands in its place), tried in order; at least three letters stay.
_ENDINGS = (("ies", "y"), ("sses", "ss"), ("ions", ""), ("ion", ""), ("ing", ""), ("ed", ""), ("s", ""))
#: What looks like an ending and is none.
_NO_ENDINGS = ("ss", "us", "is", "eed")
#: Consonants that words end in doubled by themselves: call(ing).
_DOUBLED = "lsz"


def stem(word: str) -> str:
    """An English word without the ending that a question and an answer may differ in."""
    if len(word) <= 3 or not word.isalpha():
        return word
    for ending, instead in _ENDINGS:
        kept = word[: -len(ending)] + instead
        if word.endswith(ending) and len(kept) >= 3 and not word.endswith(_NO_ENDINGS):
            word = kept
            if ending in ("ing", "ed"):
                word = _single(word)
            break
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 3 and word.endswith("y") else word


def _single(word: str) -> str:
    """Without the consonant that was doubled before an ending: runn(ing)."""
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in _DOUBLED else word
