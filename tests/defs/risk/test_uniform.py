"""The law of the loss of uniform noise."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import INFINITY
from dpverify.defs.risk import Uniform


@pytest.mark.parametrize(("n", "shift"), [(8, 1), (10, 4), (5, 7)])
def test_as_a_limit_of_finite_channels(n: int, shift: int) -> None:
    """Uniform on n points, moved by some of them: Σ max(0, P − e^ε·Q) is the share outside."""
    first, second = set(range(n)), set(range(shift, n + shift))
    outside = Fraction(len(first - second), n)
    law = Uniform(Fraction(shift, n))
    assert law.delta(0) == law.delta(5) == outside
    assert law.confidence(1) == law.at_most(0) == law.below(1) == 1 - outside
    assert law.below(0) == law.at_most(-1) == 0
    assert law.risk(2) == outside
    assert law.largest == law.expected_loss() == INFINITY


def test_bad_parameters() -> None:
    """Refused in one line."""
    with pytest.raises(DomainError):
        Uniform(0)
    with pytest.raises(DomainError):
        Uniform(1).delta(-1)
    with pytest.raises(DomainError):
        Uniform(1).at_most("inf")
