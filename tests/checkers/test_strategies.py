"""Strategies generate what is legal, reach the corners, and are private where they say so."""

from __future__ import annotations

from collections.abc import Callable
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


CORNERS: dict[str, Callable[[Channel], bool]] = {
    "a zero": lambda c: any(c.entry(0, j).is_zero for j in range(len(c.outputs))),
    "equal rows": lambda c: c.row(0) == c.row(1) and not c.entry(0, 0).is_zero,
    "one output": lambda c: len(c.outputs) == 1,
    "near-deterministic": lambda c: any(Value(1) > p > Fraction(95, 100) for p in c.row(0)),
    "a chain": lambda c: len(c.inputs) == 3 and c.neighbours.count(3) == 4,
    "infinite loss": lambda c: any(
        a.is_zero != b.is_zero for a, b in zip(c.row(0), c.row(1), strict=True)
    ),
}


@pytest.mark.parametrize("corner", CORNERS)
def test_channels_reach_the_corners(corner: str) -> None:
    """The interesting places are found at once."""
    found = find(strategies.channels(), CORNERS[corner], settings=settings(database=None))
    assert CORNERS[corner](found)


@given(strategies.channels(outputs=(2, 3)), st.data())
def test_kernels_and_pairs_fit_their_channel(channel: Channel, data: st.DataObject) -> None:
    """A kernel starts at the channel's outputs; a pair is one of its pairs."""
    kernel = data.draw(strategies.kernels(channel))
    assert kernel.inputs == channel.outputs
    pair = data.draw(strategies.neighbour_pairs(channel))
    assert channel.neighbours.contains(*pair)


@given(strategies.losses())
def test_rational_odds_are_below_the_loss(eps: object) -> None:
    """The odds used for private rows never exceed e^ε."""
    assert Value(strategies.rational_odds(eps)) <= exp(eps)  # type: ignore[arg-type]
