"""Proposition 26 on databases that are written out: six queries, by the standard library."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import pytest

from dpverify.defs.channel import Channel
from dpverify.proofs.entries.six_queries import MAPS
from dpverify.proofs.instances import Instance
from dpverify.proofs.registry import entry

VALUES = (1.0, 2.0, 5.0)
WEIGHTS = (1.0, -2.0, 4.0, 0.5)
Query = Callable[[Sequence[float]], float]
Map = Callable[[float, Sequence[float], Sequence[float]], float]
"""φ from what is seen, and the known records before and after."""
N = len(WEIGHTS)


def _of(term: Callable[[float], float]) -> Callable[[Sequence[float]], float]:
    return lambda known: sum(map(term, known))


QUERIES: dict[str, Query] = {
    "count": lambda d: float(sum(x > 1 for x in d)),
    "linear": lambda d: sum(w * x for w, x in zip(WEIGHTS, d, strict=True)),
    "arithmetic-mean": statistics.fmean,
    "geometric-mean": statistics.geometric_mean,
    "harmonic-mean": statistics.harmonic_mean,
    "quadratic-mean": lambda d: math.sqrt(statistics.fmean([x * x for x in d])),
}
PHI: dict[str, Map] = {
    "count": lambda o, a, b: o - sum(x > 1 for x in a) + sum(x > 1 for x in b),
    "linear": lambda o, a, b: (
        o - sum(w * x for w, x in zip(WEIGHTS, a, strict=False))
        + sum(w * x for w, x in zip(WEIGHTS, b, strict=False))
    ),
    "arithmetic-mean": lambda o, a, b: o + (sum(b) - sum(a)) / N,
    "geometric-mean": lambda o, a, b: o * (math.prod(b) / math.prod(a)) ** (1 / N),
    "harmonic-mean": lambda o, a, b: (
        N / (N / o - _of(lambda x: 1 / x)(a) + _of(lambda x: 1 / x)(b))
    ),
    "quadratic-mean": lambda o, a, b: math.sqrt(
        o * o + (_of(lambda x: x * x)(b) - _of(lambda x: x * x)(a)) / N
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", list(MAPS))
def test_what_is_known_shifts_what_is_seen(name: str) -> None:
    """For all values of two known records and of two others, φ leads from the one to the other."""
    query, phi = QUERIES[name], PHI[name]
    for unknown in product(VALUES, repeat=2):
        for first, second in product(product(VALUES, repeat=2), repeat=2):
            seen = query([*first, *unknown])
            assert phi(seen, first, second) == pytest.approx(query([*second, *unknown]))


def test_an_instance_by_hand() -> None:
    """Records 1/2, 1/4, 1/8, the second known, which may be 3/4: 7/8 − 1/4 is 11/8 − 3/4.

    Weights 1, 1, 1. Half known, a record may differ by nothing either.
    """
    statement = entry("pk.reducible.shifted-sum").statement
    records = ["i0", "i1", "i2"]

    def numbers(*given: str) -> Channel:
        return Channel(records, ["0", "1"], [[1 - Fraction(x), Fraction(x)] for x in given])

    channels = {
        "X": numbers("1/2", "1/4", "1/8"),
        "Y": numbers("1/2", "3/4", "1/8"),
        "K": numbers("0", "1", "0"),
        "W": numbers("1", "1", "1"),
    }
    shape = {"records": 3}
    assert Instance(statement, shape, channels, {}).met
    assert Instance(statement, shape, channels, {}).concluded
    halfway = {**channels, "K": numbers("0", "1/2", "0")}
    assert not Instance(statement, shape, halfway, {}).met
    assert not Instance(statement, shape, halfway, {}).concluded
