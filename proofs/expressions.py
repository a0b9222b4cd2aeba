"""Parameters of a claim as expressions, such as `eps1+eps2` or `delta*(1+exp(eps))`.

One text, several readers: exact numbers, terms for a solver, and symbols on paper. An expression
is of one of two kinds: a *loss* (an ε, which formulas know only as its odds e^ε) or a *value* (a
δ, a risk, a coin's weight, a bound). `exp` leads from a loss to a value, `nats` to its number of
nats, and `loss` back from that; `sqrt` leads from values to values, and `ln` to whichever kind is
wanted. The constants of either kind are rational; the sizes of a shape stand for their numbers, and
`sum(f,i,n)` is the sum of f over i = 0, …, n−1. An *order* is a parameter that ranges over the
integers from 2, a *count* over those from 1; a *number* (any) occurs in inductions alone.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial, reduce
from typing import Any, Literal, Protocol, TypeVar

from dpverify.defs.errors import UsageError

Kind = Literal["loss", "value", "order", "count", "number"]
T = TypeVar("T")

MAX_LENGTH = 500
MAX_TERMS = 100


class Algebra(Protocol[T]):
    """How a reader computes; `names` gives each parameter as the reader knows it."""

    def name(self, name: str) -> T:
        """The parameter of this name."""
        ...

    def constant(self, kind: Kind, value: Fraction) -> T:
        """A rational number of a kind."""
        ...

    def add(self, kind: Kind, a: T, b: T) -> T:
        """a + b."""
        ...

    def subtract(self, kind: Kind, a: T, b: T) -> T:
        """a − b."""
        ...

    def multiply(self, a: T, b: T) -> T:
        """a · b of two values."""
        ...

    def divide(self, a: T, b: T) -> T:
        """a / b of two values."""
        ...

    def scale(self, factor: Fraction, a: T) -> T:
        """factor · a of a loss."""
        ...

    def larger(self, a: T, b: T) -> T:
        """max(a, b)."""
        ...

    def smaller(self, a: T, b: T) -> T:
        """min(a, b)."""
        ...

    def exp(self, a: T) -> T:
        """e^a, from a loss to a value."""
        ...

    def loss_at(self, a: T) -> T:
        """The loss whose odds are a, ln a."""
        ...

    def weigh(self, a: T, b: T) -> T:
        """a · b of a value a and a loss b, a loss."""
        ...

    def nats(self, a: T) -> T:
        """The number of nats of a loss, as a value."""
        ...

    def loss(self, a: T) -> T:
        """The loss of that many nats."""
        ...

    def ln(self, a: T) -> T:
        """The natural logarithm of a value, as a value."""
        ...

    def sqrt(self, a: T) -> T:
        """The root of a value that is not negative."""
        ...


Reading = Callable[[Algebra[Any]], Any]
"""Computes an expression, or a part of one, with the operations of an algebra."""


@dataclass(frozen=True)
class _Reader:
    """Walks an expression once; what it makes computes it in any algebra, as often as one likes."""

    text: str
    sizes: Mapping[str, int] = field(default_factory=dict)
    taken: set[tuple[str, Kind]] = field(default_factory=set)
    """The names that the algebra is asked for, each with the kind that is meant."""

    def read(self, node: ast.expr, kind: Kind) -> Reading:
        match node:
            case ast.Name(id=name) if name not in self.sizes:
                self.taken.add((name, kind))
                return lambda algebra: algebra.name(name)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                a, b = self.read(left, kind), self.read(right, kind)
                return lambda algebra: algebra.add(kind, a(algebra), b(algebra))
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                a, b = self.read(left, kind), self.read(right, kind)
                return lambda algebra: algebra.subtract(kind, a(algebra), b(algebra))
            case ast.BinOp(left=left, op=ast.Mult(), right=right) if self._number(node) is None:
                return self._times(left, right, kind)
            case ast.BinOp(left=left, op=ast.Div(), right=right) if self._number(node) is None:
                return self._divided(left, right, kind)
            case ast.Call(func=ast.Name(id=function), args=args, keywords=[]):
                return self._call(function, args, kind)
        constant = self._number(node)
        if constant is None:
            raise _refused(self.text)
        return _constant(kind, constant)

    def _number(self, node: ast.expr) -> Fraction | None:
        return rational(node, self.sizes)

    def _times(self, left: ast.expr, right: ast.expr, kind: Kind) -> Reading:
        if kind == "value":
            a, b = self.read(left, kind), self.read(right, kind)
            return lambda algebra: algebra.multiply(a(algebra), b(algebra))
        for factor, other in ((left, right), (right, left)):
            number = self._number(factor)
            if number is not None:
                return _scaled(number, self.read(other, kind))
        weight, loss = self.read(left, "value"), self.read(right, kind)
        return lambda algebra: algebra.weigh(weight(algebra), loss(algebra))

    def _divided(self, left: ast.expr, right: ast.expr, kind: Kind) -> Reading:
        divisor = self._number(right)
        if divisor is None and kind == "value":
            a, b = self.read(left, kind), self.read(right, kind)
            return lambda algebra: algebra.divide(a(algebra), b(algebra))
        if not divisor:
            raise _refused(self.text)
        dividend = self.read(left, kind)
        if kind == "loss":
            return _scaled(1 / divisor, dividend)
        factor = _constant(kind, 1 / divisor)
        return lambda algebra: algebra.multiply(factor(algebra), dividend(algebra))

    def _call(self, function: str, args: list[ast.expr], kind: Kind) -> Reading:
        leads = _LEADS.get((function, kind))
        if leads is not None and len(args) == 1:
            method, argument = leads[0], self.read(args[0], leads[1])
            return lambda algebra: getattr(algebra, method)(argument(algebra))
        if function == "sum":
            return self._sum(args, kind)
        if function not in ("max", "min") or len(args) < 2:
            raise _refused(self.text)
        choices = [self.read(argument, kind) for argument in args]
        if function == "max":
            return lambda algebra: reduce(algebra.larger, [one(algebra) for one in choices])
        return lambda algebra: reduce(algebra.smaller, [one(algebra) for one in choices])

    def _sum(self, args: list[ast.expr], kind: Kind) -> Reading:
        match args:
            case [body, ast.Name(id=index), end]:
                count = self._number(end)
                if count is not None and count.denominator == 1 and 0 <= count <= MAX_TERMS:
                    known = [{**self.sizes, index: i} for i in range(int(count))]
                    terms = [replace(self, sizes=sizes).read(body, kind) for sizes in known]
                    return _added(kind, terms or [_constant(kind, Fraction(0))])
        raise _refused(self.text)


def _constant(kind: Kind, value: Fraction) -> Reading:
    return lambda algebra: algebra.constant(kind, value)


def _scaled(factor: Fraction, loss: Reading) -> Reading:
    return lambda algebra: algebra.scale(factor, loss(algebra))


def _added(kind: Kind, terms: list[Reading]) -> Reading:
    return lambda algebra: reduce(partial(algebra.add, kind), [term(algebra) for term in terms])


# A function and the kind of its result; the method of the algebra and the kind of its argument.
_LEADS: dict[tuple[str, Kind], tuple[str, Kind]] = {
    ("exp", "value"): ("exp", "loss"),
    ("nats", "value"): ("nats", "loss"),
    ("loss", "loss"): ("loss", "value"),
    ("ln", "loss"): ("loss_at", "value"),
    ("ln", "value"): ("ln", "value"),
    ("sqrt", "value"): ("sqrt", "value"),
}


def evaluate(
    text: str, kind: Kind, algebra: Algebra[T], sizes: Mapping[str, int] | None = None
) -> T:
    """The expression as one reader sees it; `sizes` are those of a shape.

    Raises: UsageError for what is no expression of this kind.
    """
    result: T = _reading(text, kind, tuple((sizes or {}).items()))(algebra)
    return result


# The instances of a claim ask for few expressions many times: the text is walked once.
@lru_cache(maxsize=1000)
def _reading(text: str, kind: Kind, sizes: tuple[tuple[str, int], ...]) -> Reading:
    return _Reader(text, dict(sizes)).read(parsed(text), kind)


def compared(text: str, algebra: Algebra[T]) -> tuple[T, T, bool]:
    """A condition such as `a <= b` or `a > b` as its smaller side, its larger, and if it is strict.

    Raises: UsageError for what compares no two values.
    """
    operator, sides = _comparison(text)
    left, right = (side(algebra) for side in sides)
    if isinstance(operator, ast.Gt | ast.GtE):
        left, right = right, left
    return left, right, isinstance(operator, ast.Lt | ast.Gt)


@lru_cache(maxsize=1000)
def _comparison(text: str) -> tuple[ast.cmpop, tuple[Reading, Reading]]:
    operator, (left, right) = _sides(text)
    reader = _Reader(text)
    return operator, (reader.read(left, "value"), reader.read(right, "value"))


def _sides(text: str) -> tuple[ast.cmpop, tuple[ast.expr, ast.expr]]:
    tree = parsed(text)
    if not isinstance(tree, ast.Compare) or len(tree.ops) != 1:
        raise _refused(text)
    (operator,), (right,) = tree.ops, tree.comparators
    if not isinstance(operator, ast.Gt | ast.GtE | ast.Lt | ast.LtE):
        raise _refused(text)
    return operator, (tree.left, right)


def taken(text: str, kind: Kind, sizes: Mapping[str, int]) -> frozenset[tuple[str, Kind]]:
    """The names that an expression takes from outside, each with the kind that it is read as.

    No algebra asks of what kind a parameter is: exact numbers read a loss in the place of a value
    as its nats, formulas as its odds. So whoever states a claim is to be asked, by these.

    Raises: UsageError for what is no expression of this kind.

    >>> sorted(taken("delta+sum(exp(i*eps)*delta,i,n)", "value", {"n": 2}))
    [('delta', 'value'), ('eps', 'loss')]
    """
    reader = _Reader(text, sizes)
    reader.read(parsed(text), kind)
    return frozenset(reader.taken)


def taken_by_comparison(text: str) -> frozenset[tuple[str, Kind]]:
    """The same of a condition such as `a <= b`, whose sides are values."""
    _, (left, right) = _sides(text)
    reader = _Reader(text)
    for side in (left, right):
        reader.read(side, "value")
    return frozenset(reader.taken)


@lru_cache(maxsize=1000)
def parsed(text: str) -> ast.expr:
    """The syntax tree; nothing is ever executed."""
    if len(text) > MAX_LENGTH or not text.isascii():
        raise _refused(text)
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise _refused(text) from error


def fraction(text: str) -> tuple[str, str] | None:
    """Numerator and denominator of a quotient of values whose denominator is surely positive.

    >>> fraction("1/(exp(eps)+1)"), fraction("1/(1-delta)"), fraction("delta/2")
    (('1', 'exp(eps) + 1'), None, None)
    """
    match parsed(text):
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            if rational(right) is None and _sign(right) == 1:
                return ast.unparse(left), ast.unparse(right)
    return None


def _sign(node: ast.expr) -> int:
    """1 where a value is surely positive, 0 where surely not negative, else -1."""
    constant = rational(node)
    if constant is not None:
        return (constant > 0) - (constant < 0)
    match node:
        case ast.Name():
            return 0
        case ast.Call(func=ast.Name(id="exp")):
            return 1
        case ast.BinOp(left=left, op=ast.Add() | ast.Mult() as op, right=right):
            signs = _sign(left), _sign(right)
            return min(signs) if min(signs) < 0 or isinstance(op, ast.Mult) else max(signs)
    return -1


@lru_cache(maxsize=1000)
def names(text: str) -> frozenset[str]:
    """The parameters that occur."""
    tree = parsed(text)
    called = {node.func for node in ast.walk(tree) if isinstance(node, ast.Call)}
    every = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return frozenset(node.id for node in every if node not in called)


def rational(node: ast.expr, sizes: Mapping[str, int] | None = None) -> Fraction | None:
    """The number that a literal, a size, a quotient or a product of such stands for."""
    match node:
        case ast.Name(id=name) if sizes and name in sizes:
            return Fraction(sizes[name])
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() as number):
            return Fraction(number)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            value = rational(inner, sizes)
            return None if value is None else -value
        case ast.BinOp(left=left, op=ast.Div() | ast.Mult() as op, right=right):
            a, b = rational(left, sizes), rational(right, sizes)
            if a is None or b is None or (isinstance(op, ast.Div) and b == 0):
                return None
            return a / b if isinstance(op, ast.Div) else a * b
    return None


_GREEK = {
    "eps": "ε", "delta": "δ", "eta": "η", "theta": "θ", "alpha": "α", "rho": "ρ", "risk": "r",
}  # fmt: skip
_SIGNS = {
    "*": "·", ",": ", ", "+": " + ", "-": " − ", ">=": " ≥ ", "<=": " ≤ ",
}  # fmt: skip
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def symbols(text: str) -> str:
    """The expression as it stands on paper.

    >>> symbols("max(eps1,eps2)"), symbols("delta*(1+exp(eps))")
    ('max(ε₁, ε₂)', 'δ·(1 + e^ε)')
    """
    text = re.sub(r"exp\((\w+)\)", r"e^\1", text).replace(" ", "")
    text = re.sub(r"exp\(([^()]+)\)", r"e^(\1)", text)
    text = re.sub(r"nats\((\w+)\)", r"\1", text).replace("sqrt(", "√(")
    text = _sums(text)
    text = re.sub(r"([a-z]+)(\d*)\b", _symbol, text)
    for plain, paper in _SIGNS.items():
        text = text.replace(plain, paper)
    return text


def _sums(text: str) -> str:
    """Each `sum(f,i,n)` as Σ_{i<n}f, the summand in parentheses where it would run on."""
    while (start := text.rfind("sum(")) >= 0:  # the last one has none within
        depth, end, commas = 1, start + 4, []
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            if depth == 1 and text[end] == ",":
                commas.append(end)
            end += 1
        if len(commas) < 2:
            raise _refused(text)
        body = text[start + 4 : commas[-2]]
        index, count = text[commas[-2] + 1 : commas[-1]], text[commas[-1] + 1 : end - 1]
        body = f"({body})" if set(body) & set("+-") else body
        text = f"{text[:start]}Σ_{{{index}<{count}}}{body}{text[end:]}"
    return text


def _symbol(match: re.Match[str]) -> str:
    return _GREEK.get(match[1], match[1]) + match[2].translate(_SUBSCRIPTS)


def _refused(text: str) -> UsageError:
    return UsageError(
        f"{text[:60]!r} is no expression of this kind; parameters, rationals, + - * /, max, min,"
        " sum(…,i,n), ln(value) and, in a probability, exp(loss), nats(loss), sqrt can be used"
    )
