"""The answers of `guess`: in their order, and consistent with each other."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from dpverify.checkers.guessing.answers import Answer, for_advantage, for_eps
from dpverify.checkers.guessing.goals import Combine, goals_of
from dpverify.checkers.worst_posterior import worst_posterior
from dpverify.defs.guessing import Attribute, main_bound
from dpverify.defs.guessing.advantage import Sign
from dpverify.defs.numbers import INFINITY, Loss, Real, Value, enclosure, ln

TIME = Attribute.of([(10, 1), (15, 2), (20, 4), (25, 2), (30, 1), (35, 1), (45, 1)], 5)
SALT = Attribute.of([(0, 1), (3, 1), (4, 2)], 1)
KNOWING = ("worst prior", "simplified", "annuli", "main", "tight")


def by_method(answers: list[Answer]) -> dict[str, Answer]:
    return {answer.method: answer for answer in answers}


@pytest.mark.parametrize("eps", [ln(2), Loss(1)])
@pytest.mark.parametrize("sign", ["gain", "drop"])
def test_who_knows_more_bounds_better(eps: Loss, sign: Sign) -> None:
    """Any prior ≥ p and R ≥ main ≥ tight, and what they say is what they are defined to be."""
    goals = goals_of([TIME], sign=sign)
    found = by_method(for_eps(goals, eps, None))
    gains = [found[m].advantage.approx() for m in KNOWING if m in found and m != "annuli"]
    assert all(a >= b - 1e-12 for a, b in pairwise(gains))
    tight = max((worst_posterior(g.whole, eps).value - g.chance).approx() for g in goals)
    main = max((main_bound(g.whole, eps) - g.chance).approx() for g in goals)
    assert abs(found["tight"].advantage.approx() - tight) < 1e-12
    assert abs(found["main"].advantage.approx() - main) < 1e-12
    assert isinstance(found["tight"].advantage, Value if eps == ln(2) else Real)


def test_the_largest_eps_is_safe_for_every_true_value() -> None:
    """At the lower end no true value gains more than η; at the upper the shown one does."""
    eta = Value(1) / 10
    goals = goals_of([TIME])
    found = by_method(for_advantage(goals, eta, None))
    eps = found["tight"].eps
    for goal in goals:
        assert worst_posterior(goal.whole, eps.lower).value <= goal.chance + eta
    (shown,) = goals_of([TIME], found["tight"].at)
    assert worst_posterior(shown.whole, eps.upper).value > shown.chance + eta
    lowers = [found[m].eps.lower for m in ("worst prior", "simplified", "main", "tight")]
    assert lowers == sorted(lowers, key=lambda loss: loss.approx())


@pytest.mark.parametrize("combine", ["and", "or"])
def test_several_attributes(combine: Combine) -> None:
    """The truth on the product is below every bound."""
    goals = goals_of([TIME, SALT], [Fraction(20), Fraction(3)], combine)
    found = by_method(for_eps(goals, ln(2), None))
    assert ("union" in found) == (combine == "or")
    assert ("annuli" in found) == (combine == "and")
    for answer in found.values():
        assert found["tight"].advantage <= answer.advantage
    back = by_method(for_advantage(goals, Value(1) / 20, None))
    for answer in back.values():
        assert answer.eps.lower <= back["tight"].eps.upper


def test_everything_is_allowed() -> None:
    found = by_method(for_advantage(goals_of([TIME], [Fraction(20)]), Value(1) / 2, None))
    assert found["tight"].eps.lower == INFINITY


def test_nothing_is_gained_where_every_guess_is_right() -> None:
    """The goal is all there is: posterior 1, advantage 0, and both can be printed."""
    goals = goals_of([Attribute.of([(7, 2), ("15/2", 1)], 1)])
    for answer in for_eps(goals, Loss(1) / 2, None)[1:]:
        assert answer.advantage == 0
        assert answer.posterior is not None
        low, high = enclosure(answer.posterior)
        assert Fraction(low) <= 1 <= Fraction(high)
