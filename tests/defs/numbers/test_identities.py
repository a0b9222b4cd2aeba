"""Equality of expressions: every rule is an identity, and nothing else is taken for one."""

from __future__ import annotations

import pytest
from flint import arb

from dpverify.checkers.knowledge.counts import Computed
from dpverify.defs.numbers import NumberError, Real, Undecided, Value, parse
from dpverify.defs.numbers.identities import vanishes
from dpverify.defs.risk.enclosed import Enclosed

EQUAL = [
    ("Phi(1/2)", "1-Phi(-1/2)"),
    ("Phi(0)", "1/2"),
    ("Phi(2**(1/2))", "1-Phi(-(2**(1/2)))"),
    ("Phi(ln(3)-1/2)", "1-Phi(1/2-ln(3))"),
    ("Phi(ln(2)*ln(3))", "Phi(ln(3)*ln(2))"),
    ("Phi(1/2-1)-exp(1)*Phi(-1/2-1)", "1-Phi(1/2)-exp(1)+exp(1)*Phi(3/2)"),
    ("Phi(1)*Phi(2)", "Phi(2)-Phi(-1)*Phi(2)"),
    ("quantile(1/4)", "-quantile(3/4)"),
    ("quantile(1/2)", "0"),
    ("Phi(quantile(1/3))", "1/3"),
    ("Phi(-quantile(1/3))", "2/3"),
    ("1/Phi(1)*Phi(1)", "1"),
    ("(Phi(1)+exp(1))/(Phi(1)+exp(1))*Phi(2)", "Phi(2)/(Phi(1)+exp(1))*(Phi(1)+exp(1))"),
    ("exp(2**(1/2))", "exp(2**(1/2))"),
    ("ln(2)*ln(3)", "ln(3)*ln(2)"),
    ("exp(ln(1+exp(1))/2)**2", "1+exp(1)"),
    ("exp(ln(1+exp(1))/2)", "1/exp(ln(1/(1+exp(1)))/2)"),
    ("exp(3*ln(1+exp(1))/2)", "(1+exp(1))*exp(ln(1+exp(1))/2)"),
    ("(1+Phi(1))**2", "1+2*Phi(1)+Phi(1)*Phi(1)"),
]
"""Pairs of texts for one number."""
APART = [
    ("Phi(1/2)", "Phi(1/2)+1e-300"),
    ("Phi(1/2)", "Phi(1/3)"),
    ("Phi(1/2)", "Phi(-1/2)"),
    ("Phi(1)*Phi(1)", "Phi(1)"),
    ("exp(2**(1/2))", "exp(2**(1/2))*(1+1e-1000)"),
    ("quantile(1/4)", "quantile(3/4)"),
    ("exp(ln(1+exp(1))/2)", "1+exp(1)"),
    ("exp(ln(1+exp(1))/3)**2", "1+exp(1)"),
    ("1/Phi(1)", "Phi(1)"),
]
"""Pairs of texts for two numbers."""


@pytest.mark.parametrize(("left", "right"), EQUAL)
def test_equal_numbers_are_found_equal(left: str, right: str) -> None:
    """Balls of 2,000 bits contain 0 as well; that is the oracle, which needs no identity."""
    one, other = parse(left), parse(right)
    gap = Real("-", one, other)
    assert gap.ball(2_000).contains(0)
    assert vanishes(gap)
    assert one == other
    assert one <= other <= one


@pytest.mark.parametrize(("left", "right"), APART)
def test_different_numbers_are_told_apart(left: str, right: str) -> None:
    """Balls of 8,000 bits exclude 0."""
    one, other = parse(left), parse(right)
    gap = Real("-", one, other)
    assert not gap.ball(8_000).contains(0)
    assert not vanishes(gap)
    assert one != other


def test_what_no_identity_settles_says_how_near_it_is() -> None:
    """√2·√3 in exponents is √6, but this module does not know products in exponents."""
    one, other = parse("exp(2**(1/2))*exp(3**(1/2))"), parse("exp(2**(1/2)+3**(1/2))")
    with pytest.raises(Undecided) as stop:
        _ = one > other
    assert stop.value.digits is not None
    assert stop.value.digits > 10_000
    assert f"within 10^-{stop.value.digits}" in stop.value.text


def test_a_number_that_only_its_class_knows_equals_itself_alone() -> None:
    """Such numbers may hold any operation; that of these is '+' of nothing, or none at all."""
    for number, twin in (
        (Computed("one", lambda _: arb(1)), Computed("one", lambda _: arb(1))),
        (Enclosed(lambda _: arb(1, 1e-9), "one"), Enclosed(lambda _: arb(1, 1e-9), "one")),
    ):
        assert not vanishes(number)
        assert vanishes(Real("-", number, number))
        assert not vanishes(Real("-", number, twin))


def test_long_expressions_are_left_alone() -> None:
    """A sum of 500 different values of Φ less itself: too long to be looked through."""
    total: Value | Real = Value(0)
    for k in range(1, 500):
        total = total + Real("Phi", Value(k) / 7)
    assert not vanishes(Real("-", total, total))
    power = Real("**", Real("Phi", Value(1)) + Real("Phi", Value(2)), Value(7))
    assert vanishes(Real("-", power, power))


@pytest.mark.parametrize("text", ["quantile(0)", "quantile(1)", "quantile(2)", "Phi", "phi(1)",
                                  "Phi()", "quantile(-1/2)"])  # fmt: skip
def test_what_is_no_number_of_the_normal_law(text: str) -> None:
    with pytest.raises(NumberError):
        parse(text)


@pytest.mark.parametrize("text", ["Phi(1/2)", "-2*quantile(exp(-1/2)/2)", "Phi(2**(1/2))-1/4"])
def test_texts_are_read_back(text: str) -> None:
    number = parse(text)
    assert parse(str(number)) == number
