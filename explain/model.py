"""The plain data that flows through pytorch-explain: what is read, what is known, what is said.

Nothing here computes; every room imports these types and no other room's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple


class Bytes(int):
    """A number of bytes; rendered with a binary unit (``2.00 GiB``)."""


class Prose(str):
    """A sentence of the knowledge base's own among the facts; all other texts are what somebody's program printed."""


#: A fact of one failure. ``list`` of int is a shape, ``tuple`` of int a product (``16 x 5 x 5``),
#: ``list`` of str names. ``bool`` is only asked by ``when:``; an unknown fact is absent.
Fact = bool | int | float | str | Bytes | list[int] | tuple[int, ...] | list[str] | list[list[Any]]
Facts = Mapping[str, Fact]


class Frame(NamedTuple):
    """One line of a traceback: where the program was."""

    file: str
    line: int | None
    function: str
    code: str = ""
    #: (start, end) columns of the failing expression within ``code``, where Python's carets tell.
    marked: tuple[int, int] | None = None


class Failure(NamedTuple):
    """One failure as it was read: an exception with its frames, or a message alone."""

    type: str | None
    message: str
    frames: tuple[Frame, ...] = ()
    #: The rank that printed it first, where lines carry ``[rank3]:``.
    rank: int | None = None
    #: Facts read from the live program; empty for pasted text.
    facts: Facts = MappingProxyType({})


#: One statement in every language: ``{"en": ..., "zh": ...}``.
Text = Mapping[str, str]
#: The same statement in variants, most specific first.
Variants = Sequence[Text]


class Signature(NamedTuple):
    """One wording of a failure, as the knowledge base states it."""

    message: str
    exceptions: tuple[str, ...] = ()
    example: str = ""
    #: The versions that word it so, where established; information, never a filter.
    torch: str = ""
    #: ``run``: a script of the entry raises it; ``text``: known from sources or real pastes only.
    proven: str = "text"
    #: Where the failure has frames, one whose file or function contains this must be among them.
    where: str = ""
    #: The matched text must not contain this: the part of a kernel's name that tells another device's, say.
    unless: str = ""
    #: ``torch``: others word it so too, so that something of PyTorch must be there: see matching.evidence.
    needs: str = ""
    #: What this wording tells by itself, beyond its placeholders: ``{"operand": "self"}``.
    facts: Mapping[str, Any] = MappingProxyType({})
    #: It only wraps another failure and loses to it.
    wrapper: bool = False


class Cause(NamedTuple):
    """One cause, as the knowledge base states it."""

    cause: Variants
    fix: Variants = ()
    #: Code to paste, the same in every language; variants too.
    code: Sequence[str] = ()
    #: A fact, or ``not fact``: known true moves the cause up, known false drops it.
    when: str = ""
    #: A message whose numbers show this cause, where no wording's example does; a page tells it with these.
    example: str = ""


class Decoded(NamedTuple):
    """What one device-side assertion means."""

    assertion: str
    kernel: str
    means: Text
    entry: str = ""


class Entry(NamedTuple):
    """One kind of failure: how it is worded, what it means, what cures it."""

    id: str
    category: str
    title: Text
    signatures: Sequence[Signature]
    meaning: Variants
    causes: Sequence[Cause]
    locate: Variants
    avoid: Variants
    aliases: Sequence[str] = ()
    related: Sequence[str] = ()
    docs: Sequence[str] = ()
    #: Real messages that look similar and are not this failure: (message, whose it is).
    unlike: Sequence[tuple[str, str]] = ()
    decoder: Sequence[Decoded] = ()
    arithmetic: str = ""
    #: device -> what the script does there: ``raises``, ``warns``, {"raises": id}, {"none": reason} ...
    reproduction: Mapping[str, Any] = MappingProxyType({})
    #: ``{"ends": "raises" | "wrong", "id": ...}``; empty without a dead end.
    dead_end: Mapping[str, str] = MappingProxyType({})
    #: For a retired entry, the id that took over.
    retired: str = ""


class Passage(NamedTuple):
    """A stretch of a paste that may tell of a failure: where it stands, and how much its standing says."""

    start: int
    end: int
    #: How much it says that this text is a failure's own message: see reading.passages.
    strength: int
    failure: Failure


class Paste(NamedTuple):
    """A pasted text as it was read: cleaned, and cut into passages in the order of the text."""

    text: str
    passages: tuple[Passage, ...]


class Match(NamedTuple):
    """An entry that a failure was recognised as."""

    entry: str
    category: str
    #: 0 to 1.
    score: float
    #: ``exact`` or ``fuzzy``.
    how: str
    captures: dict[str, Fact]
    failure: Failure


class Scene(NamedTuple):
    """What the live program shows at the place of the failure; all of it metadata."""

    #: The layer that failed: its path from the outermost module, and its numbers, `Linear(300 -> 120)`.
    layer: str = ""
    numbers: str = ""
    #: (name in the source, what it is: ``[32, 400] float32 on cpu``) of the failing statement's tensors.
    operands: tuple[tuple[str, str], ...] = ()
    #: Tensors that differ from most others in device or dtype: (value, first holders, how many hold it).
    strays: tuple[tuple[str, tuple[str, ...], int], ...] = ()
    #: What most have.
    rest: str = ""


class Advice(NamedTuple):
    """One cause and its cure, filled in."""

    cause: str
    fix: str
    #: Code to paste, never wrapped; empty where the fix is said in words.
    code: str = ""


class Explanation(NamedTuple):
    """What the reader is told, in one language, with this failure's own numbers and names."""

    id: str
    category: str
    lang: str
    title: str
    place: str
    meaning: str
    causes: Sequence[Advice]
    locate: str
    avoid: str
    related: Sequence[str]
    docs: Sequence[str]
    #: What the live program showed at the place of the failure; empty for pasted text.
    here: Sequence[str] = ()

    def __str__(self) -> str:
        """The explanation as plain text, as a pipe gets it."""
        from .output.plain import render

        return render(self)
