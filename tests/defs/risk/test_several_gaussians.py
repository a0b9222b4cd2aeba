"""Sums of losses of discrete Gaussian noise, against sums of floats over all pairs of integers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Loss, as_eps
from dpverify.defs.risk.discrete_gaussian import DiscreteGaussian
from dpverify.defs.risk.several_gaussians import SeveralGaussians

Values = list[tuple[Fraction, int]]
CASES: list[Values] = [
    [(Fraction(1), 1), (Fraction(1), 1)],
    [(Fraction(1), 1), (Fraction(2), 3)],
    [(Fraction(1, 2), 1), (Fraction(5, 3), 2)],
    [(Fraction(1, 2), 1)] * 3,
]
LEVELS = [Fraction(0), Fraction(1, 3), Fraction(2), Fraction(5)]


def outcomes(values: Values) -> Iterator[tuple[Fraction, float]]:
    """Σ m·u/s with its probability, u to 14 on either side."""
    reach = range(-14, 15)
    laws = [[math.exp(-(u**2) / (2 * float(s))) for u in reach] for s, _ in values]
    for places in product(*(range(len(reach)) for _ in values)):
        masses = (law[k] / sum(law) for law, k in zip(laws, places, strict=True))
        place = sum(
            (m * reach[k] / s for (s, m), k in zip(values, places, strict=True)), Fraction(0)
        )
        yield place, math.prod(masses)


@pytest.mark.parametrize("values", CASES)
def test_every_answer_is_that_of_the_sums(values: Values) -> None:
    law, sums = SeveralGaussians(values), list(outcomes(values))
    half = sum((Fraction(m * m) / (2 * s) for s, m in values), Fraction(0))
    for level in LEVELS:
        eps = as_eps(level)
        p = math.fsum(mass for place, mass in sums if place + half > level)
        q = math.fsum(mass for place, mass in sums if place - half > level)
        assert law.at_most(eps).approx() == pytest.approx(1 - p, abs=1e-12)
        assert law.risk(eps).approx() == pytest.approx(p + q, abs=1e-12)
        assert law.delta(eps).approx() == pytest.approx(p - math.exp(level) * q, abs=1e-12)


def test_one_value_is_as_alone() -> None:
    """Two implementations of the same sums."""
    alone, one = DiscreteGaussian(4, 3), SeveralGaussians([(Fraction(4), 3)])
    for level in LEVELS:
        eps = as_eps(level)
        for ball in ((alone.delta(eps) - one.delta(eps)), (alone.at_most(eps) - one.at_most(eps))):
            assert ball.ball(200).contains(0)
            assert ball.ball(200).abs_upper() < 1e-50


def test_too_many_sums() -> None:
    """Five values of wide noise."""
    law = SeveralGaussians([(Fraction(50), 1)] * 5)
    with pytest.raises(Undecided, match="so many integers"):
        law.delta(Loss(1)).ball(64)
