"""For the kernel: at which corner shifted discrete Gaussian noise is told apart most easily.

Trusted. P[z] ∝ f(z) = e^(−z²/(2v)) over the integers, G(j) = P[z ≥ j], h(j) = −Φ⁻¹(G(j)). If the
noise is shifted by m ≥ 1, likelihood ratio tests have a threshold, so the trade-off function has a
corner for every integer j, and that corner lies on the curve of N(0,1) and N(μ,1) for

    μ(j) = h(j) − h(j − m).

By symmetry h(1 − j) = −h(j), so μ(j) = μ(m + 1 − j), and j > m/2 are all corners. It is shown here
that the middle one, j = ⌊m/2⌋ + 1, needs the largest μ. Up to a corner J each is compared by balls.
From J on there is a bound. Let k = J − m, k² ≥ 4v.

- *h is at least that of a normal law a little to the left.* Let c be between 2v/k and k/2 with
  h(k) ≥ (k − c)/√v. Then h(j) ≥ (j − c)/√v for every j ≥ k, by induction: G(j+1)/G(j) is at most
  f(j+1)/f(j) = e^(−(2j+1)/(2v)), for f is log-concave. With Ψ = 1 − Φ and y = (j − c)/√v,
  Ψ(y + 1/√v)/Ψ(y) is at least e^(−(2(j−c)+1)/(2v))·(j − c)/(j − c + 1), for the hazard rate of a
  normal law is below y + 1/y. The first is at most the second where e^(c/v) ≥ 1 + 1/(j − c), and so
  where j − c ≥ v/c. That holds at k, by k/2 ≥ c ≥ 2v/k, and further on.
- *The squares of h grow at most like those of a normal law.* The hazard rate is above y, so
  h(j)² − h(j−m)² ≤ 2·ln(G(j−m)/G(j)). There G(j) ≥ f(j)/θ, θ the sum of all f, and by a geometric
  series G(j−m) ≤ f(j−m)/(θ·(1 − q)), q = e^(−(2(j−m)+1)/(2v)). So the difference of the squares is
  at most (2j − m)·m/v − 2·ln(1 − q).
- *Together* μ(j) ≤ √v·((2j − m)·m/v − 2·ln(1 − q))/(2j − m − 2c), which falls as j grows.

What must never change: where `refuse_another_corner` returns, no corner needs a larger μ.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Final

from flint import arb, fmpq

from dpverify.defs.numbers import Undecided
from dpverify.defs.numbers.balls import working_precision

MOST_CORNERS: Final = 2_000
BITS: Final = (128, 512)


def refuse_another_corner(variance: Fraction, shift: int) -> None:
    """Return if the middle corner needs the largest μ; Undecided("unsupported") if not shown."""
    beyond = max(2, ceil(8 * variance))  # its square is at least 4v
    while shift + beyond <= MOST_CORNERS:
        for bits in BITS:
            with working_precision(bits):
                if _is_worst(variance, shift, shift + beyond, bits):
                    return
        beyond *= 2
    raise Undecided(
        "unsupported",
        "that no corner needs a larger mu than the middle one is not shown with"
        f" {MOST_CORNERS} corners of the discrete Gaussian law",
    )


def _is_worst(variance: Fraction, shift: int, last: int, bits: int) -> bool:
    """Whether balls show that the middle corner needs more than all others up to `last` and on."""
    quantiles = _quantiles(variance, last, bits)

    def h(j: int) -> arb:
        return quantiles[j] if j > 0 else -quantiles[1 - j]

    middle = shift // 2 + 1
    worst = h(middle) - h(middle - shift)
    compared = all(h(j) - h(j - shift) < worst for j in range(middle + 1, last))
    return compared and _beyond(variance, shift, last, h(last - shift)) < worst


def _beyond(variance: Fraction, shift: int, last: int, h: arb) -> arb:
    """A bound of μ(j) for every j ≥ last, from h(last − shift); not finite where there is none."""
    v, first = arb(_exact(variance)), last - shift
    c = (first - v.sqrt() * h).max(2 * v / first)
    if not c <= arb(first) / 2:
        return arb("nan")
    rest = -2 * (1 - (arb(-(2 * first + 1)) / (2 * v)).exp()).log()
    reach = 2 * last - shift
    return v.sqrt() * (reach * shift / v + rest) / (reach - 2 * c)


def _quantiles(variance: Fraction, last: int, bits: int) -> list[arb]:
    """h(j) for j from 1 to `last`; the item 0 is not used."""
    rate = _exact(-1 / (2 * variance))

    def f(z: int) -> arb:
        return arb(rate * z * z).exp()

    # The ratio of two terms from z on is at most e^(−z/v): so many are needed for all bits.
    count = ceil(variance * bits / last) + 1
    end = last + count
    rest = f(end) / (1 - arb(rate * 2 * end).exp())
    tail = sum((f(z) for z in range(last, end)), arb(0)) + rest * arb(0.5, 0.5)
    tails = [tail]
    for z in range(last - 1, 0, -1):
        tails.append(tails[-1] + f(z))
    whole = 1 + 2 * tails[-1]
    h = [(2 * tail / whole).erfcinv() * arb(2).sqrt() for tail in reversed(tails)]
    return [arb(0), *h]


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
