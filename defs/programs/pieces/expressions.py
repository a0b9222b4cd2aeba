"""Expressions taken apart at their draws, in the order in which Python evaluates them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, Final

from dpverify.defs.programs.pieces.allowed import Uncut
from dpverify.defs.programs.pieces.graph import (
    DRAW,
    UNNAMED,
    Graph,
    Jump,
    assigned,
    called,
    draws_in,
    name,
)

COLLECTED: Final = ("tuple", "list", "max", "min", "sorted")
"""Functions that take all members of a generator before they do anything else."""


def without_draws(graph: Graph, node: ast.expr) -> ast.expr:  # noqa: C901, PLR0912  a line a kind
    """The same expression, once its draws are made.

    Raises: Uncut.
    """
    if not draws_in(node):
        return node
    match node:
        case ast.Call():
            return _call(graph, node)
        case ast.BinOp():
            node.left, node.right = _each(graph, [node.left, node.right])
        case ast.UnaryOp():
            node.operand = without_draws(graph, node.operand)
        case ast.Compare(comparators=[_]):  # of a chain the second may not be evaluated
            node.left, node.comparators[0] = _each(graph, [node.left, node.comparators[0]])
        case ast.Tuple() | ast.List():
            node.elts = _each(graph, node.elts)
        case ast.Dict() if all(node.keys):
            pairs = [part for pair in zip(node.keys, node.values, strict=True) for part in pair]
            ready = _each(graph, [part for part in pairs if part is not None])
            node.keys, node.values = list(ready[::2]), ready[1::2]
        case ast.Subscript():
            node.value, node.slice = _each(graph, [node.value, node.slice])
        case ast.Starred() | ast.FormattedValue():
            node.value = without_draws(graph, node.value)
        case ast.JoinedStr():
            node.values = _formatted(graph, node.values)
        case ast.IfExp():
            return _either(graph, node)
        case ast.BoolOp():
            return _short(graph, node)
        case ast.ListComp():
            return called(".list", _collected(graph, node))
        case _:
            raise Uncut(f"draws in {type(node).__name__}")
    return node


def _each(graph: Graph, nodes: Sequence[ast.expr]) -> list[ast.expr]:
    """Expressions that are evaluated one after the other."""
    last = max((k for k, node in enumerate(nodes) if draws_in(node)), default=-1)
    ready = []
    for k, node in enumerate(nodes):
        value = without_draws(graph, node)
        # No draw changes a variable; whatever else was computed before one is kept.
        ready.append(_kept(graph, value) if k < last else value)
    return ready


def _kept(graph: Graph, value: ast.expr) -> ast.expr:
    """A variable or constant of this value."""
    if isinstance(value, ast.Name | ast.Constant):
        return value
    if isinstance(value, ast.Starred):
        return ast.Starred(_kept(graph, called(".tuple", value.value)), ast.Load())
    word = graph.fresh()
    graph.add(assigned(word, value))
    return name(word)


def _formatted(graph: Graph, values: Sequence[Any]) -> list[Any]:
    """The parts of an f-string: each is written before the next is evaluated."""
    parts: list[Any] = []
    last = max(k for k, value in enumerate(values) if draws_in(value))
    for k, value in enumerate(values):
        part = without_draws(graph, value)
        if k < last and not isinstance(part, ast.Constant):
            text = _kept(graph, ast.JoinedStr([part]))
            part = ast.FormattedValue(text, -1)
        parts.append(part)
    return parts


# ------------------------------------------------------------------------------------- calls


def _call(graph: Graph, node: ast.Call) -> ast.expr:
    function = node.func
    if isinstance(function, ast.Attribute) and _is_draw(function.value):
        return _drawn(graph, node, function.attr)
    if draws_in(function):
        if not isinstance(function, ast.Attribute):
            raise Uncut("calls what it draws")
        # A method of what was drawn: the object comes first, then the arguments.
        first, *rest = _each(graph, [function.value, *node.args])
        function.value, node.args = first, rest
        _refuse_keywords(node)
        return node
    whole = _of_generator(graph, node)
    if whole is not None:
        return whole
    if not isinstance(function, ast.Name | ast.Attribute):
        raise Uncut("calls an unusual function")
    if isinstance(function, ast.Attribute) and not isinstance(function.value, ast.Name):
        function.value = _kept(graph, function.value)
    given = _each(graph, [*node.args, *(keyword.value for keyword in node.keywords)])
    node.args = given[: len(node.args)]
    for keyword, value in zip(node.keywords, given[len(node.args) :], strict=True):
        keyword.value = value
    return node


def _is_draw(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == DRAW


def _refuse_keywords(node: ast.Call) -> None:
    if node.keywords:
        raise Uncut("gives keywords to a method of what it draws")


def _drawn(graph: Graph, node: ast.Call, method: str) -> ast.expr:
    """What a method of `draw` gives."""
    if any(isinstance(one, ast.Starred) for one in node.args):
        raise Uncut("gives a draw arguments from a list")
    words = [keyword.arg for keyword in node.keywords]
    if method in ("argmax", "largest") and not words:
        return called(f"{UNNAMED}{method}", *_each(graph, node.args))
    if method not in METHODS or None in words:
        raise Uncut(f"draws by {method}()")
    given = _each(graph, [*node.args, *(keyword.value for keyword in node.keywords)])
    return graph.ask(method, given, [str(word) for word in words])


METHODS: Final = ("flip", "uniform", "choice", "geometric", "discrete_laplace", "binomial")


# --------------------------------------------------------------------------- what branches


def _either(graph: Graph, node: ast.IfExp) -> ast.expr:
    """The value of yes if test else no."""
    test, word = without_draws(graph, node.test), graph.fresh()
    yes, no, after = graph.piece(), graph.piece(), graph.piece()
    graph.branch(test, yes, no)
    for number, value in ((yes, node.body), (no, node.orelse)):
        graph.start(number)
        graph.add(assigned(word, without_draws(graph, value)))
        graph.end(Jump(after))
    graph.start(after)
    return name(word)


def _short(graph: Graph, node: ast.BoolOp) -> ast.expr:
    """a and b, a or b: what comes later is evaluated only if it matters."""
    word, after = graph.fresh(), graph.piece()
    for value in node.values[:-1]:
        graph.add(assigned(word, without_draws(graph, value)))
        more = graph.piece()
        both = isinstance(node.op, ast.And)
        graph.branch(name(word), more if both else after, after if both else more)
        graph.start(more)
    graph.add(assigned(word, without_draws(graph, node.values[-1])))
    graph.end(Jump(after))
    graph.start(after)
    return name(word)


# --------------------------------------------------------------------------- comprehensions


def _of_generator(graph: Graph, node: ast.Call) -> ast.expr | None:
    """A function of a generator that draws; None for other calls."""
    match node:
        case ast.Call(func=ast.Name(id=word), args=[given], keywords=[]):
            made = _mapped(graph, given)
        case _:
            return None
    if made is None or not draws_in(made):
        return None
    if not graph.is_builtin(word):
        raise Uncut(f"hands a generator to {word}()")
    if word == "sum":
        return _summed(graph, made)
    if word in ("any", "all"):
        if not isinstance(made, ast.GeneratorExp):  # a list is drawn to its end
            return called(word, _collected(graph, made))
        return _some(graph, made, some=word == "any")
    if word in COLLECTED:
        return called(word, _collected(graph, made))
    raise Uncut(f"hands a generator to {word}()")


def _mapped(graph: Graph, node: ast.expr) -> ast.GeneratorExp | ast.ListComp | None:
    """A comprehension, or map(function, comprehension) as one."""
    match node:
        case ast.GeneratorExp() | ast.ListComp():
            return node
        case ast.Call(func=ast.Name(id="map"), args=[ast.Name() as function, inner], keywords=[]):
            made = _mapped(graph, inner) if graph.is_builtin("map") else None
            if made is None or function.id == DRAW:
                return None
            return type(made)(ast.Call(function, [made.elt], []), made.generators)
    return None


def _summed(graph: Graph, made: ast.GeneratorExp | ast.ListComp) -> ast.expr:
    word = graph.fresh()
    graph.add(assigned(word, ast.Constant(0)))
    _loop(graph, made, lambda value: graph.add(assigned(word, called(".plus", name(word), value))))
    return name(word)


def _collected(graph: Graph, made: ast.GeneratorExp | ast.ListComp) -> ast.expr:
    """The members as a tuple."""
    word = graph.fresh()
    graph.add(assigned(word, ast.Tuple([], ast.Load())))

    def more(value: ast.expr) -> None:
        longer = ast.BinOp(name(word), ast.Add(), ast.Tuple([value], ast.Load()))
        graph.add(assigned(word, longer))

    _loop(graph, made, more)
    return name(word)


def _some(graph: Graph, made: ast.GeneratorExp | ast.ListComp, *, some: bool) -> ast.expr:
    """any() or all(), which end at the first member that decides."""
    word, after, decided = graph.fresh(), graph.piece(), graph.piece()
    graph.add(assigned(word, ast.Constant(not some)))

    def test(value: ast.expr) -> None:
        more = graph.piece()
        graph.branch(value, decided if some else more, more if some else decided)
        graph.start(more)

    _loop(graph, made, test)
    graph.end(Jump(after))
    graph.start(decided)
    graph.add(assigned(word, ast.Constant(some)))
    graph.end(Jump(after))
    graph.start(after)
    return name(word)


def _loop(
    graph: Graph, made: ast.GeneratorExp | ast.ListComp, use: Callable[[ast.expr], None]
) -> None:
    """Go through what a comprehension goes through, as a loop that is cut."""
    if len(made.generators) != 1 or made.generators[0].is_async:
        raise Uncut("has a comprehension with several loops")
    [over] = made.generators
    through = graph.over(over.iter)
    own = {part.id for part in ast.walk(over.target) if isinstance(part, ast.Name)}
    renamed = _Renamed({word: graph.fresh() for word in own})
    again, body, after = graph.piece(), graph.piece(), graph.piece()
    graph.end(Jump(again))
    graph.start(again)
    graph.branch(through.more(), body, after)
    graph.start(body)
    graph.take(renamed.visit(over.target), through)
    for test in over.ifs:
        more = graph.piece()
        graph.branch(without_draws(graph, renamed.visit(test)), more, again)
        graph.start(more)
    use(without_draws(graph, renamed.visit(made.elt)))
    graph.end(Jump(again))
    graph.start(after)


class _Renamed(ast.NodeTransformer):
    """Variables of a comprehension, which are its own."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self._names.get(node.id, node.id), node.ctx)

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        stored = {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
        if stored & self._names.keys():
            raise Uncut("has two comprehensions with one name")
        return self.generic_visit(node)
