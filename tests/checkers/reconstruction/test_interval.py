"""The Clopper–Pearson interval: tails summed in fractions, and its coverage, exactly."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from dpverify.checkers.reconstruction.interval import STEPS, clopper_pearson
from dpverify.defs.errors import DomainError

SLACK = Fraction(1, 2**STEPS)


def tail(k: int, n: int, p: Fraction) -> Fraction:
    """P[Bin(n, p) ≥ k], term by term."""
    return sum((comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1)), Fraction(0))


@pytest.mark.parametrize(("k", "n"), [(1, 1), (1, 7), (3, 7), (7, 7), (0, 7), (5, 40)])
@pytest.mark.parametrize("confidence", ["95/100", "1/2", "999/1000"])
def test_the_ends_by_the_definition(k: int, n: int, confidence: str) -> None:
    """A tail is at most β at each end, and more than β a little further in."""
    spare = (1 - Fraction(confidence)) / 2
    low, high = clopper_pearson(k, n, Fraction(confidence))
    if k == 0:
        assert low == 0
    else:
        assert tail(k, n, low) <= spare < tail(k, n, low + 2 * SLACK)
    below = 1 - tail(k + 1, n, high)
    if k == n:
        assert high == 1
    else:
        assert below <= spare < 1 - tail(k + 1, n, high - 2 * SLACK)


@pytest.mark.parametrize("p", ["1/100", "1/10", "1/3", "1/2", "9/10"])
def test_the_coverage(p: str) -> None:
    """Over all counts of 20 trials the interval contains p with probability at least .95."""
    chance, n = Fraction(p), 20
    covered = Fraction(0)
    for k in range(n + 1):
        low, high = clopper_pearson(k, n)
        if low <= chance <= high:
            covered += comb(n, k) * chance**k * (1 - chance) ** (n - k)
    assert covered >= Fraction(95, 100)


def test_what_is_refused() -> None:
    with pytest.raises(DomainError, match="3 of 2 is no count of successes"):
        clopper_pearson(3, 2)
    with pytest.raises(DomainError, match="0 of 0 is no count"):
        clopper_pearson(0, 0)
    with pytest.raises(DomainError, match="the confidence is 1, must lie between 0 and 1"):
        clopper_pearson(1, 2, Fraction(1))
