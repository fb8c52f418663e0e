"""What the message does not say and the live program shows: the class count, what is frozen, which tensor changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..model import Bytes, Fact, Facts
from . import modules
from .operands import Operand
from .safely import loaded
from .tensors import Metadata, describe

#: Facts that may be found here.
PROVIDES = ("classes", "frozen", "kept", "modified", "allocated", "reserved")
#: Tensors that are looked through.
MOST = 4_000
_FLOATING = ("float16", "bfloat16", "float32", "float64")


class Changed(NamedTuple):
    """A tensor that was changed after autograd had kept it, by the path or name that the program has for it."""

    name: str
    tensor: Metadata


def derive(
    operands: Sequence[Operand],
    roots: Mapping[str, object],
    variables: Mapping[str, Any],
    changed: Changed | None,
    captures: Facts,
) -> dict[str, Fact]:
    """Every fact of PROVIDES that can be told; what the captures state already is not told again."""
    found: dict[str, Fact] = {**_classes(operands), **_frozen(roots), **_kept(variables), **_memory(captures)}
    if changed:
        found["modified"] = changed.name
    return {name: value for name, value in found.items() if name not in captures}


def _classes(operands: Sequence[Operand]) -> dict[str, Fact]:
    """The class count of a classification loss: the second size of the logits beside whole-number labels."""
    logits = [item.tensor.shape for item in operands if item.tensor.dtype in _FLOATING and len(item.tensor.shape) > 1]
    labels = [item for item in operands if item.tensor.dtype in ("int64", "uint8")]
    return {"classes": logits[0][1]} if len(logits) == 1 and len(labels) == 1 else {}


def _frozen(roots: Mapping[str, object]) -> dict[str, Fact]:
    """Whether not one parameter of the program's modules requires a gradient."""
    trainable = [tensor.requires_grad for _, tensor in _parameters(roots)]
    return {"frozen": not any(trainable)} if trainable else {}


def _kept(variables: Mapping[str, Any]) -> dict[str, Fact]:
    """The last variable of the failing function that still has its graph, in the order of its code."""
    kept = [name for name, tensor in _named([variables]) if tensor.requires_grad and not tensor.is_leaf]
    return {"kept": kept[-1]} if kept else {}


def _parameters(roots: Mapping[str, object]) -> Iterator[tuple[str, Metadata]]:
    count = 0
    for name, root in roots.items():
        for path, module in modules.walk(root, name):
            for key, value in modules.registered(module, "_parameters").items():
                metadata = describe(value)
                if metadata and count < MOST:
                    count += 1
                    yield f"{path}.{key}", metadata


def modified(roots: Mapping[str, object], variables: Sequence[Mapping[str, Any]], captures: Facts) -> Changed | None:
    """The one tensor of the program that has the version and a shape that the message names; None for none or several.

    Autograd may print a transposed shape: Linear keeps its weight for backward as its transpose.
    """
    version = captures.get("version")
    shapes = [value for value in captures.values() if type(value) is list and all(type(size) is int for size in value)]
    if type(version) is not int or not shapes:
        return None
    wanted = [shapes[0], shapes[0][::-1]]
    tensors = [*_parameters(roots), *_named(variables)]
    found = {path: tensor for path, tensor in tensors if tensor.version == version and tensor.shape in wanted}
    return Changed(*next(iter(found.items()))) if len(found) == 1 else None


def _named(variables: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Metadata]]:
    for space in variables:
        for name, value in list(space.items())[:MOST]:
            metadata = describe(value)
            if metadata:
                yield name, metadata


def _memory(captures: Facts) -> dict[str, Fact]:
    """The allocator's own figures, read without waiting for the device, where an out-of-memory message lacks them."""
    is_initialized, memory_stats = loaded("torch.cuda", "is_initialized"), loaded("torch.cuda", "memory_stats")
    if "asked" not in captures or is_initialized is None or memory_stats is None:
        return {}
    try:
        if not is_initialized():
            return {}
        stats = memory_stats()
        names = {"allocated": "allocated_bytes.all.current", "reserved": "reserved_bytes.all.current"}
        return {name: Bytes(stats[key]) for name, key in names.items() if type(stats.get(key)) is int}
    except Exception:  # an allocator that does not count, a device in a broken state
        return {}
