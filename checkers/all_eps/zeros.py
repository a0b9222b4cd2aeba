"""All positive zeros of a factor, each alone in an interval with rational ends.

Near 0 the lowest Taylor term outweighs the others, far away the fastest growing term does; between
the two bounds intervals are halved until a Taylor expansion shows that there is no zero, or that
the factor is monotone. That ends because all zeros are simple (see `factors`).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from flint import arb, fmpq

from dpverify.checkers.all_eps.factors import Factor
from dpverify.checkers.all_eps.taylor import Expander
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Loss, Real, Value
from dpverify.defs.numbers.balls import ball_sign, not_separated, refine_sign, working_precision
from dpverify.defs.numbers.limits import PRECISION_LIMIT, START_BITS

ORDER = 16
"""Order of the Taylor expansions; at 0, beyond the order of vanishing."""
MOST_HALVINGS = 200_000


class Zero:
    """A simple zero of a factor, between two rationals; `low` = `high` where it is rational."""

    def __init__(self, factor: Factor, sum_: Expander, low: fmpq, high: fmpq, rising: int) -> None:
        self.factor, self._sum = factor, sum_
        self.low, self.high, self._rising = low, high, rising

    @property
    def rational(self) -> bool:
        """Whether the zero is `low` itself."""
        return bool(self.low == self.high)

    def halve(self) -> None:
        """Halve the interval."""
        if self.rational:
            return
        middle = (self.low + self.high) / 2
        if refine_sign(lambda bits: self._sum.ball(middle, bits)) == self._rising:
            self.high = middle
        else:
            self.low = middle

    def ball(self, bits: int) -> arb:
        """A ball with the zero, of relative radius about 2^−bits; the interval shrinks to it."""
        while (self.high - self.low) * 2**bits > self.low:
            self.halve()
        with working_precision(bits + 32):
            return arb(self.low).union(arb(self.high))

    def number(self) -> Value | Loss | Real:
        """The zero as a number: rational, a logarithm, or known by enclosures."""
        if self.rational:
            return Value(self.low)
        closed = self.factor.logarithm
        return _Enclosed(self) if closed is None else closed


class _Enclosed(Real):
    """A zero as a number of the project."""

    __slots__ = ("_zero",)

    def __init__(self, zero: Zero) -> None:
        super().__init__("zero")
        self._zero = zero

    def ball(self, bits: int) -> arb:
        return self._zero.ball(bits)

    def __str__(self) -> str:
        return f"a zero of {self._zero.factor.polynomial}"


def zeros(
    factor: Factor, low: Fraction, high: Fraction | None, tick: Callable[[], None] = lambda: None
) -> list[Zero]:
    """All zeros ε of a factor with low ≤ ε ≤ high and ε > 0, ascending.

    Args: low ≥ 0; high > low, None for no end; tick is called often and raises where time is up.
    """
    rational = factor.rational_zero
    if rational is not None:
        inside = rational > 0 and low <= rational and (high is None or rational <= high)
        place = fmpq(rational.numerator, rational.denominator)
        return [Zero(factor, Expander(factor.sum, 2), place, place, 1)] if inside else []
    if min(factor.terms.values()) > 0 or max(factor.terms.values()) < 0:
        return []
    start = _near_zero(factor) if not low else fmpq(low.numerator, low.denominator)
    end = _far_away(factor) if high is None else fmpq(high.numerator, high.denominator)
    return _between(factor, start, end, tick) if start < end else []


def _between(factor: Factor, low: fmpq, high: fmpq, tick: Callable[[], None]) -> list[Zero]:
    """The zeros between two rationals > 0, at which the factor is not 0."""
    expander = Expander(factor.sum, ORDER)
    zeros, waiting, steps = list[Zero](), [(low, high)], 0
    while waiting:
        tick()
        steps += 1
        if steps > MOST_HALVINGS:
            raise Undecided(
                "time",
                f"the search for zeros of {factor.polynomial} in the range took more than"
                f" {MOST_HALVINGS:,} steps: two lie close together,"
                " or the range is long; give a shorter one",
            )
        u, v = waiting.pop()
        middle, w = (u + v) / 2, (v - u) / 2
        bits = _enough(expander, middle)
        expansion = expander.at(middle, w, bits)
        with working_precision(bits):
            width = arb(w)
            if expansion.no_zero(width):
                continue
            if expansion.monotone(width):
                ends = [refine_sign(partial(expander.ball, p)) for p in (u, v)]
                if ends[0] != ends[1]:
                    zeros.append(Zero(factor, expander, u, v, ends[1]))
                continue
        waiting += [(middle, v), (u, middle)]
    return zeros


def _enough(expander: Expander, point: fmpq) -> int:
    """Bits at which the value at a point is told from 0, and as many again as were lost."""
    bits = START_BITS
    while ball_sign(expander.ball(point, bits)) is None:
        bits *= 2
        if bits > PRECISION_LIMIT:
            raise not_separated(expander.ball(point, PRECISION_LIMIT), PRECISION_LIMIT)
    return 2 * bits


def _near_zero(factor: Factor) -> fmpq:
    """An a > 0 with no zero in (0, a].

    A sum of n terms vanishes at 0 to an order below n, so that one of the first n coefficients is
    not 0; from there on the Taylor series is compared with its lowest term.
    """
    order = lowest = 0
    while lowest == order:  # all coefficients so far are 0
        order += ORDER
        exact = Expander(factor.sum, order).at_zero()
        lowest = next((k for k, c in enumerate(exact) if c), order)
    expander = Expander(factor.sum, lowest + ORDER)
    exact = expander.at_zero()
    a = fmpq(1)
    while True:
        expansion = expander.at(fmpq(0), a, START_BITS)
        with working_precision(START_BITS):
            series = type(expansion)([arb(c) for c in exact], expansion.remainder)
            if series.no_zero(arb(a), lowest):
                return a
        a /= 2


def _far_away(factor: Factor) -> fmpq:
    """A b with no zero in [b, ∞).

    Divided by the fastest growing term, ε^I·e^{Qε}, each other term is |c|·ε^{i−I}·e^{−(Q−q)ε},
    which falls for ε ≥ (i − I)/(Q − q): where their sum is below the first coefficient, it stays.
    """
    lead = max(factor.terms, key=lambda key: (key[1], key[0]))
    others = [(i - lead[0], lead[1] - q, abs(c)) for (i, q), c in factor.terms.items()
              if (i, q) != lead]  # fmt: skip
    b = fmpq(1)
    turning = max([Fraction(0), *(i / d for i, d, _ in others if d)])
    while b < fmpq(turning.numerator, turning.denominator):
        b *= 2
    while True:
        with working_precision(START_BITS):
            rest, point = arb(0), arb(b)
            for i, d, c in others:
                decay = (point * arb(fmpq(-d.numerator, d.denominator))).exp()
                rest += arb(fmpq(c.numerator, c.denominator)) * point**i * decay
            c = abs(factor.terms[lead])
            if arb(fmpq(c.numerator, c.denominator)) > rest:
                return b
        b *= 2
