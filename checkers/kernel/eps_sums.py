"""For the kernel: functions of ε, as quotients of sums Σ c·ε^i·e^{qε} with rational c and q.

Trusted. Entries of a family are texts of the grammar of numbers with `eps` in them. A sum is a
mapping {(i, q): c} without zero coefficients. The functions ε^i·e^{qε} are linearly independent, so
a sum is the zero function exactly when it is empty.

What must never change: nothing is cancelled, so that every divisor of a text is a divisor of what
was read from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NoReturn

from flint import fmpq

from dpverify.defs import numbers as num
from dpverify.defs.numbers.combination import Combination
from dpverify.defs.numbers.value import from_combination

Key = tuple[int, Fraction]
Sum = Mapping[Key, Fraction]
NOTHING: Sum = {}
CONSTANT: Key = (0, Fraction(0))
ONE: Sum = {CONSTANT: Fraction(1)}
MOST_TERMS = 20_000
MOST_POWER = 1_000


def added(a: Sum, b: Sum, factor: Fraction | int = 1) -> Sum:
    """a + factor·b."""
    total = dict(a)
    for key, c in b.items():
        total[key] = total.get(key, Fraction(0)) + factor * c
    return {key: c for key, c in total.items() if c}


def times(a: Sum, b: Sum) -> Sum:
    """a·b; raises Undecided where that has too many terms to be computed again."""
    if len(a) * len(b) > MOST_TERMS:
        raise num.Undecided("bits", f"a sum in eps has more than {MOST_TERMS:,} terms")
    total: dict[Key, Fraction] = {}
    for (i, q), c in a.items():
        for (j, r), d in b.items():
            key = i + j, q + r
            total[key] = total.get(key, Fraction(0)) + c * d
    return {key: c for key, c in total.items() if c}


def value(a: Sum, eps: Fraction) -> num.Value:
    """The exact number that a sum is at a rational ε."""
    total: dict[Any, fmpq] = {}
    for (i, q), c in a.items():
        exponent, factor = q * eps, c * eps**i
        key = exponent.numerator, exponent.denominator, ()
        total[key] = total.get(key, fmpq(0)) + fmpq(factor.numerator, factor.denominator)
    kept: Combination = {key: c for key, c in total.items() if c}
    return from_combination(kept)


class Quotient:
    """top/bottom, a function of ε; `bottom` is not the zero function.

    >>> (read("1/(1+exp(eps))") + read("exp(eps)/(1+exp(eps))")).is_one
    True
    """

    __slots__ = ("bottom", "top")
    __hash__ = None  # type: ignore[assignment]  # different quotients may be one function

    def __init__(self, top: Sum, bottom: Sum = ONE) -> None:
        if not bottom:
            raise num.NumberError("division by the function that is zero for every eps")
        self.top, self.bottom = top, bottom

    @property
    def is_one(self) -> bool:
        """Whether it is 1 for every ε."""
        return not added(self.top, self.bottom, -1)

    def at(self, eps: Fraction) -> num.Value:
        """The exact number at a rational ε at which the divisor is not 0."""
        below = value(self.bottom, eps)
        if below.sign() == 0:
            raise num.NumberError(f"an entry divides by zero at eps = {eps}")
        return value(self.top, eps) / below

    def exponential(self) -> Quotient:
        """e^self, for a rational multiple of ε."""
        if self.bottom != ONE or not self.top.keys() <= {(1, Fraction(0))}:
            raise num.NumberError("an exponent is no rational multiple of eps")
        return Quotient({(0, self.top.get((1, Fraction(0)), Fraction(0))): Fraction(1)})

    def sign(self) -> NoReturn:
        """Refused: a logarithm or a root asks for it, and is no such function."""
        raise num.NumberError("a logarithm, or a root, of a function of eps is not read here")

    as_rational = sign

    def __add__(self, other: Any) -> Quotient:
        right = _operand(other)
        if self.bottom == right.bottom:
            return Quotient(added(self.top, right.top), self.bottom)
        top = added(times(self.top, right.bottom), times(right.top, self.bottom))
        return Quotient(top, times(self.bottom, right.bottom))

    def __neg__(self) -> Quotient:
        return Quotient(added(NOTHING, self.top, -1), self.bottom)

    def __sub__(self, other: Any) -> Quotient:
        return self + -_operand(other)

    def __mul__(self, other: Any) -> Quotient:
        right = _operand(other)
        return Quotient(times(self.top, right.top), times(self.bottom, right.bottom))

    def __truediv__(self, other: Any) -> Quotient:
        right = _operand(other)
        if right.bottom == ONE and right.top.keys() == ONE.keys():  # a number, which is no zero
            return Quotient(added(NOTHING, self.top, 1 / right.top[CONSTANT]), self.bottom)
        return Quotient(times(self.top, right.bottom), times(self.bottom, right.top))

    def __pow__(self, power: int) -> Quotient:
        if abs(power) > MOST_POWER:
            raise num.NumberError(f"a power of a function of eps is beyond {MOST_POWER:,}")
        result, base = Quotient(ONE), self
        for _ in range(abs(power)):
            result = result * base
        return Quotient(ONE) / result if power < 0 else result

    def __radd__(self, other: Any) -> Quotient:
        return _operand(other) + self

    def __rsub__(self, other: Any) -> Quotient:
        return _operand(other) - self

    def __rmul__(self, other: Any) -> Quotient:
        return _operand(other) * self

    def __rtruediv__(self, other: Any) -> Quotient:
        return _operand(other) / self

    def __eq__(self, other: object) -> NoReturn:
        raise num.NumberError("functions of eps are compared by their difference alone")


EPS = Quotient({(1, Fraction(0)): Fraction(1)})


def read(text: Any) -> Quotient:
    """The function of ε that a text of the document stands for; NumberError for any other text."""
    if type(text) is not str:
        raise num.NumberError("a function of eps is no text")
    found: Any = num.parse(text, symbols={"eps": EPS})
    return _operand(found)


def total(parts: Iterable[Quotient]) -> Quotient:
    """The sum of some functions."""
    result = Quotient(NOTHING)
    for part in parts:
        result = part if not result.top else result + part
    return result


def _operand(given: Any) -> Quotient:
    if isinstance(given, Quotient):
        return given
    if isinstance(given, num.Value) and given.is_rational:
        number = given.as_fraction()
        return Quotient({CONSTANT: number} if number else NOTHING)
    raise num.NumberError("beside eps only rational numbers are read")
