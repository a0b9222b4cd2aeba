"""Formal: a number that depends on ε, the quotient of two sums Σ c·ε^i·e^{qε}.

What must never change: a `Formal` is the function and carries every sum it was divided by
(`divisors`), so that cancelling never hides a place at which the formula has no value; it is never
compared, for the answer would depend on ε.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NoReturn

from flint import fmpq

from dpverify.defs.errors import NumberError
from dpverify.defs.numbers import Value, parse
from dpverify.defs.numbers.functions import Number
from dpverify.defs.symbolic import terms as sums
from dpverify.defs.symbolic.terms import ONE, Key, Terms

Divisors = frozenset[frozenset[tuple[Key, Fraction]]]


class Formal:
    """A function of ε; immutable, equal to others that are the same function.

    >>> 1 / (1 + EPS.exponential())
    Formal('1/(1+exp(eps))')
    >>> (EPS * 2 - EPS) / EPS == 1
    True
    """

    __slots__ = ("den", "divisors", "num")

    def __init__(self, num: Terms, den: Terms = ONE, divisors: Divisors = frozenset()) -> None:
        self.num, self.den = _reduced(num, den)
        self.divisors = divisors

    @property
    def is_zero(self) -> bool:
        """Whether the function is 0 everywhere."""
        return not self.num

    def as_rational(self) -> fmpq | None:
        """The rational number that the function is; None where it is no rational constant."""
        if not self.num:
            return fmpq(0)
        if self.den != ONE or set(self.num) != {(0, Fraction(0))}:
            return None
        (c,) = self.num.values()
        return fmpq(c.numerator, c.denominator)

    def exponential(self) -> Formal:
        """e^self, for a rational multiple of ε; raises NumberError for any other function."""
        if self.den != ONE or not set(self.num) <= {(1, Fraction(0))}:
            raise NumberError(
                f"exp({self}): with eps as a symbol the exponent is a rational multiple of eps"
            )
        rate = self.num.get((1, Fraction(0)), Fraction(0))
        return Formal({(0, rate): Fraction(1)}, ONE, self.divisors)

    def at(self, eps: Fraction) -> Value:
        """The exact number at a rational ε > 0; raises NumberError where a divisor is 0."""
        for divisor in self.divisors:
            if sums.at(dict(divisor), eps).is_zero:
                raise NumberError(f"{self} divides by zero at eps = {eps}")
        return sums.at(self.num, eps) / sums.at(self.den, eps)

    @property
    def signed(self) -> Terms:
        """A sum with the sign of the function wherever its divisors are not 0."""
        return self.num if self.den == ONE else sums.multiply(self.num, self.den)

    # ------------------------------------------------------------------ arithmetic

    def __add__(self, other: object) -> Formal:
        right = _operand(other)
        if right is None:
            return NotImplemented
        if self.den == right.den:
            top, bottom = sums.add(self.num, right.num), self.den
        else:
            left, moved = sums.multiply(self.num, right.den), sums.multiply(right.num, self.den)
            top, bottom = sums.add(left, moved), sums.multiply(self.den, right.den)
        return Formal(top, bottom, self.divisors | right.divisors)

    __radd__ = __add__

    def __neg__(self) -> Formal:
        return Formal(sums.scale(self.num, Fraction(-1)), self.den, self.divisors)

    def __sub__(self, other: object) -> Formal:
        right = _operand(other)
        return NotImplemented if right is None else self + -right

    def __rsub__(self, other: object) -> Formal:
        left = _operand(other)
        return NotImplemented if left is None else left + -self

    def __mul__(self, other: object) -> Formal:
        right = _operand(other)
        if right is None:
            return NotImplemented
        top, bottom = sums.multiply(self.num, right.num), sums.multiply(self.den, right.den)
        return Formal(top, bottom, self.divisors | right.divisors)

    __rmul__ = __mul__

    def inverse(self) -> Formal:
        """1/self; raises NumberError for the function 0."""
        if not self.num:
            raise NumberError("division by zero")
        divisors = self.divisors
        if len(self.num) > 1:  # one term has no zero at ε > 0
            divisors |= {frozenset(self.num.items())}
        return Formal(self.den, self.num, divisors)

    def __truediv__(self, other: object) -> Formal:
        right = _operand(other)
        return NotImplemented if right is None else self * right.inverse()

    def __rtruediv__(self, other: object) -> Formal:
        left = _operand(other)
        return NotImplemented if left is None else left * self.inverse()

    def __pow__(self, exponent: int) -> Formal:
        if not isinstance(exponent, int):
            return NotImplemented
        base = self.inverse() if exponent < 0 else self
        result = constant(1)
        for _ in range(abs(exponent)):
            result = result * base
        return result

    def __eq__(self, other: object) -> bool:
        try:
            right = _operand(other)
        except NumberError:
            return False
        if right is None:
            return NotImplemented
        return self.num == right.num and self.den == right.den

    def __hash__(self) -> int:
        exact = self.as_rational()
        if exact is not None:
            return hash(Fraction(int(exact.p), int(exact.q)))
        return hash((frozenset(self.num.items()), frozenset(self.den.items())))

    # ------------------------------------------------------------------ what depends on ε

    def _unordered(self, *_: object) -> NoReturn:
        raise NumberError(
            f"the program asks for the size of {self}, which depends on eps; with eps as a symbol"
            " a program may compute with it and draw, but not branch on it or round it"
        )

    __lt__ = __le__ = __gt__ = __ge__ = __float__ = __int__ = __bool__ = _unordered
    __abs__ = __round__ = __floor__ = __ceil__ = __trunc__ = __floordiv__ = __mod__ = _unordered
    __rfloordiv__ = __rmod__ = __index__ = _unordered

    def sign(self) -> int:
        """Refused: it depends on ε."""
        self._unordered()

    def __repr__(self) -> str:
        return f"Formal({str(self)!r})"

    def __str__(self) -> str:
        top, bottom = sums.text(self.num), sums.text(self.den)
        if self.den == ONE:
            return top
        return f"{top if len(self.num) < 2 else f'({top})'}/({bottom})"


def constant(number: int | Fraction) -> Formal:
    """A rational number as a function of ε."""
    return Formal(sums.constant(Fraction(number)))


def formal(text: str) -> Formal:
    """Read a function of ε: the grammar of numbers, with `eps` for ε.

    Raises: NumberError for any other text, and for a function outside this class, such as one with
        e^2 or √2 in it.

    >>> formal("(1-eps)/2") + formal("(1+eps)/2") == 1
    True
    """
    try:
        found: Number | Formal = parse(text, symbols=SYMBOLS)
        made = _operand(found)
    except TypeError:  # a logarithm beside a symbol
        made = None
    if made is None:
        raise NumberError(f"{text!r} is no quotient of sums of c*eps**i*exp(q*eps), c, q rational")
    return made


def _operand(other: object) -> Formal | None:
    if isinstance(other, Formal):
        return other
    if isinstance(other, (int, Fraction)) and not isinstance(other, bool):
        return constant(other)
    if isinstance(other, fmpq):
        return constant(Fraction(int(other.p), int(other.q)))
    if isinstance(other, Value):
        if not other.is_rational:
            raise NumberError(
                f"{other} beside eps: numbers such as e^2 or 2**(1/2) are not taken together with"
                " eps as a symbol; only rational ones are"
            )
        return constant(other.as_fraction())
    return None


def _reduced(num: Terms, den: Terms) -> tuple[Terms, Terms]:
    """The quotient without common factors, the denominator primitive with lowest exponents 0."""
    if not den:
        raise NumberError("division by zero")
    if not num:
        return {}, ONE
    if len(den) > 1:
        root = sums.unit((num, den))
        (top, low, c), (bottom, shift, d) = (sums.polynomial(a, root) for a in (num, den))
        common = top.gcd(bottom)
        top, bottom = top / common, bottom / common
        num = _times(sums.from_polynomial(top, root), 0, low, c)
        den = _times(sums.from_polynomial(bottom, root), 0, shift, d)
    return _lowest(num, den)


def _lowest(num: Terms, den: Terms) -> tuple[Terms, Terms]:
    """The same quotient; where den is one term, it becomes 1 if no power of ε is left in it."""
    shift = min(q for _, q in den)
    power = min(*(i for i, _ in den), *(i for i, _ in num))
    bottom = lcm(*(c.denominator for c in den.values()))
    content = Fraction(gcd(*(sums.whole(c * bottom) for c in den.values())), bottom)
    factor = 1 / content if den[min(den)] > 0 else -1 / content
    return _times(num, -power, -shift, factor), _times(den, -power, -shift, factor)


def _times(a: Terms, power: int, rate: Fraction, factor: Fraction) -> Terms:
    return {(i + power, q + rate): c * factor for (i, q), c in a.items()}


EPS = Formal({(1, Fraction(0)): Fraction(1)})
"""ε itself."""
SYMBOLS: Mapping[str, Any] = {"eps": EPS}
