"""An oracle for zeros: signs on a fine grid, at a precision at which none is in doubt."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from dpverify.defs.numbers.exponential_polynomial import ExpPoly

BITS = 400


def random_function(rng: Random, size: int = 4) -> ExpPoly:
    """A function of ε with a few terms."""
    made: dict[tuple[int, Fraction], Fraction] = {}
    for _ in range(size):
        key = (rng.randint(0, 3), Fraction(rng.randint(-6, 6), rng.randint(1, 3)))
        made[key] = Fraction(rng.choice((-5, -2, -1, 1, 3, 7)), rng.randint(1, 4))
    return ExpPoly.in_eps(made)


def sign_at(a: ExpPoly, eps: Fraction) -> int:
    """The sign at a rational ε by one ball of many bits; 0 where that is in doubt."""
    ball = a.ball(eps, bits=BITS)
    return 1 if ball > 0 else -1 if ball < 0 else 0


def changes(a: ExpPoly, low: Fraction, high: Fraction, steps: int) -> list[Fraction]:
    """Where the sign changes between points of a grid: the left points."""
    grid = [low + (high - low) * Fraction(k, steps) for k in range(steps + 1)]
    signs = [sign_at(a, point) for point in grid]
    return [grid[k] for k in range(steps) if signs[k] and signs[k + 1] and signs[k] != signs[k + 1]]
