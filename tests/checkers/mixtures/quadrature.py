"""An oracle of its own: integrals by the double exponential rule in 60 decimal digits.

Standard library alone, so that it shares nothing with what it tests.
Source: Takahasi, Mori 1974.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal, getcontext, localcontext
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

DIGITS = 60
Function = Callable[[Decimal], Decimal]


def number(given: Fraction | int | str) -> Decimal:
    """A rational number in 60 digits."""
    exact = Fraction(given)
    return Decimal(exact.numerator) / Decimal(exact.denominator)


@lru_cache
def _rule(step: Fraction) -> tuple[tuple[Decimal, Decimal], ...]:
    """Places and weights between −1 and 1: x = tanh(π/2·sinh t)."""
    half_pi = Decimal(
        "1.57079632679489661923132169163975144209858469968755291048747229615390820314"
    )
    found, h = [], number(step)
    for k in range(-int(Decimal(5) / h), int(Decimal(5) / h) + 1):
        t = h * k
        up, down = t.exp(), (-t).exp()
        u = half_pi * (up - down) / 2
        wide, thin = u.exp(), (-u).exp()
        place = (wide - thin) / (wide + thin)
        weight = h * half_pi * (up + down) / 2 * 4 / (wide + thin) ** 2
        if weight > Decimal(10) ** -80:
            found.append((place, weight))
    return tuple(found)


def integral(f: Function, points: Sequence[Decimal], step: Fraction = Fraction(1, 24)) -> Decimal:
    """∫ f from the first point to the last; f is smooth between any two that follow each other."""
    with localcontext() as context:
        context.prec = DIGITS + 15
        total = Decimal(0)
        for low, high in pairwise(points):
            middle, half = (low + high) / 2, (high - low) / 2
            total += half * sum(w * f(middle + half * x) for x, w in _rule(step))
        return total


def normal(y: Decimal, mean: Fraction | int = 0, variance: Fraction | int = 1) -> Decimal:
    """The density of a normal law."""
    middle, twice, root = _constants(mean, variance, getcontext().prec)
    return (-((y - middle) ** 2) / twice).exp() / root


@lru_cache
def _constants(
    mean: Fraction | int, variance: Fraction | int, digits: int
) -> tuple[Decimal, Decimal, Decimal]:
    """Of a normal law: μ, 2σ² and √(2πσ²), in the digits that are asked, which are in force."""
    two_pi = Decimal("6.28318530717958647692528676655900576839433879875021164194988918461563281257")
    assert digits == getcontext().prec
    v = number(Fraction(variance))
    return number(Fraction(mean)), 2 * v, (two_pi * v).sqrt()


def laplace(y: Decimal, mean: Fraction | int = 0, scale: Fraction | int = 1) -> Decimal:
    """The density of a Laplace law."""
    b = number(Fraction(scale))
    return (-abs(y - number(Fraction(mean))) / b).exp() / (2 * b)
