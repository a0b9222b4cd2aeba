"""Strategies generate what is legal, reach the corners, and are private where they say so."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from dpverify.checkers import strategies
from dpverify.checkers.strategies import Row
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Value, exp


def worst(rows: list[Row], odds: Fraction) -> Fraction:
    """max over ordered pairs and events of P(S) − odds·Q(S), by brute force."""
    return max(
        sum((p[o] - odds * q[o] for o in range(len(p)) if chosen[o]), Fraction(0))
        for p, q in permutations(rows, 2)
        for chosen in product([0, 1], repeat=len(p))
    )


@given(st.integers(1, 4).flatmap(strategies.distributions))
def test_distributions_sum_to_one(row: Row) -> None:
    """Every row is a distribution."""
    assert sum(row) == 1
    assert min(row) >= 0


@given(st.data(), strategies.odds(), strategies.probabilities())
def test_private_rows_are_private(data: st.DataObject, odds: Fraction, delta: Fraction) -> None:
    """By construction: every event of every pair satisfies (ln odds, δ)."""
    rows = data.draw(strategies.private_rows(3, 3, odds, delta))
    assert all(sum(row) == 1 for row in rows)
    assert worst(rows, odds) <= delta


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 4)])
def test_private_rows_reach_the_boundary(delta: Fraction) -> None:
    """The bound is attained by some rows that differ."""
    odds = Fraction(3)
    rows = find(
        strategies.private_rows(2, 2, odds, delta),
        lambda rows: rows[0] != rows[1] and worst(rows, odds) == delta and min(map(min, rows)) > 0,
        settings=settings(database=None, max_examples=1000),
    )
    assert worst(rows, odds) == delta


@given(strategies.channels(outputs=(2, 3)), st.data())
def test_kernels_and_pairs_fit_their_channel(channel: Channel, data: st.DataObject) -> None:
    """A kernel starts at the channel's outputs; a pair is one of its pairs."""
    kernel = data.draw(strategies.kernels(channel))
    assert kernel.inputs == channel.outputs
    pair = data.draw(strategies.neighbouring_inputs(channel))
    assert channel.neighbours.contains(*pair)
    laws = data.draw(strategies.neighbour_pairs(channel))
    related = channel.neighbours.ordered_pairs(len(channel.inputs))
    assert laws in {(channel.row(i), channel.row(j)) for i, j in related}


@given(strategies.losses())
def test_rational_odds_are_below_the_loss(eps: object) -> None:
    """The odds used for private rows never exceed e^ε."""
    assert Value(strategies.rational_odds(eps)) <= exp(eps)  # type: ignore[arg-type]


@given(st.data(), strategies.odds(), strategies.probabilities())
def test_related_rows_are_private_for_neighbours(
    data: st.DataObject, odds: Fraction, delta: Fraction
) -> None:
    """On a path and on a square of databases, for neighbours; farther rows may be less so."""
    for near in (((1,), (0, 2), (1, 3), (2,)), ((1, 2), (0, 3), (0, 3), (1, 2))):
        rows = data.draw(strategies.related_rows(3, near, odds, delta))
        assert all(sum(row) == 1 and min(row) >= 0 for row in rows)
        for i, others in enumerate(near):
            assert all(worst([rows[i], rows[j]], odds) <= delta for j in others)


def test_related_rows_drift_apart() -> None:
    """The ends of a path of two steps reach the bound of group privacy, 1/10 + 2/10."""
    rows = find(
        strategies.related_rows(2, ((1,), (0, 2), (1,)), Fraction(2), Fraction(1, 10)),
        lambda rows: worst([rows[0], rows[2]], Fraction(4)) == Fraction(3, 10),
        settings=settings(database=None, max_examples=1000),
    )
    assert worst(rows[:2], Fraction(2)) == Fraction(1, 10)
