"""The largest posterior over all ε·d-private channels, against HiGHS and z3."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.decide import check
from dpverify.checkers.worst_posterior import worst_posterior
from dpverify.defs.definitions import MetricDP
from dpverify.defs.errors import ChannelError, DomainError, NumberError, Undecided
from dpverify.defs.guessing import Space, best_guess, main_bound
from dpverify.defs.numbers import Loss, Real, Value, ln
from tests.defs.guessing.spaces import by_highs, by_z3, random_space, seeded

BASES = (Fraction(4), Fraction(9, 4), Fraction(121, 100))


def test_linear_programme_certificate_and_z3_agree() -> None:
    """200 random (prior, metric, goal) with up to 8 inputs."""
    draw = seeded(11)
    for number in range(200):
        space, base = random_space(draw), BASES[number % 3]
        found = worst_posterior(space, ln(base)).value
        assert isinstance(found, Value)
        assert found.as_fraction() == by_z3(space, base)
        assert abs(found.approx() - by_highs(space, base)) < 1e-6


def test_a_channel_attains_it() -> None:
    """The channel is ε·d-private, by the exact checker, and a guesser reaches the value."""
    draw = seeded(12)
    for _ in range(40):
        space = random_space(draw, 5)
        for eps in (ln(4), ln("121/100"), Loss(1), Loss(0)):
            found = worst_posterior(space, eps)
            channel = found.channel()
            if next(space.constraints(), None) is not None:
                assert check(channel, MetricDP(eps)).holds
            goal = [str(x) for x in space.goal]
            assert best_guess(channel, goal).posterior == found.value


def test_irrational_odds_are_exact() -> None:
    """e^ε = e: the value is a quotient of powers of e, and equals the main bound here."""
    space = Space.line([0, 1, 2], ["1/3"] * 3, [0, 1])
    found = worst_posterior(space, Loss(1)).value
    assert isinstance(found, Value)
    assert found == main_bound(space, Loss(1))


def test_ties_are_decided() -> None:
    """A symmetric goal about the middle: flows that are exactly 0, with irrational odds."""
    space = Space.line(list(range(7)), [Fraction(1, 7)] * 7, [3])
    found = worst_posterior(space, Loss(1)).value
    assert found == main_bound(space, Loss(1))
    flat = Space.line([0, 1, 2], ["1/3"] * 3, [0, 1, 2])
    assert worst_posterior(flat, Loss(1)).value == 1
    nothing = Space.line([0, 1, 2], ["1/3"] * 3, [])
    assert worst_posterior(nothing, Loss(1)).value == 0


def test_eps_known_by_a_ball() -> None:
    """The value is a ball then; where a flow cannot be told from 0 it is left open."""
    eps = Real("*", ln(2), ln(3))
    space = Space.line([0, 1, 2], ["1/3"] * 3, [0])
    found = worst_posterior(space, eps)
    assert isinstance(found.value, Real)
    near = worst_posterior(space, Loss(Fraction(found.eps.approx()))).value
    assert abs(found.value.approx() - near.approx()) < 1e-9
    with pytest.raises(Undecided):
        found.channel()


def test_distances_that_are_no_metric() -> None:
    """A detour is shorter: what it implies counts."""
    far = [[0, 9, 1], [9, 0, 1], [1, 1, 0]]
    near = [[0, 2, 1], [2, 0, 1], [1, 1, 0]]
    values = [worst_posterior(Space.of(["1/3"] * 3, d, [0]), ln(2)).value for d in (far, near)]
    assert values[0] == values[1]


def test_infinite_distances_separate() -> None:
    """Between classes nothing is demanded: one class may be given away."""
    far = [[0, "inf"], ["inf", 0]]
    assert worst_posterior(Space.of(["1/2", "1/2"], far, [0]), ln(2)).value == 1
    one_way = [[0, 1], ["inf", 0]]
    for goal in (0, 1):
        with pytest.raises(ChannelError, match="one direction"):
            worst_posterior(Space.of(["1/2", "1/2"], one_way, [goal]), ln(2))


def test_distances_may_differ_by_direction() -> None:
    """The channel that attains the value is private then too, however near one direction is."""
    draw = seeded(13)
    for _ in range(60):
        n = draw.randint(2, 4)
        apart = [[0 if x == z else Fraction(draw.randint(1, 6), 2) for z in range(n)]
                 for x in range(n)]  # fmt: skip
        space = Space.of([Fraction(1, n)] * n, apart, [draw.randrange(n)])
        for eps in (ln(4), ln("121/100"), Loss(0)):
            found = worst_posterior(space, eps)
            assert check(found.channel(), MetricDP(eps)).holds
            goal = [str(x) for x in space.goal]
            assert best_guess(found.channel(), goal).posterior == found.value


def test_a_distance_of_0_in_one_direction_is_refused() -> None:
    """P(y|0) ≤ P(y|1) for every y makes both rows one: the posterior is the prior, 1/2, not 2/3."""
    for apart in ([[0, 0], [1, 0]], [[0, 1], [0, 0]]):
        for goal in (0, 1):
            with pytest.raises(ChannelError, match="0 in one direction only"):
                worst_posterior(Space.of(["1/2", "1/2"], apart, [goal]), ln(2))
    same = Space.of(["1/2", "1/2"], [[0, 0], [0, 0]], [0])
    assert worst_posterior(same, ln(2)).value == Fraction(1, 2)


def test_eps_is_read_strictly() -> None:
    """A text is a number; a float is none, and nothing is negative."""
    space = Space.line([0, 1], ["1/2", "1/2"], [0])
    assert worst_posterior(space, "ln(3)").value == Fraction(3, 4)
    assert worst_posterior(space, 0).value == Fraction(1, 2)
    with pytest.raises(DomainError, match="negative"):
        worst_posterior(space, "-1")
    with pytest.raises(NumberError, match="float"):
        worst_posterior(space, 0.5)


def test_time_runs_out() -> None:
    space = Space.line(list(range(50)), [Fraction(1, 50)] * 50, [25])
    with pytest.raises(Undecided, match="time"):
        worst_posterior(space, ln(2), time_limit=0)
