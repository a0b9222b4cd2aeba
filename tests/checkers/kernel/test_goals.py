"""The kernel's goals about attributes are those that `dpverify guess` answers about."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from dpverify.checkers.guessing import goals as finder
from dpverify.checkers.kernel import goals as kernel
from dpverify.defs.guessing.advantage import Sign
from dpverify.defs.guessing.attribute import Attribute
from dpverify.defs.numbers import NumberError, Undecided, Value

LAWS = (
    {Fraction(0): "1/2", Fraction(1): "1/4", Fraction(7, 2): "1/4"},
    {Fraction(-3): "1/8", Fraction(0): "0", Fraction(2): "3/8", Fraction(9): "1/2"},
    {Fraction(1): "1/3", Fraction(2): "1/3", Fraction(3): "1/3"},
)


def law(number: int) -> list[tuple[Fraction, Value]]:
    return [(place, Value(Fraction(weight))) for place, weight in LAWS[number].items()]


def both(
    numbers: tuple[int, ...], precision: Fraction
) -> tuple[list[Attribute], list[kernel.Attribute]]:
    return (
        [Attribute.of(law(number), precision) for number in numbers],
        [kernel.attribute(law(number), precision) for number in numbers],
    )


def same(one: finder.Goals, other: kernel.Goals) -> None:
    assert one.at == other.at
    assert one.radius == other.radius
    assert (one.chance, one.shown_chance) == (other.chance, other.shown_chance)
    balls, others = one.balls, other.balls
    assert balls == others
    for space, line in zip([*one.spaces, one.whole], [*other.spaces, other.whole], strict=True):
        assert space.prior == line.prior
        assert space.goal == line.goal
        inputs = range(space.size)
        assert all(space.distance(x, z) == line.distance(x, z) for x, z in product(inputs, inputs))
        assert {*space.constraints()} == {*line.constraints()}


@pytest.mark.parametrize("precision", [Fraction(1, 2), Fraction(1), Fraction(5)])
@pytest.mark.parametrize("sign", ["gain", "drop"])
@pytest.mark.parametrize("number", range(len(LAWS)))
def test_every_value_of_one_attribute(number: int, sign: Sign, precision: Fraction) -> None:
    ours, theirs = both((number,), precision)
    found = finder.goals_of(ours, (), "and", sign)
    again = kernel.goals_of(theirs, (), "and", sign)
    assert len(found) == len(again) == len(LAWS[number])
    for one, other in zip(found, again, strict=True):
        same(one, other)


@pytest.mark.parametrize("combine", ["and", "or"])
@pytest.mark.parametrize("sign", ["gain", "drop"])
def test_two_attributes(sign: Sign, combine: finder.Combine) -> None:
    ours, theirs = both((0, 2), Fraction(1))
    at = (Fraction(1), Fraction(2))
    (one,) = finder.goals_of(ours, at, combine, sign)
    (other,) = kernel.goals_of(theirs, at, combine, sign)
    same(one, other)


@pytest.mark.parametrize(
    ("rows", "precision", "fault"),
    [
        ([(0, "1/2"), (1, "1/4")], 1, "a law does not sum to 1"),
        ([(0, "3/2"), (1, "-1/2")], 1, "negative probability"),
        ([(0, "1/2"), (0, "1/2")], 1, "a value twice"),
        ([(0, "1")], 1, "nothing to guess"),
        ([(0, "1/2"), (1, "1/2")], 0, "not above 0"),
    ],
)
def test_what_is_no_attribute(rows: list[tuple[int, str]], precision: int, fault: str) -> None:
    law = [(Fraction(place), Value(Fraction(weight))) for place, weight in rows]
    with pytest.raises(NumberError, match=fault):
        kernel.attribute(law, Fraction(precision))


def test_what_is_no_goal() -> None:
    one = kernel.attribute(law(0), Fraction(1))
    with pytest.raises(NumberError, match="no attribute"):
        kernel.goals_of([], (), "and", "gain")
    with pytest.raises(NumberError, match="true value of each"):
        kernel.goals_of([one, one], (), "and", "gain")
    with pytest.raises(NumberError, match="2 true values for 1 attributes"):
        kernel.goals_of([one], (Fraction(0), Fraction(1)), "and", "gain")


def test_too_many_balls() -> None:
    one = kernel.attribute(law(0), Fraction(1, 10_000_000))
    with pytest.raises(Undecided, match="precisions apart"):
        one.balls(0)


@pytest.mark.parametrize(
    ("at", "place"),
    [("2", 2), ("9", 3), ("1", 1), ("-1", 1), ("11/2", None), ("6", None), ("1000", None)],
)
def test_a_true_value_is_one_of_the_values_or_in_the_cell_of_one(
    at: str, place: int | None
) -> None:
    """Of the values −3, 0, 2 and 9 none is the middle of a cell that is wider than 2."""
    attributes = [kernel.attribute(law(1), Fraction(1))]
    if place is None:
        with pytest.raises(NumberError, match="in the cell of none"):
            kernel.goals_of(attributes, [Fraction(at)], "and", "gain")
        return
    (goal,) = kernel.goals_of(attributes, [Fraction(at)], "and", "gain")
    assert goal.places == (place,)
