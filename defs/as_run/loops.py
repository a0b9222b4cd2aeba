"""A loop that tries again, read from the source of its function: what may differ from try to try.

`while True:` whose first statement draws is followed where nothing outlives a try but variables
that are read before they are written. Those must have the same value at each try, except counts:
whole numbers that say how many values are drawn at once, and nothing else.

What must never change: a count goes into sizes of draws, `range` of a comprehension and its own
update alone; a number that is compared, returned or computed with otherwise is no count. Neither is
one that the loop reads back from what it drew, by `len()` or an array's size.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from types import CodeType, FrameType

from dpverify.defs.programs.code_states import READS_ALL

DRAWS = {
    "random": 0, "random_sample": 0, "rand": 0, "standard_normal": 0, "standard_exponential": 0,
    "exponential": 1, "uniform": 2, "laplace": 2, "normal": 2, "gumbel": 2, "logistic": 2,
}  # fmt: skip
"""Methods that draw, with the place of the number of values among their arguments."""
SIZES = frozenset({"min", "max", "int"})
"""Functions of counts that give counts."""
HOW_MANY = frozenset(
    ("len", "size", "shape", "nbytes", "__len__", "sum", "count_nonzero", "mean", "average",
     "cumsum", "nonzero", "flatnonzero", "argwhere", "where", "bincount", "histogram", "unique",
     "sort", "argsort", "sorted", "tolist", "list", "tuple", "set", "enumerate", "iter", "zip")
)  # fmt: skip
"""Functions and attributes by which a loop learns of an array how many values were drawn."""


@dataclass(frozen=True)
class Loop:
    """A loop of a function: the variables that a try finds, and which of them are counts."""

    function: str
    names: frozenset[str]
    counts: frozenset[str]


def loop_of(frame: FrameType) -> Loop | None:
    """The innermost endless loop whose first statement a frame is at; None where there is none."""
    return _loop(frame.f_code, frame.f_lineno)


@lru_cache(maxsize=256)
def _loop(code: CodeType, line: int) -> Loop | None:
    function = _function(code)
    if function is None or READS_ALL & set(code.co_names):
        return None
    at = line - code.co_firstlineno + 1
    loops = [node for node in ast.walk(function) if isinstance(node, ast.While) and _at(node, at)]
    loop = max(loops, key=lambda node: node.lineno, default=None)
    if loop is None or not _endless(loop) or not _at(loop.body[0], at) or _catches(function):
        return None
    own = frozenset(code.co_varnames) | frozenset(code.co_cellvars)
    read = {node.id for node in ast.walk(function)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}  # fmt: skip
    names = frozenset(name for name in read & own if _first_written(loop.body, name) is not True)
    counts = frozenset(name for name in names if _is_count(function, name))
    if counts and _asks_how_many(loop):
        return None
    return Loop(code.co_name, names, counts)


def _function(code: CodeType) -> ast.FunctionDef | None:
    """The source of a function that is no generator and keeps nothing outside of it."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(code)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    node = tree.body[0] if len(tree.body) == 1 else None
    if not isinstance(node, ast.FunctionDef) or node.name != code.co_name:
        return None
    outside = (ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr)
    return None if any(isinstance(inner, outside) for inner in ast.walk(node)) else node


def _at(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def _endless(loop: ast.While) -> bool:
    return isinstance(loop.test, ast.Constant) and loop.test.value is True and not loop.orelse


def _catches(function: ast.FunctionDef) -> bool:
    """Whether it may go on after an exception that is not its own, or does more on its way out."""
    for node in ast.walk(function):
        if isinstance(node, ast.Try) and node.finalbody:
            return True
        if isinstance(node, ast.With):
            return True
        if isinstance(node, ast.ExceptHandler):
            caught = node.type
            if not isinstance(caught, ast.Name) or caught.id == "BaseException":
                return True
    return False


def _mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(inner, ast.Name) and inner.id == name for inner in ast.walk(node))


def _first_written(block: Sequence[ast.stmt], name: str) -> bool | None:
    """Whether a block writes a variable before it reads it; None where it mentions it nowhere."""
    for step in block:
        if not _mentions(step, name):
            continue
        if isinstance(step, ast.AnnAssign) and step.value is None:
            continue  # an annotation alone, which is not evaluated in a function
        if isinstance(step, (ast.Assign, ast.AnnAssign)) and step.value is not None:
            targets = step.targets if isinstance(step, ast.Assign) else [step.target]
            return not _mentions(step.value, name) and any(_is(target, name) for target in targets)
        if isinstance(step, ast.Try):
            blocks = [step.body, *(handler.body for handler in step.handlers)]
            return not step.orelse and all(_first_written(b, name) is True for b in blocks)
        if isinstance(step, ast.If):
            branches = [_first_written(b, name) is True for b in (step.body, step.orelse)]
            return not _mentions(step.test, name) and all(branches)
        return False
    return None


def _asks_how_many(loop: ast.While) -> bool:
    """Whether a loop may read back from what it drew how many values it asked for."""
    return any(
        (isinstance(node, ast.Attribute) and node.attr in HOW_MANY)
        or (isinstance(node, ast.Name) and node.id in HOW_MANY)
        for node in ast.walk(loop)
    )


def _is_count(function: ast.FunctionDef, name: str) -> bool:
    """Whether a variable says how many values are drawn, and nothing else."""
    parents = {child: node for node in ast.walk(function) for child in ast.iter_child_nodes(node)}
    return all(_counts(path, name) for path in _reads(function, parents, name))


def _reads(
    function: ast.FunctionDef, parents: dict[ast.AST, ast.AST], name: str
) -> Iterator[list[ast.AST]]:
    """For each place where a variable is read, the nodes from there outward."""
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            path: list[ast.AST] = [node]
            while path[-1] in parents:
                path.append(parents[path[-1]])
            yield path


def _counts(path: list[ast.AST], name: str) -> bool:
    """Whether what is read there ends in the size of a draw or in the variable itself.

    Args: path the nodes from there outward.
    """
    for inner, outer in pairwise(path):
        if isinstance(outer, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
            targets = outer.targets if isinstance(outer, ast.Assign) else [outer.target]
            return len(targets) == 1 and _is(targets[0], name)
        if isinstance(outer, ast.Call) and inner is not outer.func:
            called = outer.func
            if isinstance(called, ast.Attribute):
                return inner is _size(outer)
            if _is(called, "range"):
                around = path[path.index(outer) + 1]
                return isinstance(around, ast.comprehension) and around.iter is outer
            if not any(_is(called, size) for size in SIZES):
                return False
        elif not _adds(outer) and not (isinstance(outer, ast.keyword) and outer.arg == "size"):
            return False
    return False


def _size(call: ast.Call) -> ast.AST | None:
    """The argument of a draw that says how many values are drawn."""
    place = DRAWS.get(call.func.attr) if isinstance(call.func, ast.Attribute) else None
    if place is None or any(isinstance(given, ast.Starred) for given in call.args):
        return None
    named = [given for given in call.keywords if given.arg == "size"]
    return named[0] if named else call.args[place] if len(call.args) > place else None


def _adds(node: ast.AST) -> bool:
    steps = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv)
    return isinstance(node, ast.BinOp) and isinstance(node.op, steps)


def _is(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
