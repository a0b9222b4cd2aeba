"""For the kernel: k answers with Laplace noise of one scale, by confluent hypergeometric functions.

Of one answer the loss L has masses 1/2 at ε₀ and e^(−ε₀)/2 at −ε₀, and the density e^((l−ε₀)/2)/4
between. With U = ε₀ − L, the measure e^(−L/2)·dP is e^(−ε₀/2) times a measure of U: masses 1/2 at 0
and at 2ε₀, density 1/4 between. Of k answers n are in the part with a density, b at 2ε₀, and the
rest at 0; a sum of n uniform parts has density Σ (−1)^i·C(n,i)·(u − 2iε₀)₊^(n−1)/(n−1)!. So

    δ(ε) = e^(−kε₀/2) · Σ over n, b, i of C(k,n)·C(k−n,b)·C(n,i)·(−1)^i·2^(−k−n)·I_n(y),
    y = kε₀ − ε − 2(b + i)ε₀ > 0,
    I_n(y) = ∫ from 0 to y of (e^(s/2) − e^(ε−s/2)) du^n/n!, where s = ε + y − u,
           = e^(ε/2)·y^n/n!·(₁F₁(1; n+1; y/2) − ₁F₁(1; n+1; −y/2)).

The last line is ∫₀^y e^(c(y−u))·u^(n−1)/(n−1)! du = y^n/n!·₁F₁(1; n+1; cy) for c = ±1/2.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, comb
from typing import Final

from flint import arb, fmpq, fmpz

from dpverify.checkers.kernel.work import spend
from dpverify.defs import numbers as num
from dpverify.defs.numbers.balls import ball_bounds, working_precision

MOST_TIMES: Final = 128
LARGEST_LOSS: Final = 2000


def delta_bounds(
    loss: Fraction, times: int, eps: Fraction, small: Fraction
) -> tuple[Fraction, Fraction]:
    """Bounds of δ(ε), right to about 48 digits of `small`.

    Args: loss ε₀ of one answer; times k.
    Raises: Undecided where k or the loss of the sum is too large.
    """
    reach = times * loss - eps
    if reach <= 0:
        return Fraction(0), Fraction(0)
    if times > MOST_TIMES or times * loss > LARGEST_LOSS:
        raise num.Undecided("unsupported", "too many answers with Laplace noise")
    size = (small.denominator // small.numerator).bit_length() if small > 0 else 512
    bits = 192 + size + 4 * times + 3 * ceil(times * loss)
    with working_precision(bits):
        total = arb(0)
        for shift in range(times + 1):
            y = reach - 2 * shift * loss
            if y <= 0:
                break
            spend("sums of Laplace noise", 40 * times, bits)
            for n in range(times + 1):
                weight = _weight(times, n, shift)
                if weight:
                    total += arb(fmpz(weight)) * _integral(n, arb(_exact(y))) / (fmpz(1) << n)
        total *= (-arb(_exact(reach)) / 2).exp() / (fmpz(1) << times)
    low, high = (Fraction(int(end.p), int(end.q)) for end in ball_bounds(total))
    return low, high


def _weight(k: int, n: int, shift: int) -> int:
    """C(k,n)·Σ (−1)^i·C(n,i)·C(k−n,b) over b + i = shift."""
    both = range(min(n, shift) + 1)
    even = sum(comb(n, i) * comb(k - n, shift - i) for i in both if i % 2 == 0)
    odd = sum(comb(n, i) * comb(k - n, shift - i) for i in both if i % 2 == 1)
    return comb(k, n) * (even - odd)


def _integral(n: int, y: arb) -> arb:
    """I_n(y) without its factor e^(ε/2)."""
    one, last = arb(1), arb(n + 1)
    both = (y / 2).hypgeom_1f1(one, last) - (-y / 2).hypgeom_1f1(one, last)
    return y**n / arb(fmpz(n)).fac() * both


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
