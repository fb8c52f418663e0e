"""Metadata of tensors: shape, dtype, device and what autograd knows. Never their data.

Only exact types that PyTorch itself made are looked at, with `__torch_function__` switched off, and
nothing is asked that could wait for a device.
"""

from __future__ import annotations

import sys
from typing import Any, NamedTuple


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
    torch = sys.modules.get("torch")
    if torch is None or type(obj) not in known_types(torch):
        return None
    try:
        with switched_off(torch):
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


def known_types(torch: Any) -> tuple[type, ...]:
    """The exact types that are looked at: those of plain tensors, and the fake ones of torch.compile."""
    fake = getattr(sys.modules.get("torch._subclasses.fake_tensor"), "FakeTensor", None)
    found = (torch.Tensor, torch.nn.Parameter, fake) if hasattr(torch, "Tensor") and hasattr(torch, "nn") else ()
    return tuple(kind for kind in found if kind is not None)


def switched_off(torch: Any) -> Any:
    """A context in which no `__torch_function__` of the user's runs."""
    return getattr(torch._C, "DisableTorchFunctionSubclass", torch._C.DisableTorchFunction)()
