"""Metadata of tensors: shape, dtype, device and what autograd knows. Never their data.

Only exact types that PyTorch itself made are looked at, with `__torch_function__` switched off, and
nothing is asked that could wait for a device.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .safely import is_a, is_exactly, loaded, mro

_KNOWN = (("torch", "Tensor"), ("torch.nn.parameter", "Parameter"), ("torch._subclasses.fake_tensor", "FakeTensor"))


class Metadata(NamedTuple):
    """What is known of one tensor without touching its data."""

    shape: list[int]
    dtype: str
    device: str
    requires_grad: bool
    is_leaf: bool
    contiguous: bool
    version: int | None


def describe(obj: object) -> Metadata | None:
    """The metadata of a tensor; None for anything else, and for a tensor that will not tell."""
    if not is_exactly(obj, *_known_types()):
        return None
    try:
        with loaded("torch._C", "DisableTorchFunction")():  # of subclasses, and of a mode that is active
            return _metadata(obj)
    except Exception:  # a tensor in a broken state (a functorch wrapper, a dead storage) is no reason to say nothing
        return None


def _metadata(tensor: Any) -> Metadata | None:
    shape = [size for size in tensor.shape if type(size) is int]
    if len(shape) != len(tensor.shape):
        return None
    return Metadata(
        shape=shape,
        dtype=str(tensor.dtype).removeprefix("torch."),
        device=str(tensor.device),
        requires_grad=bool(tensor.requires_grad),
        is_leaf=bool(tensor.is_leaf),
        contiguous=_contiguous(tensor),
        version=_version(tensor),
    )


def _contiguous(tensor: Any) -> bool:
    try:
        return bool(tensor.is_contiguous())
    except (RuntimeError, NotImplementedError):  # sparse and nested tensors have no strides
        return True


def _version(tensor: Any) -> int | None:
    try:
        return int(tensor._version)
    except RuntimeError:  # inference tensors do not count versions
        return None


def _known_types() -> list[type]:
    """The exact types that are looked at: those of plain tensors, and the fake ones of torch.compile.

    None where `torch` is not PyTorch, but a torch.py of the user's or a stand-in: it has not their base.
    """
    base = loaded("torch._C", "TensorBase") or loaded("torch._C", "_TensorBase")  # its name before 2.1
    return [kind for kind in (loaded(*place) for place in _KNOWN) if is_a(kind, type) and _inherits(kind, base)]


def _inherits(kind: type, base: object) -> bool:
    return any(parent is base for parent in mro(kind))
