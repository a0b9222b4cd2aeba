"""The order of shifts with gaps, and intervals."""

from __future__ import annotations

from fractions import Fraction

from dpverify.checkers.continuous.order import Interval, compare
from dpverify.defs.documents.shift import Shift


def test_the_order_of_shifts() -> None:
    """The gap named first decides, then the next, then the constant."""
    ascending = [
        Shift.of(9, g=-1, h=5),
        Shift.of(9, h=-1),
        Shift.of("-1/2"),
        Shift.of(0),
        Shift.of(-7, h="1/9"),
        Shift.of(-7, g="1/9", h=-9),
        Shift.of(-6, g="1/9", h=-9),
    ]
    for i, left in enumerate(ascending):
        for j, right in enumerate(ascending):
            assert compare(left, right) == (i > j) - (i < j)


def test_intervals() -> None:
    """Scaling by a negative number exchanges the ends; what both allow; the empty ones."""
    one, two, far = Shift.of(1), Shift.of(2), Shift.of(-5, g=1)
    assert Interval(one, far).scaled(Fraction(-1)) == Interval(-far, -one)
    assert Interval(one, None).scaled(Fraction(2)) == Interval(two, None)
    assert Interval(one, far).both(Interval(two, None)) == Interval(two, far)
    assert Interval(None, far).both(Interval(one, two)) == Interval(one, two)
    assert Interval(two, two).empty
    assert Interval(far, two).empty
    assert not Interval(two, far).empty
    assert not Interval(None, two).empty
