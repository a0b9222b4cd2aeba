"""Real: a number known only through balls, as precise as asked for.

What leaves the exact classes (exp(2**(1/2)), ln(2)*ln(3), Phi(1/2), …) is kept as the expression it
came from. Two such numbers are told apart by balls, and found equal where an identity says so
(`identities`); else a comparison refines up to the precision limit and then raises
Undecided("precision").
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from flint import arb, fmpq, fmpz

from dpverify.defs.numbers.balls import approximate, ball_sign, refine_sign, working_precision
from dpverify.defs.numbers.errors import NumberError
from dpverify.defs.numbers.limits import START_BITS
from dpverify.defs.numbers.ordered import Ordered
from dpverify.defs.numbers.value import Value

Operand: TypeAlias = Value | Ordered
"""A number of any of the three classes; `Loss` and `Real` are the two that are `Ordered`."""


def _quantile(probability: arb) -> arb:
    """Where the standard normal law has reached a probability; from the nearer end."""
    far = probability.mid() > 0.5
    quantile = (2 * (1 - probability if far else probability)).erfcinv() * arb(2).sqrt()
    return quantile if far else -quantile


def _distribution(place: arb) -> arb:
    """Φ, as ½·erfc(−x/√2); of a large negative number arb knows erfc to about 18 digits only."""
    x = place / arb(2).sqrt()
    return 1 - x.erfc() / 2 if x > 0 else (-x).erfc() / 2


_OPERATIONS: dict[str, Callable[..., arb]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "exp": lambda a: a.exp(),
    "ln": lambda a: a.log(),
    "**": lambda a, b: a**b,
    "max": lambda a, b: a.max(b),
    "Phi": _distribution,
    "quantile": _quantile,
}


_IDENTITIES: list[Callable[[Real], bool]] = []


def ask_of_ties(shows_zero: Callable[[Real], bool]) -> None:
    """Let a function say of numbers that no ball tells from 0 whether an identity shows that.

    It is handed over by what lies above: identities are about losses too, which are built on this.
    """
    _IDENTITIES.append(shows_zero)


class Real(Ordered):
    """An operation on numbers, evaluated by balls; immutable, not hashable.

    >>> from dpverify.defs.numbers import parse
    >>> parse("exp(2**(1/2))") > 4, parse("Phi(1/2)") == parse("1-Phi(-1/2)")
    (True, True)
    """

    __slots__ = ("arguments", "operation")

    def __init__(self, operation: str, *arguments: Operand) -> None:
        self.operation = operation
        self.arguments = arguments

    def ball(self, bits: int) -> arb:
        """A ball that contains the number; not finite where an operand's ball is too wide."""
        operands = [argument.ball(bits) for argument in self.arguments]
        with working_precision(bits):
            return _OPERATIONS[self.operation](*operands)

    def sign(self) -> int:
        """-1 or 1, 0 where an identity says so; may raise Undecided("precision")."""
        quick = ball_sign(self.ball(START_BITS))
        if quick is not None:
            return quick
        # Identities before more bits: no ball ever shows that two such numbers are equal.
        return 0 if any(shows(self) for shows in _IDENTITIES) else refine_sign(self.ball)

    def approx(self) -> float:
        """A float near the number: to search, filter and draw, never to decide."""
        return approximate(self.ball)

    def __float__(self) -> float:
        """The same, for plots and tables of one's own; no comparison of numbers goes this way."""
        return self.approx()

    def __repr__(self) -> str:
        return f"Real({str(self)!r})"

    def __str__(self) -> str:
        parts = [str(argument) for argument in self.arguments]
        if len(parts) == 1 or self.operation == "max":
            return f"{self.operation}({', '.join(parts)})"
        return f"({parts[0]}){self.operation}({parts[1]})"

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
        if isinstance(right, Ordered) and right.infinite_sign and operation in "+-":
            sign = 1 if swap or operation == "+" else -1
            return right if sign > 0 else -right  # type: ignore[return-value]  # it stays infinite
        return Real(operation, right, self) if swap else Real(operation, self, right)

    def compare(self, other: object) -> int | None:
        """Sign of self − other; None where `other` is not a number."""
        right = operand(other)
        if right is None:
            return None
        if right is self:
            return 0
        if isinstance(right, Ordered) and right.infinite_sign:
            return -right.infinite_sign
        return Real("-", self, right).sign()


def operand(other: object) -> Operand | None:
    """What arithmetic accepts beside its own class; None for anything that is not a number."""
    if isinstance(other, (Value, Ordered)):
        return other
    if type(other) is int:
        return Value(other)
    if isinstance(other, (int, Fraction, fmpq, fmpz)) and not isinstance(other, bool):
        return Value(other)
    return None


def _refuse_zero(divisor: Operand) -> None:
    if divisor.sign() == 0:
        raise NumberError("division by zero")
