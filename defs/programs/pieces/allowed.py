"""What a program may hold to be cut at its draws: code that only computes with plain values.

What must never change: a kind of node, a name or an attribute that is not listed here makes the
program one that is not cut. So nothing in a piece can be changed from outside, remember anything
beyond its variables, or tell by what it was run.
"""

from __future__ import annotations

import ast
import builtins
import fractions
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from types import FunctionType, ModuleType
from typing import Any, Final

from dpverify.defs.numbers import Value
from dpverify.defs.programs.clear import PURE
from dpverify.defs.programs.written import definition_of


class Uncut(Exception):
    """The program is not one that is cut here; it is run path by path as ever."""


NODES: Final = (
    ast.Constant, ast.Name, ast.expr_context, ast.BinOp, ast.operator, ast.UnaryOp, ast.unaryop,
    ast.BoolOp, ast.boolop, ast.Compare, ast.cmpop, ast.IfExp, ast.Tuple, ast.List, ast.Dict,
    ast.Subscript, ast.Slice, ast.Call, ast.keyword, ast.Starred, ast.Attribute, ast.JoinedStr,
    ast.FormattedValue, ast.ListComp, ast.GeneratorExp, ast.comprehension, ast.Assign,
    ast.AugAssign, ast.AnnAssign, ast.Expr, ast.If, ast.For, ast.While, ast.Break, ast.Continue,
    ast.Pass, ast.Return, ast.Assert, ast.Delete,
)  # fmt: skip
MODULES: Final = (math, fractions)
ATTRIBUTES: Final = frozenset(
    """append as_integer_ratio bit_count bit_length clear copy count denominator endswith extend
    get index insert is_integer items join keys lower numerator pop remove replace reverse
    setdefault sort split startswith strip update upper values zfill""".split()  # noqa: SIM905  (names, to be read as such)
)
"""Attributes of plain values that programs use."""
PLAIN: Final = (int, bool, str, bytes, type(None), Fraction, Value, float, range)


def is_plain(value: Any, depth: int = 4) -> bool:
    """Whether a value is of a known type that computes nothing but itself; lists count too."""
    kind = type(value)
    if kind in PLAIN:
        return True
    if depth and kind in (tuple, list):
        return all(is_plain(member, depth - 1) for member in value)
    if depth and kind is dict:
        return all(is_plain(x, depth - 1) for pair in value.items() for x in pair)
    return False


def check_nodes(node: ast.AST, own: Callable[[ast.AST], bool] | None = None) -> None:
    """Refuse what is not listed.

    Args: own tells which attributes are the caller's to judge.
    Raises: Uncut.
    """
    for part in ast.walk(node):
        if not isinstance(part, NODES):
            raise Uncut(f"holds {type(part).__name__}")
        if isinstance(part, ast.Compare):
            _check_identity(part)
        if isinstance(part, ast.Constant) and type(part.value) not in PLAIN:
            raise Uncut("holds an unusual constant")
        if isinstance(part, ast.Attribute) and not (own and own(part)):
            of_module = isinstance(part.value, ast.Name) and hasattr(math, part.attr)
            if not (part.attr in ATTRIBUTES or of_module or part.attr == "Fraction"):
                raise Uncut(f"asks for .{part.attr}")
            if not isinstance(part.ctx, ast.Load):
                raise Uncut("stores an attribute")


def _check_identity(node: ast.Compare) -> None:
    """Which of two equal values it is, no state tells; only of None there is one alone."""
    alone = (None, True, False)
    for how, other in zip(node.ops, node.comparators, strict=True):
        known = isinstance(other, ast.Constant) and any(other.value is one for one in alone)
        if isinstance(how, ast.Is | ast.IsNot) and not known:
            raise Uncut("asks which object a value is")


def names_stored(node: ast.AST) -> set[str]:
    """The names that are written or deleted, those of comprehensions too."""
    return {
        part.id
        for part in ast.walk(node)
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)
    }


