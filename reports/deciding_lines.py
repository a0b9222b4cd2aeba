"""The source of a mechanism, with the lines on which an answer turns marked.

Marked are the lines that draw noise, that compare, and that return, each with what stands there. It
is read off the syntax alone and nothing is run: a remark says how a line is written, and decides
nothing. "Without noise" is only said where no name in the expression can hold any. It is not said
of a name whose origin is not seen, nor of one that is set where noise decides whether it is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

NOISES: Final[Mapping[str, str]] = {
    "laplace": "Laplace noise",
    "gaussian": "Gaussian noise",
    "exponential": "exponential noise",
    "logistic": "logistic noise",
    "uniform_real": "uniform noise",
    "discrete_laplace": "discrete Laplace noise",
    "discrete_gaussian": "discrete Gaussian noise",
    "geometric": "geometric noise",
    "flip": "a coin",
    "uniform": "one of several, all as likely",
    "choice": "one of several",
}
"""What the methods of `draw` draw; others are called by their names."""
SILENT: Final = frozenset({"checkpoint"})
"""Methods of `draw` that draw nothing."""
PICKED: Final = {"argmax": "picks the place of the largest", "largest": "picks the largest"}
"""Methods of `draw` that look at noisy values."""
LONGEST: Final = 80
"""Lines of a function that are shown; a longer one is no picture of a mechanism."""
MOST_FUNCTIONS: Final = 4

INNER: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
PLAIN, INPUT, UNSEEN, NOISY = range(4)
"""What a name may hold: nothing of either, the input, something whose origin is not seen, noise."""
LOOKS: Final = "looks at the input, without noise"
RELEASED: Final = {
    NOISY: "releases what has noise in it",
    INPUT: "releases what the input says, without noise",
}


@dataclass(frozen=True)
class Piece:
    """A function: its lines with their numbers in the file, and remarks by the number of a line."""

    lines: tuple[tuple[int, str], ...]
    remarks: Mapping[int, str]


@dataclass(frozen=True)
class Source:
    """Where a mechanism is written: its function, then those that it calls."""

    place: str
    pieces: tuple[Piece, ...]


def source_of(text: str, name: str, place: str, *, decorators: bool = True) -> Source | None:
    """Return the function of a name with those of its file that it calls.

    Args: text of the whole file; place how the file is called; decorators whether those of the
        function are shown.

    Returns: None where the text is no Python, holds no such function, or one that is too long.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    if name not in functions:
        return None
    # As Python counts them: a form feed, say, ends no line.
    lines = re.split("\r\n|[\r\n]", text)
    chosen = [functions[each] for each in _reached(name, functions)]
    draw = _draw_of(functions[name])
    pieces = [_piece(node, lines, draw, node.name == name, decorators) for node in chosen]
    if any(len(piece.lines) > LONGEST for piece in pieces):
        return None
    return Source(place, tuple(pieces))


def _reached(name: str, functions: Mapping[str, ast.FunctionDef]) -> Iterator[str]:
    """The function, then those that it calls by name, at most four in all."""
    waiting, seen = [name], {name}
    while waiting:
        current = waiting.pop(0)
        yield current
        for node in ast.walk(functions[current]):
            match node:
                case ast.Call(func=ast.Name(id=called)) if called in functions:
                    if called not in seen and len(seen) < MOST_FUNCTIONS:
                        seen.add(called)
                        waiting.append(called)


def _piece(
    node: ast.FunctionDef, lines: Sequence[str], draw: str, main: bool, decorators: bool
) -> Piece:
    """A function without its docstring; decorators stand with the mechanism alone."""
    shown_too = node.decorator_list if main and decorators else []
    first = min([node.lineno, *(each.lineno for each in shown_too)])
    numbers = list(range(first, (node.end_lineno or node.lineno) + 1))
    if ast.get_docstring(node) is not None and len(node.body) > 1:
        words = node.body[0]
        numbers = [n for n in numbers if not words.lineno <= n <= (words.end_lineno or 0)]
    reader = _Reader(node, draw, main=main)
    reader.learn()
    shown = tuple((n, lines[n - 1].rstrip()) for n in numbers)
    return Piece(shown, dict(sorted(reader.remarks())))


def _draw_of(node: ast.FunctionDef) -> str:
    """How the source of randomness is called: the second parameter of a mechanism."""
    names = [argument.arg for argument in node.args.args]
    return "draw" if "draw" in names or len(names) < 2 else names[1]


