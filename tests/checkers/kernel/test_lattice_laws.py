"""Laws of sums as powers of polynomials, of the kernel and of the finder, against plain sums."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest
from flint import fmpz

from dpverify.checkers.kernel import lattice_laws
from dpverify.checkers.knowledge.lattice import sum_of_copies
from dpverify.defs.numbers import Value, exp

Law = dict[Any, int]


def by_definition(law: Law, count: int) -> Law:
    """Every way of `count` copies, one by one."""
    sums: Law = Counter()
    for places in product(law, repeat=count):
        sums[sum(places, start=Fraction(0))] += prod(law[place] for place in places)
    return dict(sums)


def random_law(random: Random) -> Law:
    """Two to four places, fractions or whole numbers, some negative, and weights."""
    below = random.choice((1, 1, 2, 6))
    places = random.sample(range(-9, 10), random.randint(2, 4))
    return {Fraction(place, below): random.randint(1, 9) for place in places}


def test_powers_and_products_are_those_of_the_definition() -> None:
    """On 100 laws, each of up to four copies; and for two laws of different steps."""
    random = Random(31)  # noqa: S311 (test data)
    for _ in range(100):
        law, other, count = random_law(random), random_law(random), random.randint(0, 4)
        numerators = {place: fmpz(p) for place, p in law.items()}
        assert lattice_laws.power(numerators, count) == by_definition(law, count)
        both = lattice_laws.product(numerators, {place: fmpz(p) for place, p in other.items()})
        expected: Law = Counter()
        for (a, p), (b, q) in product(law.items(), other.items()):
            expected[a + b] += p * q
        assert both == dict(expected)
        chances, others = in_values(law), in_values(other)
        scale = Fraction(1, sum(law.values()) ** count * sum(other.values()))
        found = sum_of_copies([(chances, count), (others, 1)])
        assert found is not None
        copies = by_definition(law, count)
        whole: Law = Counter()
        for (a, p), (b, q) in product(copies.items(), other.items()):
            whole[a + b] += p * q
        assert {place: p.as_fraction() for place, p in found.items()} == {
            place: p * scale for place, p in whole.items()
        }


def in_values(law: Law) -> dict[Any, Value]:
    """The same law with probabilities that sum to 1."""
    return {place: Value(Fraction(p, sum(law.values()))) for place, p in law.items()}


def test_a_law_of_one_place_moves_the_other() -> None:
    """A record that is certain adds its number, on whatever lattice the other is."""
    certain, coin = {Fraction(1, 3): fmpz(1)}, {0: fmpz(1), 2: fmpz(1)}
    assert lattice_laws.product(certain, coin) == {Fraction(1, 3): 1, Fraction(7, 3): 1}
    assert lattice_laws.power(certain, 3) == {Fraction(1): 1}


@pytest.mark.parametrize(
    "law",
    [
        {0: fmpz(1), 1: fmpz(0)},  # a place that only an attacker sets
        {0: Value(1), 1: Value(2)},  # numerators that are no integers
        {(0, 1): fmpz(1), (1, 0): fmpz(1)},  # a histogram
        {},
    ],
)
def test_other_laws_are_left_to_plain_sums(law: Any) -> None:
    """And nothing of them is lost."""
    assert lattice_laws.power(law, 2) is None
    assert lattice_laws.product(law, {0: fmpz(1)}) is None


def test_what_is_spread_too_wide_is_left_to_plain_sums() -> None:
    """A lattice of a million points for three places; a step of a million is none."""
    assert lattice_laws.power({0: fmpz(1), 1: fmpz(1), 10**6: fmpz(1)}, 1) is None
    assert lattice_laws.power({0: fmpz(1), 10**6: fmpz(1)}, 2) == {0: 1, 10**6: 2, 2 * 10**6: 1}
    wide = {Fraction(0): Value(Fraction(1, 2)), Fraction(10**6): Value(Fraction(1, 2))}
    assert sum_of_copies([(wide, 1), (in_values({Fraction(0): 1, Fraction(1): 1}), 1)]) is None
    irrational: Any = {Fraction(0): exp(-1), Fraction(1): 1 - exp(-1)}
    assert sum_of_copies([(irrational, 2)]) is None
