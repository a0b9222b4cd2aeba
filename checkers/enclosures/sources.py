"""The four laws of noise as functions on balls: densities, distribution functions, tails.

What must never change: every number is a ball that contains the true one.

Laws are taken along a line t ↦ slope·t + constant. What does not depend on t is computed once: the
functions are evaluated a hundred thousand times for one answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from flint import acb, arb, fmpq

from dpverify.defs.documents.traced import Law, Noise, unknown_law
from dpverify.defs.laws.registry import CONTINUOUS, OF_INTEGERS

Line = tuple[Fraction, Fraction]
"""slope·t + constant."""
Function = Callable[[acb], acb]


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
            case "laplace" | "exponential":
                return (Fraction(0),)
            case _:
                raise unknown_law(self.law)

    def density(self, line: Line, inside: Fraction) -> Function:
        """t ↦ the density at line(t), on the piece without kinks that `inside` lies in."""
        b, there = self.size, at(line, inside)
        match self.law:
            case "gaussian":
                z, less = _affine(line), acb(ball(-1 / (2 * b)))
                most = acb(1 / (2 * arb.pi() * ball(b)).sqrt())

                def bell(t: acb) -> acb:
                    x = z(t)
                    return (x * x * less).exp() * most

                return bell
            case "uniform":
                return _constant(1 / (2 * b) if abs(there) < b else Fraction(0))
            case "laplace":
                return _exponential(1 / (2 * b), line, -1 / b if there > 0 else 1 / b)
            case "exponential":
                return _exponential(1 / b, line, -1 / b) if there > 0 else _constant(Fraction(0))
            case _:
                raise unknown_law(self.law)

    def above(self, line: Line, inside: Fraction) -> Function:
        """t ↦ P(noise ≥ line(t)) on the piece that `inside` lies in, accurate for line(t) > 0."""
        b, there = self.size, at(line, inside)
        match self.law:
            case "gaussian":
                sign = 1 if there >= 0 else -1
                z, less = _affine((sign * line[0], sign * line[1])), acb(1 / (2 * ball(b)).sqrt())
                return _side(lambda t: (z(t) * less).erfc() / 2, far=there >= 0)
            case "uniform":
                if abs(there) < b:
                    return _affine((-line[0] / (2 * b), (b - line[1]) / (2 * b)))
                return _constant(Fraction(0 if there > 0 else 1))
            case "laplace":
                tail = _exponential(Fraction(1, 2), line, -1 / b if there > 0 else 1 / b)
                return _side(tail, far=there > 0)
            case "exponential":
                one = Fraction(1)
                return _exponential(one, line, -1 / b) if there > 0 else _constant(one)
            case _:
                raise unknown_law(self.law)

    def below(self, line: Line, inside: Fraction) -> Function:
        """t ↦ P(noise ≤ line(t)), accurate for line(t) < 0."""
        match self.law:
            case "laplace" | "gaussian" | "uniform":  # symmetric
                return self.above((-line[0], -line[1]), inside)
            case "exponential":
                if at(line, inside) <= 0:
                    return _constant(Fraction(0))
                return _side(_exponential(Fraction(1), line, -1 / self.size), far=False)
            case _:
                raise unknown_law(self.law)

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
            case _:
                raise unknown_law(self.law)


def source_of(noise: Noise) -> Source:
    """A noise of a program."""
    match noise.law:
        case "gaussian":
            return Source(noise.law, noise.scale**2)
        case law if law in CONTINUOUS or law in OF_INTEGERS:
            return Source(law, noise.scale)
        case _:
            raise unknown_law(noise.law)


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


def at(line: Line, t: Fraction) -> Fraction:
    """A line at a point."""
    return line[0] * t + line[1]


def _affine(line: Line) -> Function:
    slope, constant = acb(fmpq_of(line[0])), acb(fmpq_of(line[1]))
    return lambda t: t * slope + constant


def _constant(number: Fraction) -> Function:
    value = acb(fmpq_of(number))
    return lambda _: value


def _exponential(factor: Fraction, line: Line, rate: Fraction) -> Function:
    """t ↦ factor·e^(rate·line(t))."""
    power, most = _affine((rate * line[0], rate * line[1])), acb(fmpq_of(factor))
    return lambda t: power(t).exp() * most


def _side(tail: Function, *, far: bool) -> Function:
    """A tail, or 1 minus it."""
    return tail if far else lambda t: 1 - tail(t)
