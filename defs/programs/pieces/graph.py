"""A program as pieces: what is done from one draw, or one turn of a loop, to the next.

Statements without a draw stand in a piece as they are written. What holds a draw is taken apart in
the order in which Python evaluates it: what was computed before the draw goes into a variable, and
the next piece begins with what was drawn. What must never change: what cannot be taken apart so is
refused.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from dpverify.defs.programs.pieces.allowed import Uncut

DRAW: Final = "draw"
UNNAMED: Final = "."
"""The first letter of variables that no program can have."""
THROUGH: Final = f"{UNNAMED}through"
"""How those begin that hold what a loop goes through, and are asked for members alone."""


class Jump(ast.stmt):
    """Go on in another piece."""

    _fields = ()

    def __init__(self, to: int) -> None:
        super().__init__()
        self.to = to


class Ask(ast.stmt):
    """Draw, and go on in another piece with what was drawn."""

    _fields = ("arguments",)

    def __init__(self, site: int, arguments: list[ast.expr], to: int) -> None:
        super().__init__()
        self.site, self.arguments, self.to = site, arguments, to


class Promise(ast.stmt):
    """A checkpoint; then go on in another piece."""

    _fields = ("arguments",)

    def __init__(self, arguments: list[ast.expr], to: int) -> None:
        super().__init__()
        self.arguments, self.to = arguments, to


@dataclass
class Piece:
    """Statements; `drawn` is the variable that holds what was drawn before the first of them."""

    drawn: str | None = None
    body: list[ast.stmt] = field(default_factory=list)


@dataclass(frozen=True)
class Site:
    """A draw: its method, names of keywords, how many arguments, and which piece comes then.

    `constants`: the arguments where all of them are constants; then none is counted.
    """

    method: str
    keywords: tuple[str, ...]
    count: int
    to: int
    constants: tuple[Any, ...] | None = None


@dataclass(frozen=True)
class Over:
    """What a loop goes through: variables for what it is, and for how far it has come.

    `counted`: whether the variable holds only how many members there are, which are the numbers
    from 0 on; `numbered`: whether each member comes with its number, as enumerate() gives it.
    Several are gone through side by side, as zip() does; `tupled`: whether the members come in
    tuples, which those of zip() do also where it is given one thing alone.
    """

    members: tuple[str, ...]
    counted: tuple[bool, ...]
    place: str
    numbered: bool
    tupled: bool

    def more(self) -> ast.expr:
        """Whether there is a member left."""
        tests: list[ast.expr] = [
            ast.Compare(
                name(self.place), [ast.Lt()], [name(one) if count else called(".len", name(one))]
            )
            for one, count in zip(self.members, self.counted, strict=True)
        ]
        return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)

    def member(self) -> ast.expr:
        """The next one."""
        taken: list[ast.expr] = [
            name(self.place) if count else ast.Subscript(name(one), name(self.place), ast.Load())
            for one, count in zip(self.members, self.counted, strict=True)
        ]
        if self.numbered:
            taken.insert(0, name(self.place))
        return ast.Tuple(taken, ast.Load()) if self.tupled else taken[0]


def name(word: str) -> ast.Name:
    """A variable that is read."""
    return ast.Name(word, ast.Load())


def assigned(word: str, value: ast.expr) -> ast.Assign:
    """The statement word = value."""
    return ast.Assign([ast.Name(word, ast.Store())], value)


def called(function: str, *arguments: ast.expr) -> ast.Call:
    """The call function(*arguments)."""
    return ast.Call(name(function), list(arguments), [])


def draws_in(node: ast.AST) -> bool:
    """Whether a part of a program draws, or hands what it draws from on."""
    return any(isinstance(part, ast.Name) and part.id == DRAW for part in ast.walk(node))


class Graph:
    """The pieces of a program, made statement by statement.

    Args: body the statements of its function; space what names mean that are no variables; without
        takes an expression apart at its draws.
    Raises: Uncut.
    """

    def __init__(
        self,
        body: Sequence[ast.stmt],
        space: Mapping[str, Any],
        without: Callable[[Graph, ast.expr], ast.expr],
    ) -> None:
        self._without, self._space = without, space
        self.pieces: list[Piece] = []
        self.sites: list[Site] = []
        self._open: Piece | None = None
        self._loops: list[tuple[int, int]] = []
        self._count = 0
        self.start(self.piece())
        self._all(body)
        if self._open is not None:
            self.add(ast.Return(ast.Constant(None)))

    # ------------------------------------------------------------------------ for expressions

    def fresh(self, begins: str = UNNAMED) -> str:
        """A new variable, whose name begins so."""
        self._count += 1
        return f"{begins}{self._count}"

    def piece(self, drawn: str | None = None) -> int:
        """The number of a new piece."""
        self.pieces.append(Piece(drawn))
        return len(self.pieces) - 1

    def start(self, number: int) -> None:
        """From here on statements are of this piece."""
        self._open = self.pieces[number]

    def add(self, statement: ast.stmt) -> None:
        """Put a statement at the end of the open piece."""
        if self._open is None:
            raise Uncut("has code that is never reached")
        self._open.body.append(statement)

    def end(self, statement: ast.stmt) -> None:
        """The last statement of the open piece."""
        self.add(statement)
        self._open = None

    def ask(self, method: str, given: list[ast.expr], keywords: Sequence[str]) -> ast.expr:
        """Draw; the variable that then holds what was drawn."""
        drawn = self.fresh()
        to = self.piece(drawn)
        known = tuple(one.value for one in given if isinstance(one, ast.Constant))
        constants = known if len(known) == len(given) else None
        given = given if constants is None else []
        self.sites.append(Site(method, tuple(keywords), len(given), to, constants))
        self.end(Ask(len(self.sites) - 1, given, to))
        self.start(to)
        return name(drawn)

    def branch(self, test: ast.expr, yes: int, no: int) -> None:
        """End the open piece by a test."""
        self.add(ast.If(test, [Jump(yes)], [Jump(no)]))
        self._open = None

    def jump(self, to: int) -> None:
        """End the open piece, if there is one."""
        if self._open is not None:
            self.end(Jump(to))

    # ----------------------------------------------------------------------------- statements

    def _all(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            if self._open is None:
                return  # never reached
            self._one(statement)

    def _one(self, statement: ast.stmt) -> None:
        if not draws_in(statement):
            self._as_it_is(statement)
            return
        match statement:
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr="checkpoint")) as call):
                self._promise(call)
            case ast.Expr() | ast.Assign() | ast.AugAssign() | ast.AnnAssign() | ast.Return():
                self._of_value(statement)
            case ast.If():
                self._if(statement)
            case ast.While():
                self._while(statement)
            case ast.For():
                self._for(statement)
            case _:
                raise Uncut(f"draws in {type(statement).__name__}")

    def _as_it_is(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Break | ast.Continue):
            self._open_loop(statement)
            return
        if self._loops:
            statement = cast("ast.stmt", _Leaving(self._loops[-1]).visit(statement))
        self.add(statement)
        if isinstance(statement, ast.Return):
            self._open = None

    def _open_loop(self, statement: ast.stmt) -> None:
        after, again = self._loops[-1]
        self.jump(after if isinstance(statement, ast.Break) else again)

    def _of_value(self, statement: Any) -> None:
        targets = getattr(statement, "targets", [getattr(statement, "target", None)])
        if any(target is not None and draws_in(target) for target in targets):
            raise Uncut("draws where it stores")
        if isinstance(statement, ast.AugAssign) and not isinstance(statement.target, ast.Name):
            # What was in the list before is read first, and a call might change it.
            parts = [part for part in ast.walk(statement.value) if isinstance(part, ast.Attribute)]
            calls = [part.func for part in ast.walk(statement.value) if isinstance(part, ast.Call)]
            drawn = [one for one in calls if isinstance(one, ast.Attribute)]
            if len(drawn) < len(calls) or not all(draws_in(part.value) for part in parts):
                raise Uncut("changes a list while it is added to")
        statement.value = self._without(self, statement.value)
        self.add(statement)
        if isinstance(statement, ast.Return):
            self._open = None

    def _promise(self, call: ast.Call) -> None:
        if call.keywords or any(draws_in(one) for one in call.args):
            raise Uncut("has an unusual checkpoint")
        to = self.piece()
        self.end(Promise(list(call.args), to))
        self.start(to)

    def _if(self, statement: ast.If) -> None:
        test = self._without(self, statement.test)
        yes, no, after = self.piece(), self.piece(), self.piece()
        self.branch(test, yes, no)
        for number, body in ((yes, statement.body), (no, statement.orelse)):
            self.start(number)
            self._all(body)
            self.jump(after)
        self.start(after)

    def _while(self, statement: ast.While) -> None:
        again, body, other, after = (self.piece() for _ in range(4))
        self.jump(again)
        self.start(again)
        self.branch(self._without(self, statement.test), body, other)
        self._body(statement, body, again, other, after)

    def _for(self, statement: ast.For) -> None:
        if draws_in(statement.target):
            raise Uncut("draws where it stores")
        over = self.over(statement.iter)
        again, body, other, after = (self.piece() for _ in range(4))
        self.jump(again)
        self.start(again)
        self.branch(over.more(), body, other)
        self.start(body)
        self.take(statement.target, over)
        self._body(statement, body, again, other, after)

    def _body(
        self, loop: ast.For | ast.While, body: int, again: int, other: int, after: int
    ) -> None:
        if self._open is None:
            self.start(body)
        self._loops.append((after, again))
        self._all(loop.body)
        self.jump(again)
        self._loops.pop()
        self.start(other)
        self._all(loop.orelse)
        self.jump(after)
        self.start(after)

    def over(self, iterable: ast.expr) -> Over:
        """Begin to go through what a loop goes through."""
        match iterable:
            case ast.Call(func=ast.Name(id=word), args=[_, *_] as given, keywords=[]) if word in (
                "enumerate",
                "zip",
            ) and self.is_builtin(word):
                numbered = word == "enumerate"
                if numbered and len(given) > 1:
                    raise Uncut("numbers from another number than 0")
                if any(isinstance(one, ast.Starred) for one in given):
                    raise Uncut(f"gives {word}() what is in a list")
                tupled = True
            case _:
                numbered, tupled, given = False, False, [iterable]
        kept, counted = [], []
        for one in given:
            value = called(".members", self._without(self, one))
            counted.append(self._is_count(one))
            kept.append(self.fresh(THROUGH))
            self.add(assigned(kept[-1], called(".len", value) if counted[-1] else value))
        place = self.fresh()
        self.add(assigned(place, ast.Constant(0)))
        return Over(tuple(kept), tuple(counted), place, numbered, tupled)

    def _is_count(self, iterable: ast.expr) -> bool:
        """Whether it is range(n), which is known by how long it is."""
        match iterable:
            case ast.Call(func=ast.Name(id="range"), args=[one], keywords=[]):
                return not isinstance(one, ast.Starred) and self.is_builtin("range")
        return False

    def take(self, target: ast.expr, over: Over) -> None:
        """Take the next member."""
        self.add(ast.Assign([target], over.member()))
        step = ast.BinOp(name(over.place), ast.Add(), ast.Constant(1))
        self.add(assigned(over.place, step))

    def is_builtin(self, word: str) -> bool:
        """Whether a name means what it means in Python."""
        return word in self._space and self._space[word] is getattr(builtins, word, None)


class _Leaving(ast.NodeTransformer):
    """`break` and `continue` of a loop that is cut, inside statements that are not."""

    def __init__(self, loop: tuple[int, int]) -> None:
        self._after, self._again = loop

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.Break):
            return Jump(self._after)
        if isinstance(node, ast.Continue):
            return Jump(self._again)
        if isinstance(node, ast.For | ast.While):  # of its body they leave the inner loop
            node.orelse = [self.visit(one) for one in node.orelse]
            return node
        return self.generic_visit(node)
