"""Logistic noise, against quadrature, its quantiles, and the proofs in the module's docstring."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from statistics import NormalDist
from typing import Any

import pytest

from dpverify.checkers.audit.draws import Doubles
from dpverify.checkers.audit.interval import counted
from dpverify.defs.errors import Undecided
from dpverify.defs.laws.contract import Move
from dpverify.defs.laws.logistic import LAW, LogisticShift
from dpverify.defs.numbers import Loss, Value, as_eps
from tests.defs.pairs.oracle import Densities

SHARES = [Fraction(1, 4), Fraction(1), Fraction(5, 2)]
LEVELS = [Fraction(0), Fraction(1, 5), Fraction(4, 5), Fraction(2)]
ENDS = (-40.0, -10.0, -5.0, -2.0, -1.0, 0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 40.0)


def density(shift: float) -> Callable[[float], float]:
    return lambda x: 1 / (4 * math.cosh((x - shift) / 2) ** 2)


def oracle(share: Fraction) -> Densities:
    return Densities(density(float(share)), density(0.0), ENDS)


def near(number: Any, wanted: float, tolerance: float = 1e-6) -> bool:
    return bool(abs(number.approx() - wanted) < tolerance)


@pytest.mark.parametrize("share", SHARES, ids=str)
def test_the_law_of_the_loss(share: Fraction) -> None:
    """δ(ε), P[L > ε] and P[|L| > ε] are those of the densities."""
    pair, truth = LogisticShift([share]), oracle(share)
    for level in LEVELS:
        eps = as_eps(level)
        assert near(pair.excess(eps), truth.excess(float(level)), 1e-5)
        if level not in (share, 0):
            assert near(pair.beyond(eps), truth.beyond(float(level)), 2e-2)
            assert near(pair.beyond_either_way(eps), truth.beyond_either_way(float(level)), 2e-2)


@pytest.mark.parametrize("share", SHARES, ids=str)
def test_divergences(share: Fraction) -> None:
    pair, truth = LogisticShift([share]), oracle(share)
    for order in (Fraction(11, 10), Fraction(3, 2), Fraction(2), Fraction(4)):
        assert near(pair.divergence(order), truth.divergence(float(order)), 1e-5)


@pytest.mark.parametrize("share", SHARES, ids=str)
def test_the_rate_is_the_limit_at_one(share: Fraction) -> None:
    """D_α/α falls in α from t·coth(t/2) − 2, the mean of the loss, on."""
    pair, orders = LogisticShift([share]), [Fraction(1) + Fraction(1, 10**k) for k in (6, 3, 1)]
    ratios = [pair.divergence(o).approx() / float(o) for o in [*orders, Fraction(2), Fraction(50)]]
    assert ratios == sorted(ratios, reverse=True)
    t = float(share)
    assert near(pair.rate(), t / math.tanh(t / 2) - 2, 1e-12)
    assert near(pair.rate(), ratios[0], 1e-4)
    assert ratios[0] <= pair.rate().approx()


@pytest.mark.parametrize("share", SHARES, ids=str)
def test_the_symmetric_test_decides_the_distance_from_normal_laws(share: Fraction) -> None:
    """μ(a) = −Φ⁻¹(σ(a)) − Φ⁻¹(σ(−a−t)) over thresholds a, the largest at a = −t/2."""
    normal, t = NormalDist(), float(share)

    def needed(a: float) -> float:
        errors = 1 / (1 + math.exp(-a)), 1 / (1 + math.exp(a + t))
        return -sum(map(normal.inv_cdf, errors))

    found = LogisticShift([share]).gaussian_distance()
    assert near(found, needed(-t / 2), 1e-9)
    assert all(needed(k / 10) <= needed(-t / 2) + 1e-9 for k in range(-200, 200))


def test_the_odds_are_concave_in_normal_units() -> None:
    """The steps of the proof: g > 0 and Φ(1−Φ)/φ² rises, at many places."""
    normal, ratios = NormalDist(), []
    for k in range(1, 600):
        h = k / 100
        high, low, height = normal.cdf(h), normal.cdf(-h), normal.pdf(h)
        assert height * (high - low) > h * high * low
        ratios.append(high * low / height**2)
    assert ratios == sorted(ratios)


def test_several_values() -> None:
    """Losses, divergences and rates add up; the law of the sum is not known."""
    shares = [Fraction(1), Fraction(1, 2)]
    both, alone = LogisticShift(shares), [LogisticShift([share]) for share in shares]
    assert both.largest_loss() == Loss(Fraction(3, 2))
    assert both.loss_range() == Loss(3)
    assert both.rate() == alone[0].rate() + alone[1].rate()
    order = Fraction(3)
    sums = sum(one.divergence(order).approx() for one in alone)
    assert near(both.divergence(order), sums, 1e-12)
    for ask in (both.gaussian_distance, lambda: both.excess(Loss(0))):
        with pytest.raises(Undecided, match="logistic noise on several values"):
            ask()


def test_beyond_the_loss_nothing_is_left() -> None:
    pair = LAW.pair([Move(Fraction(2), Fraction(-3))])
    assert pair.largest_loss() == Loss(Fraction(3, 2))
    assert pair.excess(Loss(Fraction(3, 2))) == pair.beyond(Loss(2)) == Value(0)
    assert pair.beyond_either_way(Loss(Fraction(3, 2))) == Value(0)
    assert pair.beyond_either_way(Loss(0)) == Value(1)


def test_further_is_worse() -> None:
    """P[L > ε] and P[|L| > ε] rise with t, as proved."""
    eps = as_eps(Fraction(1, 2))
    pairs = [LogisticShift([Fraction(k, 10)]) for k in range(6, 60)]
    for ask in (LogisticShift.beyond, LogisticShift.beyond_either_way):
        values = [ask(pair, eps).approx() for pair in pairs]
        assert values == sorted(values)


def test_the_audit_agrees_with_the_law_of_the_loss() -> None:
    """Noise drawn by the audit; L = t + 2·ln((1+v)/(1+v·e^t)), v = e^(−z−t) under P."""
    draws, share, count = Doubles(11), Fraction(1), 20_000
    losses = []
    for _ in range(count):
        v = math.exp(-(draws.logistic(1) + 1.0))
        losses.append(1.0 + 2 * math.log((1 + v) / (1 + v * math.e)))
    for level in (Fraction(0), Fraction(1, 5), Fraction(4, 5)):
        chance = LogisticShift([share]).beyond(as_eps(level))
        seen = sum(loss > float(level) for loss in losses)
        assert counted(chance.ball(64), seen, count).agrees
        assert not counted(chance.ball(64) * 0.8, seen, count).agrees


def test_samples_for_the_referee() -> None:
    """Half of them above 0, and as wide as told."""

    class Dice:
        def __init__(self) -> None:
            self.chance = random.Random(5)  # noqa: S311  a simulation

        def random(self) -> float:
            return self.chance.random()

    dice: Any = Dice()
    samples = [LAW.sample(dice, 2.0, 3.0) for _ in range(4000)]
    assert abs(sum(x > 0 for x in samples) / 4000 - 0.5) < 0.03
    assert abs(sum(x > 6 for x in samples) / 4000 - 1 / (1 + math.e)) < 0.03
