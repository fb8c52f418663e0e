"""Facts that the frames of a failure give: where it happened, and which layer was called there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..model import Fact, Frame
from ..patterns import Pattern

PROVIDES = ("place", "function", "code", "layer", "attribute")

#: Files that are not the user's own: installed packages, Python's library, PyTorch's folders.
_LIBRARY = Pattern(
    r"site-packages|dist-packages|[\\/]lib(?:64)?[\\/]python[\d.]*[\\/]|[\\/](?:ana|mini)conda\d?[\\/]lib[\\/]|<frozen|<__array_function__"
    r"|[\\/]torch[\\/](?:nn|_|autograd|utils|optim|cuda|functional|tensor|serialization|jit|distributed|fx|amp)",
    re.I,
)
_CALL = Pattern(r"(self\.)?([A-Za-z_]\w*(?:\.\w+|\[\w+\]){0,6})\(")
#: Modules that only pass a call on to others, so that the layer that failed is not the one called by name.
_CONTAINERS = Pattern(r"container\.py|parallel|transformer\.py|eval_frame\.py")
#: Where a module is called, before its own forward: nothing else stands between a layer's call and the layer.
_MODULE = Pattern(r"[\\/]torch[\\/]nn[\\/]modules[\\/]module\.py\Z")
_CALLED = Pattern(r"(?:__call__|_call_impl)\b")
#: A call of what another call or a subscript gave: `getattr(self, name)(x)`, `self.convs[str(i)](x)`.
_FETCHED = Pattern(r"[)\]]\s*\(")
_NOT_LAYERS = Pattern(
    r"(?:F|torch|nn|np|math|functional)\.|(?:print|super|len|range|list|tuple|int|float|zip|relu|forward)\Z"
)


def derive(frames: Sequence[Frame]) -> dict[str, Fact]:
    """What the frames, outermost first, tell; empty where none is the user's own."""
    number = next((i for i in range(len(frames) - 1, -1, -1) if is_users(frames[i])), None)
    if number is None:
        return {}
    frame = frames[number]
    facts: dict[str, Fact] = {}
    if frame.line is not None and frame.file:
        facts["place"] = f"{_base(frame.file)}:{frame.line}"
    if frame.function and not frame.function.startswith("<"):
        facts["function"] = frame.function
    if frame.code:
        facts["code"] = frame.code
    facts.update(_layer(frame, frames[number + 1 :]))
    return facts


def is_users(frame: Frame) -> bool:
    """Whether a frame lies in the user's own code, as far as its path tells."""
    return bool(frame.file) and _LIBRARY.search(frame.file) is None


def _base(file: str) -> str:
    return re.split(r"[\\/]", file)[-1]


def _layer(frame: Frame, below: Sequence[Frame]) -> dict[str, Fact]:
    """The layer that the frame's line calls, where exactly one can be meant and the call ends in it."""
    if not below or not _MODULE.search(below[0].file) or not _CALLED.search(below[0].function):
        return {}
    if any(_CONTAINERS.search(item.file) for item in below):
        return {}
    code = frame.code
    if frame.marked:
        code = code[frame.marked[0] : frame.marked[1]]
    found = list(_CALL.finditer(code[:400]))
    if {match.end() for match in _FETCHED.finditer(code[:400])} - {match.end() for match in found}:
        return {}  # what is called so has no name on this line
    calls = [match for match in found if not _NOT_LAYERS.match(match.group(2))]
    if frame.marked:
        calls = calls[:1]  # the marked expression is the outermost call, which comes first
    if len(calls) != 1:
        return {}
    facts: dict[str, Fact] = {"layer": calls[0].group(2)}
    if calls[0].group(1) and "[" not in calls[0].group(2):
        facts["attribute"] = calls[0].group(2)
    return facts
