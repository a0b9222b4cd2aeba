"""For the kernel: k answers with Laplace noise of one scale, by confluent hypergeometric functions.

Of one answer the loss L has masses 1/2 at ε₀ and e^(−ε₀)/2 at −ε₀, and the density e^((l−ε₀)/2)/4
between. With U = ε₀ − L, the measure e^(−L/2)·dP is e^(−ε₀/2) times a measure of U: masses 1/2 at 0
and at 2ε₀, density 1/4 between. Of k answers n are in the part with a density, b at 2ε₀, and the
rest at 0; a sum of n uniform parts has density Σ (−1)^i·C(n,i)·(u − 2iε₀)₊^(n−1)/(n−1)!. So

    δ(ε) = e^(−kε₀/2) · Σ over n, b, i of C(k,n)·C(k−n,b)·C(n,i)·(−1)^i·2^(−k−n)·I_n(y),
    y = kε₀ − ε − 2(b + i)ε₀ > 0,
    I_n(y) = ∫ from 0 to y of (e^(s/2) − e^(ε−s/2)) du^n/n!, where s = ε + y − u,
           = e^(ε/2)·y^n/n!·(₁F₁(1; n+1; y/2) − ₁F₁(1; n+1; −y/2)).

The last line is J_n(c) = ∫₀^y e^(c(y−u))·u^(n−1)/(n−1)! du = y^n/n!·₁F₁(1; n+1; cy), c = ±1/2.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
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
    # In steps of 64, so that a lower and an upper bound of one δ come from one sum.
    return _bounds(loss, times, eps, 256 + size // 64 * 64 + 4 * times + 3 * ceil(times * loss))


@lru_cache(maxsize=2)
def _bounds(loss: Fraction, times: int, eps: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    reach = times * loss - eps
    with working_precision(bits):
        total = arb(0)
        for shift in range(times + 1):
            y = reach - 2 * shift * loss
            if y <= 0:
                break
            spend("sums of Laplace noise", 2 * times, bits)
            integrals = _integrals(times, arb(_exact(y)))
            for weight, integral in zip(_weights(times, shift), integrals, strict=True):
                total += weight * integral
        total *= (-arb(_exact(reach)) / 2).exp() / (fmpz(1) << 2 * times)
    low, high = (Fraction(int(end.p), int(end.q)) for end in ball_bounds(total))
    return low, high


@lru_cache(maxsize=2 * MOST_TIMES)
def _weights(k: int, shift: int) -> tuple[fmpz, ...]:
    """2^(k−n)·C(k,n)·K(n) for n = 0, …, k, with K(n) = Σ (−1)^i·C(n,i)·C(k−n,b) over b + i = shift.

    K is Krawtchouk's polynomial of degree `shift` in n, for which
    (k−n)·K(n+1) = (k − 2·shift)·K(n) − n·K(n−1).
    """
    before, value, weights = 0, comb(k, shift), []
    for n in range(k + 1):
        weights.append(fmpz(comb(k, n) * value << k - n))
        if n < k:
            following, rest = divmod((k - 2 * shift) * value - n * before, k - n)
            if rest:
                raise ArithmeticError("a number of ways is no integer")
            before, value = value, following
    return tuple(weights)


def _integrals(most: int, y: arb) -> list[arb]:
    """I_n(y) without its factor e^(ε/2), for n = 0, …, `most`.

    J_n(c) = y^n/n!·₁F₁(1; n+1; cy) is computed for the largest n; integration by parts gives the
    others: J_n(c) = y^n/n! + c·J_(n+1)(c).
    """
    half, inverse = arb(1) / 2, 1 / y
    power = y**most / arb(fmpz(most)).fac()
    one, last = arb(1), arb(most + 1)
    up, down = (power * (sign * y / 2).hypgeom_1f1(one, last) for sign in (1, -1))
    integrals = [up - down]
    for n in range(most, 0, -1):
        power *= inverse * n
        up, down = power + half * up, power - half * down
        integrals.append(up - down)
    return integrals[::-1]


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