@dataclass
class _Reader:
    """What the names of a function may hold, the worst that is assigned to them anywhere."""

    node: ast.FunctionDef
    draw: str
    main: bool
    holds: dict[str, int] = field(default_factory=dict)

    def learn(self) -> None:
        """Follow all assignments, wherever they stand, until nothing changes."""
        self._begin()
        before: dict[str, int] | None = None
        while before != self.holds:
            before = dict(self.holds)
            for target, value in _assignments(self.node):
                for name in _names(target):
                    self.holds[name] = max(self.holds.get(name, PLAIN), self.level(value))
            # A function or a class inside may draw, or look at the input, when it is called.
            for inner in ast.walk(self.node):
                if isinstance(inner, INNER) and inner is not self.node:
                    held = self.holds.get(inner.name, PLAIN)
                    self.holds[inner.name] = max(held, self.level(inner))
            self.holds.update((name, NOISY) for name in self._decided_by_noise())

    def _decided_by_noise(self) -> Iterator[str]:
        """Names that are set where noise decides whether, or how often, they are."""
        for inner in ast.walk(self.node):
            match inner:
                case ast.If(test=test) if self.level(test) == NOISY:
                    for target, _ in _assignments(inner):
                        yield from _names(target)
                case ast.While() | ast.For() if self.level(inner) == NOISY:
                    yield from self._counted(inner)

    @staticmethod
    def _counted(loop: ast.While | ast.For) -> Iterator[str]:
        """What a loop that noise may end counts or collects.

        Not so the members that a `for` goes through, and what is computed from them alone.
        """
        pairs = [*_assignments(loop)]
        members = {
            name
            for each in ast.walk(loop)
            if isinstance(each, ast.For | ast.comprehension)
            for name in _names(each.target)
        }
        carried = {name for target, _ in pairs for name in _names(target)} - members
        for target, value in pairs:
            used = {*_names(value)}
            if used & carried or not used & members:
                yield from (name for name in _names(target) if name not in members)

    def _begin(self) -> None:
        """Parameters, and names that are bound in a way that is not followed."""
        arguments = self.node.args
        followed = {name for target, _ in _assignments(self.node) for name in _names(target)}
        for inner in ast.walk(self.node):
            match inner:
                case ast.arg(arg=name):
                    self.holds[name] = UNSEEN
                case ast.Name(id=name, ctx=ast.Store()) if name not in followed:
                    self.holds[name] = UNSEEN
                case (
                    ast.MatchAs(name=str() as name)
                    | ast.MatchStar(name=str() as name)
                    | ast.ExceptHandler(name=str() as name)
                ):
                    self.holds[name] = UNSEEN
        if self.main:  # a mechanism has its input, draw, and parameters that say nothing of it
            self.holds.update((each.arg, PLAIN) for each in arguments.kwonlyargs)
            self.holds.update((each.arg, INPUT) for each in arguments.args[:1])

    def level(self, node: ast.AST) -> int:
        """The worst of what the names of an expression may hold."""
        held = (NOISY if x == self.draw else self.holds.get(x, PLAIN) for x in _names(node))
        return max(held, default=PLAIN)

    def remarks(self) -> Iterator[tuple[int, str]]:
        """A remark for each line that has one: what is drawn, before what is compared, returned."""
        told: dict[int, list[str]] = {}
        # What a function inside returns is not released by that.
        inside = {
            id(each)
            for inner in ast.walk(self.node)
            if isinstance(inner, INNER) and inner is not self.node
            for each in ast.walk(inner)
            if isinstance(each, ast.Return)
        }
        for inner in ast.walk(self.node):
            if id(inner) in inside:
                continue
            remark = self._remark(inner)
            if remark is not None and isinstance(inner, ast.expr | ast.stmt):
                line = told.setdefault(inner.lineno, [])
                if remark not in line:
                    line.append(remark)
        for number, remarks in told.items():
            yield number, "; ".join(sorted(remarks))  # compares, draws, looks, releases

    def _remark(self, node: ast.AST) -> str | None:
        match node:
            case ast.Call():
                return self._drawn(node)
            case ast.Compare():
                return self._compared(node)
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                # Its comparisons are told themselves; `if count:` has none.
                told = any(isinstance(each, ast.Compare) for each in ast.walk(test))
                return LOOKS if self.level(test) == INPUT and not told else None
            case ast.Return(value=ast.expr() as value) if self.main:
                return self._returned(value)
            case _:
                return None

    def _drawn(self, node: ast.Call) -> str | None:
        match node.func:
            case ast.Attribute(value=ast.Name(id=name), attr=method) if name == self.draw:
                if method in SILENT:
                    return None
                if method in PICKED:
                    return PICKED[method]
                return f"draws {NOISES.get(method, method.replace('_', ' '))}"
        handed = (*node.args, *(keyword.value for keyword in node.keywords))
        if any(isinstance(each, ast.Name) and each.id == self.draw for each in handed):
            return f"draws, in {ast.unparse(node.func).split('(')[0]}"
        return None

    def _compared(self, node: ast.AST) -> str | None:
        level = self.level(node)
        if level == INPUT:
            return LOOKS
        return "compares a noisy value" if level == NOISY else None

    def _returned(self, value: ast.expr) -> str | None:
        level = self.level(value)
        if isinstance(value, ast.Constant):
            return f"releases {ast.unparse(value)}"
        return RELEASED.get(level)


def _assignments(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """What is assigned, with what it is assigned: loops and comprehensions too."""
    for inner in ast.walk(node):
        match inner:
            case ast.Assign(targets=targets, value=value):
                yield from ((target, value) for target in targets)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield target, value
            case ast.AugAssign(target=target, value=value):
                yield target, value
            case ast.NamedExpr(target=target, value=value):
                yield target, value
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                yield target, value
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=changed)) as call):
                yield changed, call  # values.append(noisy)
            case ast.Expr(value=ast.Call(args=handed) as call):
                # heappush(values, noisy): what is handed over by its name may be changed.
                yield from ((each, call) for each in handed if isinstance(each, ast.Name))


def _names(node: ast.AST) -> Iterator[str]:
    """The names in an expression or a target."""
    return (each.id for each in ast.walk(node) if isinstance(each, ast.Name))
