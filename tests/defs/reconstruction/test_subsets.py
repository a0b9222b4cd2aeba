"""Subset queries: the counts of the course, and the worst case by brute force over differences."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from dpverify.defs.errors import DomainError
from dpverify.defs.reconstruction.subsets import (
    answer,
    distance,
    every,
    most_errors,
    records_asked,
    survives,
)


def test_the_counting_queries_of_the_course() -> None:
    """Xu 2023: of 10101 the query 10100 asks for 2, the query 01011 for 1."""
    assert answer("10101", "10100") == 2
    assert answer("10101", "01011") == 1


def test_a_candidate_survives_up_to_the_bound() -> None:
    """Off by exactly E it survives, by more it does not; each query counts."""
    half = Fraction(1, 2)
    assert survives("11", {"01": half, "10": half}, half)
    assert not survives("11", {"01": half, "10": half - Fraction(1, 1000)}, half)
    assert survives("11", {}, Fraction(0))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("quarters", range(9))
def test_the_most_errors_by_trying_all_differences(n: int, quarters: int) -> None:
    """Vectors of −1, 0, 1 all of whose partial sums are at most 2E in size; no formula."""
    bound = Fraction(quarters, 4)
    most = 0
    for change in product((-1, 0, 1), repeat=n):
        sums = [sum(c for c, s in zip(change, q, strict=True) if s == "1") for q in every(n)]
        if all(abs(total) <= 2 * bound for total in sums):
            most = max(most, sum(map(abs, change)))
    assert most_errors(n, bound) == most
    assert most <= 4 * bound


def test_the_number_of_records() -> None:
    """2^n answers, and nothing else."""
    assert [records_asked([0] * (1 << n)) for n in (1, 2, 5)] == [1, 2, 5]
    for wrong in (0, 1, 3, 6, 12):
        with pytest.raises(DomainError, match=rf"{wrong} answers are not 2\^n"):
            records_asked([0] * wrong)


def test_distance() -> None:
    assert (distance("0110", "0110"), distance("0110", "1111"), distance("01", "10")) == (0, 2, 2)
