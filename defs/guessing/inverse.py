"""From a tolerated advantage η back to ε: the largest ε at which a bound still allows it.

For the simplified bound there is a closed form; for any other bound that grows with ε, bisection
between two exact values of ε. An advantage by prior − posterior ("drop") about g is one by
posterior − prior about the complement of g, so every function here serves both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from dpverify.defs.errors import DomainError
from dpverify.defs.guessing.annulus_bound import annulus_bound
from dpverify.defs.guessing.main_bound import main_bound
from dpverify.defs.guessing.space import Space
from dpverify.defs.numbers import INFINITY, ONE, Loss, Real, Value, as_value, ln

BITS = 24
"""Bits of e^{ε·unit} beyond its size: ε is found to about 1e-7 / unit."""
MOST_DOUBLINGS = 9
"""Beyond e^{ε·unit} = 2^512 the question is given up as unbounded above."""


@dataclass(frozen=True)
class Between:
    """lower ≤ ε < upper: at `lower` the bound allows no more than η, at `upper` it does.

    `upper` is inf where the bound stays within η for every ε that was tried.
    """

    lower: Loss
    upper: Loss


def closed_form_eps(chance: Value, radius: Fraction, eta: Value) -> Loss:
    """The largest ε whose simplified bound exceeds p by at most η.

    ε = ln( (1−p)/p · q/(1−q) ) / R with q = p + η.

    Args:
        chance: p in [0, 1].
        radius: R > 0.
        eta: η in [0, 1].

    Returns:
        In nats, exact; inf where every ε will do: p = 0, p = 1, or p + η ≥ 1.

    Raises:
        DomainError: a number out of range.

    Source:
        Pankova, Laud 2022, Computing ε for a fixed guessing advantage η.

    >>> closed_form_eps(Value(1) / 4, Fraction(2), Value(1) / 2) == ln(3)
    True
    """
    p, tolerated = _share(chance, "p"), _share(eta, "η")
    if radius <= 0:
        raise DomainError(f"the largest distance {radius} must be above 0")
    q = p + tolerated
    if p.is_zero or p == 1 or q >= 1:
        return INFINITY
    loss = ln((ONE - p) * q / (p * (ONE - q))) * Value(1 / radius)
    if isinstance(loss, Loss):
        return loss
    raise TypeError("the logarithm of a value is a loss")


def largest_eps(
    bound: Callable[[Loss], Value | Real],
    target: Value,
    *,
    unit: Fraction = Fraction(1),
    bits: int = BITS,
) -> Between:
    """The largest ε with bound(ε) ≤ target, between two values of ε with rational e^{ε·unit}.

    Args:
        bound: increasing in ε, at most the target at ε = 0.
        target: p + η.
        unit: the distance of which all distances are whole multiples, so that all is rational.
        bits: how finely e^{ε·unit} is cut.

    Returns:
        Exact ends; every comparison was decided exactly.

    Raises:
        DomainError: the bound exceeds the target even at ε = 0.
        Undecided: from a comparison.
    """
    if bound(Loss(0)) > target:
        raise DomainError("the bound exceeds the target even at ε = 0; allow a larger advantage")
    if target >= 1:
        return Between(INFINITY, INFINITY)
    low, high = Fraction(1), Fraction(2)
    for _ in range(MOST_DOUBLINGS + 1):
        if bound(_eps(high, unit)) > target:
            break
        low, high = high, high * high
    else:
        return Between(_eps(low, unit), INFINITY)
    while (high - low) * 2**bits > low:
        middle = _short((low + high) / 2, high - low)
        low, high = (middle, high) if bound(_eps(middle, unit)) <= target else (low, middle)
    return Between(_eps(low, unit), _eps(high, unit))


def main_eps(space: Space, eta: Value, bits: int = BITS) -> Between:
    """The largest ε whose main bound allows an advantage of at most η.

    Args: space prior, goal, distances; eta in [0, 1]; bits how finely e^{ε·unit} is cut, as for
        `largest_eps`.
    """
    target = space.chance + _share(eta, "η")
    return largest_eps(lambda eps: main_bound(space, eps), target, unit=space.unit(), bits=bits)


def annulus_eps(balls: list[Value], eta: Value, bits: int = BITS) -> Between:
    """The largest ε whose repaired annulus bound allows an advantage of at most η.

    Args: balls as for `annulus_bound`; eta in [0, 1]; bits how finely e^ε is cut, as for
        `largest_eps`.
    """
    target = balls[0] + _share(eta, "η")
    return largest_eps(lambda eps: annulus_bound(balls, eps), target, bits=bits)


def _eps(base: Fraction, unit: Fraction) -> Loss:
    """ln(base)/unit."""
    eps = ln(Value(base)) * Value(1 / unit)
    return eps if isinstance(eps, Loss) else Loss(0)


def _short(number: Fraction, width: Fraction) -> Fraction:
    """A dyadic number within a quarter of the width: fewer digits in every power."""
    scale = 4
    while Fraction(1, scale) * 4 > width:
        scale *= 2
    return Fraction(round(number * scale), scale)


def _share(number: Value, name: str) -> Value:
    share = as_value(number)
    if not 0 <= share <= 1:
        raise DomainError(f"{name} = {share} must lie in [0, 1]")
    return share
