"""The law of noisy votes: against closed forms and quadrature; moments under the theorems."""

from __future__ import annotations

from itertools import product
from math import exp, log
from random import Random

import pytest
from flint import arb, fmpq

from dpverify.defs.risk.noisy_votes import moments, neighbours, winners
from dpverify.defs.risk.pate import VotedQueries, bounded_moments, lost, vote_independent_eps

RATE = fmpq(1, 20)


def by_quadrature(votes: tuple[int, ...], rate: float, own: int) -> float:
    """∫ f(x − n_o)·Π F(x − n_j) dx by Simpson's rule on 20,000 cells."""

    def density(x: float) -> float:
        return rate / 2 * exp(-rate * abs(x))

    def below(x: float) -> float:
        return exp(rate * x) / 2 if x < 0 else 1 - exp(-rate * x) / 2

    cells, low, high = 20_000, min(votes) - 30 / rate, max(votes) + 30 / rate
    width, whole = (high - low) / cells, 0.0
    for k in range(cells + 1):
        x = low + k * width
        value = density(x - votes[own])
        for j, n in enumerate(votes):
            value *= 1 if j == own else below(x - n)
        whole += value * (1 if k in (0, cells) else 4 if k % 2 else 2)
    return whole * width / 3


@pytest.mark.parametrize("votes", [(50, 40, 7), (3, 3, 3, 0), (20, 0)])
def test_against_quadrature(votes: tuple[int, ...]) -> None:
    """Each class, ties and classes without votes; together they are 1."""
    law = winners(votes, RATE)
    assert (sum(law, start=arb(0)) - 1).contains(0)
    for own in range(len(votes)):
        assert abs(float(law[own]) - by_quadrature(votes, 0.05, own)) < 1e-5


def test_two_classes_by_hand() -> None:
    """The difference of two Laplace noises is below −d with probability (2 + g·d)/(4·e^(g·d))."""
    for one, other in product((0, 5, 60), repeat=2):
        gap = float(RATE) * abs(one - other)
        loses = (2 + gap) / (4 * exp(gap))
        law = sorted(float(p) for p in winners((one, other), RATE))
        assert law == pytest.approx([loses, 1 - loses])


def test_neighbours_are_all_of_them() -> None:
    """Up to an exchange of classes with the same count; a class without votes loses none."""
    moved = [tuple(sorted(votes)) for votes in neighbours((2, 1, 1))]
    assert sorted(moved) == [(0, 1, 3), (0, 2, 2), (1, 1, 2)]
    assert list(neighbours((1, 0))) == [(0, 1)]


def test_moments_by_hand() -> None:
    """Of one vote for the first of two classes: l = 1, 2 from both laws; the change swaps them."""
    p, q = (float(chance) for chance in winners((1, 0), RATE))
    for order, moment in enumerate(moments((1, 0), RATE, 2), start=1):
        assert float(moment) == pytest.approx(log(p * (p / q) ** order + q * (q / p) ** order))


def test_the_theorems_hold_of_random_votes() -> None:
    """Theorems 2 and 3 and Lemma 4 of Papernot et al. 2017: no moment is above its bound."""
    random = Random(30)  # noqa: S311  # a seeded sample
    met, usable = 0, 0
    for _ in range(25):
        rate = fmpq(1, random.choice([1, 4, 20]))
        votes = tuple(random.choice([0, 1, 3, 40, 90]) for _ in range(random.randint(2, 4)))
        if sum(votes) == 0:
            continue
        law, most = winners(votes, rate), max(votes)
        other = 1 - law[votes.index(most)]
        assert not other > lost(votes, rate)
        bounds = bounded_moments(votes, rate, 12)
        for moment, bound in zip(moments(votes, rate, 12), bounds, strict=True):
            assert not moment > bound
        met += 1
        usable += bool(bounds[0] < 4 * rate * rate)
    assert met >= 20
    assert usable >= 5


def test_sure_votes_cost_less() -> None:
    """A hundred queries with 200 of 250 votes: .503 by the accountant, .328 in truth, 5.30 without.

    The truth is summed again, in floats, from the laws of the neighbours that may be the worst.
    """
    votes = (200, 30, 10, 5, 2, 2, 1, 0, 0, 0)
    queries = VotedQueries([votes] * 100, "1/20", "1e-5")
    bound, truth = float(queries.bound()), float(queries.truth())
    assert bound == pytest.approx(0.5033975990)
    law, least = winners(votes, RATE), float("inf")
    changes = [(199, 31, *votes[2:]), (201, 29, *votes[2:]), (199, *votes[1:9], 1)]
    for order in range(40, 53):
        worst = 0.0
        for changed in changes:
            pairs = zip(law, winners(changed, RATE), strict=True)
            worst = max(worst, log(sum(float(p * (p / q) ** order) for p, q in pairs)))
        least = min(least, (100 * worst + log(1e5)) / order)
    assert truth == pytest.approx(least)
    assert truth < bound < float(vote_independent_eps(100, "1/20", "1e-5"))
