"""From η to ε."""

from __future__ import annotations

from fractions import Fraction
from math import exp, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.errors import DomainError
from dpverify.defs.guessing import (
    Space,
    annulus_bound,
    annulus_eps,
    closed_form_eps,
    main_bound,
    main_eps,
    simplified_bound,
    simplified_lower_bound,
)
from dpverify.defs.guessing.inverse import largest_eps
from dpverify.defs.numbers import INFINITY, ONE, ZERO, Loss, Value, ln

SHARES = st.fractions(0, 1, max_denominator=12)


@given(SHARES, SHARES, st.fractions(Fraction(1, 3), 4, max_denominator=3))
def test_the_closed_form_inverts_the_simplified_bound(
    p: Fraction, eta: Fraction, radius: Fraction
) -> None:
    """At that ε the advantage is η exactly; by prior − posterior about the complement too."""
    eps = closed_form_eps(Value(p), radius, Value(eta))
    if eps == INFINITY:
        assert p in (0, 1) or p + eta >= 1
        return
    assert simplified_bound(Value(p), radius, eps) - Value(p) == Value(eta)
    assert Value(1 - p) - simplified_lower_bound(Value(1 - p), radius, eps) == Value(eta)


def test_bisection_encloses_the_closed_form() -> None:
    """For two inputs at distance R all bounds are the simplified one."""
    space = Space.line([0, Fraction(3, 2)], ["1/4", "3/4"], [0])
    eta = Value(1) / 3
    true = closed_form_eps(space.chance, Fraction(3, 2), eta)
    found = main_eps(space, eta)
    assert found.lower <= true < found.upper
    assert found.upper.approx() - found.lower.approx() < 1e-6


def test_bisection_of_each_bound() -> None:
    """At the lower end the advantage is within η, at the upper beyond."""
    space = Space.line([0, 1, 2, 3], ["1/4"] * 4, [0, 1])
    eta = Value(1) / 5
    found = main_eps(space, eta, bits=12)
    assert main_bound(space, found.lower) <= space.chance + eta < main_bound(space, found.upper)
    balls = [Value(1) / 2, Value(3) / 4, ONE]
    annuli = annulus_eps(balls, eta, bits=12)
    target = balls[0] + eta
    assert annulus_bound(balls, annuli.lower) <= target < annulus_bound(balls, annuli.upper)
    assert annuli.lower <= found.upper


def test_ends() -> None:
    """Everything is allowed; nothing is; the bound never gets there."""
    space = Space.line([0, 1], ["1/2", "1/2"], [0])
    assert main_eps(space, Value(1) / 2).lower == INFINITY
    none = main_eps(space, ZERO)
    assert none.lower == 0
    assert none.upper.approx() < 1e-6
    never = largest_eps(lambda _: ZERO, Value(1) / 2)
    assert never.upper == INFINITY
    assert never.lower > 300
    with pytest.raises(DomainError, match="even at"):
        largest_eps(lambda _: ONE, Value(1) / 2)
    with pytest.raises(DomainError, match=r"\[0, 1\]"):
        main_eps(space, Value(2))
    with pytest.raises(DomainError, match="above 0"):
        closed_form_eps(Value(1) / 2, Fraction(0), ZERO)


def test_a_step_is_found_where_it_is() -> None:
    """A bound that jumps at e^ε = 7/3."""
    found = largest_eps(lambda eps: ONE if eps >= ln("7/3") else ZERO, Value(1) / 2)
    assert found.lower < ln("7/3") <= found.upper
    assert exp(found.lower.approx()) < 7 / 3 < inf
    assert isinstance(found.upper, Loss)
