"""The four laws of noise as functions on balls: densities, distribution functions, tails.

What must never change: every number is a ball that contains the true one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from flint import acb, arb, fmpq

from dpverify.defs.continuous.traced import Law, Noise


@dataclass(frozen=True)
class Source:
    """One noise; `size` is its scale b as for `Noise`, of Gaussian noise the variance b².

    Sums of Gaussian noises have rational variances, not rational scales.
    """

    law: Law
    size: Fraction

    @property
    def kinks(self) -> tuple[Fraction, ...]:
        """Where the density is not analytic."""
        match self.law:
            case "gaussian":
                return ()
            case "uniform":
                return (-self.size, self.size)
            case _:
                return (Fraction(0),)

    def density(self, z: acb, inside: Fraction) -> acb:
        """The density on the piece without kinks that `inside` lies in."""
        b = ball(self.size)
        match self.law:
            case "gaussian":
                return (-(z * z) / (2 * b)).exp() / (2 * arb.pi() * b).sqrt()
            case "uniform":
                return acb(1 / (2 * b)) if abs(inside) < self.size else acb(0)
            case "laplace":
                return ((-z if inside > 0 else z) / b).exp() / (2 * b)
            case "exponential":
                return (-z / b).exp() / b if inside > 0 else acb(0)

    def above(self, z: acb, inside: Fraction) -> acb:
        """P(noise ≥ z) on the piece without kinks that `inside` lies in, accurate for z > 0."""
        b = ball(self.size)
        match self.law:
            case "gaussian":
                tail = ((z if inside >= 0 else -z) / (2 * b).sqrt()).erfc() / 2
                return tail if inside >= 0 else 1 - tail
            case "uniform":
                if abs(inside) < self.size:
                    return (b - z) / (2 * b)
                return acb(0) if inside > 0 else acb(1)
            case "laplace":
                return (-z / b).exp() / 2 if inside > 0 else 1 - (z / b).exp() / 2
            case "exponential":
                return (-z / b).exp() if inside > 0 else acb(1)

    def below(self, z: acb, inside: Fraction) -> acb:
        """P(noise ≤ z), accurate for z < 0."""
        if self.law == "exponential":
            return 1 - (-z / ball(self.size)).exp() if inside > 0 else acb(0)
        return self.above(-z, -inside)

    def support(self, bits: int) -> tuple[Fraction, Fraction, arb]:
        """An interval, and a bound of the probability outside it, below 2^−bits."""
        match self.law:
            case "uniform":
                return -self.size, self.size, arb(0)
            case "gaussian":  # P(|Z| > k·b) ≤ e^{−k²/2}
                k = 2 + isqrt(2 * bits)
                end = k * root_above(self.size)
                return -end, end, (arb(-k * k) / 2).exp()
            case "laplace":  # P(|Z| > k·b) = e^{−k}
                return -bits * self.size, bits * self.size, arb(-bits).exp()
            case "exponential":
                return Fraction(0), bits * self.size, arb(-bits).exp()


def source_of(noise: Noise) -> Source:
    """A noise of a program."""
    return Source(noise.law, noise.scale**2 if noise.law == "gaussian" else noise.scale)


def root_above(square: Fraction) -> Fraction:
    """A rational number that is at least √square, by at most a part in 2^16."""
    scaled = square.numerator * square.denominator << 32
    return Fraction(isqrt(scaled) + 1, square.denominator << 16)


def fmpq_of(number: Fraction) -> fmpq:
    """The number as flint's rational."""
    return fmpq(number.numerator, number.denominator)


def ball(number: Fraction) -> arb:
    """A ball that contains a rational number."""
    return arb(fmpq_of(number))
