"""The game of guessing: against every test and every guesser, by brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.channel import Channel
from dpverify.defs.divergences.hockey_stick import hockey_stick
from dpverify.defs.errors import ChannelError, DomainError
from dpverify.defs.guessing.game import (
    delta_of,
    guess_error,
    total_variation_of,
    trade_off,
    weighted_error,
)
from dpverify.defs.numbers import ONE, Value
from tests.defs.guessing.attacks import Attack, attacks, events, laws


@given(attacks(inputs=(2, 3)))
def test_no_guesser_errs_less(attack: Attack) -> None:
    """Over all maps from outputs to inputs."""
    n, m = len(attack.rows), len(attack.rows[0])
    least = min(
        1 - sum(attack.prior[x] * attack.rows[x][y] for y, x in enumerate(guesses))
        for guesses in product(range(n), repeat=m)
    )
    assert guess_error(attack.channel()).as_fraction() == least


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[Fraction], list[Fraction]]:
    """Two laws, zeros often."""
    m = draw(st.integers(1, 4))
    return draw(laws(m)), draw(laws(m))


def errors(p: list[Fraction], q: list[Fraction]) -> list[tuple[Fraction, Fraction]]:
    """(α, β) of every set."""
    every = [(), *events(len(p))]
    zero = Fraction(0)
    return [(sum((p[y] for y in s), zero), 1 - sum((q[y] for y in s), zero)) for s in every]


@given(pairs(), st.fractions(0, 1, max_denominator=8), st.fractions(1, 5, max_denominator=4))
def test_the_curve_of_a_pair(
    pair: tuple[list[Fraction], list[Fraction]], weight: Fraction, odds: Fraction
) -> None:
    """No set is below it, its corners are sets, it is convex; error, TV and δ(ε) follow."""
    p, q = pair
    values = [[Value(a) for a in law] for law in pair]
    points = trade_off(*values)
    corners = [(a.as_fraction(), b.as_fraction()) for a, b in points]
    every = errors(p, q)
    assert all(corner in every for corner in corners)
    assert corners[0][0] == 0
    assert len({alpha for alpha, _ in corners}) == len(corners)
    assert [*corners[-1]] == [1, 0]
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(corners) if a[0] != b[0]]
    assert slopes == sorted(slopes)
    for alpha, beta in every:
        for (a0, b0), (a1, b1) in pairwise(corners):
            if a0 <= alpha <= a1:
                assert (beta - b0) * (a1 - a0) >= (b1 - b0) * (alpha - a0)
    least = min(weight * alpha + (1 - weight) * beta for alpha, beta in every)
    assert weighted_error(points, Value(weight)).as_fraction() == least
    channel = Channel(["P", "Q"], [str(y) for y in range(len(p))], [p, q])
    assert guess_error(channel, [weight, 1 - weight]) == Value(least)
    assert total_variation_of(points).as_fraction() == max(1 - a - b for a, b in every)
    assert total_variation_of(points) == delta_of(points, ONE)
    assert delta_of(points, Value(odds)) == hockey_stick(values[1], values[0], Value(odds))


def test_the_optimal_error_under_privacy() -> None:
    """S3: under a uniform prior 1/(e^ε + 1), at randomised response with e^ε = 3."""
    rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    assert guess_error(rr, ["1/2", "1/2"]) == Fraction(1, 4)
    assert guess_error(rr, ["9/10", "1/10"]) == Fraction(1, 10)


def test_errors() -> None:
    with pytest.raises(ChannelError, match="prior"):
        guess_error(Channel(["a", "b"], ["y"], [[1], [1]]))
    with pytest.raises(DomainError):
        weighted_error([(ONE, ONE)], Value(2))
