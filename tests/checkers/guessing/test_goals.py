"""Goals about several attributes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.guessing.goals import Combine, Goals, goals_of
from dpverify.defs.errors import DomainError, UsageError
from dpverify.defs.guessing import Attribute
from dpverify.defs.guessing.annulus_bound import balls_about

TIME = Attribute.of([(10, 1), (15, 2), (25, 1)], 5)
SALT = Attribute.of([(0, 1), (3, 1)], 1)


def test_one_attribute_is_considered_everywhere() -> None:
    every = goals_of([TIME])
    assert [goal.at[0] for goal in every] == [10, 15, 25]
    assert every[0].chance == Fraction(3, 4)
    assert every[0].radius == 3
    (near,) = goals_of([TIME], [Fraction(13)])
    assert near.at[0] == 15


def test_a_product_as_a_whole() -> None:
    """The grid has the chance, the balls and the distances of the parts."""
    combine: Combine
    for combine in ("and", "or"):
        (goal,) = goals_of([TIME, SALT], [Fraction(10), Fraction(0)], combine)
        whole = goal.whole
        assert whole.size == 6
        assert whole.chance == goal.chance == Fraction({"and": 3, "or": 7}[combine], 8)
        assert whole.radius() == goal.radius == 3
        assert whole.unit() % goal.unit == 0
    both = Goals((TIME, SALT), (0, 0))
    whole = both.whole
    spots = [(whole.distance(0, z) or Fraction(0), whole.prior[z]) for z in range(6)]
    assert both.balls == balls_about(spots)


def test_a_drop_is_the_complement() -> None:
    gain, drop = Goals((TIME,), (0,)), Goals((TIME,), (0,), sign="drop")
    assert drop.chance == 1 - gain.chance
    assert drop.shown_chance == gain.chance
    assert drop.balls is None
    assert drop.whole.goal == {2}


def test_what_cannot_be_asked() -> None:
    with pytest.raises(UsageError, match="--at"):
        goals_of([TIME, SALT])
    with pytest.raises(UsageError, match="one each"):
        goals_of([TIME, SALT], [Fraction(1)])
    with pytest.raises(DomainError, match="nothing to guess"):
        goals_of([Attribute.of([(1, 1)], 1)])
