"""Poisson noise, against sums of masses in floats and lines worked out by hand."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpverify.defs.errors import Undecided
from dpverify.defs.laws.contract import Move
from dpverify.defs.laws.poisson import LAW
from dpverify.defs.numbers import INFINITY, Loss, Value, as_eps, exp
from dpverify.defs.pairs.contract import Pair

CASES = [
    (mean, by) for mean in (Fraction(1), Fraction(7, 2), Fraction(20)) for by in (1, -1, 3, -4)
]


def mass(mean: Fraction, z: int) -> float:
    return 0.0 if z < 0 else math.exp(z * math.log(mean) - float(mean) - math.lgamma(z + 1))


def losses(mean: Fraction, by: int) -> list[tuple[float, float, float]]:
    """Each loss, with the masses of P and Q."""
    both = [(mass(mean, z - by), mass(mean, z)) for z in range(-20, 300)]
    return [(math.log(p / q) if q else math.inf, p, q) for p, q in both if p > 1e-200]


def shift(mean: Fraction, by: int) -> Pair:
    return LAW.pair([Move(mean, Fraction(by))])


@pytest.mark.parametrize(("mean", "by"), CASES, ids=[f"{mean} by {by}" for mean, by in CASES])
def test_every_answer_is_that_of_the_masses(mean: Fraction, by: int) -> None:
    pair, truth = shift(mean, by), losses(mean, by)
    for level in (Fraction(0), Fraction(1, 3), Fraction(2)):
        eps, e = as_eps(level), float(level)
        excess = math.fsum(max(0.0, p - math.exp(e) * q) for _, p, q in truth)
        above = math.fsum(p for loss, p, _ in truth if loss > e + 1e-12)
        beyond = math.fsum(p for loss, p, _ in truth if abs(loss) > e + 1e-12)
        assert pair.excess(eps).approx() == pytest.approx(excess, abs=1e-9)
        assert pair.beyond(eps).approx() == pytest.approx(above, abs=1e-9)
        assert pair.beyond_either_way(eps).approx() == pytest.approx(beyond, abs=1e-9)
    for order in (Fraction(3, 2), Fraction(2), Fraction(5)):
        if by < 0:
            assert pair.divergence(order) == INFINITY
            continue
        moment = math.fsum(p * math.exp((float(order) - 1) * loss) for loss, p, _ in truth)
        wanted = math.log(moment) / (float(order) - 1)
        assert pair.divergence(order).approx() == pytest.approx(wanted)


def test_by_hand() -> None:
    """λ = 4, one step up, ε = 1: P/Q = z/4 > e from 11 on; down: 4/z > e up to 1, where
    δ = P[z ≤ 1] − e·Q[z ≤ 1] = 5e⁻⁴ − e·e⁻⁴."""
    assert shift(Fraction(4), -1).excess(Loss(1)) == 5 * exp(-4) - exp(-3)
    rest = 1 - sum((Value(Fraction(4**j, math.factorial(j))) for j in range(10)), Value(0)) * exp(
        -4
    )
    more = rest - Value(Fraction(4**10, math.factorial(10))) * exp(-4)
    assert shift(Fraction(4), 1).excess(Loss(1)) == rest - exp(1) * more


def test_a_large_mean_is_enclosed() -> None:
    """δ(1/50) of a mean of 5,000 by a sum of 100,000 floats."""
    mean = Fraction(5000)
    both = [(mass(mean, z - 1), mass(mean, z)) for z in range(1, 12_000)]
    wanted = math.fsum(max(0.0, p - math.exp(0.02) * q) for p, q in both)
    assert shift(mean, 1).excess(as_eps("1/50")).approx() == pytest.approx(wanted, rel=1e-6)


def test_what_has_no_end() -> None:
    """No bound on the loss, in either direction; of several values no more is said."""
    for by in (1, -1):
        pair = shift(Fraction(2), by)
        assert pair.largest_loss() == pair.loss_range() == pair.gaussian_distance() == INFINITY
    assert shift(Fraction(2), -1).rate() == INFINITY
    assert shift(Fraction(2), -2).excess(INFINITY) == 3 * exp(-2)
    assert shift(Fraction(2), 2).excess(INFINITY) == 0
    with pytest.raises(Undecided, match="divergences of all orders"):
        shift(Fraction(2), 1).rate()
    both = LAW.pair([Move(Fraction(1), Fraction(1))] * 2)
    assert both.largest_loss() == INFINITY
    with pytest.raises(Undecided, match="several values that move with Poisson noise"):
        both.excess(Loss(0))
    assert LAW.pair([Move(Fraction(1), Fraction(1, 2))]).excess(Loss(9)) == 1
