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
from functools import lru_cache
from math import ceil, comb, factorial

from flint import arb, arb_poly, fmpq, fmpz, fmpz_poly

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

    def delta(self, eps: Fraction, bits: int) -> tuple[Fraction, Fraction]:
        """Bounds of δ(ε)."""
        k, reach = self.times, self.largest - eps
        if reach <= 0:
            return Fraction(0), Fraction(0)
        # Terms are at most 4^k·e^(kε₀), and cancel.
        extra = 4 * k + 3 * ceil(self.largest) + 64
        with working_precision(bits + extra):
            total = arb(0)
            whole = arb(fmpz(factorial(k - 1)))
            for j, (even, odd, taken) in enumerate(_terms(k)):
                width = (reach - 2 * j * self.loss) / 2
                if width <= 0:
                    break
                w = arb(_exact(width))
                total += w.sinh() * even + w.cosh() * odd - arb_poly(taken)(w) / whole
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


@lru_cache(maxsize=4)
def _terms(k: int) -> list[tuple[int, int, fmpz_poly]]:
    """For each j: the factors of sinh w and of cosh w, and (k−1)! times what is taken off.

    S_n is sinh w for even n, cosh w for odd n, without the terms of Taylor's series up to n.
    So w^i/i! is taken off as often as the C(k,n)·[z^j](1−z)^n(1+z)^(k−n) of all n = i+1, i+3, …
    """
    down, up = fmpz_poly([1, -1]), fmpz_poly([1, 1])
    rows = [(comb(k, n) * down**n * up ** (k - n)).coeffs() for n in range(k + 1)]
    return [_term([int(row[j]) for row in rows], k) for j in range(k + 1)]


def _term(row: Sequence[int], k: int) -> tuple[int, int, fmpz_poly]:
    """The factors of sinh w and cosh w in Σ row[n]·S_n(w), and (k−1)! times the polynomial."""
    often = [0] * (k + 2)
    for i in range(k - 1, -1, -1):
        often[i] = row[i + 1] + often[i + 2]
    # (k−1)!/i!, from i = k − 1 down.
    scaled, ratio = [0] * k, 1
    for i in range(k - 1, -1, -1):
        scaled[i] = often[i] * ratio
        ratio *= i
    return sum(row[::2]), sum(row[1::2]), fmpz_poly(scaled)


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
