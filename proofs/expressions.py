"""Parameters of a claim as expressions, such as `eps1+eps2` or `delta*(1+exp(eps))`.

One text, several readers: exact numbers, terms for a solver, and symbols on paper. An expression
is of one of two kinds: a *loss* (an ε, which formulas know only as its odds e^ε) or a *value* (a
δ, a risk, a coin's weight). `exp` leads from a loss to a value; the constants of either kind are
rational.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Generic, Literal, Protocol, TypeVar

from dpverify.defs.errors import UsageError

Kind = Literal["loss", "value"]
T = TypeVar("T")

MAX_LENGTH = 500


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


@dataclass(frozen=True)
class _Reader(Generic[T]):
    """Walks an expression with the operations of one algebra."""

    text: str
    algebra: Algebra[T]

    def read(self, node: ast.expr, kind: Kind) -> T:
        match node:
            case ast.Name(id=name):
                return self.algebra.name(name)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self.algebra.add(kind, self.read(left, kind), self.read(right, kind))
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return self.algebra.subtract(kind, self.read(left, kind), self.read(right, kind))
            case ast.BinOp(left=left, op=ast.Mult(), right=right) if rational(node) is None:
                return self._times(left, right, kind)
            case ast.BinOp(left=left, op=ast.Div(), right=right) if rational(node) is None:
                return self._divided(left, right, kind)
            case ast.Call(func=ast.Name(id=function), args=args, keywords=[]):
                return self._call(function, args, kind)
        constant = rational(node)
        if constant is None:
            raise _refused(self.text)
        return self.algebra.constant(kind, constant)

    def _times(self, left: ast.expr, right: ast.expr, kind: Kind) -> T:
        if kind == "value":
            return self.algebra.multiply(self.read(left, kind), self.read(right, kind))
        for factor, other in ((left, right), (right, left)):
            number = rational(factor)
            if number is not None:
                return self.algebra.scale(number, self.read(other, kind))
        raise _refused(self.text)

    def _divided(self, left: ast.expr, right: ast.expr, kind: Kind) -> T:
        divisor = rational(right)
        if not divisor:
            raise _refused(self.text)
        if kind == "loss":
            return self.algebra.scale(1 / divisor, self.read(left, kind))
        factor = self.algebra.constant(kind, 1 / divisor)
        return self.algebra.multiply(factor, self.read(left, kind))

    def _call(self, function: str, args: list[ast.expr], kind: Kind) -> T:
        if function == "exp" and len(args) == 1 and kind == "value":
            return self.algebra.exp(self.read(args[0], "loss"))
        choose: dict[str, Callable[[T, T], T]] = {
            "max": self.algebra.larger,
            "min": self.algebra.smaller,
        }
        if function not in choose or len(args) < 2:
            raise _refused(self.text)
        return reduce(choose[function], [self.read(each, kind) for each in args])


def evaluate(text: str, kind: Kind, algebra: Algebra[T]) -> T:
    """The expression as one reader sees it.

    Raises: UsageError for what is no expression of this kind.
    """
    return _Reader(text, algebra).read(parsed(text), kind)


@lru_cache(maxsize=1000)
def parsed(text: str) -> ast.expr:
    """The syntax tree; nothing is ever executed."""
    if len(text) > MAX_LENGTH or not text.isascii():
        raise _refused(text)
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise _refused(text) from error


def names(text: str) -> set[str]:
    """The parameters that occur."""
    tree = parsed(text)
    called = {node.func for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node not in called}


def rational(node: ast.expr) -> Fraction | None:
    """The number that a literal, a quotient or a product of literals stands for."""
    match node:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() as number):
            return Fraction(number)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            value = rational(inner)
            return None if value is None else -value
        case ast.BinOp(left=left, op=ast.Div() | ast.Mult() as op, right=right):
            a, b = rational(left), rational(right)
            if a is None or b is None or (isinstance(op, ast.Div) and b == 0):
                return None
            return a / b if isinstance(op, ast.Div) else a * b
    return None


_GREEK = {
    "eps": "ε", "delta": "δ", "eta": "η", "theta": "θ", "alpha": "α", "rho": "ρ", "risk": "r",
}  # fmt: skip
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def symbols(text: str) -> str:
    """The expression as it stands on paper.

    >>> symbols("max(eps1,eps2)"), symbols("delta*(1+exp(eps))")
    ('max(ε₁, ε₂)', 'δ·(1 + e^ε)')
    """
    text = re.sub(r"exp\((\w+)\)", r"e^\1", text).replace(" ", "")
    text = re.sub(r"([a-z]+)(\d*)\b", _symbol, text)
    return text.replace("*", "·").replace(",", ", ").replace("+", " + ").replace("-", " − ")


def _symbol(match: re.Match[str]) -> str:
    return _GREEK.get(match[1], match[1]) + match[2].translate(_SUBSCRIPTS)


def _refused(text: str) -> UsageError:
    return UsageError(
        f"{text[:60]!r} is no expression of this kind; parameters, rationals, + - * /, max, min"
        " and, in a probability, exp(loss) can be used"
    )
