"""Loss: a privacy loss in nats, r + Σ c_i · ln(v_i) with rational r, c_i and Values v_i, or ±inf.

Losses are compared through exp: their difference is zero exactly when the product of the v_i
raised to c_i, times e^r, is 1, and that is a question about Values.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm, prod
from typing import Final

from flint import arb, fmpq

from dpverify.defs.numbers.balls import (
    approximate,
    ball_sign,
    refine_sign,
    separate,
    working_precision,
)
from dpverify.defs.numbers.canonical import ONE as DENOMINATOR_ONE
from dpverify.defs.numbers.errors import NumberError, Undecided
from dpverify.defs.numbers.limits import MAX_BITS, START_BITS
from dpverify.defs.numbers.ordered import Ordered
from dpverify.defs.numbers.printing import logarithms_text
from dpverify.defs.numbers.radicals import bit_length, integer_power, rational_power
from dpverify.defs.numbers.real import Operand, Real, operand
from dpverify.defs.numbers.value import ONE, Value, from_combination, sign_of

Terms = tuple[tuple[Value, fmpq], ...]
MERGE_BITS = 4096
EXPAND_DEGREE = 64


class Loss(Ordered):
    """An exact loss; immutable. Equality is decided; there is no hash, since texts may differ.

    >>> from dpverify.defs.numbers import ln
    >>> ln(9) == 2 * ln(3), ln(3) < Loss(Fraction(11, 10))
    (True, True)
    """

    __slots__ = ("_infinite", "_odds", "_quick", "_rational", "_terms")

    _infinite: int
    _rational: fmpq
    _terms: Terms
    _quick: arb | None  # a ball of START_BITS, once it was asked for
    _odds: Value | Real | None  # e^loss, once it was asked for

    def __new__(  # noqa: PYI034  # slots are filled below, there is no subclass
        cls, number: int | Fraction | fmpq | Value | Loss = 0
    ) -> Loss:
        """Args: number a rational number (for logarithms use `ln`)."""
        if isinstance(number, Loss):
            return number
        exact = Value(number).as_rational()
        if exact is None:
            raise NumberError(f"{number} is irrational; as a loss it is not in the exact class")
        return _loss(exact, ())

    # ------------------------------------------------------------------ what it is

    @property
    def infinite_sign(self) -> int:
        """1 for +inf, -1 for -inf, 0 for a finite loss."""
        return self._infinite

    @property
    def is_infinite(self) -> bool:
        """Whether the loss is +inf or -inf."""
        return self._infinite != 0

    @property
    def terms(self) -> tuple[fmpq, Terms]:
        """The rational part and the logarithms (value, coefficient) of a finite loss."""
        return self._rational, self._terms

    def as_rational(self) -> fmpq | None:
        """The loss as a rational where it is written as one, else None."""
        return None if self._terms or self._infinite else self._rational

    @property
    def bits(self) -> int:
        """Bits of all coefficients and of what stands under logarithms, as it is held now."""
        logarithms = sum(value.bits + bit_length(c) for value, c in self._terms)
        return bit_length(self._rational) + logarithms

    def ball(self, bits: int) -> arb:
        """A finite ball that contains the loss; NumberError for an infinite one."""
        if self._infinite:
            raise NumberError("an infinite number has no ball")
        if bits == START_BITS:
            return self._quick_ball()
        return self._computed_ball(bits)

    def _quick_ball(self) -> arb:
        if self._quick is None:
            self._quick = self._computed_ball(START_BITS)
        return self._quick

    def _computed_ball(self, bits: int) -> arb:
        if not self._terms:
            with working_precision(bits):
                return arb(self._rational)
        balls = [(separate(value.ball, bits + 16), c) for value, c in self._terms]
        with working_precision(bits):
            result = arb(self._rational)
            for value_ball, c in balls:
                result += value_ball.log() * c
            return result

    def sign(self) -> int:
        """-1, 0 or 1, decided."""
        if self._infinite:
            return self._infinite
        if not self._terms:
            return sign_of(self._rational)
        # Balls first: expanding the powers is dear, and only a tie needs it.
        quick = ball_sign(self._quick_ball()) or ball_sign(self.ball(4 * START_BITS))
        if quick:
            return quick
        try:
            if self._is_zero():
                return 0
        except Undecided:
            pass  # too large to expand: balls may still tell, and say "precision" if they cannot
        return refine_sign(self.ball)

    def _is_zero(self) -> bool:
        """Whether e^r · ∏ v^c = 1, by raising to the common denominator of the c."""
        root = lcm(int(self._rational.q), *(int(c.q) for _, c in self._terms))
        _check_expansion(self._terms, root)
        left = right = ONE
        for value, c in self._terms:
            exponent = int((c * root).p)
            if exponent > 0:
                left = left * value**exponent
            else:
                right = right * value ** (-exponent)
        return left * _exp_rational(self._rational * root) == right

    def odds(self) -> Value | Real:
        """e^loss: a Value where every root in it is one, else a Real; finite losses only."""
        if self._infinite:
            raise NumberError("exp of an infinite loss is not a number")
        if self._odds is None:
            self._odds = self._computed_odds()
        return self._odds

    def _computed_odds(self) -> Value | Real:
        if not self._rational and len(self._terms) == 1 and self._terms[0][1] == 1:
            return self._terms[0][0]  # e^ln(v) is v
        try:
            factors = [_value_power(value, c) for value, c in self._terms]
        except _NoExactPower:
            return Real("exp", self)
        return prod(factors, start=_exp_rational(self._rational))

    def approx(self) -> float:
        """A float near the loss: to search, filter and draw, never to decide."""
        if self._infinite:
            return float("inf") * self._infinite
        return approximate(self.ball)

    def __float__(self) -> float:
        """The same, for plots and tables of one's own; no comparison of numbers goes this way."""
        return self.approx()

    def __repr__(self) -> str:
        return f"Loss({str(self)!r})"

    def __str__(self) -> str:
        if self._infinite:
            return "inf" if self._infinite > 0 else "-inf"
        return logarithms_text(self._rational, [(str(value), c) for value, c in self._terms])

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        terms = tuple((v, int(c.p), int(c.q)) for v, c in self._terms)
        return _restore, (self._infinite, int(self._rational.p), int(self._rational.q), terms)

    # ------------------------------------------------------------------ arithmetic

    def __neg__(self) -> Loss:
        if self._infinite:
            return _infinity(-self._infinite)
        return _loss(-self._rational, tuple((v, -c) for v, c in self._terms))

    def __add__(self, other: object) -> Loss | Real:
        right = operand(other)
        if right is None:
            return NotImplemented
        if isinstance(right, Value):
            exact = right.as_rational()
            right = Real("+", right, Value(0)) if exact is None else _loss(exact, ())
        if not isinstance(right, Loss):
            return self if self._infinite else Real("+", self, right)
        if self._infinite or right._infinite:
            return _add_infinite(self, right)
        return _loss(self._rational + right._rational, _merge(self._terms + right._terms))

    __radd__ = __add__

    def __sub__(self, other: object) -> Loss | Real:
        right = operand(other)
        return NotImplemented if right is None else self + (-right)

    def __rsub__(self, other: object) -> Loss | Real:
        return (-self) + other

    def __mul__(self, other: object) -> Loss | Real:
        right = operand(other)
        if right is None:
            return NotImplemented
        factor = right.as_rational() if isinstance(right, (Value, Loss)) else None
        if factor is None:
            return Real("*", self, right)
        if self._infinite:
            return _scale_infinite(self, factor)
        if not factor:
            return _loss(fmpq(0), ())
        return _loss(self._rational * factor, tuple((v, c * factor) for v, c in self._terms))

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Loss | Real:
        right = operand(other)
        if right is None:
            return NotImplemented
        if right.sign() == 0:
            raise NumberError("division by zero")
        exact = right.as_rational() if isinstance(right, (Value, Loss)) else None
        return Real("/", self, right) if exact is None else self * Value(1 / exact)

    def __rtruediv__(self, other: object) -> Loss | Real:
        left = operand(other)
        if left is None:
            return NotImplemented
        if self.sign() == 0:
            raise NumberError("division by zero")
        exact = self.as_rational()
        if exact is not None and isinstance(left, Value) and left.as_rational() is not None:
            return Loss(left / Value(exact))
        return Real("/", left, self)

    def __pow__(self, exponent: int) -> Loss | Real:
        if not isinstance(exponent, int):
            return NotImplemented
        exact = self.as_rational()
        if exact is None:
            return Real("**", self, Value(exponent))
        return Loss(Value(exact) ** exponent)

    # ------------------------------------------------------------------ comparison

    def compare(self, other: object) -> int | None:
        """Sign of self − other; None where `other` is not a number."""
        right = operand(other)
        if right is None:
            return None
        if isinstance(right, Loss) and (self._infinite or right._infinite):
            return (self._infinite > right._infinite) - (self._infinite < right._infinite)
        if self._infinite:
            return self._infinite
        if right is self:
            return 0
        if isinstance(right, (Value, Loss)):
            plain = self._compare_parts(right)
            if plain is not None:
                return plain
            # As numbers of the one class are told apart: by balls, where these do not meet.
            mine, theirs = self._quick_ball(), right._quick_ball()
            if mine < theirs:
                return -1
            if mine > theirs:
                return 1
        return (self - right).sign()

    def _compare_parts(self, right: Value | Loss) -> int | None:
        """Sign of self − right, both finite, where their parts show it and no ball is needed."""
        if isinstance(right, Value):
            exact = None if self._terms else right.as_rational()
            return None if exact is None else sign_of(self._rational - exact)
        if self._terms == right._terms:
            return sign_of(self._rational - right._rational)
        if len(self._terms) == len(right._terms) == 1 and self._rational == right._rational:
            (value, c), (other, d) = *self._terms, *right._terms
            if c == d:  # c·ln rises where c > 0
                return sign_of(c) * value.compare(other)
        return None


