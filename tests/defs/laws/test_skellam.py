"""Skellam noise, against sums of masses from scipy's Bessel functions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from flint import arb
from scipy.special import ive

from dpverify.defs.errors import Undecided
from dpverify.defs.laws import skellam
from dpverify.defs.laws.contract import Move
from dpverify.defs.laws.skellam import LAW, SkellamShift, _steps_fall, shows_rate
from dpverify.defs.numbers import INFINITY, Loss, as_eps
from dpverify.defs.numbers.balls import working_precision
from tests.defs.laws.lattice import Masses

CASES = [
    (Fraction(1), 1),
    (Fraction(4), 1),
    (Fraction(5, 2), 3),
    (Fraction(30), 2),
    (Fraction(1, 10), 1),
]
IDS = [f"{mean} by {steps}" for mean, steps in CASES]


def oracle(mean: Fraction, steps: int) -> Masses:
    """Masses so far out that what is left is below 10⁻¹⁰⁰."""

    def weight(z: int) -> float:
        return float(ive(abs(z), float(mean))) if abs(z) < 130 else 0.0

    return Masses(weight, steps)


@pytest.mark.parametrize(("mean", "steps"), CASES, ids=IDS)
def test_every_answer_is_that_of_the_masses(mean: Fraction, steps: int) -> None:
    pair, truth = SkellamShift([mean], [steps]), oracle(mean, steps)
    for level in (Fraction(0), Fraction(1, 3), Fraction(11, 10), Fraction(3)):
        eps = as_eps(level)
        for name in ("excess", "beyond", "beyond_either_way"):
            wanted = getattr(truth, name)(float(level))
            assert getattr(pair, name)(eps).approx() == pytest.approx(wanted, abs=1e-9), name
    for order in (Fraction(3, 2), Fraction(2), Fraction(7)):
        assert pair.divergence(order).approx() == pytest.approx(truth.divergence(float(order)))


@pytest.mark.parametrize(("mean", "steps"), CASES, ids=IDS)
def test_the_rate_is_enclosed(mean: Fraction, steps: int) -> None:
    """No order needs more than the upper bound, and order 1 as much as the lower one."""
    pair, truth = SkellamShift([mean], [steps]), oracle(mean, steps)
    ball = pair.rate().ball(100)
    low, high = float(ball.lower()), float(ball.upper())
    assert low <= truth.expected() <= high <= low * 1.0011
    for order in (1.001, 1.1, 2.0, 5.0, 40.0):
        assert truth.divergence(order) / order <= high * (1 + 1e-9)


def test_a_rate_that_is_too_small_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """With less than E L for its limit no cell is enough."""
    from dpverify.defs.laws import skellam

    whole = skellam._Shifted.expected
    monkeypatch.setattr(skellam._Shifted, "expected", lambda self: whole(self) * 0.99)
    shows_rate.cache_clear()
    try:
        assert not shows_rate(Fraction(4), 1)
    finally:
        shows_rate.cache_clear()


def test_large_variances_have_wider_bounds() -> None:
    """And a small shift is near that of normal noise, m²/(2μ)."""
    ball = SkellamShift([Fraction(600)], [1]).rate().ball(100)
    low, high = float(ball.lower()), float(ball.upper())
    assert low <= 1 / 1200 * 1.001
    assert high == pytest.approx(low * (1 + 1 / 32), rel=1e-4)


def test_several_values() -> None:
    """Divergences and rates add up; δ is not known."""
    both, one = (SkellamShift([Fraction(4)] * n, [1] * n) for n in (2, 1))
    assert both.divergence(Fraction(2)).approx() == pytest.approx(
        2 * one.divergence(Fraction(2)).approx()
    )
    assert both.rate().approx() == pytest.approx(2 * one.rate().approx())
    assert both.largest_loss() == INFINITY
    with pytest.raises(Undecided, match="several values with Skellam noise"):
        both.excess(Loss(0))


def test_moves() -> None:
    """Both directions are the same; a half is no number of steps."""
    up, down = (LAW.pair([Move(Fraction(3), Fraction(by))]) for by in (2, -2))
    assert up.excess(Loss(1)).approx() == down.excess(Loss(1)).approx() > 0
    assert LAW.pair([Move(Fraction(3), Fraction(1, 2))]).excess(Loss(9)) == 1
    assert up.excess(INFINITY) == 0


@pytest.mark.parametrize(("mean", "steps"), CASES, ids=IDS)
def test_the_distance_of_normal_laws(mean: Fraction, steps: int) -> None:
    """The largest over all corners, by sums of scipy's masses; it is above the shift over σ."""
    found = SkellamShift([mean], [steps]).gaussian_distance()
    assert found.approx() == pytest.approx(oracle(mean, steps).gaussian_distance(), abs=1e-9)
    assert found.approx() ** 2 * float(mean) > steps**2 or mean < 1


def test_where_the_worst_corner_is_not_known() -> None:
    """Several values; noise so wide that the corners are too many."""
    with pytest.raises(Undecided, match="several values with normal laws is not known"):
        SkellamShift([Fraction(1), Fraction(2)], [1, 1]).gaussian_distance()
    with pytest.raises(Undecided, match="infinitely many corners"):
        SkellamShift([Fraction(10**5)], [1]).gaussian_distance()


def test_a_larger_step_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Masses that drop at the fifth place, so that a step there is larger than in the middle."""
    with working_precision(160):
        assert _steps_fall(Fraction(4), 0, 24, 160)
        assert not _steps_fall(Fraction(4), 0, 2, 160)  # too near for the bound
    true = skellam._masses

    def bent(mean: Fraction, first: int) -> Iterator[tuple[int, arb]]:
        return ((z, mass if z < 5 else mass / 10**6) for z, mass in true(mean, first))

    monkeypatch.setattr(skellam, "_masses", bent)
    with working_precision(160):
        assert not _steps_fall(Fraction(4), 0, 24, 160)
