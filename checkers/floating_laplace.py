"""Whether a double is an output of the floating-point Laplace mechanism on a given input.

Everything is decided by running the program itself. That no uniform number gives an output is
decided by trying all whose exact result is near it: the tail 1 − 2|u| is j/2^52 without rounding,
and the program's rounding moves a result by less than `slack`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from random import Random

from flint import arb, fmpq

from dpverify.defs.mechanisms.broken.floating_laplace import UNITS, floating_laplace
from dpverify.defs.numbers.balls import working_precision

TAILS = UNITS >> 1
LARGEST = 37
"""|ln(j/2^52)| is below this for 1 ≤ j ≤ 2^52."""
ROUNDING = Fraction(1, 1 << 49)
"""Three roundings to the nearest, and a logarithm that is right to 4 units in its last place, move
a result by at most this part of the numbers that occur."""
BITS = 128


@dataclass(frozen=True)
class OneSided:
    """An output of one input that the other input never gives; k the uniform number behind it."""

    count: float
    other: float
    scale: float
    k: int
    output: float

    @property
    def replayed(self) -> bool:
        """Whether the program still gives the output on one input, and does not on the other."""
        here = floating_laplace(self.count, self.k, self.scale) == self.output
        return here and not uniforms_of(self.output, self.other, self.scale)


def uniforms_of(output: float, count: float, scale: float) -> list[int]:
    """All k for which the program returns the output, ascending.

    Args: output finite; scale > 0.
    """
    difference = Fraction(output) - Fraction(count)
    largest = abs(Fraction(output)) + abs(Fraction(count)) + LARGEST * Fraction(scale)
    slack = largest * ROUNDING
    found = set()
    for sign in (1, -1):
        if sign * difference < -slack:
            continue
        # size = −scale·ln(j/2^52) lies within slack of |difference|.
        low = _tail(abs(difference) + slack, scale)
        high = _tail(max(abs(difference) - slack, Fraction(0)), scale)
        for tail in range(max(1, low - 1), min(TAILS, high + 1) + 1):
            k = TAILS + sign * (TAILS - tail)
            if k < UNITS and floating_laplace(count, k, scale) == output:
                found.add(k)
    return sorted(found)


def one_sided(count: float, other: float, scale: float, seed: int = 0) -> OneSided | None:
    """The first output among a thousand draws that the other input never gives."""
    rng = Random(seed)  # noqa: S311  a search, no secret
    for _ in range(1000):
        found = _drawn(count, other, scale, rng.randrange(UNITS))
        if found is not None:
            return found
    return None


def share_one_sided(count: float, other: float, scale: float, draws: int, seed: int = 0) -> int:
    """How many of the draws have an output that the other input never gives."""
    rng = Random(seed)  # noqa: S311  a sample, no secret
    found = (_drawn(count, other, scale, rng.randrange(UNITS)) for _ in range(draws))
    return sum(each is not None for each in found)


def _drawn(count: float, other: float, scale: float, k: int) -> OneSided | None:
    output = floating_laplace(count, k, scale)
    if not isfinite(output) or uniforms_of(output, other, scale):
        return None
    return OneSided(count, other, scale, k, output)


def _tail(size: Fraction, scale: float) -> int:
    """⌊2^52·e^{−size/scale}⌋, or one more where the ball does not tell."""
    with working_precision(BITS):
        ratio = size / Fraction(scale)
        ball = (-arb(fmpq(ratio.numerator, ratio.denominator))).exp() * TAILS
        return int(ball.upper().floor().unique_fmpz() or 0)
