"""Losses with finitely many values."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.defs.divergences.hockey_stick import hockey_stick
from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import INFINITY, Loss, Value, ln, parse
from dpverify.defs.privacy_loss import law as law_of
from dpverify.defs.risk import FiniteLaw

P = [Value(Fraction(n, 20)) for n in (7, 5, 5, 3, 0)]
Q = [Value(Fraction(n, 20)) for n in (1, 5, 9, 0, 5)]


def test_agrees_with_the_channel() -> None:
    """δ from the law of the loss is the hockey-stick divergence of the pair it came from."""
    law = FiniteLaw(law_of(P, Q))
    for odds in (1, 2, 7, 9):
        assert law.delta(ln(odds)) == hockey_stick(P, Q, Value(odds))
    assert law.confidence("ln(9/5)") == parse("1/2")
    assert law.at_most(0) == parse("1/2")
    assert law.largest == INFINITY
    assert law.expected_loss() == INFINITY


def test_extremes() -> None:
    """A loss that is always 0 leaks nothing."""
    law = FiniteLaw([(Loss(0), Value(1))])
    assert [law.delta(0), law.confidence(0), law.expected_loss()] == [Value(n) for n in (0, 1, 0)]


def test_refuses() -> None:
    """What is no law is refused."""
    with pytest.raises(DomainError, match="sum to 1/2"):
        FiniteLaw([(Loss(0), Value(1) / 2)])
    with pytest.raises(DomainError, match="not positive"):
        FiniteLaw([(Loss(0), Value(1)), (Loss(1), Value(0))])
