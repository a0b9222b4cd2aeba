"""Taylor expansions with their remainders."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from flint import arb, fmpq

from dpverify.checkers.all_eps.taylor import Expander, Expansion
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from tests.checkers.all_eps.scanning import random_function


@pytest.mark.parametrize("order", [2, 5, 12])
@pytest.mark.parametrize("seed", range(15))
def test_the_expansion_encloses_the_sum(seed: int, order: int) -> None:
    """f(m + h) lies within R·|h|^K of the polynomial, for h across the interval."""
    rng = Random(seed)  # noqa: S311  # test data
    a = random_function(rng)
    middle, w = fmpq(rng.randint(0, 5), 2), fmpq(1, rng.randint(1, 4))
    expander = Expander(a, order)
    expansion = expander.at(middle, w, 200)
    with working_precision(200):
        for k in range(-4, 5):
            h = w * k / 4
            value = a.ball(arb(middle + h), bits=200)
            polynomial = sum(
                (c * arb(h) ** i for i, c in enumerate(expansion.coefficients)), arb(0)
            )
            slack = expansion.remainder * abs(arb(h)) ** order
            assert not abs(value - polynomial) > slack
            assert value.overlaps(expander.ball(middle + h, 200))


def test_coefficients_at_zero_are_exact() -> None:
    """e^ε − 1 − ε = ε²/2 + ε³/6 + …"""
    f = Fraction
    a = ExpPoly.in_eps({(0, f(1)): 1, (0, f(0)): -1, (1, f(0)): -1})
    assert Expander(a, 5).at_zero() == [0, 0, fmpq(1, 2), fmpq(1, 6), fmpq(1, 24)]


def test_no_zero_and_monotone_say_so_only_where_it_is_so() -> None:
    """h² − 1/4 has zeros at ±1/2 and an extremum at 0; h + 2 has neither on |h| ≤ 1."""
    parabola = Expansion([arb(-1) / 4, arb(0), arb(1)], arb(0))
    assert parabola.no_zero(arb(0.49))
    assert not parabola.no_zero(arb(0.5))
    assert not parabola.monotone(arb(0.01))
    line = Expansion([arb(2), arb(1)], arb(0))
    assert line.no_zero(arb(1))
    assert line.monotone(arb(1))
    # the remainder counts: 2 + h + ρh², |ρ| ≤ 1
    assert not Expansion([arb(2), arb(1)], arb(1)).no_zero(arb(1))
    assert not Expansion([arb(2), arb(1)], arb(1)).monotone(arb(1))
    # below the lowest term nothing counts: h·(1 − h/2)
    assert Expansion([arb(0), arb(1), arb(-0.5)], arb(0)).no_zero(arb(1), 1)
