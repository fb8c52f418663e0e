"""The operands of the statement that failed, by the names in the source, with their metadata.

Nothing is evaluated: a name is looked up among the frame's variables, an attribute in what the object
really keeps. A name that the statement assigns is not an operand; it may be left over from the step before.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import TracebackType
from typing import Any, NamedTuple

from .modules import is_module
from .safely import namespace
from .tensors import Metadata, describe

#: Operands that are shown; a statement with more is not made clearer by all of them.
MOST = 4
_MISSING = object()
#: Names within these are not the frame's own.
_OTHER_SCOPES = (ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)


class Operand(NamedTuple):
    """One operand: as the source writes it, and what is known of it."""

    name: str
    tensor: Metadata


def failing(tb: TracebackType, variables: Mapping[str, Any]) -> tuple[list[Operand], list[str]]:
    """(tensors, dotted names that are called) in the failing expression of a frame, in the order of the source."""
    expression = _expression(tb)
    if expression is None:
        return [], []
    names = _names(expression)
    scope = [variables, tb.tb_frame.f_globals]
    operands: list[Operand] = []
    for name in names:
        metadata = describe(look_up(name, scope))
        if metadata:
            operands.append(Operand(name, metadata))
    return operands[:MOST], [name for name in names if is_module(look_up(name, scope))]


def _expression(tb: TracebackType) -> ast.AST | None:
    """The expression whose evaluation failed; where it cannot be told apart, the statement's right side."""
    from executing import Source  # finds it from the bytecode; needed only once a program has crashed

    try:
        found = Source.executing(tb)
    except Exception:  # source that changed, is gone or never was
        return None
    if found.node is not None:
        return found.node
    if len(found.statements) != 1:
        return None
    statement: ast.AST = next(iter(found.statements))
    if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Return, ast.Expr)):
        return statement.value
    if isinstance(statement, ast.AugAssign):
        return statement
    return None


def _names(expression: ast.AST) -> list[str]:
    """Every dotted name that the expression reads, outermost first, without repetition."""
    found: dict[str, None] = {}
    waiting = [expression]
    while waiting:
        node = waiting.pop(0)
        name = _dotted(node)
        if name:
            found.setdefault(name)
        elif not isinstance(node, _OTHER_SCOPES):
            waiting.extend(ast.iter_child_nodes(node))
    return list(found)


def _dotted(node: ast.AST) -> str | None:
    """`self.fc1` for the node of such an expression; None for any other."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else None


def look_up(name: str, scope: list[Mapping[str, Any]]) -> object:
    """The object that a dotted name stands for, looked up without running any code; a mark where there is none."""
    first, *attributes = name.split(".")
    found: object = next((space[first] for space in scope if first in space), _MISSING)
    for attribute in attributes:
        if found is _MISSING:
            break
        found = _attribute(found, attribute)
    return found


def _attribute(obj: object, name: str) -> object:
    own = namespace(obj)
    if name in own:
        return own[name]
    if is_module(obj):
        for kind in ("_parameters", "_buffers", "_modules"):
            registered = own.get(kind)
            if type(registered) is dict and name in registered:
                return registered[name]
    return _MISSING
