"""The privacy loss, with its conventions for probability 0."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import INFINITY, Loss, Value, ln, number_text
from dpverify.defs.privacy_loss import (
    absolute_attaining_event,
    absolute_tail_event,
    attaining_event,
    by_absolute_ratio,
    by_ratio,
    law,
    log,
    loss,
    mass,
    odds_of,
    smallest_tail_eps,
    tail_event,
)
from tests.defs.matrices import Matrix, matrices, values

P = values("1/2", "1/4", "1/8", "1/8", "0", "0")
Q = values("1/4", "1/8", "1/2", "0", "1/8", "0")


def test_loss_of_an_outcome() -> None:
    """ln(p/q), ±inf at zeros, nothing at all for an outcome that does not occur."""
    assert number_text(loss(P[0], Q[0])) == "ln(2)"
    assert loss(P[3], Q[3]) == INFINITY
    assert loss(P[4], Q[4]) == -INFINITY
    with pytest.raises(DomainError, match="probability 0 under both"):
        loss(P[5], Q[5])


def test_law_of_the_loss() -> None:
    """Losses are merged and ascend; P never sees −inf, nor what does not occur."""
    found = [(number_text(value), number_text(weight)) for value, weight in law(P, Q)]
    assert found == [("-ln(4)", "1/8"), ("ln(2)", "3/4"), ("inf", "1/8")]


@given(matrices(2, 4))
def test_the_law_is_a_law(rows: Matrix) -> None:
    """Its weights are positive and sum to 1, its losses are strictly increasing."""
    p, q = ([Value(entry) for entry in row] for row in rows)
    found = law(p, q)
    assert sum((weight.as_fraction() for _, weight in found), Fraction(0)) == 1
    assert all(weight > 0 for _, weight in found)
    assert all(a[0] < b[0] for a, b in pairwise(found))


def test_groups_by_ratio() -> None:
    """Ratios descend from infinity (None); absolute ratios take both orders."""
    assert by_ratio(P, Q) == [(None, (3,)), (Value(2), (0, 1)), (Value(1) / 4, (2,))]
    assert by_absolute_ratio(P, Q) == [(None, (3,)), (Value(4), (2,)), (Value(2), (0, 1))]


def test_events_of_the_tail() -> None:
    """Strictly above ε, and at least ε; in absolute value outputs of P only."""
    assert tail_event(P, Q, Value(2)) == (3,)
    assert tail_event(P, Q, Value(1)) == (0, 1, 3)
    assert attaining_event(P, Q, log(Value(2))) == (0, 1, 3)
    assert attaining_event(P, Q, INFINITY) == (3,)
    assert absolute_tail_event(P, Q, Value(2)) == (2, 3)
    assert absolute_tail_event(P, Q, Value(4)) == (3,)
    assert absolute_attaining_event(P, Q, log(Value(4))) == (2, 3)
    assert absolute_attaining_event(P, Q, INFINITY) == (3,)


@pytest.mark.parametrize(
    ("bound", "eps", "absolute"),
    [
        ("0", "inf", "inf"),
        ("1/8", "ln(2)", "ln(4)"),
        ("1/4", "ln(2)", "ln(2)"),
        ("7/8", "0", "ln(2)"),
        ("1", "0", "0"),
    ],
)
def test_smallest_eps_of_the_tail(bound: str, eps: str, absolute: str) -> None:
    """The smallest ε with P[L > ε] ≤ bound, by hand; the step is included."""
    (limit,) = values(bound)
    assert number_text(smallest_tail_eps(by_ratio(P, Q), P, limit)) == eps
    assert number_text(smallest_tail_eps(by_absolute_ratio(P, Q), P, limit)) == absolute


def test_small_things() -> None:
    """Probability of an event, e^ε, logarithm."""
    assert mass(P, (0, 2)) == Fraction(5, 8)
    assert mass(P, ()) == 0
    assert odds_of(Loss(1)) == odds_of(Loss(1))
    assert odds_of(log(Value(3))) == 3
    assert log(Value(3)) == ln(3)
