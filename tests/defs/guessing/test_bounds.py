"""The bounds of the source against the true worst posterior; part D of the claims."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.decide import measure
from dpverify.checkers.worst_posterior import worst_posterior
from dpverify.defs.channel import Channel
from dpverify.defs.errors import DomainError
from dpverify.defs.guessing import (
    Space,
    all_bound,
    annulus_bound,
    annulus_bound_as_printed,
    any_bound,
    best_guess,
    main_bound,
    main_lower_bound,
    region_bound,
    simplified_bound,
    simplified_lower_bound,
)
from dpverify.defs.guessing.annulus_bound import balls_about
from dpverify.defs.guessing.region_bound import region_bound_as_printed
from dpverify.defs.guessing.several import any_chance, product_balls
from dpverify.defs.numbers import ONE, ZERO, Loss, Value, ln
from tests.defs.guessing.spaces import random_space, seeded

TWO = ln(2)
THIRDS = ["1/3"] * 3
LINE = Space.line([0, 1, 2], THIRDS, [0, 1])


def test_the_bounds_bound_in_their_order() -> None:
    """200 spaces: worst posterior ≤ main ≤ region ≤ simplified; from below in the same way."""
    draw = seeded(3)
    strict = equal = 0
    for _ in range(200):
        space = random_space(draw)
        worst = worst_posterior(space, ln(4)).value
        main, region = main_bound(space, ln(4)), region_bound(space, ln(4))
        assert ZERO <= worst <= main <= region <= ONE
        least = ONE - worst_posterior(space.complement(), ln(4)).value
        assert main_lower_bound(space, ln(4)) <= least <= space.chance <= worst
        radius = space.radius()
        if radius is not None:
            assert region <= simplified_bound(space.chance, radius, ln(4))
            assert simplified_lower_bound(space.chance, radius, ln(4)) <= least
        strict, equal = strict + (worst < main), equal + (worst == main)
    assert strict > 20
    assert equal > 20


def test_the_main_bound_is_not_precise() -> None:
    """Line {0,1,2,3}, g = {0,3}, uniform, e^ε = 2: true 2/3, bound 3/4."""
    space = Space.line([0, 1, 2, 3], ["1/4"] * 4, [0, 3])
    assert main_bound(space, TWO) == Fraction(3, 4)
    assert worst_posterior(space, TWO).value == Fraction(2, 3)


def test_the_main_bound_is_attained_by_some() -> None:
    """On the line {0,1,2} with g = {0,1}, or g = {0}."""
    for goal in ([0, 1], [0]):
        space = Space.line([0, 1, 2], THIRDS, goal)
        found = worst_posterior(space, Loss(1))
        assert found.value == main_bound(space, Loss(1))


def test_the_annulus_bound_as_printed_is_refuted() -> None:
    """The geometric mechanism on {0,1,2}, r = 1, x = 0, ε = 1: .909969 > .844638."""
    balls = balls_about([(Fraction(i), Value(1) / 3) for i in range(3)])
    assert balls == [Fraction(2, 3), 1]
    printed = annulus_bound_as_printed(balls, Loss(1))
    assert abs(printed.approx() - 0.844638) < 1e-6
    found = worst_posterior(LINE, Loss(1))
    channel = found.channel()
    seen = best_guess(channel, ["0", "1"]).posterior
    assert seen == found.value
    assert abs(seen.approx() - 0.909969) < 1e-6
    assert measure(channel, "metric-dp").tight["eps"] <= 1
    assert seen > printed
    assert region_bound_as_printed(LINE, Loss(1)) == printed
    assert seen <= annulus_bound(balls, Loss(1))


def test_the_geometric_mechanism_itself() -> None:
    """P(y|x) ∝ e^{−|x−y|} on the integers, outputs beyond both ends put to them."""
    e = Loss(-1).odds()
    assert isinstance(e, Value)
    end, tail = ONE / (ONE + e), (ONE - e) / (ONE + e)
    rows = [[end, tail * e, end * e * e], [end * e, tail, end * e], [end * e * e, tail * e, end]]
    channel = Channel(
        ["0", "1", "2"], ["0", "1", "2"], rows, distance=[[0, 1, 2], [1, 0, 1], [2, 1, 0]],
        prior=THIRDS,
    )  # fmt: skip
    assert measure(channel, "metric-dp").tight["eps"] == 1
    seen = best_guess(channel, ["0", "1"]).posterior
    assert abs(seen.approx() - 0.909969) < 1e-6


def test_the_repaired_annulus_bound() -> None:
    """300 balls in metric spaces; attained by mass on −1 and 2 about 0."""
    draw = seeded(5)
    for _ in range(300):
        n = draw.randint(2, 6)
        spots = [(draw.randint(0, 6), draw.randint(0, 6)) for _ in range(n)]
        weights = [draw.choice([0, 1, 3]) + (i == 0) for i in range(n)]
        prior = [Fraction(w, sum(weights)) for w in weights]
        far = [[max(abs(a[0] - b[0]), abs(a[1] - b[1])) for b in spots] for a in spots]
        space = Space.of(prior, far, [i for i in range(n) if far[0][i] <= 1])
        balls = balls_about([(Fraction(far[0][i]), space.prior[i]) for i in range(n)])
        assert worst_posterior(space, TWO).value <= annulus_bound(balls, TWO)
    ends = Space.line([-1, 0, 1, 2], ["1/2", 0, 0, "1/2"], [0, 1, 2])
    balls = [Value(1) / 2, ONE]
    assert annulus_bound(balls, TWO) == worst_posterior(ends, TWO).value == Fraction(8, 9)


def test_numbers_by_hand() -> None:
    """p = 1/4, R = 2, e^ε = 3: 9/12 and 1/28."""
    p = Value(1) / 4
    assert simplified_bound(p, Fraction(2), ln(3)) == Fraction(3, 4)
    assert simplified_lower_bound(p, Fraction(2), ln(3)) == Fraction(1, 28)
    assert simplified_bound(ZERO, Fraction(2), ln(3)) == 0
    assert simplified_lower_bound(ONE, Fraction(2), ln(3)) == 1
    assert main_bound(LINE, Loss(0)) == Fraction(2, 3)
    assert main_bound(Space.of(["1/2", "1/2"], [[0, "inf"], ["inf", 0]], [0]), TWO) == 1
    assert main_bound(Space.of([1, 0], [[0, 1], [1, 0]], [1]), TWO) == 0
    with pytest.raises(DomainError):
        simplified_bound(Value(2), Fraction(1), TWO)
    with pytest.raises(DomainError):
        simplified_bound(p, Fraction(-1), TWO)
    with pytest.raises(DomainError, match="increase"):
        annulus_bound([ONE, p], TWO)
    with pytest.raises(DomainError):
        annulus_bound([], TWO)


def test_many_irrational_terms_become_a_ball() -> None:
    """The value is the same: against the sum in floats."""
    n = 40
    space = Space.line(list(range(n)), [Fraction(1, n)] * n, [0, 1])
    total = sum(1 / (2.718281828459045 ** (x) + 2.718281828459045 ** (x - 1)) for x in range(2, n))
    assert abs(main_bound(space, Loss(1)).approx() - 1 / (1 + total)) < 1e-9


def test_several_attributes() -> None:
    """AND: a product space under the largest distance; OR: the union bound."""
    first = [(Fraction(i), Value(1) / 3) for i in range(3)]
    second = [(Fraction(0), Value(1) / 2), (Fraction(5), Value(1) / 2)]
    balls = product_balls([balls_about(first), balls_about(second)])
    grid = [(i, j) for i in (0, 1, 2) for j in (0, 5)]
    far = [[max(abs(a[0] - b[0]), abs(a[1] - b[1])) for b in grid] for a in grid]
    goal = [i for i in range(6) if far[0][i] <= 1]
    both = Space.of(["1/6"] * 6, far, goal)
    assert balls == balls_about([(Fraction(far[0][i]), both.prior[i]) for i in range(6)])
    bound = all_bound([balls_about(first), balls_about(second)], TWO)
    assert worst_posterior(both, TWO).value <= bound
    either = Space.of(["1/6"] * 6, far, [i for i in range(6) if grid[i][0] <= 1 or grid[i][1] == 0])
    goals = ([i for i in range(6) if grid[i][0] <= 1], [i for i in range(6) if grid[i][1] == 0])
    parts = [worst_posterior(Space.of(["1/6"] * 6, far, goal), TWO) for goal in goals]
    assert worst_posterior(either, TWO).value <= any_bound([part.value for part in parts])
    assert any_bound([Value(2) / 3, Value(2) / 3]) == 1
    assert either.chance == any_chance([Value(2) / 3, Value(1) / 2]) == Fraction(5, 6)
    with pytest.raises(DomainError):
        product_balls([])
