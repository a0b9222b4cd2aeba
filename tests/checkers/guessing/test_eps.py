"""The largest ε that keeps every channel within η."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.guessing.eps import tight_eps
from dpverify.checkers.worst_posterior import worst_posterior
from dpverify.defs.errors import DomainError
from dpverify.defs.guessing import Space, closed_form_eps, main_eps, safe_eps
from dpverify.defs.numbers import INFINITY, ONE, Value
from tests.defs.guessing.spaces import random_space, seeded


def test_both_ends_are_certified() -> None:
    """Within η at the lower one, beyond at the upper; no bound allows a larger ε."""
    draw = seeded(4)
    eta = Value(1) / 8
    for _ in range(15):
        space = random_space(draw, 5)
        radius = space.radius()
        if radius is None or space.chance + eta >= 1 or not 0 < space.chance < 1:
            continue
        found = tight_eps(space, eta, bits=10)
        target = space.chance + eta
        assert worst_posterior(space, found.lower).value <= target
        assert found.upper == INFINITY or worst_posterior(space, found.upper).value > target
        assert main_eps(space, eta, bits=10).lower <= found.upper
        assert safe_eps(radius, eta) <= closed_form_eps(space.chance, radius, eta) <= found.upper


def test_prior_minus_posterior_is_the_complement() -> None:
    """The posterior of g falls by what that of the others gains."""
    space = Space.line([0, 1, 2], ["1/2", "1/4", "1/4"], [0, 1])
    eta = Value(Fraction(1, 4))
    found = tight_eps(space.complement(), eta)
    least = ONE - worst_posterior(space.complement(), found.lower).value
    assert space.chance - least <= eta


def test_errors() -> None:
    space = Space.line([0, 1], ["1/2", "1/2"], [0])
    with pytest.raises(DomainError):
        tight_eps(space, Value(2))
