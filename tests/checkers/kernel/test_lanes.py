"""The lanes of long integers never bound a pair below its exact value, and come close to it."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations

import pytest

from dpverify.checkers.kernel.lanes import BITS, Lanes
from dpverify.checkers.kernel.weights import Row
from dpverify.defs.numbers import Value, exp

NEAR = Fraction(1, 1 << (BITS - 8))
"""Above what the roundings of a dozen outputs add up to."""


def drawn(seed: int) -> list[Row]:
    """Rows with zeros, ones that are nearly equal, and weights of very different sizes."""
    draw = random.Random(seed)  # noqa: S311  for a test
    size = draw.choice([1, 10, 10**6, 10**300])
    rows = []
    for _ in range(4):
        weights = [draw.choice([0, 1, draw.randrange(1, size + 1)]) for _ in range(5)]
        weights[draw.randrange(5)] += 1
        rows.append(Row(weights, sum(weights)))
    rows.append(Row([*rows[0].weights[:-1], rows[0].weights[-1] + 1], rows[0].total + 1))
    return rows


def gain(first: Row, second: Row, odds: Fraction, *, tail: bool, both: bool) -> Fraction:
    """What an event gains, or how likely a larger loss is, output by output in fractions."""
    whole = Fraction(0)
    for a, b in zip(first.weights, second.weights, strict=True):
        p, q = Fraction(a, first.total), Fraction(b, second.total)
        if p > odds * q or (both and q > odds * p):
            whole += p if tail else p - odds * q
    return whole


@pytest.mark.parametrize("seed", range(60))
def test_what_is_not_open_is_within_the_slack(seed: int) -> None:
    """Every pair above the slack is open; with more slack than its value and the error none is."""
    rows, draw = drawn(seed), random.Random(-seed)  # noqa: S311  for a test
    odds = draw.choice([Fraction(1), Fraction(3, 2), Fraction(10**9), Fraction(10**40)])
    for tail, both in ((False, False), (True, False), (True, True)):
        gains = {
            pair: gain(rows[pair[0]], rows[pair[1]], odds, tail=tail, both=both)
            for pair in permutations(range(len(rows)), 2)
        }
        slack = draw.choice(sorted(gains.values()))
        lanes = Lanes(rows, Value(odds))
        left = set(lanes.open_pairs(None, Value(slack), tail=tail, both_ways=both))
        listed = lanes.open_pairs(list(gains), Value(slack), tail=tail, both_ways=both)
        assert left == set(listed), "all pairs at once, and one after another"
        assert {pair for pair, value in gains.items() if value > slack} <= left
        if not tail:
            assert left <= {pair for pair, value in gains.items() if value + NEAR >= slack}


def test_an_irrational_factor() -> None:
    """At e the pair gains 9/10 − e/10 ≈ 0.628: open below, and not above."""
    rows = [Row([9, 1], 10), Row([1, 9], 10)]
    exact = Value(9) / 10 - exp(1) / 10
    assert (0, 1) in Lanes(rows, exp(1)).open_pairs([(0, 1)], exact - Value(1) / 10**8)
    assert not list(Lanes(rows, exp(1)).open_pairs([(0, 1)], exact + Value(1) / 10**8))


def test_many_lanes() -> None:
    """10,000 outputs: no lane runs over, the sum is that of all."""
    count = 10_000
    half = [2] * (count // 2) + [0] * (count // 2)
    rows = [Row(half, count), Row(half[::-1], count)]
    for pairs in (None, [(0, 1), (1, 0)]):
        lanes = Lanes(rows, Value(1))
        assert list(lanes.open_pairs(pairs, Value(999) / 1000)) == [(0, 1), (1, 0)]
        assert not list(lanes.open_pairs(pairs, Value(1001) / 1000))


def test_many_inputs() -> None:
    """300 laws that are certain of one of two outputs: each gains all against the other kind."""
    rows = [Row([1, 0] if i % 2 else [0, 1], 1) for i in range(300)]
    lanes = Lanes(rows, Value(1))
    other = [(i, j) for i in range(300) for j in range(300) if (i + j) % 2]
    assert list(lanes.open_pairs(None, Value(1) / 2)) == other
    assert list(lanes.open_pairs(other[:7], Value(1) / 2)) == other[:7]
    least = Value(1) - Value(1) / (1 << BITS)
    assert list(lanes.open_pairs(None, least)) == other
    for slack in (1, 2, 10**9):
        assert not list(lanes.open_pairs(None, Value(slack)))
