"""Clopper–Pearson intervals, and whether a probability agrees with a count."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from flint import arb

from dpverify.checkers.audit.interval import RISK, clopper_pearson, counted, tails

F = Fraction


def test_by_hand() -> None:
    """0 of 10 at 95 %: 1 − .025^(1/10) = .3085; all of 10 is its mirror."""
    low, high = clopper_pearson(0, 10, F(1, 20))
    assert low == 0
    assert high == pytest.approx(1 - 0.025**0.1)
    assert clopper_pearson(10, 10, F(1, 20)) == pytest.approx((0.025**0.1, 1))


@pytest.mark.parametrize("count", range(8))
@pytest.mark.parametrize("p", [F(0), F(1, 7), F(1, 2), F(1)])
def test_tails_are_sums(count: int, p: Fraction) -> None:
    """P(X ≥ x) and P(X ≤ x) of a binomial X with 7 trials, term by term."""
    law = [comb(7, k) * p**k * (1 - p) ** (7 - k) for k in range(8)]
    above, below = tails(count, 7, arb(p.numerator) / p.denominator)
    assert float(above.mid()) == pytest.approx(float(sum(law[count:])), abs=1e-12)
    assert float(below.mid()) == pytest.approx(float(sum(law[: count + 1])), abs=1e-12)


@pytest.mark.parametrize(("count", "samples"), [(0, 10), (3, 10), (10, 10), (500, 10_000)])
def test_the_ends(count: int, samples: int) -> None:
    """Just inside an end agrees, just outside does not; doubles and balls say the same."""
    low, high = clopper_pearson(count, samples)
    step = 1e-9
    for p, wanted in [
        (low + step, True),
        (low - step, False),
        (high - step, True),
        (high + step, False),
    ]:
        if 0 <= p <= 1:
            assert counted(arb(p), count, samples).agrees is wanted


def test_what_never_happens() -> None:
    """Probability 0 agrees with no sample, and not with one; probability 1 with all alone."""
    assert counted(arb(0), 0, 100).agrees
    assert not counted(arb(0), 1, 100).agrees
    assert counted(arb(1), 100, 100).agrees
    assert not counted(arb(1), 99, 100).agrees
    assert not counted(arb("nan"), 50, 100).agrees


def test_the_risk() -> None:
    """At p = 1/2 and 10 samples the counts that disagree have probability at most the risk."""
    risk = F(1, 20)
    odd = [k for k in range(11) if not counted(arb("0.5"), k, 10, risk).agrees]
    assert odd == [0, 1, 9, 10]
    assert sum(comb(10, k) for k in odd) / 2**10 <= risk
    assert F(1, 10**6) == RISK
