"""Integrals of positive parts, against closed forms, and where f is 0 throughout."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb

from dpverify.checkers.enclosures.positive import Positive, positive_part
from dpverify.checkers.enclosures.products import Mass, Product
from dpverify.checkers.enclosures.sources import Source
from dpverify.defs.numbers.balls import working_precision
from tests.checkers.enclosures.oracles import gaussian_delta

F = Fraction


def noise(source: Source, place: Fraction) -> Product:
    """The density of a place with noise."""
    return Product(density=(source, (F(1), -place)))


def positive(one: Product, other: Product, odds: arb, bits: int = 40) -> Positive:
    with working_precision(128):
        return positive_part([(arb(1), one)], [(odds, other)], bits)


def close(found: arb, expected: arb, digits: int) -> bool:
    return bool(found.overlaps(expected)) and float(found.rad()) < 10.0**-digits


@pytest.mark.parametrize("eps", [F(0), F(1), F(3)])
def test_gaussians(eps: Fraction) -> None:
    """The profile, and the half-line where p is larger."""
    g = Source("gaussian", F(1))
    with working_precision(128):
        odds = arb(eps.numerator).exp()
    found = positive(noise(g, F(0)), noise(g, F(1)), odds)
    assert close(found.integral, gaussian_delta(F(1), eps), 9)
    ((low, high),) = found.where
    assert low is not None
    assert high is not None
    assert low < -5
    assert abs(high - (F(1, 2) - eps)) < F(1, 1000)


@pytest.mark.parametrize(("eps", "expected"), [("1/2", 0), ("1/4", F(1, 8)), ("3/4", None)])
def test_laplace_tails_where_f_is_nought(eps: str, expected: object) -> None:
    """p = e^{1/2}·q on a whole tail: at ε = 1/2 nothing is certain there, and nothing is added."""
    source = Source("laplace", F(2))
    with working_precision(128):
        odds = (arb(F(eps).numerator) / F(eps).denominator).exp()
        wanted = 1 - (-arb(1) / 8).exp() if expected else arb(0)
    for other in (F(1), F(-1)):
        found = positive(noise(source, F(0)), noise(source, other), odds)
        assert close(found.integral, wanted, 9)


def test_uniforms() -> None:
    """By hand: 1/8 of the mass is apart; against one twice as wide half of the mass is more."""
    source = Source("uniform", F(4))
    found = positive(noise(source, F(0)), noise(source, F(1)), arb(2))
    assert close(found.integral, arb(1) / 8, 20)
    assert found.where == ((F(-4), F(-3)),)
    wide = positive(noise(source, F(0)), noise(Source("uniform", F(8)), F(0)), arb(1))
    assert close(wide.integral, arb(1) / 2, 20)


def test_nothing_on_the_first_input() -> None:
    assert positive_part([], [(arb(1), noise(Source("uniform", F(1)), F(0)))], 20).integral == 0


def test_masses_and_conditions_along_the_line() -> None:
    """By hand: v uniform on ±1 and v ≥ 0, and U ≤ v for U uniform on ±1: ∫₀¹ ½·(v+1)/2 = 3/8."""
    source = Source("uniform", F(1))
    line = (F(1), F(0))
    one = Product(density=(source, line), masses=(Mass(source, (), (line,)),), low=F(0))
    found = positive(one, noise(source, F(9)), arb(1))
    assert close(found.integral, arb(3) / 8, 9)
