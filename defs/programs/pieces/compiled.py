"""The pieces of a program as functions: from the variables that matter to what comes next.

Each returns one of four tuples, which begin with a number: a piece to go on in, with its variables;
`OUTPUT` with what the program returns; `ASKED` with a place that draws, its arguments and the
variables that matter after it; `PROMISED` with a piece, the arguments of a checkpoint and the
variables of that piece.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.abc import InspectLoader
from types import CodeType, FunctionType
from typing import Any, Final

from dpverify.defs.programs.pieces.allowed import (
    Uncut,
    arguments_of,
    check_nodes,
    names_stored,
    outer_names,
)
from dpverify.defs.programs.pieces.expressions import without_draws
from dpverify.defs.programs.pieces.graph import DRAW, Ask, Graph, Jump, Promise, Site
from dpverify.defs.programs.pieces.liveness import Names, lives_of
from dpverify.defs.programs.written import definition_of

OUTPUT: Final = -1
ASKED: Final = -2
PROMISED: Final = -3


@dataclass(frozen=True)
class Pieces:
    """A program that was cut.

    Args: functions of the pieces; variables of each, in order; sites where it draws; first its
        arguments, in the order in which the first piece takes them; containers lists and
        dictionaries that it finds outside; kept its arguments that it never writes.
    """

    functions: tuple[Callable[..., Any], ...]
    variables: tuple[tuple[str, ...], ...]
    sites: tuple[Site, ...]
    containers: tuple[Any, ...]
    kept: frozenset[str]


def pieces_of(function: FunctionType) -> Pieces:
    """Cut the function of a mechanism at its draws.

    Raises: Uncut.
    """
    node = definition_of(function)
    if node is None:
        raise Uncut("is not known by its text")
    arguments = [one.arg for one in arguments_of(node)]
    if arguments[1] != DRAW:
        raise Uncut("draws from another name")
    node.body = [_bare(statement) for statement in node.body]
    for statement in node.body:
        check_nodes(statement, _is_method_of_draw)
    containers: list[Any] = []
    space = outer_names(function, node, containers)
    stored = names_stored(node)
    if DRAW in stored:
        raise Uncut("writes draw")
    graph = Graph(node.body, space, without_draws)
    outer = Names(space) | Names(_HELPERS)
    lives = lives_of(graph.pieces, outer)
    if not lives[0] <= {*arguments} - {DRAW}:
        raise Uncut("reads a variable before it is written")
    variables = tuple(tuple(sorted(live)) for live in lives)
    # Under the program's own name, so that guards know on whose behalf something is called.
    space["__name__"] = function.__globals__.get("__name__")
    functions = _functions(graph, variables, space)
    kept = frozenset(arguments) - stored
    return Pieces(functions, variables, tuple(graph.sites), tuple(containers), kept)


def _is_method_of_draw(node: ast.AST) -> bool:
    value = getattr(node, "value", None)
    return isinstance(value, ast.Name) and value.id == DRAW


def _bare(statement: ast.stmt) -> ast.stmt:
    """Without annotations, which nobody evaluates in a function."""
    bare: ast.stmt = _Bare().visit(statement)
    return bare


class _Bare(ast.NodeTransformer):
    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if not isinstance(node.target, ast.Name):
            raise Uncut("annotates what is no variable")
        if node.value is None:
            return ast.Pass()
        return ast.Assign([node.target], node.value)


def _functions(
    graph: Graph, variables: Sequence[tuple[str, ...]], space: dict[str, Any]
) -> tuple[Callable[..., Any], ...]:
    definitions: list[ast.stmt] = []
    for number, piece in enumerate(graph.pieces):
        ends = _Ends(variables)
        body = [ends.visit(statement) for statement in piece.body] or [ast.Pass()]
        words = [*([piece.drawn] if piece.drawn else []), *variables[number]]
        given = ast.arguments([], [ast.arg(word) for word in words], None, [], [], None, [])
        definition = ast.FunctionDef(f".{number}", given, body, [], None)
        if hasattr(definition, "type_params"):  # since Python 3.12
            definition.type_params = []
        definitions.append(definition)
    module = ast.fix_missing_locations(ast.Module(definitions, []))
    # The program itself is what runs here, in parts; its module is not run a second time.
    code = InspectLoader.source_to_code(module, "<pieces>")
    made = {part.co_name: part for part in code.co_consts if isinstance(part, CodeType)}
    names = {**space, **_HELPERS, "__builtins__": {}}
    return tuple(FunctionType(made[f".{k}"], names) for k in range(len(graph.pieces)))


class _Ends(ast.NodeTransformer):
    """What ends a piece, as the tuple that its function returns."""

    def __init__(self, variables: Sequence[tuple[str, ...]]) -> None:
        self._variables = variables

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        return _returned(_number(OUTPUT), node.value or ast.Constant(None))

    def visit_Jump(self, node: Jump) -> ast.stmt:
        return _returned(_number(node.to), self._tuple(node.to))

    def visit_Ask(self, node: Ask) -> ast.stmt:
        held = self._tuple(node.to, node.arguments)
        return _returned(_number(ASKED), _number(node.site), held)

    def visit_Promise(self, node: Promise) -> ast.stmt:
        given = ast.Tuple(node.arguments, ast.Load())
        return _returned(_number(PROMISED), _number(node.to), given, self._tuple(node.to))

    def _tuple(self, to: int, first: Sequence[ast.expr] = ()) -> ast.Tuple:
        names = [ast.Name(word, ast.Load()) for word in self._variables[to]]
        return ast.Tuple([*first, *names], ast.Load())


def _number(number: int) -> ast.Constant:
    return ast.Constant(number)


def _returned(*parts: ast.expr) -> ast.Return:
    return ast.Return(ast.Tuple(list(parts), ast.Load()))


# ------------------------------------------------------------------ what pieces call of ours


def _members(value: Any) -> Any:
    """What a loop goes through by numbers, as it would go through it by itself."""
    if type(value) in (range, tuple, str, bytes, list):
        return value
    raise Uncut(f"goes through a {type(value).__name__}")


def _plus(total: Any, value: Any) -> Any:
    """One step of sum(), which adds floats in another way since Python 3.12."""
    if type(value) in (float, complex, str, bytes):
        raise Uncut(f"sums a {type(value).__name__}")
    return total + value


def _argmax(values: Any) -> int:
    if type(values) not in (list, tuple):
        raise Uncut("asks for the largest of something else than a list")
    return max(range(len(values)), key=values.__getitem__)


def _largest(values: Any) -> Any:
    return values[_argmax(values)]


_HELPERS: Final[dict[str, Any]] = {
    ".members": _members, ".plus": _plus, ".argmax": _argmax, ".largest": _largest,
    ".len": len, ".list": list, ".tuple": tuple,
}  # fmt: skip