class _NoExactPower(Exception):
    """A root that is not a Value; never leaves this module."""


def log_of_value(value: Value) -> Loss:
    """ln(value) as a Loss; raises NumberError where value ≤ 0."""
    if value.sign() <= 0:
        raise NumberError(f"ln({_short(value)}): the logarithm needs a positive number")
    if value.as_rational() is not None:
        return _loss(fmpq(0), _merge(((value, fmpq(1)),)))
    num, den = value.quotient()
    if den is not DENOMINATOR_ONE or len(num) > 1:
        return _loss(fmpq(0), ((value, fmpq(1)),))
    (((q_num, q_den, roots), coefficient),) = num.items()
    degree = lcm(*(d for _, _, d in roots)) if roots else 1
    radicand = integer_power(coefficient, degree)
    for prime, n, d in roots:
        radicand *= integer_power(fmpq(prime), n * (degree // d))
    return _loss(fmpq(q_num, q_den), _merge(((Value(radicand), fmpq(1, degree)),)))


def _merge(terms: Sequence[tuple[Value, fmpq]]) -> Terms:
    """Terms with equal values, then rational terms with equal coefficients, made one."""
    if not terms:
        return ()
    if len(terms) == 1:  # as below, with nothing to merge
        ((value, c),) = terms
        exact = value.as_rational()
        if not c or exact == 1:
            return ()
        return ((value.inverse(), -c),) if exact is not None and exact < 1 else ((value, c),)
    by_value: dict[Value, fmpq] = {}
    for value, c in terms:
        exact = value.as_rational()
        # c·ln v = −c·ln(1/v): of v and 1/v only the one above 1 is kept.
        flip = exact is not None and exact < 1
        key = value.inverse() if flip else value
        by_value[key] = by_value.get(key, fmpq(0)) + (-c if flip else c)
    by_coefficient: dict[tuple[int, int], fmpq] = {}
    kept: list[tuple[Value, fmpq]] = []
    for value, c in by_value.items():
        exact = value.as_rational()
        if exact is None or bit_length(exact) > MERGE_BITS:
            kept.append((value, c))
        elif c:
            sign = 1 if c > 0 else -1
            size = (int(abs(c).p), int(c.q))
            by_coefficient[size] = by_coefficient.get(size, fmpq(1)) * exact**sign
    for (p, q), product in by_coefficient.items():
        sign = 1 if product >= 1 else -1
        kept.append((Value(product**sign), fmpq(sign * p, q)))
    kept = [(v, c) for v, c in kept if c and v.as_rational() != 1]
    return tuple(sorted(kept, key=lambda term: (str(term[0]), term[1])))


def _check_expansion(terms: Terms, root: int) -> None:
    bits = 0
    for value, c in terms:
        exponent = abs(int((c * root).p))
        exact = value.as_rational()
        if exact is not None:
            bits += exponent * bit_length(exact)
        elif exponent > EXPAND_DEGREE:
            raise Undecided("bits", f"comparing losses needs a power of degree {exponent}")
    if bits > MAX_BITS:
        raise Undecided("bits", f"comparing losses needs numbers of {bits} bits")


def _exp_rational(exponent: fmpq) -> Value:
    return from_combination({(int(exponent.p), int(exponent.q), ()): fmpq(1)})


def _value_power(value: Value, exponent: fmpq) -> Value:
    try:
        if exponent.q == 1:
            return value ** int(exponent.p)
        exact = value.as_rational()
        if exact is None:
            raise _NoExactPower
        return from_combination(rational_power(exact, exponent))
    except Undecided as too_large:
        raise _NoExactPower from too_large


def _loss(rational: fmpq, terms: Terms) -> Loss:
    loss = object.__new__(Loss)
    loss._infinite, loss._rational, loss._terms = 0, rational, terms
    loss._quick = loss._odds = None
    return loss


def _infinity(sign: int) -> Loss:
    loss = _loss(fmpq(0), ())
    loss._infinite = sign
    return loss


def _add_infinite(a: Loss, b: Loss) -> Loss:
    if a._infinite * b._infinite < 0:
        raise NumberError("inf - inf is not a number")
    return _infinity(a._infinite or b._infinite)


def _scale_infinite(loss: Loss, factor: fmpq) -> Loss:
    if not factor:
        raise NumberError("0 times inf is not a number")
    return _infinity(loss._infinite if factor > 0 else -loss._infinite)


def _restore(infinite: int, p: int, q: int, terms: tuple[tuple[Value, int, int], ...]) -> Loss:
    loss = _loss(fmpq(p, q), tuple((v, fmpq(n, d)) for v, n, d in terms))
    loss._infinite = infinite
    return loss


def _short(value: Operand) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "…"


INFINITY: Final = _infinity(1)