def outer_names(
    function: FunctionType, node: ast.FunctionDef, containers: list[Any], but: str = ""
) -> dict[str, Any]:
    """What the names mean that are no variables of a function: globals, builtins, closures.

    Args: containers to which the lists and dictionaries among them are added, also those of
        functions that are called; but a name that is left out.
    Raises: Uncut for one that is neither pure, nor a plain value, nor a function of such code.
    """
    own = names_stored(node) | {one.arg for one in arguments_of(node)} | {but}
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    space: dict[str, Any] = {}
    for part in _of_body(node):
        if isinstance(part, ast.Name) and part.id not in own and part.id not in space:
            space[part.id] = _meaning(part.id, function, cells)
    for value in space.values():
        _check_value(value, function, containers)
    _check_modules(node, space)
    return space


def containers_in(value: Any) -> Iterator[Any]:
    """The lists and dictionaries in a plain value."""
    if type(value) in (list, dict):
        yield value
    if type(value) in (list, tuple):
        for member in value:
            yield from containers_in(member)
    if type(value) is dict:
        for member in value.values():
            yield from containers_in(member)


def arguments_of(node: ast.FunctionDef) -> list[ast.arg]:
    """The arguments of a function that takes no others.

    Raises: Uncut for `*args` and `**named`.
    """
    given = node.args
    if given.vararg or given.kwarg:
        raise Uncut("takes any arguments")
    return [*given.posonlyargs, *given.args, *given.kwonlyargs]


def _meaning(name: str, function: FunctionType, cells: dict[str, Any]) -> Any:
    if name in cells:
        try:
            return cells[name].cell_contents
        except ValueError:
            raise Uncut(f"{name} has no value yet") from None
    if name in function.__globals__:
        return function.__globals__[name]
    if hasattr(builtins, name):
        return getattr(builtins, name)
    raise Uncut(f"{name} has no value")


def check_after(function: Any, containers: list[Any]) -> None:
    """Refuse a function of outputs, unless it only computes with plain values.

    It is called as the object that is held, so its decorators change nothing.

    Args: containers as for `outer_names`.
    Raises: Uncut.
    """
    if any(function is known for known in PURE):
        return
    if not isinstance(function, FunctionType):
        raise Uncut("hands its output to what is no function")
    _check_function(function, containers, decorated=True)


def _check_value(value: Any, user: FunctionType, containers: list[Any]) -> None:
    if any(value is known for known in (*PURE, *MODULES)):
        return
    if is_plain(value):
        containers += containers_in(value)
    elif isinstance(value, FunctionType) and value is not user:
        _check_function(value, containers)
    else:
        raise Uncut(f"holds a {type(value).__name__}")


def _check_function(
    function: FunctionType, containers: list[Any], *, decorated: bool = False
) -> None:
    """Refuse a function that is called as it is, unless it only computes with plain values."""
    node = definition_of(function)
    if node is None or (node.decorator_list and not decorated) or function.__dict__:
        raise Uncut(f"{function.__name__} cannot be read")
    defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    if any(type(value) not in PLAIN for value in defaults):
        raise Uncut(f"{function.__name__} has an unusual default")
    for statement in node.body:
        check_nodes(statement)
    outer_names(function, node, containers)


def _check_modules(node: ast.FunctionDef, space: dict[str, Any]) -> None:
    """Of a module only what is pure, or a number, is taken; the module itself goes nowhere."""
    modules = {name for name, value in space.items() if isinstance(value, ModuleType)}
    inside = set[int]()
    for part in _of_body(node):
        if not isinstance(part, ast.Attribute):
            continue
        base = part.value
        if isinstance(base, ast.Name) and base.id in modules:
            inside.add(id(base))
            taken = getattr(space[base.id], part.attr, None)
            if type(taken) is not float and not any(taken is known for known in PURE):
                raise Uncut(f"asks for {base.id}.{part.attr}")
        elif part.attr not in ATTRIBUTES and not (isinstance(base, ast.Name) and base.id == "draw"):
            raise Uncut(f"asks for .{part.attr}")
    for part in _of_body(node):
        if isinstance(part, ast.Name) and part.id in modules and id(part) not in inside:
            raise Uncut(f"hands {part.id} on")


def _of_body(node: ast.FunctionDef) -> Iterator[ast.AST]:
    for statement in node.body:
        yield from ast.walk(statement)
