"""Exact distances of answers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.defs.errors import DomainError, NumberError
from dpverify.defs.numbers import Value, parse
from dpverify.defs.sensitivity.norms import distance, sizes_of, vector


def test_the_pair_of_the_course() -> None:
    """Xu 2023: the mean of 90 and 29 times 50 is 51.33…, of 30 times 50 it is 50: 4/3 apart."""
    enrolled = Fraction(90 + 29 * 50, 30)
    assert distance(enrolled, 50) == Value(Fraction(4, 3))


def test_both_norms() -> None:
    """(3, 4): 7 and 5; (1, 1): 2 and √2."""
    assert distance([0, 0], [3, -4]) == Value(7)
    assert distance([0, 0], [3, -4], norm=2) == Value(5)
    assert distance(["1/2", 0], ["3/2", 1], norm=2) == parse("2**(1/2)")
    assert distance([1], [1], norm=2) == Value(0)


def test_answers_are_exact() -> None:
    assert vector(["0.1", 2, True]) == (Fraction(1, 10), Fraction(2), Fraction(1))
    with pytest.raises(NumberError):
        vector(0.5)
    with pytest.raises(DomainError, match=r"an answer is ln\(2\), must be rational"):
        vector("ln(2)")


def test_sizes() -> None:
    assert sizes_of(30, "bounded") == (30, 30)
    assert sizes_of(30, "unbounded") == (29, 30)
    assert sizes_of((2, 5), "bounded") == (2, 5)
    for n, neighbours in ((0, "bounded"), ((3, 3), "unbounded"), ((3, 2), "bounded")):
        with pytest.raises(DomainError, match="there are no neighbours"):
            sizes_of(n, neighbours)
    for wrong in ("3", True, (1, 2, 3)):
        with pytest.raises(DomainError, match="give a number of records"):
            sizes_of(wrong, "bounded")  # type: ignore[arg-type]  # that is the point


def test_what_is_refused() -> None:
    with pytest.raises(DomainError, match="the norm is 3, must be 1 or 2"):
        distance(1, 2, norm=3)
    with pytest.raises(DomainError, match="answers with 1 numbers and with 2"):
        distance([1], [1, 2])
