"""Value: an exact real number, the quotient of two ℚ-combinations of e^q · ∏ p^s.

The class is closed under + - * / and integer powers, contains the rationals, exp of rationals and
roots of positive rationals, and decides equality exactly; the sign of what is not zero is found by
refining a ball, which ends because it is not zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from flint import arb, fmpq, fmpz

import dpverify.defs.numbers.combination as comb
from dpverify.defs.numbers.balls import (
    approximate,
    ball_sign,
    refine_sign,
    separate,
    working_precision,
)
from dpverify.defs.numbers.canonical import ONE as DENOMINATOR_ONE
from dpverify.defs.numbers.canonical import reduce_quotient
from dpverify.defs.numbers.combination import UNIT, Combination
from dpverify.defs.numbers.errors import NumberError, Undecided
from dpverify.defs.numbers.limits import (
    MAX_BITS,
    MAX_NUMBER_BITS,
    MAX_POWER_TERMS,
    START_BITS,
)
from dpverify.defs.numbers.location import leading_bits
from dpverify.defs.numbers.printing import quotient_text, rational_text
from dpverify.defs.numbers.radicals import bit_length, integer_power


class Value:
    """An exact number; immutable and hashable.

    >>> Value(3) / 4 - Value(Fraction(1, 4))
    Value('1/2')
    """

    __slots__ = ("_ball", "_den", "_hash", "_num", "_rational", "_reduced")

    _rational: fmpq | None
    _num: Combination
    _den: Combination
    _ball: arb | None
    _hash: int  # set where it was asked for: a matrix of few numbers asks a million times
    _reduced: bool

    def __new__(  # noqa: PYI034  # slots are filled below, there is no subclass
        cls, number: int | Fraction | fmpq | fmpz | Value = 0
    ) -> Value:
        """Args: number an int, Fraction, flint rational or Value; for texts use `parse`."""
        if isinstance(number, Value):
            return number
        if type(number) is int:  # asked first: to ask of a Fraction takes longer than to make it
            return _from_rational(fmpq(number))
        if isinstance(number, Fraction):
            return _from_rational(fmpq(number.numerator, number.denominator))
        if isinstance(number, (fmpq, fmpz)) or (
            isinstance(number, int) and not isinstance(number, bool)
        ):
            return _from_rational(fmpq(number))
        raise NumberError(f"{number!r} is not an exact rational; write it as a text such as '1/4'")

    # ------------------------------------------------------------------ what it is

    @property
    def is_rational(self) -> bool:
        """Whether the number is in ℚ."""
        return self.reduced()._rational is not None

    @property
    def is_zero(self) -> bool:
        """Whether the number is 0, decided on the normal form of the numerator."""
        return not self._rational if self._rational is not None else not self._num

    def as_fraction(self) -> Fraction:
        """The rational number as a Fraction; raises NumberError where it is irrational."""
        exact = self.reduced()._rational
        if exact is None:
            raise NumberError(f"{self} is irrational")
        return Fraction(int(exact.p), int(exact.q))

    def as_rational(self) -> fmpq | None:
        """The number as a flint rational, None where it is irrational."""
        return self.reduced()._rational

    def quotient(self) -> tuple[Combination, Combination]:
        """Numerator and denominator in reduced form."""
        value = self.reduced()
        if value._rational is not None:
            return comb.rational(value._rational), DENOMINATOR_ONE
        return value._num, value._den

    def reduced(self) -> Value:
        """The same number in reduced form (see `canonical`)."""
        if not self._reduced:
            # The number stays the same, so this is invisible; without it each look would pay again.
            form = _from_quotient(*reduce_quotient(self._num, self._den), reduced=True)
            self._rational, self._reduced = form._rational, True
            if form._rational is None:
                self._num, self._den = form._num, form._den
        return self

    @property
    def bits(self) -> int:
        """Bits of all coefficients, as the number is held now."""
        if self._rational is not None:
            return bit_length(self._rational)
        return sum(bit_length(c) for part in (self._num, self._den) for c in part.values())

    def ball(self, bits: int) -> arb:
        """A finite ball that contains the number, computed at `bits` of precision or more."""
        if self._rational is not None:
            with working_precision(bits):
                return arb(self._rational)
        numerator = comb.ball(self._num, bits)
        if self._den is DENOMINATOR_ONE:
            return numerator
        denominator = separate(lambda fine: comb.ball(self._den, fine), bits)
        with working_precision(bits):
            return numerator / denominator

    def _quick_ball(self) -> arb:
        if self._ball is None:
            self._ball = self.ball(START_BITS)
        return self._ball

    def _near(self) -> arb:
        """`_quick_ball`, for who has set START_BITS: a rational number need not set them again."""
        if self._ball is None and self._rational is not None:
            self._ball = arb(self._rational)
        return self._quick_ball()

    def sign(self) -> int:
        """-1, 0 or 1; raises Undecided("precision") only at the precision limit."""
        if self._rational is not None:
            return sign_of(self._rational)
        if not self._num:
            return 0
        quick = ball_sign(self._quick_ball())
        return quick or refine_sign(self.ball)

    def approx(self) -> float:
        """A float near the number: to search, filter and draw, never to decide."""
        return 0.0 if self.is_zero else approximate(self.ball)

    def __float__(self) -> float:
        """The same, for plots and tables of one's own; no comparison of numbers goes this way."""
        return self.approx()

    # ------------------------------------------------------------------ arithmetic

    def __add__(self, other: object) -> Value:
        right = other if type(other) is Value else _operand(other)
        if right is None:
            return NotImplemented
        if self._rational is not None and right._rational is not None:
            return _from_rational(self._rational + right._rational)
        a, b = _parts(self), _parts(right)
        if a[1] is b[1] or a[1] == b[1]:
            return _from_quotient(comb.add(a[0], b[0]), a[1])
        num = comb.add(comb.multiply(a[0], b[1]), comb.multiply(b[0], a[1]))
        return _from_quotient(num, comb.multiply(a[1], b[1])).reduced()

    __radd__ = __add__

    def __neg__(self) -> Value:
        if self._rational is not None:
            return _from_rational(-self._rational)
        return _from_quotient(comb.scale(self._num, fmpq(-1)), self._den, reduced=self._reduced)

    def __pos__(self) -> Value:
        return self

    def __abs__(self) -> Value:
        return -self if self.sign() < 0 else self

    def __sub__(self, other: object) -> Value:
        right = other if type(other) is Value else _operand(other)
        if right is None:
            return NotImplemented
        if self._rational is not None and right._rational is not None:
            return _from_rational(self._rational - right._rational)
        a, b = _parts(self), _parts(right)
        if a[1] is b[1]:
            return _from_quotient(comb.subtract(a[0], b[0]), a[1])
        return self + (-right)

    def __rsub__(self, other: object) -> Value:
        left = _operand(other)
        return NotImplemented if left is None else left + (-self)

    def __mul__(self, other: object) -> Value:
        right = other if type(other) is Value else _operand(other)
        if right is None:
            return NotImplemented
        if self._rational is not None and right._rational is not None:
            return _from_rational(self._rational * right._rational)
        a, b = _parts(self), _parts(right)
        num = comb.multiply(a[0], b[0])
        if a[1] is DENOMINATOR_ONE:
            return _from_quotient(num, b[1])
        if b[1] is DENOMINATOR_ONE:
            return _from_quotient(num, a[1])
        return _from_quotient(num, comb.multiply(a[1], b[1]))

    __rmul__ = __mul__

    def inverse(self) -> Value:
        """1/self; raises NumberError for zero."""
        if self.is_zero:
            raise NumberError("division by zero")
        if self._rational is not None:
            return _from_rational(1 / self._rational)
        return _from_quotient(self._den, self._num).reduced()

    def __truediv__(self, other: object) -> Value:
        right = _operand(other)
        return NotImplemented if right is None else self * right.inverse()

    def __rtruediv__(self, other: object) -> Value:
        left = _operand(other)
        return NotImplemented if left is None else left * self.inverse()

    def __pow__(self, exponent: int) -> Value:
        """Integer powers; for rational exponents use `power` of the package."""
        if not isinstance(exponent, int):
            return NotImplemented
        if self._rational is not None:
            return _from_rational(integer_power(self._rational, exponent))
        if exponent < 0:
            return self.inverse() ** (-exponent)
        return _power(self, exponent)

    # ------------------------------------------------------------------ comparison

    def compare(self, other: Value) -> int:
        """Sign of self − other."""
        left, right = self._rational, other._rational
        if left is not None and right is not None:
            return sign_of(left - right)
        if left is None and right is None and self._written_as(other):
            return 0
        mine, theirs = self._quick_ball(), other._quick_ball()
        if mine < theirs:
            return -1
        if mine > theirs:
            return 1
        return (self - other).sign()

    def _written_as(self, other: Value) -> bool:
        """Whether two irrational numbers are held in the same form, and so are equal."""
        return self._num == other._num and self._den == other._den

    def __eq__(self, other: object) -> bool:
        right = other if type(other) is Value else _operand(other)
        if right is None:
            return NotImplemented
        if self._rational is not None and right._rational is not None:
            return bool(self._rational == right._rational)
        if self._rational is None and right._rational is None and self._written_as(right):
            return True
        # Balls that do not meet tell numbers apart; where they do meet, the normal form decides.
        return bool(self._quick_ball().overlaps(right._quick_ball())) and (self - right).is_zero

    def __lt__(self, other: object) -> bool:
        right = other if type(other) is Value else _operand(other)
        return NotImplemented if right is None else self.compare(right) < 0

    def __le__(self, other: object) -> bool:
        right = other if type(other) is Value else _operand(other)
        return NotImplemented if right is None else self.compare(right) <= 0

    def __gt__(self, other: object) -> bool:
        right = other if type(other) is Value else _operand(other)
        return NotImplemented if right is None else self.compare(right) > 0

    def __ge__(self, other: object) -> bool:
        right = other if type(other) is Value else _operand(other)
        return NotImplemented if right is None else self.compare(right) >= 0

    def __bool__(self) -> bool:
        return not self.is_zero

    def __hash__(self) -> int:
        """Equal numbers hash alike, whatever their form; rationals hash as a Fraction does."""
        try:
            return self._hash
        except AttributeError:
            rational = self.reduced()._rational
            exact = None if rational is None else Fraction(int(rational.p), int(rational.q))
            self._hash = hash(leading_bits(self.ball) if exact is None else exact)
            return self._hash

    # ------------------------------------------------------------------ text and transport

    def __repr__(self) -> str:
        return f"Value({str(self)!r})"

    def __str__(self) -> str:
        exact = self._rational or self.as_rational()
        return quotient_text(*self.quotient()) if exact is None else rational_text(exact)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        if self._rational is not None:
            return ratio, (int(self._rational.p), int(self._rational.q))
        num, den = self.quotient()
        return _restore, (_plain(num), _plain(den))


