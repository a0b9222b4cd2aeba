"""What the ratio of two probabilities tends to as the gaps grow, as an identity in ε.

For every ε > 0 an element of the ring behaves like its leading term: the largest rate of the first
gap, then the largest power of it, then the same for the next gap, and so on. No number is put in
for a gap: a ratio may approach its limit as slowly as 1/gap.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dpverify.defs.errors import InternalError
from dpverify.defs.numbers.exponential_polynomial import Exponent, ExpPoly

Growth = tuple[tuple[str, Fraction, int], ...]
"""For each gap that grows or falls: its name, rate in units of ε, and power; in order of names."""


@dataclass(frozen=True)
class Limit:
    """lim left/right = numerator/denominator, two elements in ε alone; ∞ if the denominator is 0.

    The first gap tends to ∞ first, then the second, and so on. It is the limit at every ε > 0 at
    which the denominator is not 0; where it is infinite, at every ε > 0 at which the numerator is
    not 0.

    Args: attained whether left/right equals the limit for all large gaps.
    """

    numerator: ExpPoly
    denominator: ExpPoly
    attained: bool

    @property
    def infinite(self) -> bool:
        """Whether the ratio grows beyond all bounds, or right is 0."""
        return self.denominator.is_zero

    @property
    def vanishes(self) -> bool:
        """Whether the ratio tends to 0."""
        return self.numerator.is_zero


def leading(element: ExpPoly) -> tuple[Growth, ExpPoly]:
    """How an element grows with the gaps, and the coefficient of that growth, in ε alone.

    Raises: InternalError for the zero element, which has no leading term.
    """
    if element.is_zero:
        raise InternalError("the zero element has no leading term")
    terms = element.terms()
    first = next(iter(terms))
    alike = {
        Exponent(e.eps_power, (), e.rate, ()): c
        for e, c in terms.items()
        if e.gap_rates == first.gap_rates and e.gap_powers == first.gap_powers
    }
    growth = zip(element.gaps, first.gap_rates, first.gap_powers, strict=True)
    return tuple(g for g in growth if g[1] or g[2]), ExpPoly.from_terms((), alike)


def limit(left: ExpPoly, right: ExpPoly) -> Limit:
    """The limit of left/right as the gaps grow.

    Args: probabilities or densities of the same word on two inputs, not both the zero element.
    Raises: InternalError where both are zero.
    """
    zero = ExpPoly.number(0)
    if left.is_zero and right.is_zero:
        raise InternalError("the ratio of zero to zero has no limit")
    if left.is_zero:
        return Limit(zero, ExpPoly.number(1), attained=True)
    if right.is_zero:
        return Limit(ExpPoly.number(1), zero, attained=True)
    (left_growth, numerator), (right_growth, denominator) = leading(left), leading(right)
    order = _compare(left_growth, right_growth)
    if order > 0:
        return Limit(numerator, zero, attained=False)
    if order < 0:
        return Limit(zero, denominator, attained=False)
    attained = left * denominator == right * numerator
    return Limit(numerator, denominator, attained)


def _compare(left: Growth, right: Growth) -> int:
    """1 if left grows faster, −1 if slower, 0 if alike; the gap named first decides first."""
    a, b = ({name: pair for name, *pair in growth} for growth in (left, right))
    for name in sorted({*a, *b}):
        x, y = a.get(name, [Fraction(0), 0]), b.get(name, [Fraction(0), 0])
        if x != y:
            return 1 if x > y else -1
    return 0
