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
    (one,) = goals_of([TIME], [Fraction(15)])
    assert one.at[0] == 15


@pytest.mark.parametrize(
    ("value", "near"), [(13, "are '10' and '15'"), (9, "is '10'"), (100, "is '25'")]
)
def test_what_is_no_value_is_not_answered_about_another(value: int, near: str) -> None:
    with pytest.raises(DomainError, match=f"'{value}' is none of the values .* nearest {near}"):
        goals_of([TIME], [Fraction(value)])
    with pytest.raises(DomainError, match=f"^attribute 2: .* nearest {near}"):
        goals_of([SALT, TIME], [Fraction(0), Fraction(value)])


def test_a_value_in_a_cell_is_its_middle() -> None:
    """Cells from 0 to 2, 6 and 7; the end between two belongs to the lower."""
    cells = Attribute.of_histogram([0, 2, 6, 7], [1, 1, 1], 1)
    for value, middle in ((0, 1), (2, 1), (Fraction(21, 10), 4), (6, 4), (7, Fraction(13, 2))):
        (goal,) = goals_of([cells], [Fraction(value)])
        assert goal.at == (middle,)
    for value in (-1, 8):
        with pytest.raises(DomainError, match=r"none of the cells, .* from '0' to '7'"):
            goals_of([cells], [Fraction(value)])


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
