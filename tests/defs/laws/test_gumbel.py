"""Gumbel noise, against quadrature, a simulation, and the proofs in the module's docstring."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.laws.contract import Move
from dpverify.defs.laws.gumbel import LAW, GumbelFall, GumbelRise
from dpverify.defs.numbers import INFINITY, Loss, as_eps
from tests.defs.pairs.oracle import Densities

SHARES = [Fraction(1, 4), Fraction(1), Fraction(5, 2)]
LEVELS = [Fraction(0), Fraction(1, 5), Fraction(4, 5), Fraction(2)]
ENDS = (-5.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 40.0)


def density(shift: float) -> object:
    return lambda x: math.exp(-(x - shift) - math.exp(-(x - shift)))


def oracle(share: float, rise: bool) -> Densities:
    high, low = density(share), density(0.0)
    p, q = (high, low) if rise else (low, high)
    return Densities(p, q, ENDS)  # type: ignore[arg-type]  # floats to floats


def near(number: Any, wanted: float, tolerance: float = 1e-6) -> bool:
    return bool(abs(number.approx() - wanted) < tolerance)


@pytest.mark.parametrize("rise", [True, False])
@pytest.mark.parametrize("share", SHARES, ids=str)
def test_the_law_of_the_loss(share: Fraction, rise: bool) -> None:
    """δ(ε), P[L > ε] and P[|L| > ε] are those of the densities."""
    pair, truth = (GumbelRise if rise else GumbelFall)(share), oracle(float(share), rise)
    for level in LEVELS:
        eps = as_eps(level)
        assert near(pair.excess(eps), truth.excess(float(level)), 1e-5)
        if level not in (share, 0):
            assert near(pair.beyond(eps), truth.beyond(float(level)), 2e-2)
            assert near(pair.beyond_either_way(eps), truth.beyond_either_way(float(level)), 2e-2)


@pytest.mark.parametrize("share", SHARES, ids=str)
def test_the_law_of_the_loss_in_a_simulation(share: Fraction) -> None:
    """Noise drawn by −ln of an exponential number; L = t − e^(−z)(e^t − 1), reversed for Q."""
    chance, t = random.Random(7), float(share)  # noqa: S311  a simulation
    draws = [-math.log(chance.expovariate(1)) for _ in range(40_000)]
    rise = [t - math.exp(-(z + t)) * math.expm1(t) for z in draws]
    fall = [math.exp(-z) * math.expm1(t) - t for z in draws]
    for level in LEVELS:
        eps, limit = as_eps(level), float(level)
        for pair, losses in ((GumbelRise(share), rise), (GumbelFall(share), fall)):
            beyond = sum(loss > limit for loss in losses) / len(losses)
            either = sum(abs(loss) > limit for loss in losses) / len(losses)
            assert near(pair.beyond(eps), beyond, 0.01)
            assert near(pair.beyond_either_way(eps), either, 0.01)


@pytest.mark.parametrize("share", SHARES, ids=str)
def test_divergences(share: Fraction) -> None:
    """By quadrature where finite; infinite where α·(1 − e^(−t)) ≥ 1 with P lower."""
    for order in (Fraction(11, 10), Fraction(3, 2), Fraction(4)):
        rise = GumbelRise(share).divergence(order)
        assert near(rise, oracle(float(share), True).divergence(float(order)), 1e-4)
        fall = GumbelFall(share).divergence(order)
        if float(order) * -math.expm1(-float(share)) >= 1:
            assert fall == INFINITY
        elif share < 1:
            assert near(fall, oracle(float(share), False).divergence(float(order)), 1e-2)


@pytest.mark.parametrize("share", SHARES, ids=str)
def test_the_rate_is_the_limit_at_one(share: Fraction) -> None:
    """D_α/α falls in α, to no more than t − s at once after 1."""
    pair, orders = GumbelRise(share), [Fraction(1) + Fraction(1, 10**k) for k in (6, 3, 2, 1)]
    orders += [Fraction(2), Fraction(5), Fraction(50)]
    ratios = [pair.divergence(order).approx() / float(order) for order in orders]
    assert ratios == sorted(ratios, reverse=True)
    assert near(pair.rate(), ratios[0], 1e-4)
    assert ratios[0] <= pair.rate().approx()


def test_no_normal_law_is_as_easy_to_tell_apart() -> None:
    """The needed μ grows without an end as α → 1."""
    from statistics import NormalDist

    normal = NormalDist()
    needed = [  # α = 1 − e^(−y), β = e^(−y·e^t), t = 1
        normal.inv_cdf(math.exp(-y)) - normal.inv_cdf(math.exp(-y * math.e))
        for y in (1.0, 5.0, 10.0, 30.0, 100.0)
    ]
    assert needed == sorted(needed)
    assert needed[-1] > 7
    assert GumbelRise(Fraction(1)).gaussian_distance() == INFINITY
    assert GumbelFall(Fraction(1)).gaussian_distance() == INFINITY


def test_further_is_worse() -> None:
    """P[|L| > ε] of both orders together rises with t, as proved; with P higher alone not."""
    level, values, alone = as_eps(2), [], []
    for k in range(1, 60):
        share = Fraction(k, 20)
        rise, fall = (kind(share).beyond_either_way(level) for kind in (GumbelRise, GumbelFall))
        assert rise <= fall
        values.append(fall.approx())
        alone.append(rise.approx())
    assert values == sorted(values)
    assert alone != sorted(alone)


def test_the_pair_of_a_move() -> None:
    """By its sign; the loss is bounded above one way alone."""
    rise, fall = (LAW.pair([Move(Fraction(2), Fraction(by))]) for by in (3, -3))
    assert rise.largest_loss() == Loss(Fraction(3, 2))
    assert rise.loss_range() == fall.loss_range() == fall.largest_loss() == fall.rate() == INFINITY
    assert str(rise.excess(Loss(0))) == str(fall.excess(Loss(0)))
