"""For the kernel: functions of ε, as quotients of sums Σ c·ε^i·e^{qε} with rational c and q.

Trusted. Entries of a family are texts of the grammar of numbers with `eps` in them. The sums are
those of the trusted ring (`defs/numbers/exponential_polynomial.py`), where a sum is the zero
function exactly when it has no terms.

What must never change: nothing is cancelled, so that every divisor of a text is a divisor of what
was read from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NoReturn

from dpverify.defs import numbers as num
from dpverify.defs.numbers.exponential_polynomial import ExpPoly

NOTHING = ExpPoly.number(0)
ONE = ExpPoly.number(1)
MOST_TERMS = 20_000
MOST_POWER = 1_000


def times(a: ExpPoly, b: ExpPoly) -> ExpPoly:
    """a·b; raises Undecided where that has too many terms to be computed again."""
    if len(a) * len(b) > MOST_TERMS:
        raise num.Undecided("bits", f"a sum in eps has more than {MOST_TERMS:,} terms")
    return a * b


class Quotient:
    """top/bottom, a function of ε; `bottom` is not the zero function.

    >>> (read("1/(1+exp(eps))") + read("exp(eps)/(1+exp(eps))")).is_one
    True
    """

    __slots__ = ("bottom", "top")
    __hash__ = None  # type: ignore[assignment]  # different quotients may be one function

    def __init__(self, top: ExpPoly, bottom: ExpPoly = ONE) -> None:
        if bottom.is_zero:
            raise num.NumberError("division by the function that is zero for every eps")
        self.top, self.bottom = top, bottom

    @property
    def is_one(self) -> bool:
        """Whether it is 1 for every ε."""
        return self.top == self.bottom

    def at(self, eps: Fraction) -> num.Value:
        """The exact number at a rational ε at which the divisor is not 0."""
        below = self.bottom.at(eps)
        if below.sign() == 0:
            raise num.NumberError(f"an entry divides by zero at eps = {eps}")
        return self.top.at(eps) / below

    def exponential(self) -> Quotient:
        """e^self, for a rational multiple of ε."""
        terms, eps = self.top.eps_terms(), (1, Fraction(0))
        if self.bottom != ONE or not terms.keys() <= {eps}:
            raise num.NumberError("an exponent is no rational multiple of eps")
        return Quotient(ExpPoly.in_eps({(0, terms.get(eps, Fraction(0))): 1}))

    def sign(self) -> NoReturn:
        """Refused: a logarithm or a root asks for it, and is no such function."""
        raise num.NumberError("a logarithm, or a root, of a function of eps is not read here")

    as_rational = sign

    def __add__(self, other: Any) -> Quotient:
        right = _operand(other)
        if self.bottom == right.bottom:
            return Quotient(self.top + right.top, self.bottom)
        top = times(self.top, right.bottom) + times(right.top, self.bottom)
        return Quotient(top, times(self.bottom, right.bottom))

    def __neg__(self) -> Quotient:
        return Quotient(-self.top, self.bottom)

    def __sub__(self, other: Any) -> Quotient:
        return self + -_operand(other)

    def __mul__(self, other: Any) -> Quotient:
        right = _operand(other)
        return Quotient(times(self.top, right.top), times(self.bottom, right.bottom))

    def __truediv__(self, other: Any) -> Quotient:
        right = _operand(other)
        number = right.top.as_rational() if right.bottom == ONE else None
        if number:  # not 0: dividing by it adds no divisor that depends on ε
            return Quotient(self.top * (1 / number), self.bottom)
        # Above and below by right.bottom: where that is 0, right has no value.
        above = times(times(self.top, right.bottom), right.bottom)
        return Quotient(above, times(times(self.bottom, right.top), right.bottom))

    def __pow__(self, power: int) -> Quotient:
        if abs(power) > MOST_POWER:
            raise num.NumberError(f"a power of a function of eps is beyond {MOST_POWER:,}")
        result = self if power else Quotient(self.bottom, self.bottom)  # 1 where self has a value
        for _ in range(abs(power) - 1):
            result = result * self
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


EPS = Quotient(ExpPoly.eps())


def read(text: Any) -> Quotient:
    """The function of ε that a text of the document stands for; NumberError for any other text."""
    if type(text) is not str:
        raise num.NumberError("a function of eps is no text")
    number: Any = num.parse(text, symbols={"eps": EPS})
    return _operand(number)


def total(parts: Iterable[Quotient]) -> Quotient:
    """The sum of some functions."""
    result = Quotient(NOTHING)
    for part in parts:
        result = part if result.top.is_zero else result + part
    return result


def _operand(given: Any) -> Quotient:
    if isinstance(given, Quotient):
        return given
    if isinstance(given, num.Value) and given.is_rational:
        return Quotient(ExpPoly.number(given.as_fraction()))
    raise num.NumberError("beside eps only rational numbers are read")
