"""Binomial noise, against sums over its outcomes."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpverify.defs.errors import Undecided
from dpverify.defs.laws.binomial import LAW, trials_of
from dpverify.defs.laws.contract import Move
from dpverify.defs.numbers import INFINITY, Loss, Value, as_eps
from dpverify.defs.pairs.contract import Pair

CASES = [
    (n, p, by)
    for n, p in ((1, "1/2"), (10, "1/2"), (7, "1/5"), (40, "9/10"))
    for by in (1, -1, 3, -4)
]


def shift(n: int, p: Fraction, by: int) -> Pair:
    return LAW.pair([Move(n + p, Fraction(by))])


def masses(n: int, p: Fraction, by: int) -> list[tuple[Fraction, Fraction]]:
    """P and Q, in fractions, for all outcomes of both."""

    def mass(j: int) -> Fraction:
        return math.comb(n, j) * p**j * (1 - p) ** (n - j) if 0 <= j <= n else Fraction(0)

    return [(mass(z - by), mass(z)) for z in range(min(0, by), n + max(0, by) + 1)]


@pytest.mark.parametrize(("n", "p", "by"), CASES, ids=[f"{n}, {p} by {by}" for n, p, by in CASES])
def test_every_answer_is_that_of_the_masses(n: int, p: str, by: int) -> None:
    chance = Fraction(p)
    pair, truth = shift(n, chance, by), masses(n, chance, by)
    for odds in (Fraction(1), Fraction(3, 2), Fraction(8)):
        eps = as_eps(f"ln({odds})")
        assert pair.excess(eps) == Value(sum(max(Fraction(0), p - odds * q) for p, q in truth))
        assert pair.beyond(eps) == Value(sum(p for p, q in truth if p > odds * q))
        either = sum(p for p, q in truth if p > odds * q or odds * p < q)
        assert pair.beyond_either_way(eps) == Value(either)
    assert pair.excess(INFINITY) == Value(sum(p for p, q in truth if not q))


def test_what_has_no_end() -> None:
    pair = shift(10, Fraction(1, 2), 2)
    assert pair.largest_loss() == pair.rate() == pair.divergence(Fraction(2)) == INFINITY
    assert pair.loss_range() == pair.gaussian_distance() == INFINITY


def test_moves() -> None:
    """Beyond all trials nothing is possible twice; several values are not added up."""
    assert shift(3, Fraction(1, 2), 4).excess(Loss(9)) == 1
    assert LAW.pair([Move(Fraction(7, 2), Fraction(1, 2))]).excess(Loss(9)) == 1
    both = LAW.pair([Move(Fraction(7, 2), Fraction(1))] * 2)
    assert both.largest_loss() == both.rate() == INFINITY
    with pytest.raises(Undecided, match="several values that move with binomial noise"):
        both.excess(Loss(0))


def test_the_scale_says_trials_and_chance() -> None:
    assert trials_of(Fraction(21, 2)) == (10, Fraction(1, 2))
    with pytest.raises(Undecided, match="more than 2,000 trials"):
        trials_of(Fraction(9_999_999, 2))
