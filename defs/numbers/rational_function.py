"""Ratio: a quotient of polynomials in symbols that stand for positive numbers.

What must never change: a divisor has positive coefficients alone, so that a Ratio has a value at
every positive point; and a Ratio is never compared, since the answer would depend on the point.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from dpverify.defs.numbers.errors import NumberError
from dpverify.defs.numbers.grammar import parse
from dpverify.defs.numbers.value import Value

NAME: Final = re.compile(r"[A-Za-z_][A-Za-z_0-9]{0,30}", re.ASCII)
WORDS: Final = frozenset(("exp", "ln", "inf", "e", "pi"))
"""Names that mean something in the grammar of numbers."""
MOST_SYMBOLS: Final = 6
MOST_TERMS: Final = 2_000
MOST_DEGREE: Final = 60


class Ratio:
    """numerator/denominator; immutable.

    >>> x, y = symbols(["x", "y"])
    >>> (x * x - y * y) / (x + y) == x - y
    True
    """

    __slots__ = ("den", "num")

    def __init__(self, num: fmpq_mpoly, den: fmpq_mpoly) -> None:
        common = num.gcd(den)
        if any(c < 0 for c in _monic(den / common).to_dict().values()):
            common = den * 0 + 1  # x² − x + 1 divides x³ + 1, whose coefficients are positive
        leading = (den / common).leading_coefficient()
        self.num, self.den = num / common / leading, den / common / leading
        large = max(len(self.num.to_dict()), len(self.den.to_dict())) > MOST_TERMS
        degrees = (*self.num.degrees(), *self.den.degrees())
        if large or max(map(int, degrees), default=0) > MOST_DEGREE:
            raise NumberError(
                f"a quotient of polynomials has more than {MOST_TERMS:,} terms, or a degree above"
                f" {MOST_DEGREE}"
            )

    @property
    def names(self) -> tuple[str, ...]:
        """The symbols that may occur in it."""
        return tuple(map(str, self.num.context().names()))

    def at(self, point: Mapping[str, Fraction]) -> Fraction:
        """The number at positive numbers for the symbols."""
        return _value(self.num, point) / _value(self.den, point)

    def exponential(self) -> Any:
        """Refused."""
        raise NumberError(f"exp({self}): with symbols, quotients of polynomials alone are taken")

    def as_rational(self) -> fmpq | None:
        """The rational number that the function is; None where it is no constant."""
        constant = self.num.is_constant() and self.den.is_constant()
        return self.num.leading_coefficient() if constant and self.num.to_dict() else None

    def sign(self) -> int:
        """Refused: it depends on the symbols."""
        raise NumberError(f"ln({self}): with symbols, quotients of polynomials alone are taken")

    def _other(self, other: object) -> Ratio | None:
        if isinstance(other, Ratio):
            return other
        if isinstance(other, Value):
            other = other.as_fraction()
        if isinstance(other, bool) or not isinstance(other, (int, Fraction)):
            return None
        number, context = Fraction(other), self.num.context()
        exact = fmpq(number.numerator, number.denominator)
        return Ratio(context.constant(exact), context.constant(1))

    def __add__(self, other: object) -> Ratio:
        right = self._other(other)
        if right is None:
            return NotImplemented
        return Ratio(self.num * right.den + right.num * self.den, self.den * right.den)

    __radd__ = __add__

    def __neg__(self) -> Ratio:
        return Ratio(-self.num, self.den)

    def __pos__(self) -> Ratio:
        return self

    def __sub__(self, other: object) -> Ratio:
        right = self._other(other)
        return NotImplemented if right is None else self + -right

    def __rsub__(self, other: object) -> Ratio:
        return -self + other

    def __mul__(self, other: object) -> Ratio:
        right = self._other(other)
        if right is None:
            return NotImplemented
        return Ratio(self.num * right.num, self.den * right.den)

    __rmul__ = __mul__

    def inverse(self) -> Ratio:
        """1/self.

        Raises: NumberError unless all coefficients of what is divided by have one sign.
        """
        signs = {c > 0 for c in self.num.to_dict().values()}
        if len(signs) != 1:
            raise NumberError(
                f"1/({self}): divide by what has one sign for all positive symbols, a polynomial"
                " whose coefficients have one sign"
            )
        return Ratio(self.den, self.num)

    def __truediv__(self, other: object) -> Ratio:
        right = self._other(other)
        return NotImplemented if right is None else self * right.inverse()

    def __rtruediv__(self, other: object) -> Ratio:
        return self.inverse() * other

    def __pow__(self, exponent: int) -> Ratio:
        if type(exponent) is not int or abs(exponent) > MOST_DEGREE:
            raise NumberError(f"({self})**({exponent}): give an integer up to {MOST_DEGREE}")
        base = self.inverse() if exponent < 0 else self
        return Ratio(base.num ** abs(exponent), base.den ** abs(exponent))

    def __eq__(self, other: object) -> bool:
        right = self._other(other)
        if right is None:
            return NotImplemented
        return bool(self.num * right.den == right.num * self.den)

    def __hash__(self) -> int:
        return hash(self.at({name: Fraction(k + 2) for k, name in enumerate(self.names)}))

    def _unordered(self, *_: object) -> Any:
        raise NumberError(f"{self} is compared, and its size depends on the symbols")

    __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __float__ = __int__ = __abs__ = _unordered

    def __repr__(self) -> str:
        return f"Ratio({str(self)!r})"

    def __str__(self) -> str:
        top, bottom = str(self.num).replace("^", "**"), str(self.den).replace("^", "**")
        if bottom == "1":
            return top
        plain = len(self.num.to_dict()) < 2 and "/" not in top
        return f"{top if plain else f'({top})'}/({bottom})"


def symbols(names: Sequence[str]) -> list[Ratio]:
    """Symbols for positive numbers.

    Raises: NumberError for names that are none, or too many.
    """
    good = all(NAME.fullmatch(name) and name not in WORDS for name in names)
    if not good or len({*names}) != len(names) or not 0 < len(names) <= MOST_SYMBOLS:
        raise NumberError(f"symbols are 1 to {MOST_SYMBOLS} different names such as 'sigma'")
    context = fmpq_mpoly_ctx.get(tuple(names), Ordering.lex)
    one = context.constant(1)
    return [Ratio(symbol, one) for symbol in context.gens()]


def ratio(text: str, known: Mapping[str, Ratio]) -> Ratio:
    """Read a quotient of polynomials in known symbols.

    Raises: NumberError for any other text.
    """
    number: Any
    try:
        number = parse(text, symbols=known)
    except TypeError:  # a logarithm beside a symbol
        number = None
    first = next(iter(known.values()))
    if isinstance(number, Ratio):
        return number
    exact = None if number is None else getattr(number, "as_rational", lambda: None)()
    if exact is None:
        raise NumberError(
            f"{text[:60]!r} is no quotient of polynomials in {', '.join(known)} with rational"
            " coefficients"
        )
    return first * 0 + Fraction(int(exact.p), int(exact.q))


def _monic(polynomial: fmpq_mpoly) -> fmpq_mpoly:
    return polynomial / polynomial.leading_coefficient()


def _value(polynomial: fmpq_mpoly, point: Mapping[str, Fraction]) -> Fraction:
    names = tuple(map(str, polynomial.context().names()))
    total = Fraction(0)
    for powers, coefficient in polynomial.to_dict().items():
        term = Fraction(int(coefficient.p), int(coefficient.q))
        for name, power in zip(names, powers, strict=True):
            term *= point[name] ** int(power)
        total += term
    return total
