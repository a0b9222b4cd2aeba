"""Implied bounds: sorted noises are a chain, impossible cycles have probability 0."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

from dpverify.checkers.continuous.implied import cyclic, without_implied
from dpverify.checkers.continuous.order import Interval
from dpverify.checkers.continuous.words import probability
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Noise
from tests.checkers.continuous.programs import added, difference, one_path

F = Fraction
LAPLACE = Noise("laplace", F(1))


def test_all_comparisons_of_a_sort_are_a_chain() -> None:
    """z_i + q_i in one order: all pairs compared give what neighbours give; all orders sum to 1."""
    q = [Shift.of(k) for k in ("0", "1/2", "-1")] + [Shift.of(0, g=1)]
    every = []
    for order in itertools.permutations(range(4)):
        steps = {(a, b): difference(a, b, q[a] - q[b]) for a, b in itertools.combinations(order, 2)}
        neighbours = [steps[pair] for pair in itertools.pairwise(order)]
        found = probability(one_path([LAPLACE] * 4, *steps.values()), "w")
        assert found == probability(one_path([LAPLACE] * 4, *neighbours), "w")
        every.append(found)
    assert added(every) == 1


@pytest.mark.parametrize("shift", [0, 1])
def test_impossible_cycles_have_probability_0(shift: int) -> None:
    """z0 ≥ z1 + s ≥ z2 + 2s ≥ z0 + 3s for s ≥ 0."""
    steps = [difference(i, (i + 1) % 3, Shift.of(-shift)) for i in range(3)]
    assert probability(one_path([LAPLACE] * 3, *steps), "w").is_zero


def test_bounds_of_single_noises_imply_differences() -> None:
    """z0 ≥ 2, z1 ≤ 1 make z0 ≥ z1 superfluous, and with it the cycle of z0, z1, z2."""
    single = (Form(((0, F(1)),), Shift.of(-2)), Form(((1, F(-1)),), Shift.of(1)))
    pairs = (difference(0, 2, Shift()), difference(2, 1, Shift()))
    needless = difference(0, 1, Shift())
    found = probability(one_path([LAPLACE] * 3, *single, *pairs, needless), "w")
    assert found == probability(one_path([LAPLACE] * 3, *single, *pairs), "w")
    assert not found.is_zero


def test_what_is_left_out_follows() -> None:
    """On random bounds: a point satisfies what is left exactly if it satisfies all."""
    rng = random.Random(5)  # noqa: S311  # test data
    dropped = 0
    for _ in range(200):
        pairs = {
            (i, j): Interval(*sorted_bounds(rng))
            for i, j in itertools.combinations(range(4), 2)
            if rng.random() < 0.8
        }
        left = without_implied({}, pairs)
        if left is None:
            continue
        dropped += sum(len(ends(i)) for i in pairs.values()) - sum(
            len(ends(i)) for i in left.values()
        )
        for _ in range(60):
            v = [F(rng.randint(-8, 8), 2) for _ in range(4)]
            assert satisfied(v, pairs) == satisfied(v, left)
    assert dropped > 100


def sorted_bounds(rng: random.Random) -> list[Shift | None]:
    """Random ends, either perhaps open."""
    low = rng.randint(-6, 2)
    high = low + rng.randint(1, 8)
    return [None if rng.random() < 0.3 else Shift.of(end) for end in (low, high)]


def ends(interval: Interval) -> list[Shift]:
    """The ends that are not open."""
    return [b for b in (interval.low, interval.high) if b is not None]


def satisfied(v: list[F], pairs: dict[tuple[int, int], Interval]) -> bool:
    """Whether all differences lie in their intervals."""
    return all(
        (b.low is None or v[i] - v[j] >= b.low.constant)
        and (b.high is None or v[i] - v[j] <= b.high.constant)
        for (i, j), b in pairs.items()
    )


def test_cycles() -> None:
    """Of trees there are none; a triangle is one."""
    assert not cyclic({(0, 1): 0, (1, 2): 0, (3, 4): 0})
    assert cyclic({(0, 1): 0, (1, 2): 0, (0, 2): 0})
    assert cyclic({(0, 3): 0, (1, 2): 0, (0, 1): 0, (2, 3): 0})
