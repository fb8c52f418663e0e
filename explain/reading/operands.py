"""The operands of the statement that failed, by the names in the source, with their metadata.

Nothing is evaluated: a name is looked up among the frame's variables, an attribute in what the object
really keeps, an item in an exact list, tuple or dict. A name that the statement assigns is no operand;
it may be left over from the step before.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from types import TracebackType
from typing import Any, NamedTuple

from .modules import is_module
from .safely import is_exactly, namespace
from .tensors import Metadata, describe

#: Operands that are shown; a statement with more is not made clearer by all of them.
MOST = 4
#: Calls that may lie between a name and the failing expression.
_DEEPEST = 1_000
#: Items of a dict that are searched for a key.
_MOST_ITEMS = 1_000
_MISSING = object()
#: Names within these are not the frame's own.
_OTHER_SCOPES = (ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)
_NAMED = (ast.Name, ast.Attribute, ast.Subscript)


class Operand(NamedTuple):
    """One operand: as the source writes it, and what is known of it."""

    name: str
    tensor: Metadata


class Held(NamedTuple):
    """Something of a name in the source, and how many calls lie between it and the failing expression."""

    name: str
    value: object
    depth: int


def failing(tb: TracebackType, scopes: Sequence[Mapping[str, Any]]) -> tuple[list[Operand], list[Held]]:
    """(tensors, other things) that the failing expression of a frame names, in the order of the source.

    Of tensors only those nearest to the failing call, and nothing beyond them: what an inner call took has
    been used already.
    """
    expression = _expression(tb)
    if expression is None:
        return [], []
    held = list(_held(expression, [*scopes, tb.tb_frame.f_globals]))
    tensors = [(item, metadata) for item in held if (metadata := describe(item.value))]
    nearest = min((item.depth for item, _ in tensors), default=_DEEPEST)
    operands = {item.name: Operand(item.name, metadata) for item, metadata in tensors if item.depth == nearest}
    others = [item for item in held if item.depth <= nearest and describe(item.value) is None]
    return list(operands.values())[:MOST], others


def _expression(tb: TracebackType) -> ast.AST | None:
    """The expression whose evaluation failed; where it cannot be told apart, what the statement reads."""
    try:
        found = _source().executing(tb)
    except Exception:  # source that changed, is gone or never was
        return None
    if found.node is not None:
        return _read_part(found.node)
    return _read_part(next(iter(found.statements))) if len(found.statements) == 1 else None


@lru_cache(maxsize=1)
def _source() -> Any:
    """What finds an expression from the bytecode; loaded only once a program has crashed."""
    from executing import Source

    class Read(Source):
        """Source that is read from files only: a loader among the frame's globals is somebody's code."""

        @classmethod
        def for_filename(cls, filename: Any, module_globals: Any = None, use_cache: bool = True) -> Any:
            return super().for_filename(filename, {}, use_cache)

    return Read


def _read_part(node: ast.AST) -> ast.AST | None:
    """What a node reads: of a statement the part that is evaluated, never what it assigns."""
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.Return, ast.Expr)):
        return node.value
    if isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        return node.iter
    return node if isinstance(node, (ast.expr, ast.AugAssign)) else None


def _held(expression: ast.AST, scope: list[Mapping[str, Any]]) -> Iterator[Held]:
    """What the expression names, outermost first; of `x.view` where `view` is no attribute kept, `x`."""
    waiting: list[tuple[ast.AST, int]] = [(expression, 0)]
    while waiting:
        node, depth = waiting.pop(0)
        if isinstance(node, _NAMED):
            value = _resolve(node, scope)
            if value is not _MISSING and (describe(value) or is_module(value) or namespace(value)):
                yield Held(ast.unparse(node), value, depth)
                continue
        if isinstance(node, _OTHER_SCOPES):  # but for what a comprehension goes through
            waiting += [(part.iter, depth) for part in getattr(node, "generators", [])[:1]]
            continue
        inner = depth + (isinstance(node, ast.Call) and node is not expression)
        waiting.extend((child, inner) for child in ast.iter_child_nodes(node))


def _resolve(node: ast.AST, scope: list[Mapping[str, Any]]) -> object:
    """The object that a name, an attribute or an item stands for, without running any code; a mark for none."""
    if isinstance(node, ast.Name):
        return next((space[node.id] for space in scope if type(space) is dict and node.id in space), _MISSING)
    if isinstance(node, ast.Attribute):
        return _attribute(_resolve(node.value, scope), node.attr)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return _item(_resolve(node.value, scope), node.slice.value)
    return _MISSING


def _attribute(obj: object, name: str) -> object:
    if obj is _MISSING:
        return _MISSING
    own = namespace(obj)
    if name in own:
        return own[name]
    if is_module(obj):
        for kind in ("_parameters", "_buffers", "_modules"):
            registered = own.get(kind)
            if type(registered) is dict and name in registered:
                return registered[name]
    return _MISSING


def _item(obj: object, key: object) -> object:
    items: Any = obj
    if is_exactly(obj, list, tuple) and type(key) is int and -len(items) <= key < len(items):
        return items[key]
    if type(obj) is dict and is_exactly(key, str, int):  # compared by hand: a key of the user's has its own `__eq__`
        same = (value for own, value in islice(items.items(), _MOST_ITEMS) if type(own) is type(key) and own == key)
        return next(same, _MISSING)
    return _MISSING
