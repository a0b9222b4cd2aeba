"""Ternary |χ|² against fractions, with what the atlas derives of it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import dpverify as dv
from dpverify.defs.numbers import INFINITY
from dpverify.defs.operations import mixture, post_process

Laws = list[list[Fraction]]


def _laws(random: Random) -> Laws:
    rows = [[random.randint(1, 6) for _ in range(3)] for _ in range(4)]
    return [[Fraction(x, sum(row)) for x in row] for row in rows]


def _value(laws: Laws) -> dv.Value:
    channel = dv.Channel(list("wxyz"), list("abc"), laws)
    value = dv.over_pairs("ternary-difference", channel).value
    assert isinstance(value, dv.Value)
    return value


def test_against_all_triples() -> None:
    """Any three of four inputs, the same one twice included."""
    random = Random(2)  # noqa: S311 (test data)
    for _ in range(10):
        laws = _laws(random)
        largest = max(
            sum(((a - b) ** 2 / c for a, b, c in zip(*three, strict=True)), Fraction(0))
            for three in product(laws, repeat=3)
        )
        assert _value(laws) == dv.Value(largest)


def test_neighbours_alone() -> None:
    """On a path w, x, y no three are neighbours, and it is χ²; and what is impossible is infinite.

    By hand: fair coins, and 3/4 : 1/4, have χ² = (1/16)/(1/4) + (1/16)/(3/4) = 1/3.
    """
    rows = [["1/2", "1/2"], ["3/4", "1/4"], ["1/2", "1/2"]]
    path = dv.Channel(list("wxy"), ["0", "1"], rows, [("w", "x"), ("x", "y")])
    assert dv.over_pairs("ternary-difference", path).value == dv.parse("1/3")
    sure = dv.Channel(list("wxy"), ["0", "1"], [[1, 0], ["3/4", "1/4"], ["1/2", "1/2"]])
    assert dv.over_pairs("ternary-difference", sure).value == INFINITY


def test_post_processing_and_mixtures() -> None:
    """Both keep it: a map at random, and the mean of two values."""
    random = Random(4)  # noqa: S311 (test data)
    for _ in range(10):
        first, second = _laws(random), _laws(random)
        channels = [dv.Channel(list("wxyz"), list("abc"), laws) for laws in (first, second)]
        kernel = dv.Channel(list("abc"), list("abc"), _laws(random)[:3])
        processed = post_process(channels[0], kernel)
        assert _of(processed) <= _value(first)
        assert _of(mixture("1/3", *channels)) <= (_value(first) + 2 * _value(second)) / 3


def _of(channel: dv.Channel) -> dv.Value:
    value = dv.over_pairs("ternary-difference", channel).value
    assert isinstance(value, dv.Value)
    return value
