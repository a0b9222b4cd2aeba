"""Sensitivities over boxes: hand-made queries, closed forms, and a solver that lies."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.checkers.sensitivity.boxes import BoxSensitivity, box_sensitivity, simplest
from dpverify.checkers.smt.answer import Answer, Limits, Sat, Unknown, Unsat
from dpverify.defs.errors import DomainError, Undecided
from dpverify.defs.sensitivity.piecewise import at_most, clip, maximum, minimum


def mean(x: list[Any]) -> Any:
    return sum(x) / len(x)


def median(x: list[Any]) -> Any:
    return sum(x) - maximum(*x) - minimum(*x)


def cells(x: list[Any]) -> list[Any]:
    inside = sum(at_most(v, 50) for v in x)
    return [inside, len(x) - inside]


CASES: dict[str, tuple[Any, ...]] = {
    "the mean of 30 scores (Xu 2023)": (mean, 30, 0, 100, "bounded", "10/3"),
    "the mean of 29 or 30 scores (Xu 2023)": (mean, 30, 0, 100, "unbounded", "10/3"),
    "the median of three": (median, 3, 0, 1, "bounded", "1"),
    "the largest of three": (lambda x: maximum(*x), 3, -1, 4, "bounded", "5"),
    "a clipped sum": (lambda x: sum(clip(v, 0, 10) for v in x), 3, -99, 99, "unbounded", "10"),
    "a sum": (sum, 2, -7, 2, "unbounded", "7"),
    "weights": (lambda x: x[0] + 3 * x[1] - x[2], 3, 0, 2, "bounded", "6"),
    "two cells": (cells, 3, 0, 100, "bounded", "2"),
    "nothing": (lambda _: 3, 2, 0, 1, "bounded", "0"),
    "a third of a distance": (lambda x: abs(x[0] - x[1]) / 3, 2, 0, 1, "bounded", "1/3"),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", CASES)
def test_by_hand(name: str) -> None:
    """The value, worked out by hand; the databases are in the box and attain it."""
    query, n, low, high, neighbours, value = CASES[name]
    found = box_sensitivity(query, n, low, high, neighbours=neighbours)
    assert found.lower == found.upper == Fraction(value)
    assert found.trusted.startswith("z3")
    if found.databases is not None:
        assert all(low <= v <= high for db in found.databases for v in db)


def test_a_supremum_that_is_not_attained() -> None:
    """x − 10·[x ≥ 10] on [0, 10] comes as near to 10 as one likes, and never there."""
    found = box_sensitivity(lambda x: x[0] - 10 * at_most(10, x[0]), 1, 0, 10)
    assert found.lower < 10
    assert found.upper - found.lower < Fraction(1, 10**6)
    assert found.upper >= 10


class Lying:
    """A solver with one answer."""

    name = "liar"

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def solve(self, text: str, limits: Limits) -> Answer:
        del text, limits
        return self._answer


def asked(answer: Answer) -> BoxSensitivity:
    return box_sensitivity(sum, 2, 0, 1, solver=Lying(answer))


def test_models_are_recomputed() -> None:
    """A model that is no counterexample, or not in the box, is no answer; nor is "unknown"."""
    same = {"x0": Fraction(0), "x1": Fraction(0), "y": Fraction(0)}
    for model in (same, {**same, "y": Fraction(7)}):
        with pytest.raises(Undecided, match="the solver's model"):
            asked(Sat(model, "liar"))
    with pytest.raises(Undecided, match="gave no answer: tired"):
        asked(Unknown("solver", "tired", "liar"))
    assert asked(Unsat("liar")).trusted == "liar"  # the upper end is its word, and says so


@pytest.mark.parametrize("low", ["0", "1/3", "33/10", "7"])
@pytest.mark.parametrize("width", ["1/1000", "1/9", "1", "5/2"])
def test_the_simplest_fraction(low: str, width: str) -> None:
    """Against trying denominators in turn."""
    start, end = Fraction(low), Fraction(low) + Fraction(width)
    size = next(s for s in range(1, 2000) if Fraction(start * s // 1 + 1, s) <= end)
    found = simplest(start, end)
    assert start < found <= end
    assert found.denominator == size


def test_what_is_refused() -> None:
    with pytest.raises(DomainError, match="only the norm 1, or one number"):
        box_sensitivity(list, 2, 0, 1, norm=2)
    assert box_sensitivity(sum, 2, 0, 1, norm=2).upper == 1
    with pytest.raises(DomainError, match="low is 1 and high is 0"):
        box_sensitivity(sum, 2, 1, 0)
    with pytest.raises(DomainError, match="neighbours is 'near'"):
        box_sensitivity(sum, 2, 0, 1, neighbours="near")
