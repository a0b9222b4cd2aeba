"""Laplace noise of one scale, up to 128 times: δ(ε) as a finite sum of elementary terms.

The loss L of one answer has masses 1/2 at ε₀ and e^(−ε₀)/2 at −ε₀, and the density e^((l−ε₀)/2)/4
between. With u = ε₀ − L ≥ 0, the measure e^(−L/2)·dP is flat: e^(−ε₀/2) times masses 1/2 at u = 0
and u = 2ε₀, and the density 1/4 between. So its k-fold convolution is that
of coins and uniform laws, whose Laplace transform in p, with z = e^(−2ε₀p), is

    (1/2 + z/2 + (1 − z)/(4p))^k = Σ over n of C(k,n)·2^(−k−n)·(1 − z)^n·(1 + z)^(k−n)·p^(−n).

A factor p^(−n) is n integrations, z^j a shift by 2jε₀. With w_j = (kε₀ − ε − 2jε₀)/2,

    δ(ε) = 2^(1−k)·e^((ε−kε₀)/2) · Σ C(k,n)·[z^j](1 − z)^n(1 + z)^(k−n)·S_n(w_j),
    S_n(w) = Σ of w^i/i! over i = n+1, n+3, n+5, …,

over n = 0, …, k and all j with w_j > 0.

For k = 1 that is 1 − e^((ε−ε₀)/2).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import ceil, comb

from flint import arb, fmpq, fmpz_poly

from dpverify.defs.accounting.events import Noise
from dpverify.defs.accounting.plan import Plan
from dpverify.defs.numbers.balls import ball_bounds, working_precision

MOST_TIMES = 128
LARGEST_LOSS = 2000
"""Of the sum; above, the terms would cancel beyond all precision."""


class LaplaceSum:
    """The curve of k answers with Laplace noise of one scale; see `solved.Curve`."""

    never = Fraction(0)
    attained = True

    def __init__(self, loss: Fraction, times: int) -> None:
        """Args: loss ε₀ = Δ/b of one answer; times k."""
        self.loss, self.times = loss, times
        self.largest = times * loss

    @property
    def events(self) -> tuple[Fraction, int]:
        """What the curve is of; the same in both directions."""
        return self.loss, self.times

    @cached_property
    def _coefficients(self) -> list[list[int]]:
        """C(k,n)·[z^j](1−z)^n(1+z)^(k−n) for each j and n."""
        k = self.times
        down, up = fmpz_poly([1, -1]), fmpz_poly([1, 1])
        rows = [(comb(k, n) * down**n * up ** (k - n)).coeffs() for n in range(k + 1)]
        return [[int(row[j]) for row in rows] for j in range(k + 1)]

    def delta(self, eps: Fraction, bits: int) -> tuple[Fraction, Fraction]:
        """Bounds of δ(ε)."""
        k, reach = self.times, self.largest - eps
        if reach <= 0:
            return Fraction(0), Fraction(0)
        # Terms are at most 4^k·e^(kε₀), and cancel.
        extra = 4 * k + 3 * ceil(self.largest) + 64
        with working_precision(bits + extra):
            total = arb(0)
            for j, row in enumerate(self._coefficients):
                width = (reach - 2 * j * self.loss) / 2
                if width <= 0:
                    break
                for factor, power in zip(row, _series(arb(_exact(width)), k), strict=True):
                    total += power * factor
            total *= (-arb(_exact(reach)) / 2).exp() / 2 ** (k - 1)
        low, high = ball_bounds(total)
        return max(_fraction(low), Fraction(0)), _fraction(high)


def laplace_curve(plan: Plan) -> LaplaceSum | None:
    """The curve of a plan that is one scale of Laplace noise without sampling; else None."""
    losses, times = set(), 0
    for event in plan.events:
        source = event.noise
        if not isinstance(source, Noise) or source.law != "laplace" or event.rate != 1:
            return None
        losses.add(source.sensitivity / source.size)
        times += event.times
    (loss, *others) = losses
    if others or times > MOST_TIMES or loss * times > LARGEST_LOSS:
        return None
    return LaplaceSum(loss, times)


def _series(width: arb, most: int) -> Sequence[arb]:
    """S_0(w) = sinh w, S_1(w) = cosh w − 1, S_(n+2) = S_n − w^(n+1)/(n+1)!, up to S_k."""
    sums = [width.sinh(), width.cosh() - 1]
    power = width
    for n in range(2, most + 1):
        sums.append(sums[n - 2] - power)
        power = power * width / n
    return sums[: most + 1]


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
