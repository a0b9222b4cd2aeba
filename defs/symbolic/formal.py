"""Formal: a number that depends on ε, the quotient of two exponential polynomials in ε alone.

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

from dpverify.defs.errors import NumberError, Undecided
from dpverify.defs.numbers import Value, parse
from dpverify.defs.numbers.exponential_polynomial import ExpPoly, common_unit
from dpverify.defs.numbers.functions import Number

ONE = ExpPoly.number(1)
MAX_TERMS = 20_000
MAX_DEGREE = 20_000
"""Largest exponent of t in ℤ[ε, t]."""
RATE_OF_EPS = (1, Fraction(0))
"""The key of a multiple of ε among terms {(i, q): c}."""


class Formal:
    """A function of ε; immutable, equal to others that are the same function.

    >>> 1 / (1 + EPS.exponential())
    Formal('1/(1+exp(eps))')
    >>> (EPS * 2 - EPS) / EPS == 1
    True
    """

    __slots__ = ("den", "divisors", "num")

    def __init__(
        self, num: ExpPoly, den: ExpPoly = ONE, divisors: frozenset[ExpPoly] = frozenset()
    ) -> None:
        self.num, self.den = _reduced(num, den)
        self.divisors = divisors

    @property
    def is_zero(self) -> bool:
        """Whether the function is 0 everywhere."""
        return self.num.is_zero

    def as_rational(self) -> fmpq | None:
        """The rational number that the function is; None where it is no rational constant."""
        return self.num.as_rational() if self.den == ONE else None

    def exponential(self) -> Formal:
        """e^self, for a rational multiple of ε; raises NumberError for any other function."""
        terms = self.num.eps_terms()
        if self.den != ONE or not terms.keys() <= {RATE_OF_EPS}:
            raise NumberError(
                f"exp({self}): with eps as a symbol the exponent is a rational multiple of eps"
            )
        rate = terms.get(RATE_OF_EPS, Fraction(0))
        return Formal(ExpPoly.in_eps({(0, rate): 1}), ONE, self.divisors)

    def at(self, eps: Fraction) -> Value:
        """The exact number at a rational ε > 0; raises NumberError where a divisor is 0."""
        for divisor in self.divisors:
            if divisor.at(eps).is_zero:
                raise NumberError(f"{self} divides by zero at eps = {eps}")
        return self.num.at(eps) / self.den.at(eps)

    @property
    def signed(self) -> ExpPoly:
        """A sum with the sign of the function wherever its divisors are not 0."""
        return self.num if self.den == ONE else _limited(self.num * self.den)

    # ------------------------------------------------------------------ arithmetic

    def __add__(self, other: object) -> Formal:
        right = _operand(other)
        if right is None:
            return NotImplemented
        if self.den == right.den:
            top, bottom = self.num + right.num, self.den
        else:
            top = _limited(self.num * right.den) + _limited(right.num * self.den)
            bottom = _limited(self.den * right.den)
        return Formal(top, bottom, self.divisors | right.divisors)

    __radd__ = __add__

    def __neg__(self) -> Formal:
        return Formal(-self.num, self.den, self.divisors)

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
        top, bottom = _limited(self.num * right.num), _limited(self.den * right.den)
        return Formal(top, bottom, self.divisors | right.divisors)

    __rmul__ = __mul__

    def inverse(self) -> Formal:
        """1/self; raises NumberError for the function 0."""
        if self.is_zero:
            raise NumberError("division by zero")
        divisors = self.divisors
        if len(self.num) > 1:  # one term has no zero at ε > 0
            divisors |= {self.num}
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
        # Of power 0 too: x**0 has no value where x has none.
        result = Formal(ONE, ONE, base.divisors)
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
        return hash(self.num) if self.den == ONE else hash((self.num, self.den))

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
        top, bottom = self.num.grammar_text(), self.den.grammar_text()
        if self.den == ONE:
            return top
        return f"{top if len(self.num) < 2 else f'({top})'}/({bottom})"


def constant(number: int | Fraction) -> Formal:
    """A rational number as a function of ε."""
    return Formal(ExpPoly.number(number))


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


def _limited(product: ExpPoly) -> ExpPoly:
    """The product; raises Undecided("bits") beyond MAX_TERMS terms."""
    if len(product) > MAX_TERMS:
        raise Undecided("bits", f"a sum in eps has more than {MAX_TERMS} terms")
    return product


def _reduced(num: ExpPoly, den: ExpPoly) -> tuple[ExpPoly, ExpPoly]:
    """The quotient without common factors, the denominator primitive with lowest exponents 0."""
    if den.is_zero:
        raise NumberError("division by zero")
    if num.is_zero or den == ONE:
        return num, ONE
    if len(den) > 1:
        unit = common_unit((num, den))
        (top, low, c), (bottom, shift, d) = (a.polynomial(unit) for a in (num, den))
        if max(*top.degrees(), *bottom.degrees()) > MAX_DEGREE:
            raise Undecided("bits", f"exponents of eps differ by more than {MAX_DEGREE} units")
        common = top.gcd(bottom)
        above, below = (
            {(int(i), int(k)): int(n) for (i, k), n in (p / common).to_dict().items()}
            for p in (top, bottom)
        )
        power = min(i for i, _ in (*above, *below))
        # Both are primitive over ℤ, and t divides neither: constants and powers of e go above.
        factor = c / d if below[min(below)] > 0 else -c / d
        sign = 1 if below[min(below)] > 0 else -1
        rate = low - shift
        num = ExpPoly.in_eps(
            {(i - power, rate + Fraction(k, unit)): n * factor for (i, k), n in above.items()}
        )
        den = ExpPoly.in_eps(
            {(i - power, Fraction(k, unit)): n * sign for (i, k), n in below.items()}
        )
        return num, den
    return _lowest(num, den)


def _lowest(num: ExpPoly, den: ExpPoly) -> tuple[ExpPoly, ExpPoly]:
    """The same quotient; where den is one term, it becomes 1 if no power of ε is left in it."""
    above, below = num.eps_terms(), den.eps_terms()
    shift = min(q for _, q in below)
    power = min(i for i, _ in (*above, *below))
    multiple = lcm(*(c.denominator for c in below.values()))
    content = Fraction(gcd(*(int(c * multiple) for c in below.values())), multiple)
    factor = 1 / content if below[min(below)] > 0 else -1 / content
    top, bottom = (
        ExpPoly.in_eps({(i - power, q - shift): c * factor for (i, q), c in terms.items()})
        for terms in (above, below)
    )
    return top, bottom


EPS = Formal(ExpPoly.eps())
"""ε itself."""
SYMBOLS: Mapping[str, Any] = {"eps": EPS}
