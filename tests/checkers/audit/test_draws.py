"""The audit's own draws against the laws' formulas; fixed seeds."""

from __future__ import annotations

from fractions import Fraction
from math import exp
from typing import Any

import pytest
from flint import arb

from dpverify.checkers.audit.draws import Doubles, double
from dpverify.checkers.audit.interval import counted
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Value
from dpverify.defs.numbers import exp as exact_exp
from dpverify.defs.programs import laws

COUNT = 4000
R = exp(-0.5)


@pytest.mark.parametrize(
    ("draw", "event", "p"),
    [
        (lambda d: d.flip("1/3"), bool, 1 / 3),
        (lambda d: d.flip(exact_exp(-1)), bool, exp(-1)),
        (lambda d: d.uniform(range(5)), lambda x: x == 4, 1 / 5),
        (lambda d: d.choice({"a": "1/4", "b": Fraction(3, 4)}), lambda x: x == "a", 1 / 4),
        (lambda d: d.geometric("1/2"), lambda k: k >= 2, 1 / 4),
        (lambda d: d.geometric("1/2", most=1), lambda k: k == 1, 1 / 2),
        (lambda d: d.geometric(0), lambda k: k == 0, 1),
        (lambda d: d.discrete_laplace(2), lambda k: k == 0, (1 - R) / (1 + R)),
        (lambda d: d.discrete_laplace(2), lambda k: k == -1, R * (1 - R) / (1 + R)),
        (lambda d: d.discrete_laplace(ratio="1/2", low=-1, high=0), lambda k: k == 0, 2 / 3),
        (lambda d: d.discrete_laplace(ratio="1/2", low=-1, high=1), lambda k: k == -1, 1 / 3),
        (lambda d: d.laplace(2), lambda z: z > 2, exp(-1) / 2),
        (lambda d: d.exponential("1/2"), lambda z: z <= 1, 1 - exp(-2)),
        (lambda d: d.gumbel(3), lambda z: z <= 0, exp(-1)),
        (lambda d: d.logistic(3), lambda z: z <= 0, 1 / 2),
        (lambda d: d.logistic("1/2"), lambda z: z > 1, 1 / (1 + exp(2))),
    ],
)
def test_laws(draw: Any, event: Any, p: float) -> None:
    """The frequency of an event agrees with its probability, and not with one that is off."""
    draws = Doubles(7)
    count = sum(bool(event(draw(draws))) for _ in range(COUNT))
    assert counted(arb(p), count, COUNT).agrees
    if p < 1:
        assert not counted(arb(p * 0.7), count, COUNT).agrees


def test_one_seed_one_sequence() -> None:
    """The same seed gives the same numbers, another one others."""
    first, again, other = (Doubles(seed).laplace(1) for seed in (3, 3, 4))
    assert first == again != other


def test_doubles_of_numbers() -> None:
    """Texts, fractions, exact values, and numbers as they are."""
    assert [double(x) for x in ("1/4", Fraction(1, 4), Value(Fraction(1, 4)), 0.25)] == [0.25] * 4


def test_what_has_no_sampler() -> None:
    """A law that is not written down here is refused, not taken from elsewhere."""
    with pytest.raises(Undecided, match="no sampler"):
        Doubles(0)._take(laws.geometric("1/2"))
