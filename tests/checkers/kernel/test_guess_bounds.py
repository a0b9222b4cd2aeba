"""The kernel's bounds on guessing are those that `dpverify guess` answers with."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.checkers.kernel import guess_bounds as kernel
from dpverify.checkers.kernel.spaces import Line, Table
from dpverify.defs.guessing import annulus_bound, main_bound, simplified_bound, worst_prior
from dpverify.defs.guessing.advantage import Sign
from dpverify.defs.guessing.inverse import closed_form_eps
from dpverify.defs.guessing.space import Space
from dpverify.defs.numbers import Loss, Real, Value, as_eps, ln

LOSSES = (Loss(0), ln(2), ln(Value(9) / 4))
PRIORS = tuple(Value(Fraction(k, 4)) for k in range(5))
RADII = (Fraction(1, 2), Fraction(1), Fraction(4))
SIGNS: tuple[Sign, ...] = ("gain", "drop")


def equal(one: Any, other: Any) -> bool:
    """The same number; of numbers known by balls, that the balls meet."""
    if isinstance(one, Real) or isinstance(other, Real):
        return bool(one.ball(200).overlaps(other.ball(200)))
    return bool(one == other)


@pytest.mark.parametrize("eps", [*LOSSES, as_eps("1/3"), as_eps("2**(1/2)")])
def test_bounds_of_one_goal(eps: Any) -> None:
    for radius in RADII:
        for prior in PRIORS:
            one, other = (
                simplified_bound(prior, radius, eps),
                kernel.simplified_bound(prior, radius, eps),
            )
            assert equal(one, other)
        for sign in SIGNS:
            one = worst_prior.worst_chance(radius, eps, sign)
            assert equal(one, kernel.worst_prior(radius, eps, sign))
        assert equal(worst_prior.most_advantage(radius, eps), kernel.worst_advantage(radius, eps))
    balls = [Value(Fraction(k, 8)) for k in (1, 3, 3, 8)]
    assert equal(annulus_bound(balls, eps), kernel.annulus_bound(balls, eps))
    assert kernel.annulus_bound([Value(0), Value(1)], eps) == 0


@pytest.mark.parametrize("eps", [*LOSSES, as_eps("1/3")])
def test_the_main_bound(eps: Any) -> None:
    prior = tuple(Value(Fraction(k, 10)) for k in (1, 2, 0, 3, 4))
    places = tuple(map(Fraction, (0, 1, 3, 4, 8)))
    for goal in (frozenset({0, 1}), frozenset({2}), frozenset({3, 4}), frozenset(range(5))):
        space = Space(prior, goal, points=places)
        assert equal(main_bound(space, eps), kernel.main_bound(Line(prior, goal, places), eps))
        table = tuple(tuple(abs(a - b) for b in places) for a in places)
        assert equal(main_bound(space, eps), kernel.main_bound(Table(prior, goal, table), eps))


@pytest.mark.parametrize("eta", [Value(0), Value(1) / 10, Value(1) / 2, Value(1)])
def test_eps_for_an_advantage(eta: Value) -> None:
    for radius in RADII:
        for prior in PRIORS:
            one = closed_form_eps(prior, radius, eta)
            assert equal(one, kernel.simplified_eps(prior, radius, eta))
        assert equal(worst_prior.safe_eps(radius, eta), kernel.safe_eps(radius, eta))
    for sign in SIGNS:
        assert worst_prior.worst_chance_for(eta, sign) == kernel.worst_prior_for(eta, sign)


@pytest.mark.parametrize("count", [1, 12, 13, 14, 15, 16, 17, 23])
def test_sums_of_many_quotients(count: int) -> None:
    """Σ k/√2 for k from 1 on is n(n + 1)/2 times √½, whether added at once or in pairs."""
    root = as_eps("2**(1/2)")
    assert isinstance(root, Real)
    number = kernel._sum_of([(Value(k), root) for k in range(1, count + 1)])
    truth = Value(count * (count + 1) // 2).ball(200) / root.ball(200)
    assert number.ball(200).overlaps(truth)
    assert float(number.ball(200).rad()) < 1e-40
