"""Priors of one attribute."""

from __future__ import annotations

from fractions import Fraction

import pytest
from scipy import stats

from dpverify.defs.errors import DomainError, NumberError, UsageError
from dpverify.defs.guessing import Attribute


def test_a_column() -> None:
    found = Attribute.of_column(["20", " 15", "20", "12.5"], 5)
    assert [*found.values] == [Fraction(25, 2), 15, 20]
    assert [w.as_fraction() for w in found.weights] == [
        Fraction(1, 4),
        Fraction(1, 4),
        Fraction(1, 2),
    ]
    assert found.goal(1) == [0, 1, 2]
    assert found.goal(0) == [0, 1]
    assert found.radius == Fraction(3, 2)
    space = found.space(0)
    assert space.distance(0, 2) == Fraction(3, 2)
    assert [b.as_fraction() for b in found.balls(0)] == [Fraction(1, 2), 1]


def test_a_histogram() -> None:
    found = Attribute.of_histogram([0, 10, 20], [1, 3], 5)
    assert [*found.values] == [5, 15]
    assert found.weights[1] == Fraction(3, 4)
    with pytest.raises(DomainError, match="edges"):
        Attribute.of_histogram([0, 10], [1, 3], 5)
    with pytest.raises(DomainError, match="edges"):
        Attribute.of_histogram([0, 20, 10], [1, 3], 5)


def test_a_distribution_of_scipy() -> None:
    """Cut into cells; near the truth, and it says so."""
    found = Attribute.of_distribution(stats.norm(20, 5), 5)
    assert "cells" in found.note
    assert sum(found.weights) == 1
    near = [w for v, w in zip(found.values, found.weights, strict=True) if abs(v - 20) <= 5]
    assert abs(sum(w.approx() for w in near) - 0.6827) < 0.02
    steps = {b - a for a, b in zip(found.values, found.values[1:], strict=False)}
    assert all((5 / step).denominator == 1 for step in steps)
    coarse = Attribute.of_distribution(stats.uniform(0, 1000), "1/2", cells=50)
    assert len(coarse.values) <= 52


def test_what_is_no_attribute() -> None:
    with pytest.raises(NumberError, match="line 3"):
        Attribute.of_column(["1", "x"], 5)
    with pytest.raises(UsageError, match="no value"):
        Attribute.of_column([], 5)
    with pytest.raises(DomainError, match="above 0"):
        Attribute.of_column(["1"], 0)
    with pytest.raises(DomainError, match="negative"):
        Attribute.of([(1, -1)], 1)
    with pytest.raises(DomainError, match="positive weight"):
        Attribute.of([(1, 0)], 1)
