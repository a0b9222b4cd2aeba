"""An oracle for stars with any of four noises: probabilities enclosed by rigorous quadrature.

A star is one noise Z (the threshold) and comparisons of it with others: q_i + Z_i ≥ Z, or ≤. Its
probability is ∫ f(z)·∏ P(Z_i ≥ z − q_i) dz, with 1 − … where the comparison is ≤. Between the
kinks of the densities the integrand is analytic, and arb integrates it with an error bound; the
tails of Z that are left out have less than 2^−bits of probability, which is added as an error.
It shares no code with `checkers/enclosures/`, and takes comparisons as they are given, untraced.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from flint import acb, arb, fmpq

from dpverify.defs.errors import DomainError
from dpverify.defs.risk.enclosed import Enclosed

Law = Literal["gaussian", "uniform", "laplace", "exponential"]


@dataclass(frozen=True)
class Noise:
    """One noise.

    Args: law; scale > 0: the standard deviation, half of the width (uniform on ±scale), or b in
        e^{−|z|/b}/(2b) and e^{−z/b}/b.
    Raises: DomainError for a scale ≤ 0.
    """

    law: Law
    scale: Fraction

    def __post_init__(self) -> None:
        if self.scale <= 0:
            raise DomainError(f"the scale of {self.law} noise is {self.scale}, must be more than 0")

    @property
    def kinks(self) -> tuple[Fraction, ...]:
        """Where the density is not analytic."""
        match self.law:
            case "gaussian":
                return ()
            case "uniform":
                return (-self.scale, self.scale)
            case _:
                return (Fraction(0),)

    def density(self, z: acb, inside: Fraction) -> acb:
        """The density on the piece without kinks that `inside` lies in."""
        b = _arb(self.scale)
        match self.law:
            case "gaussian":
                return (-(z * z) / (2 * b * b)).exp() / (b * (2 * arb.pi()).sqrt())
            case "uniform":
                return acb(1 / (2 * b)) if abs(inside) < self.scale else acb(0)
            case "laplace":
                return ((-z if inside > 0 else z) / b).exp() / (2 * b)
            case "exponential":
                return (-z / b).exp() / b if inside > 0 else acb(0)

    def above(self, z: acb, inside: Fraction) -> acb:
        """P(noise ≥ z) on the piece without kinks that `inside` lies in."""
        b = _arb(self.scale)
        match self.law:
            case "gaussian":
                return (1 - (z / (b * arb(2).sqrt())).erf()) / 2
            case "uniform":
                if abs(inside) < self.scale:
                    return (b - z) / (2 * b)
                return acb(0) if inside > 0 else acb(1)
            case "laplace":
                return (-z / b).exp() / 2 if inside > 0 else 1 - (z / b).exp() / 2
            case "exponential":
                return (-z / b).exp() if inside > 0 else acb(1)

    def support(self, bits: int) -> tuple[Fraction, Fraction, arb]:
        """An interval, and a bound of the probability outside it, below 2^−bits."""
        match self.law:
            case "uniform":
                return -self.scale, self.scale, arb(0)
            case "gaussian":  # P(|Z| > kσ) ≤ e^{−k²/2}
                k = 2 + next(k for k in range(bits + 2) if k * k > 2 * bits)
                return -k * self.scale, k * self.scale, (arb(-k * k) / 2).exp()
            case "laplace":  # P(|Z| > kb) = e^{−k}
                return -bits * self.scale, bits * self.scale, arb(-bits).exp()
            case "exponential":
                return Fraction(0), bits * self.scale, arb(-bits).exp()


@dataclass(frozen=True)
class Comparison:
    """shift + noise ≥ the threshold noise; ≤ where `above` is False."""

    noise: Noise
    shift: Fraction
    above: bool


def star_probability(threshold: Noise, comparisons: Sequence[Comparison]) -> Enclosed:
    """The probability that all comparisons with one threshold noise hold.

    Args: threshold the noise in the middle; comparisons with independent noises.
    Returns: an enclosure, as narrow as asked for.

    >>> one = Noise("gaussian", Fraction(1))
    >>> even = star_probability(one, [Comparison(one, Fraction(0), above=True)])
    >>> even.ball(60).overlaps(arb(0.5))
    True
    """

    def evaluate(bits: int) -> arb:
        low, high, outside = threshold.support(bits)
        kinks = {k for k in threshold.kinks if low < k < high}
        kinks |= {
            k + each.shift
            for each in comparisons
            for k in each.noise.kinks
            if low < k + each.shift < high
        }
        total = arb(0)
        for u, v in pairwise(sorted({low, high, *kinks})):
            total += _integral(threshold, comparisons, u, v)
        return total + outside * arb(0.5, 0.5)

    return Enclosed(evaluate, f"P({len(comparisons)} comparisons with {threshold.law} noise)")


def _integral(threshold: Noise, comparisons: Sequence[Comparison], u: Fraction, v: Fraction) -> arb:
    middle = (u + v) / 2

    def integrand(z: acb, _: bool) -> acb:
        value = threshold.density(z, middle)
        for each in comparisons:
            tail = each.noise.above(z - acb(_arb(each.shift)), middle - each.shift)
            value *= tail if each.above else 1 - tail
        return value

    return acb.integral(integrand, acb(_arb(u)), acb(_arb(v))).real


def _arb(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))
