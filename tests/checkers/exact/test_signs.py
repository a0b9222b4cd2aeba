"""Exact signs where floats cannot tell, by wrapped integers and by distinct pairs of numbers."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from dpverify.checkers.exact.scores import Scores
from dpverify.checkers.exact.signs import Signs
from dpverify.checkers.floats import image_of, image_of_number
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Value, parse
from tests.checkers.exact.channels import labels, seeded


def near_ties(rng: Random, bits: int) -> Channel:
    """Two rows in the ratio 3/2 but for single units, over one denominator."""
    whole = 1 << bits
    first = [rng.getrandbits(bits - 8) * 3 for _ in range(20)]
    second = [k // 3 * 2 + rng.choice((-1, 0, 0, 1)) for k in first]
    rows = [[*row, whole - sum(row)] for row in (first, second)]
    return Channel.from_weights(labels(2), labels(21), rows)


@pytest.mark.parametrize("bits", [40, 52, 61, 80])
@pytest.mark.parametrize("odds", [Fraction(3, 2), Fraction(3 * 10**15 + 1, 2 * 10**15)])
def test_near_ties_are_told_exactly(bits: int, odds: Fraction) -> None:
    """Differences of one unit in 2^61 have the sign that Fractions give them."""
    channel = near_ties(seeded(bits), bits)
    scores = Scores(image_of(channel.rows), image_of_number(Value(odds)), "tail")
    pair = np.array([0]), np.array([1])
    at, o = np.nonzero(scores.unsure(*pair))
    assert bits < 52 or len(o) > 5
    found = Signs(channel.rows, scores.image, Value(odds)).of(pair[0][at], pair[1][at], o)
    for sign, output in zip(found.tolist(), o.tolist(), strict=True):
        p, q = (channel.entry(i, output).as_fraction() for i in (0, 1))
        assert sign == (p > odds * q) - (p < odds * q)


def test_irrational_odds_and_entries() -> None:
    """e^{1/2} against entries in that ratio: equality is found."""
    rows = [
        ["exp(1/2)/(1+exp(1/2))", "1/(1+exp(1/2))"],
        ["1/(1+exp(1/2))", "exp(1/2)/(1+exp(1/2))"],
    ]
    channel = Channel(labels(2), labels(2), rows)
    odds = parse("exp(1/2)")
    assert isinstance(odds, Value)
    signs = Signs(channel.rows, image_of(channel.rows), odds)
    i, j = np.array([0, 0, 1]), np.array([1, 1, 0])
    assert signs.of(i, j, np.array([0, 1, 0])).tolist() == [0, -1, -1]
    whole = Channel.from_weights(labels(2), labels(2), [[3, 1], [1, 3]])
    signs = Signs(whole.rows, image_of(whole.rows), odds)
    assert signs.of(i, j, np.array([0, 1, 0])).tolist() == [1, -1, -1]


def test_equal_numerators_over_other_denominators_are_other_numbers() -> None:
    """3/4 > e^½·2/5 > 3/100."""
    rows = [["3/4", "1/4"], ["3/100", "97/100"], ["2/5", "3/5"]]
    channel = Channel(labels(3), labels(2), rows)
    odds = parse("exp(1/2)")
    assert isinstance(odds, Value)
    signs = Signs(channel.rows, image_of(channel.rows), odds)
    assert signs.of(np.array([0, 1]), np.array([2, 2]), np.array([0, 0])).tolist() == [1, -1]