def difference_ball(left: Value, factor: Value, right: Value) -> arb:
    """A ball that contains left − factor · right; the product is not worked out."""
    near = factor._quick_ball()
    with working_precision(START_BITS):
        return left._near() - near * right._near()


def exceeds(left: Value, factor: Value, right: Value) -> bool:
    """Whether left > factor · right; the product is worked out only where balls do not tell.

    >>> exceeds(Value(7), Value(2), Value(3)), exceeds(Value(6), Value(2), Value(3))
    (True, False)
    """
    if left._rational is None or factor._rational is None or right._rational is None:
        sign = ball_sign(difference_ball(left, factor, right))
        if sign is not None:
            return sign > 0
    return left > factor * right


def total(values: Iterable[Value]) -> Value:
    """The sum of values; terms over one denominator are added before quotients are."""
    rationals = fmpq(0)
    groups: list[tuple[Combination, Combination]] = []
    for value in values:
        if value._rational is not None:
            rationals += value._rational
            continue
        for den, num in groups:
            if den is value._den or den == value._den:
                comb.accumulate(num, value._num)
                break
        else:
            groups.append((value._den, dict(value._num)))
    result = _from_rational(rationals)
    for den, num in groups:
        result = result + _from_quotient(num, den)
    return result


def ratio(numerator: int | fmpz, denominator: int | fmpz = 1) -> Value:
    """The rational number of a numerator and a denominator > 0, which need not be in lowest terms.

    >>> ratio(2, 6)
    Value('1/3')
    """
    return _from_rational(fmpq(numerator, denominator))


