"""The pieces of a program as functions: from the variables that matter to what comes next.

Each returns a number and two tuples of values. `OUTPUT`: what the program returns, and nothing. The
number of a place that draws: its arguments with the variables that matter after it, and nothing.
That of a checkpoint: its arguments with the variables that are never written, and the other
variables that matter after it. That of a piece to go on in: its variables, and nothing. Pieces that
follow each other without a draw are one function where that is short.
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
from dpverify.defs.programs.pieces.graph import DRAW, Ask, Graph, Jump, Piece, Promise, Site, name
from dpverify.defs.programs.pieces.liveness import Names, lives_of
from dpverify.defs.programs.written import definition_of

OUTPUT: Final = -1
"""Places that draw are numbered from 0 on; checkpoints and pieces by numbers below this one."""
MOST_JOINED: Final = 40
"""Statements of following pieces that are put into one function: each may stand in several."""


@dataclass(frozen=True)
class Pieces:
    """A program that was cut.

    Args: functions of the pieces, None for one that stands in others alone; variables of each,
        first those of them that are kept; sites where it draws; promises its checkpoints, each as
        the piece that comes then; containers lists and dictionaries that it finds outside; kept its
        arguments that it never writes; seen what is seen of an output, which only computes too.
    """

    functions: tuple[Callable[..., Any] | None, ...]
    variables: tuple[tuple[str, ...], ...]
    sites: tuple[Site, ...]
    promises: tuple[int, ...]
    containers: tuple[Any, ...]
    kept: frozenset[str]
    seen: Callable[[Any], Any] | None = None


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
    kept = frozenset(arguments) - stored
    variables = tuple((*sorted(live & kept), *sorted(live - kept)) for live in lives)
    # Under the program's own name, so that guards know on whose behalf something is called.
    space["__name__"] = function.__globals__.get("__name__")
    ends = _Ends(graph.pieces, variables, kept)
    functions = _functions(graph, ends, variables, space)
    promises = tuple(ends.promises)
    return Pieces(functions, variables, tuple(graph.sites), promises, tuple(containers), kept)


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
    graph: Graph, ends: _Ends, variables: Sequence[tuple[str, ...]], space: dict[str, Any]
) -> tuple[Callable[..., Any] | None, ...]:
    wanted = [0, *(site.to for site in graph.sites)]
    definitions: dict[int, ast.stmt] = {}
    while wanted:
        number = wanted.pop()
        if number in definitions:
            continue
        piece = graph.pieces[number]
        words = [*([piece.drawn] if piece.drawn else []), *variables[number]]
        given = ast.arguments([], [ast.arg(word) for word in words], None, [], [], None, [])
        definition = ast.FunctionDef(f".{number}", given, ends.of_piece(number), [], None)
        if hasattr(definition, "type_params"):  # since Python 3.12
            definition.type_params = []
        definitions[number] = definition
        wanted += ends.wanted
    module = ast.fix_missing_locations(ast.Module(list(definitions.values()), []))
    # The program itself is what runs here, in parts; its module is not run a second time.
    code = InspectLoader.source_to_code(module, "<pieces>")
    made = {part.co_name: part for part in code.co_consts if isinstance(part, CodeType)}
    names = {**space, **_HELPERS, "__builtins__": {}}
    return tuple(
        FunctionType(made[f".{k}"], names) if k in definitions else None
        for k in range(len(graph.pieces))
    )


def jump_number(piece: int) -> int:
    """The number by which a function says that a piece comes next."""
    return OUTPUT - 1 - 2 * piece


def promise_number(promise: int) -> int:
    """The number by which a function says that it came to a checkpoint."""
    return OUTPUT - 2 - 2 * promise


def is_promise(number: int) -> bool:
    """Whether a number below `OUTPUT` is that of a checkpoint."""
    return bool((OUTPUT - number) % 2 == 0)


def index_of(number: int) -> int:
    """Which piece or checkpoint a number below `OUTPUT` stands for."""
    return (OUTPUT - 1 - number) // 2


class _Ends:
    """What ends a piece, as what its function returns; or the piece that follows in its place.

    A statement may stand in several functions then, so none is changed.
    """

    def __init__(
        self,
        pieces: Sequence[Piece],
        variables: Sequence[tuple[str, ...]],
        kept: frozenset[str],
    ) -> None:
        self._pieces, self._variables, self._kept = pieces, variables, kept
        self.promises: list[int] = []
        self._numbers: dict[int, int] = {}
        self._inside: list[int] = []
        self._joined = 0
        self.wanted: list[int] = []
        """Pieces to which the last function goes on."""

    def of_piece(self, number: int) -> list[ast.stmt]:
        """The body of its function."""
        self._joined, self.wanted = 0, []
        return self._body_of(number)

    def _body_of(self, number: int) -> list[ast.stmt]:
        body = self._pieces[number].body
        # What stands behind a piece in a function must never be reached through it.
        if not body or not isinstance(body[-1], Jump | Ask | Promise | ast.Return | ast.If):
            raise Uncut("has a part without an end")
        self._inside.append(number)
        ended = self._all(body)
        self._inside.pop()
        return ended

    def _all(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        return [part for statement in body for part in self._one(statement)]

    def _one(self, statement: ast.stmt) -> list[ast.stmt]:
        match statement:
            case Jump():
                return self._jump(statement.to)
            case Ask():
                values = [*statement.arguments, *self._names(statement.to)]
                return [_returned(statement.site, values)]
            case Promise():
                return [self._promise(statement)]
            case ast.Return():
                return [_returned(OUTPUT, [statement.value or ast.Constant(None)])]
            case ast.If():
                yes, no = self._all(statement.body), self._all(statement.orelse)
                return [ast.If(statement.test, yes, no)]
            case ast.While():
                body, other = self._all(statement.body), self._all(statement.orelse)
                return [ast.While(statement.test, body, other)]
            case ast.For():
                body, other = self._all(statement.body), self._all(statement.orelse)
                return [ast.For(statement.target, statement.iter, body, other)]
        return [statement]

    def _jump(self, to: int) -> list[ast.stmt]:
        body = self._pieces[to].body
        size = sum(isinstance(part, ast.stmt) for one in body for part in ast.walk(one))
        if to in self._inside or self._joined + size > MOST_JOINED:
            self.wanted.append(to)
            return [_returned(jump_number(to), self._names(to))]
        self._joined += size
        return self._body_of(to)

    def _promise(self, statement: Promise) -> ast.stmt:
        number = self._numbers.get(id(statement))
        if number is None:
            number = self._numbers[id(statement)] = len(self.promises)
            self.promises.append(statement.to)
        self.wanted.append(statement.to)
        names = self._names(statement.to)
        told = [one for one in names if one.id not in self._kept]
        key = [*statement.arguments, *names[: len(names) - len(told)]]
        return _returned(promise_number(number), key, told)

    def _names(self, to: int) -> list[ast.Name]:
        return [name(word) for word in self._variables[to]]


def _returned(
    number: int, values: Sequence[ast.expr], further: Sequence[ast.expr] = ()
) -> ast.Return:
    # A number below 0 is a constant here: it is compiled, and never parsed.
    parts = [ast.Tuple(list(part), ast.Load()) for part in (values, further)]
    return ast.Return(ast.Tuple([ast.Constant(number), *parts], ast.Load()))


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
