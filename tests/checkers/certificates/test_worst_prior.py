"""The identities behind the worst priors."""

from __future__ import annotations

from itertools import product

import pytest

from dpverify.checkers.certificates import worst_prior
from dpverify.checkers.certificates.worst_prior import (
    ONE,
    P,
    X,
    minus,
    plus,
    times,
    worst_chance_for_identity,
    worst_chance_identity,
)


def test_both_hold() -> None:
    assert worst_chance_identity()
    assert worst_chance_for_identity()


def test_products_are_those_of_numbers() -> None:
    """Each operation, evaluated at whole numbers."""
    made = minus(times(plus(X, ONE), plus(X, P), minus(P, ONE)), times(X, X, P))
    for x, p in product(range(-3, 4), repeat=2):
        value = sum(c * x**i * p**j for (i, j), c in made.items())
        assert value == (x + 1) * (x + p) * (p - 1) - x * x * p


@pytest.mark.parametrize("name", ["plus", "minus"])
def test_a_mistake_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an operation exchanged for another the identities fail."""
    other = {"plus": minus, "minus": plus}[name]
    monkeypatch.setattr(worst_prior, name, other)
    assert not (worst_chance_identity() and worst_chance_for_identity())