def from_combination(num: Combination) -> Value:
    """The value of a combination in normal form."""
    return _from_quotient(num, DENOMINATOR_ONE, reduced=True)


def _from_rational(number: fmpq) -> Value:
    # Each operation at most doubles the bits, so that looking afterwards is in time.
    if number.height_bits() > MAX_NUMBER_BITS:
        raise Undecided("bits", f"an exact number has more than {MAX_NUMBER_BITS} bits")
    value = object.__new__(Value)
    value._rational = number
    value._ball = None
    value._reduced = True
    return value


def _from_quotient(num: Combination, den: Combination, *, reduced: bool = False) -> Value:
    if den is DENOMINATOR_ONE or (len(den) == 1 and den == DENOMINATOR_ONE):
        den, reduced = DENOMINATOR_ONE, True
        if not num:
            return _from_rational(fmpq(0))
        if len(num) == 1 and UNIT in num:
            return _from_rational(num[UNIT])
    elif not num:
        return _from_rational(fmpq(0))
    value = object.__new__(Value)
    value._rational, value._num, value._den = None, num, den
    value._ball = None
    value._reduced = reduced
    return value


def sign_of(number: fmpq) -> int:
    """The sign of a rational number."""
    # Of its numerator: flint compares two rational numbers four times as slowly.
    return 0 if not number else 1 if number.p > 0 else -1


