"""Modules of the crashed program: which path a layer has from the outermost one, and what its numbers are."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from .safely import is_a, is_exactly, loaded, namespace, type_home, type_name
from .tensors import Metadata, describe

#: What wrappers put into a path, which the user did not write.
_WRAPPERS = ("module", "_orig_mod")
#: Modules and tensors looked at; larger models are looked at in part.
MOST = 20_000


def is_module(obj: object) -> bool:
    """Whether it is an nn.Module, by its real type."""
    module = loaded("torch.nn", "Module")
    return module is not None and is_a(obj, module)


def children(module: object) -> Mapping[str, Any]:
    """Name -> submodule, as registered."""
    return registered(module, "_modules")


def registered(module: object, kind: str) -> Mapping[str, Any]:
    found: Any = namespace(module).get(kind)
    return found if is_exactly(found, dict, OrderedDict) else {}  # ordered before PyTorch 2.1


def walk(root: object, name: str, seen: set[int] | None = None) -> Iterator[tuple[str, object]]:
    """(path, module) of a module and all below it; a wrapper's own name is left out of the path.

    `seen` holds the identities of modules that an earlier walk has been at, under another name.
    """
    seen = set() if seen is None else seen
    waiting = [(name, root)]
    while waiting and len(seen) < MOST:
        path, module = waiting.pop(0)
        if id(module) in seen or not is_module(module):
            continue
        seen.add(id(module))
        yield path, module
        for child, below in children(module).items():
            if type(child) is str:
                waiting.append((path if child in _WRAPPERS else f"{path}.{child}", below))


def path_of(wanted: object, roots: Mapping[str, object]) -> str | None:
    """The path of a module from the first root that holds it; None where no root does."""
    for name, root in roots.items():
        for path, module in walk(root, name):
            if module is wanted:
                return path
    return None


def roots(variables: Mapping[str, Any]) -> dict[str, object]:
    """The modules among variables, and those that a plain object among them holds (a trainer's `self.model`)."""
    found: dict[str, object] = {}
    for name, value in variables.items():
        if is_module(value):
            found[name] = value
        elif type_home(value) not in ("builtins", "torch", "") and "torch" not in type_home(value).split(".")[:1]:
            for attribute, held in list(islice(namespace(value).items(), 200)):
                if type(attribute) is str and is_module(held):
                    found[f"{name}.{attribute}"] = held
    return found


def tensors(root: object, name: str, seen: set[int]) -> Iterator[tuple[str, Metadata]]:
    """(path, metadata) of every parameter, buffer and plain tensor attribute below a module, and of those of
    modules that stand in a plain list, which `to(device)` does not reach."""
    for path, module in walk(root, name, seen):
        own = namespace(module)
        for kind in ("_parameters", "_buffers"):
            for key, value in registered(module, kind).items():
                yield from _described(f"{path}.{key}", value)
        for key, value in list(own.items()):
            if type(key) is not str or key.startswith("_"):
                continue
            yield from _described(f"{path}.{key}", value)
            if is_exactly(value, list, tuple):
                for number, item in enumerate(value[:100]):
                    if is_module(item):
                        for below, module_below in walk(item, f"{path}.{key}[{number}]", seen):
                            for parameter, tensor in registered(module_below, "_parameters").items():
                                yield from _described(f"{below}.{parameter}", tensor)


def _described(path: str, value: object) -> Iterator[tuple[str, Metadata]]:
    metadata = describe(value)
    if metadata:
        yield path, metadata


def numbers(module: object) -> str:
    """A layer with the numbers that matter, `Linear(300 -> 120)`; the bare type where it has none such."""
    own = namespace(module)
    name = type_name(module)
    for given, taken in (("in_features", "out_features"), ("in_channels", "out_channels")):
        first, second = own.get(given), own.get(taken)
        if type(first) is int and type(second) is int:
            return f"{name}({first} -> {second})"
    for key in ("num_embeddings", "num_features", "normalized_shape", "input_size", "embed_dim"):
        value = own.get(key)
        if type(value) is int:
            return f"{name}({key}={value})"
    return name


def is_layer(module: object) -> bool:
    """Whether it is one of PyTorch's own layers that does work itself, not a container of others."""
    return type_home(module).startswith("torch.nn.modules") and not children(module)


def is_loader(obj: object) -> bool:
    """Whether it is a DataLoader, by its real type."""
    loader = loaded("torch.utils.data", "DataLoader")
    return loader is not None and is_a(obj, loader)


def loader(obj: object) -> str:
    """A DataLoader with the numbers that matter: `DataLoader(Photos, batch_size=4, num_workers=2)`."""
    own = namespace(obj)
    parts = [type_name(own["dataset"])] if "dataset" in own else []
    parts += [f"{key}={own[key]}" for key in ("batch_size", "num_workers") if type(own.get(key)) is int]
    return f"{type_name(obj)}({', '.join(parts)})"
