"""For the kernel: at which corner shifted Skellam noise is told apart most easily.

Trusted. P[z] = s(z) = e^(−μ)·I_|z|(μ) over the integers, S(j) = P[z ≥ j], h(j) = −Φ⁻¹(S(j)). If the
noise is shifted by m ≥ 1, likelihood ratio tests have a threshold, so the trade-off function has a
corner for every integer j, and that corner lies on the curve of N(0,1) and N(d,1) for

    d(j) = h(j) − h(j − m).

By symmetry h(1 − j) = −h(j), so d(j) = d(m + 1 − j), and j > m/2 are all corners. It is shown here
that the middle one, j = ⌊m/2⌋ + 1, needs the largest d. Up to a corner J each is compared by balls.
From J on d(j) is a sum of m steps h(k + 1) − h(k) with k ≥ K = J − m ≥ 1. Let u(k) = −ln S(k).

- *A step is at most N(k)/h(k)*, N(k) = ln(1 + t + √(1 + t²)) with t = (k+1)/μ: the derivative of h
  by u is Mills' ratio, below 1/h, and S(k)/S(k+1) ≤ 1 + s(k)/s(k+1) ≤ 1 + t + √(1 + t²) (Amos).
- *h(k)² ≥ u(k) − ln 4*: P[N(0,1) ≥ x] is at least 2φ(x)/(x + √(x² + 4)) (Komatsu), and so at least
  e^(−x²)/4, since e^(x²/2) ≥ 1 + x²/2 > 0.63·(1 + x).
- *u rises by at least λ = ln(2(K+1)/μ)* from k ≥ K to k + 1, for s(k+1)/s(k) ≤ μ/(2(k+1)).
- *N² rises by less.* The derivative of N by k is at most 1/(k+1). So where N(K) ≥ 1, N/(k+1) falls
  and the derivative of N² is at most 2N(K)/(K+1) from K on. Let b² = N(K)²/(u(K) − ln 4). If
  2N(K)/(K+1) ≤ b²·λ, then N(k)² ≤ b²·(u(k) − ln 4) for all k ≥ K, no step is above b, and no d(j)
  above m·b.

What must never change: where `refuse_another_corner` returns, no corner needs a larger d.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Final

from flint import arb, fmpq

from dpverify.defs.numbers import Undecided
from dpverify.defs.numbers.balls import working_precision

MOST_CORNERS: Final = 4_000
BITS: Final = (128, 512)


def refuse_another_corner(mean: Fraction, shift: int) -> None:
    """Return if the middle corner needs the largest d; Undecided("unsupported") if not shown."""
    beyond = max(4, ceil(6 * mean))
    while shift + beyond <= MOST_CORNERS:
        for bits in BITS:
            with working_precision(bits):
                if _is_worst(mean, shift, shift + beyond, bits):
                    return
        beyond *= 2
    raise Undecided(
        "unsupported",
        "that no corner needs a larger mu than the middle one is not shown with"
        f" {MOST_CORNERS} corners of the Skellam law",
    )


def _is_worst(mean: Fraction, shift: int, last: int, bits: int) -> bool:
    """Whether balls show that the middle corner needs more than all others up to `last` and on."""
    tails = _tails(mean, last, bits)
    quantiles = [(2 * tail).erfcinv() * arb(2).sqrt() for tail in tails[1:]]

    def h(j: int) -> arb:
        return quantiles[j - 1] if j > 0 else -quantiles[-j]

    middle = shift // 2 + 1
    worst = h(middle) - h(middle - shift)
    compared = all(h(j) - h(j - shift) < worst for j in range(middle + 1, last))
    start = last - shift
    return compared and bool(shift * _largest_step(mean, start, tails[start]) < worst)


def _largest_step(mean: Fraction, start: int, tail: arb) -> arb:
    """A bound of the steps from k = start on; not finite where there is none."""
    t = arb(_exact((start + 1) / mean))
    ratio = (1 + t + (1 + t * t).sqrt()).log()
    depth, fall = -tail.log() - arb(4).log(), (2 * t).log()
    if not (depth > 0 and ratio >= 1 and fall > 0):
        return arb("nan")
    square = ratio * ratio / depth
    if not 2 * ratio / (start + 1) <= square * fall:
        return arb("nan")
    return square.sqrt()


def _tails(mean: Fraction, last: int, bits: int) -> list[arb]:
    """S(j) for j from 0 to `last`."""
    mu, end = arb(_exact(mean)), last + 8
    while not arb(2 * (end + 1)) > mu * 2 or (end - last) < bits:
        end += bits
    # Downward each is a sum of two positive numbers: I_(n−1) = I_(n+1) + 2n/μ·I_n.
    masses = [mu.bessel_i(end + k, scaled=True) for k in (1, 0)]
    for n in range(end, 0, -1):
        masses.append(masses[-2] + 2 * n / mu * masses[-1])
    masses.reverse()  # s(0), s(1), …, s(end + 1)
    ratio = mu / (2 * (end + 2))
    rest = masses[end + 1] * ratio / (1 - ratio) * arb(0.5, 0.5)
    tails = [rest + masses[end + 1]]
    for n in range(end, -1, -1):
        tails.append(tails[-1] + masses[n])
    return tails[::-1][: last + 1]


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