def _parts(value: Value) -> tuple[Combination, Combination]:
    if value._rational is not None:
        return comb.rational(value._rational), DENOMINATOR_ONE
    return value._num, value._den


def _operand(other: object) -> Value | None:
    if isinstance(other, Value):
        return other
    if type(other) is int:
        return _from_rational(fmpq(other))
    if isinstance(other, (int, Fraction, fmpq, fmpz)) and not isinstance(other, bool):
        return Value(other)
    if isinstance(other, float):
        raise NumberError(
            f"{other!r} is a float; arithmetic here is exact: write Fraction({other!r}) for its "
            f"binary value or parse({str(other)!r}) for its digits"
        )
    return None


def _power(base: Value, exponent: int) -> Value:
    num, _ = _parts(base)
    weight = sum(bit_length(c) for c in num.values())
    if weight * exponent > MAX_BITS or (len(num) - 1) * exponent > MAX_POWER_TERMS:
        raise Undecided("bits", "a power would need too many bits or terms")
    result = _from_rational(fmpq(1))
    while exponent:
        if exponent & 1:
            result = result * base
        exponent >>= 1
        if exponent:
            base = base * base
    return result


Plain = tuple[tuple[comb.Monomial, int, int], ...]


def _plain(a: Combination) -> Plain:
    return tuple((m, int(c.p), int(c.q)) for m, c in a.items())


def _restore(num: Plain, den: Plain) -> Value:
    top = {m: fmpq(p, q) for m, p, q in num}
    return _from_quotient(top, {m: fmpq(p, q) for m, p, q in den}, reduced=True)


ZERO: Final = Value(0)
ONE: Final = Value(1)
