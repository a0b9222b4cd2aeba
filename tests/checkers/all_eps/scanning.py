"""An oracle for zeros: signs on a fine grid, at a precision at which none is in doubt."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq

from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.symbolic import terms as sums
from dpverify.defs.symbolic.terms import Terms

BITS = 400


def sign_at(a: Terms, eps: Fraction) -> int:
    """The sign at a rational ε by one ball of many bits; 0 where that is in doubt."""
    with working_precision(BITS):
        ball = sums.ball(a, arb(fmpq(eps.numerator, eps.denominator)))
        return 1 if ball > 0 else -1 if ball < 0 else 0


def changes(a: Terms, low: Fraction, high: Fraction, steps: int) -> list[Fraction]:
    """Where the sign changes between points of a grid: the left points."""
    grid = [low + (high - low) * Fraction(k, steps) for k in range(steps + 1)]
    signs = [sign_at(a, point) for point in grid]
    return [grid[k] for k in range(steps) if signs[k] and signs[k + 1] and signs[k] != signs[k + 1]]
