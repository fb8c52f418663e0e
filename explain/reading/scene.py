"""The scene of a crash: the layer by its path, the operands by their names, who lies on another device."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from types import MappingProxyType, TracebackType
from typing import Any

from ..arithmetic.place import is_users
from ..model import Fact, Facts, Frame, Scene
from . import clues, modules
from .operands import Held, Operand, failing
from .safely import Locals
from .tensors import Metadata

#: Facts that the scene gives; texts and conditions of entries may ask for them.
PROVIDES = ("layer", "operand", *clues.PROVIDES)
#: Frames whose variables are looked at: the outermost, which hold the model, and the innermost, where it failed.
OUTERMOST, INNERMOST = 30, 60
#: Tensors that are compared.
MOST_TENSORS = 4_000
#: Frames of their own, up to Python 3.11, that go through what the frame above has named.
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
#: Holders that are named.
SHOWN = 3
_NONE: Facts = MappingProxyType({})


def scene(links: Sequence[TracebackType], compare: str = "", captures: Facts = _NONE) -> tuple[Scene, dict[str, Fact]]:
    """(the scene, facts for the texts) of a stack; `compare` is `device`, `dtype` or nothing.

    `captures` are what the message told: the program is asked for the tensor that it speaks of.
    Every frame's variables are let go before this returns.
    """
    looked_at = [*links[:OUTERMOST], *links[OUTERMOST:][-INNERMOST:]]
    with ExitStack() as stack:
        variables = [stack.enter_context(Locals(link.tb_frame)) for link in looked_at]
        try:
            return _scene(looked_at, variables, compare, captures)
        except Exception:  # another thread changed what was being looked at: the rest of the answer stands
            return Scene(), {}


def _scene(
    links: list[TracebackType], variables: list[dict[str, Any]], compare: str, captures: Facts
) -> tuple[Scene, dict[str, Fact]]:
    number = _users(links)
    if number is None:
        return Scene(), {}
    inner = links[number].tb_frame.f_code.co_name in _COMPREHENSIONS and number > 0
    operands, others = failing(links[number], variables[number - inner : number + 1][::-1])
    roots = _roots(variables[: number + 1])
    layer = _layer(links[number + 1 :], variables[number + 1 :])
    path = modules.path_of(layer, roots) if layer is not None else None
    changed = clues.modified(roots, variables, captures)
    facts = clues.derive(operands, roots, variables[number], changed, captures)
    if path:
        facts["layer"] = path
    if operands:
        facts["operand"] = operands[0].name
    strays, rest = _strays(roots, operands, compare) if compare else ((), "")
    told = [(operand.name, _words(operand.tensor)) for operand in operands]
    if changed:
        told.append((changed.name, f"{_words(changed.tensor)}, at version {changed.tensor.version}"))
    if path:
        return Scene(path, _numbers(path, roots), tuple(told), strays, rest), facts
    name, numbers = _called(others)
    return Scene(name, numbers, tuple(told), strays, rest), facts


def _called(others: list[Held]) -> tuple[str, str]:
    """(name, what it is) of the module or loader that the failing expression names, where no layer is known."""
    for item in others:
        if modules.is_module(item.value):
            return item.name, modules.numbers(item.value)
        if modules.is_loader(item.value):
            return item.name, modules.loader(item.value)
    return "", ""


def _users(links: list[TracebackType]) -> int | None:
    """The innermost frame of the user's own code."""
    for number in range(len(links) - 1, -1, -1):
        code = links[number].tb_frame.f_code
        if is_users(Frame(code.co_filename, None, code.co_name)):
            return number
    return None


def _roots(variables: list[dict[str, Any]]) -> dict[str, object]:
    """Modules by the names that the outermost frames have for them; `self` of a module is the last resort."""
    found: dict[str, object] = {}
    later: dict[str, object] = {}
    for space in variables:
        for name, module in modules.roots(space).items():
            (later if name == "self" else found).setdefault(name, module)
    return {**found, **later}


def _layer(links: list[TracebackType], variables: list[dict[str, Any]]) -> object | None:
    """The layer of PyTorch's own that was at work below the user's frame, if it was one that does work itself."""
    for link, space in zip(reversed(links), reversed(variables), strict=True):
        code = link.tb_frame.f_code
        if code.co_argcount and code.co_varnames[0] == "self":
            module: object = space.get("self")
            if modules.is_module(module) and modules.is_layer(module):
                return module
    return None


def _numbers(path: str, roots: Mapping[str, object]) -> str:
    for name, root in roots.items():
        if path == name or path.startswith(name + "."):
            for found, module in modules.walk(root, name):
                if found == path:
                    return modules.numbers(module)
    return ""


def _strays(
    roots: Mapping[str, object], operands: list[Operand], compare: str
) -> tuple[tuple[tuple[str, tuple[str, ...], int], ...], str]:
    """(value, first holders, how many hold it) of the fewer, and the value of the most."""
    holders: dict[str, list[str]] = {}
    seen: set[str] = set()
    been: set[int] = set()
    count = 0
    for name, root in roots.items():
        for path, tensor in modules.tensors(root, name, been):
            if path in seen or count >= MOST_TENSORS:
                continue
            seen.add(path)
            count += 1
            holders.setdefault(_value(tensor, compare), []).append(path)
    for operand in operands:
        if operand.name not in seen:
            holders.setdefault(_value(operand.tensor, compare), []).append(operand.name)
    if len(holders) < 2:
        return (), ""
    (most, _), *fewer = Counter({value: len(names) for value, names in holders.items()}).most_common()
    return tuple((value, tuple(holders[value][:SHOWN]), len(holders[value])) for value, _ in fewer[:2]), most


def _value(tensor: Metadata, compare: str) -> str:
    return tensor.device if compare == "device" else tensor.dtype


def _words(tensor: Metadata) -> str:
    """`[32, 400] float32 on cpu`, with what else matters about it."""
    text = f"{tensor.shape} {tensor.dtype} on {tensor.device}"
    if tensor.requires_grad:
        text += ", requires grad"
    return text if tensor.contiguous else text + ", not contiguous"
