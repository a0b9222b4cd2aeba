"""Real: a number known only through balls, as precise as asked for.

What leaves the exact classes (exp(2**(1/2)), ln(2)*ln(3), …) is kept as the expression it came
from. Two such numbers can be told apart but never found equal: a comparison refines up to the
precision limit and then raises Undecided("precision").
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Union

from flint import arb, fmpq, fmpz

from dpverify.defs.numbers.balls import approximate, refine_sign, working_precision
from dpverify.defs.numbers.errors import NumberError
from dpverify.defs.numbers.ordered import Ordered
from dpverify.defs.numbers.value import Value

if TYPE_CHECKING:
    from dpverify.defs.numbers.loss import Loss

Operand = Union[Value, "Loss", "Real"]


def _quantile(probability: arb) -> arb:
    """Where the standard normal law has reached a probability; from the nearer end."""
    far = probability.mid() > 0.5
    quantile = (2 * (1 - probability if far else probability)).erfcinv() * arb(2).sqrt()
    return quantile if far else -quantile


_OPERATIONS: dict[str, Callable[..., arb]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "exp": lambda a: a.exp(),
    "ln": lambda a: a.log(),
    "**": lambda a, b: a**b,
    "max": lambda a, b: a.max(b),
    "normal": lambda a: (-a / arb(2).sqrt()).erfc() / 2,
    "quantile": _quantile,
}


class Real(Ordered):
    """An operation on numbers, evaluated by balls; immutable, not hashable.

    >>> from dpverify.defs.numbers import parse
    >>> parse("exp(2**(1/2))") > 4
    True
    """

    __slots__ = ("_arguments", "_operation")

    def __init__(self, operation: str, *arguments: Operand) -> None:
        self._operation = operation
        self._arguments = arguments

    def ball(self, bits: int) -> arb:
        """A ball that contains the number; not finite where an operand's ball is too wide."""
        operands = [argument.ball(bits) for argument in self._arguments]
        with working_precision(bits):
            return _OPERATIONS[self._operation](*operands)

    def sign(self) -> int:
        """-1 or 1 (0 where the ball is the exact zero); may raise Undecided("precision")."""
        return refine_sign(self.ball)

    def approx(self) -> float:
        """A float near the number: to search, filter and draw, never to decide."""
        return approximate(self.ball)

    def __repr__(self) -> str:
        return f"Real({str(self)!r})"

    def __str__(self) -> str:
        parts = [str(argument) for argument in self._arguments]
        if len(parts) == 1 or self._operation == "max":
            return f"{self._operation}({', '.join(parts)})"
        return f"({parts[0]}){self._operation}({parts[1]})"

    def __neg__(self) -> Real:
        return Real("-", Value(0), self)

    def __add__(self, other: object) -> Real:
        return self._combine("+", other)

    def __radd__(self, other: object) -> Real:
        return self._combine("+", other, swap=True)

    def __sub__(self, other: object) -> Real:
        return self._combine("-", other)

    def __rsub__(self, other: object) -> Real:
        return self._combine("-", other, swap=True)

    def __mul__(self, other: object) -> Real:
        return self._combine("*", other)

    def __rmul__(self, other: object) -> Real:
        return self._combine("*", other, swap=True)

    def __truediv__(self, other: object) -> Real:
        return self._combine("/", other)

    def __rtruediv__(self, other: object) -> Real:
        return self._combine("/", other, swap=True)

    def __pow__(self, exponent: int) -> Real:
        if isinstance(exponent, int):
            return Real("**", self, Value(exponent))
        return NotImplemented

    def _combine(self, operation: str, other: object, *, swap: bool = False) -> Real:
        right = operand(other)
        if right is None:
            return NotImplemented  # type: ignore[no-any-return]  # as in the operators
        if operation == "/":
            _refuse_zero(self if swap else right)
        if getattr(right, "infinite_sign", 0) and operation in "+-":
            infinite = right if swap or operation == "+" else -right
            return infinite + self  # type: ignore[return-value]  # it stays infinite
        return Real(operation, right, self) if swap else Real(operation, self, right)

    def compare(self, other: object) -> int | None:
        """Sign of self − other; None where `other` is not a number."""
        right = operand(other)
        if right is None:
            return None
        if right is self:
            return 0
        infinite = getattr(right, "infinite_sign", 0)
        return -infinite if infinite else Real("-", self, right).sign()


def operand(other: object) -> Operand | None:
    """What arithmetic accepts beside its own class; None for anything that is not a number."""
    from dpverify.defs.numbers.loss import Loss

    if isinstance(other, (Value, Loss, Real)):
        return other
    if isinstance(other, (int, Fraction, fmpq, fmpz)) and not isinstance(other, bool):
        return Value(other)
    return None


def _refuse_zero(divisor: Operand) -> None:
    if divisor.sign() == 0:
        raise NumberError("division by zero")
