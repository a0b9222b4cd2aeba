"""Closed forms against every pair of neighbours over small domains."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Value
from dpverify.defs.sensitivity.aggregates import count, histogram, mean, total
from dpverify.defs.sensitivity.finite import sensitivity
from dpverify.defs.sensitivity.norms import Sensitivity

BOTH = ("bounded", "unbounded")


def average(values: Sequence[Any]) -> Fraction:
    return Fraction(sum(values)) / len(values)


def same(said: Sensitivity, query: Any, domain: Sequence[Any], n: Any) -> None:
    """The closed form is what trying all pairs finds, and its databases are neighbours."""
    found = sensitivity(query, domain, n, neighbours=said.neighbours, norm=said.norm)
    assert said.value == found.value
    first, second = said.databases
    if said.neighbours == "bounded":
        assert len(first) == len(second)
        assert sum(a != b for a, b in zip(first, second, strict=True)) <= 1
    else:
        assert second[: len(first)] == first
        assert len(second) == len(first) + 1


@pytest.mark.parametrize("neighbours", BOTH)
def test_the_mean_of_the_course(neighbours: str) -> None:
    """Xu 2023: 30 scores in [0, 100], or 29 or 30 of them: 100/30 in both cases."""
    assert mean(0, 100, 30, neighbours).value == Value(Fraction(10, 3))


@pytest.mark.parametrize("neighbours", BOTH)
@pytest.mark.parametrize("n", [2, 3, (1, 4), (2, 3)])
@pytest.mark.parametrize("domain", [(0, 5, 10), (-3, 1), (-2, -1, 7)])
def test_means(neighbours: str, n: Any, domain: tuple[int, ...]) -> None:
    same(mean(min(domain), max(domain), n, neighbours), average, domain, n)


@pytest.mark.parametrize("neighbours", BOTH)
@pytest.mark.parametrize("domain", [(0, 5, 10), (-3, 1), (-2, -1, 7), (2, 3)])
def test_sums_and_counts(neighbours: str, domain: tuple[int, ...]) -> None:
    same(total(min(domain), max(domain), neighbours), sum, domain, 3)
    same(count(neighbours), lambda db: sum(v == domain[0] for v in db), domain, 3)


@pytest.mark.parametrize("neighbours", BOTH)
@pytest.mark.parametrize("norm", [1, 2])
@pytest.mark.parametrize("cells", [2, 3])
def test_histograms(neighbours: str, norm: int, cells: int) -> None:
    def counted(db: Sequence[int]) -> list[int]:
        return [db.count(cell) for cell in range(cells)]

    same(histogram(cells, neighbours, norm), counted, range(cells), 3)


def test_one_cell() -> None:
    """A replaced record stays in the only cell; an added one does not."""
    assert histogram(1).value == Value(0)
    assert histogram(1, "unbounded").value == Value(1)


def test_what_is_refused() -> None:
    with pytest.raises(DomainError, match="low is 2 and high is 1"):
        total(2, 1)
    with pytest.raises(DomainError, match="the mean of no record is undefined"):
        mean(0, 1, 1, "unbounded")
    with pytest.raises(DomainError, match="neighbours is 'near', must be bounded"):
        count("near")
    with pytest.raises(DomainError, match="there are 0 cells"):
        histogram(0)


def test_a_whole_number_of_numpy_is_one() -> None:
    cells: Any = np.int64(3)
    assert histogram(cells).value == histogram(3).value


@pytest.mark.parametrize("asked", [{"cells": 1.5}, {"cells": 2, "norm": 2.0}, {"cells": "3"}])
def test_what_is_no_whole_number_is_refused(asked: dict[str, Any]) -> None:
    with pytest.raises(DomainError, match=r"must be (1 or 2|a whole number from 1 on)"):
        histogram(**asked)
