"""The worst prior: none of 10,000 generated ones beats it."""

from __future__ import annotations

from fractions import Fraction
from math import atanh, tanh

import pytest

from dpverify.checkers.worst_posterior import worst_posterior
from dpverify.defs.errors import DomainError
from dpverify.defs.guessing import (
    closed_form_eps,
    most_advantage,
    safe_eps,
    simplified_bound,
    simplified_lower_bound,
    worst_chance,
    worst_chance_for,
)
from dpverify.defs.numbers import INFINITY, ONE, ZERO, Loss, Value, ln
from tests.defs.guessing.spaces import random_space, seeded


def test_none_of_10000_priors_has_a_larger_advantage() -> None:
    """Random p, R and rational e^{Rε/2}, by fractions written out."""
    draw = seeded(1)
    for _ in range(10_000):
        s = 1 + Fraction(draw.randint(1, 400), draw.randint(1, 100))
        p = Fraction(draw.randint(0, 10**6), 10**6)
        posterior = p * s**2 / (p * s**2 + 1 - p)
        assert posterior - p <= (s - 1) / (s + 1)
        lower = p / (p + s**2 * (1 - p))
        assert p - lower <= (s - 1) / (s + 1)


def test_none_of_10000_priors_needs_a_smaller_eps() -> None:
    """e^{Rε} of the closed form is at least ((1+η)/(1−η))²."""
    draw = seeded(2)
    for _ in range(10_000):
        eta = Fraction(draw.randint(0, 999), 1000)
        p = Fraction(draw.randint(1, 10**6), 10**6)
        q = p + eta
        if q < 1:
            assert (1 - p) * q / (p * (1 - q)) >= ((1 + eta) / (1 - eta)) ** 2


def test_nor_does_a_channel_on_any_space() -> None:
    """The worst posteriors of 300 random spaces stay within tanh(Rε/4)."""
    draw = seeded(3)
    for _ in range(300):
        space = random_space(draw, 5)
        radius = space.radius()
        if radius is not None:
            gained = worst_posterior(space, ln(16)).value - space.chance
            assert gained <= most_advantage(radius, ln(16))


def test_they_are_attained() -> None:
    """At the worst p the simplified bound allows exactly the largest advantage, on both sides."""
    for radius, eps in ((Fraction(2), ln(3)), (Fraction(1), Loss(1)), (Fraction(3, 2), ln(2))):
        most = most_advantage(radius, eps)
        p = worst_chance(radius, eps)
        assert isinstance(p, Value)
        assert simplified_bound(p, radius, eps) - p == most
        q = worst_chance(radius, eps, "drop")
        assert isinstance(q, Value)
        assert q - simplified_lower_bound(q, radius, eps) == most
        assert abs(most.approx() - tanh(float(radius) * eps.approx() / 4)) < 1e-12
    eta = Value(1) / 3
    radius = Fraction(3, 2)
    assert closed_form_eps(worst_chance_for(eta), radius, eta) == safe_eps(radius, eta)
    assert worst_chance_for(eta, "drop") == ONE - worst_chance_for(eta)
    assert abs(safe_eps(radius, eta).approx() - 4 / 1.5 * atanh(1 / 3)) < 1e-12
    assert most_advantage(radius, safe_eps(radius, eta)) == eta


def test_ends() -> None:
    assert safe_eps(Fraction(1), ONE) == INFINITY
    assert safe_eps(Fraction(1), ZERO) == 0
    assert most_advantage(Fraction(1), Loss(0)) == 0
    with pytest.raises(DomainError):
        safe_eps(Fraction(0), ZERO)
    with pytest.raises(DomainError):
        worst_chance_for(Value(2))
