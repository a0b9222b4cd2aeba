"""The exact logic."""

from __future__ import annotations

import pytest

from dpverify.defs.errors import Undecided
from dpverify.defs.logic import EXACT
from dpverify.defs.numbers import Real, Value, as_bound


def test_arithmetic() -> None:
    """Operations are those of numbers; sums of nothing are 0."""
    a, b = Value(3), Value(5)
    assert EXACT.number(3) == a
    assert EXACT.minus(a, b) == -2
    assert EXACT.times(a, b) == 15
    assert EXACT.total([a, b, b]) == 13
    assert EXACT.total([]) == 0
    assert EXACT.pos(EXACT.minus(a, b)) == 0
    assert EXACT.pos(b) == 5


def test_truth() -> None:
    """Connectives are those of bool; nothing to satisfy is true, nothing to choose from false."""
    assert EXACT.conj([])
    assert not EXACT.disj([])
    assert not EXACT.conj([True, False])
    assert EXACT.disj([True, False])
    assert [EXACT.implies(a, b) for a in (False, True) for b in (False, True)] == [
        True, True, False, True,
    ]  # fmt: skip
    assert EXACT.ite(True, Value(1), Value(2)) == 1
    assert EXACT.ite(False, Value(1), Value(2)) == 2
    assert EXACT.le(Value(1), Value(1))
    assert not EXACT.le(Value(2), Value(1))


def test_what_balls_do_not_separate_is_undecided() -> None:
    """Equal by the law of exponents, which no ball can show, and no identity that is known."""
    a = as_bound("exp(ln(2)*ln(6))")
    b = as_bound("exp(ln(2)*ln(2))*exp(ln(2)*ln(3))")
    assert isinstance(a, Real)
    with pytest.raises(Undecided):
        EXACT.le(a, b)
    assert EXACT.le(a, EXACT.times(Value(2), b))
