"""Exponents of terms: what is none is refused; names of gaps are free."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.continuous.exponents import Exponent, exponent_of, monomial_of, shift_of
from dpverify.defs.continuous.frame import frame_for
from dpverify.defs.continuous.ring import ExpPoly
from dpverify.defs.documents.shift import Shift
from dpverify.defs.errors import InternalError

F = Fraction


@pytest.mark.parametrize(
    "powers", [(-1, (0,)), (0, (-1,)), (F(1, 2), (0,)), (True, (0,)), (0, ()), (0, (0, 0))]
)
def test_a_power_that_is_none_is_refused(powers: Any) -> None:
    """Powers are integers ≥ 0, one for each gap."""
    bad = Exponent(powers[0], powers[1], F(0), (F(0),) * len(powers[1]))
    with pytest.raises((InternalError, ValueError)):
        ExpPoly.from_terms(("g",), {bad: F(1)})


def test_to_a_monomial_and_back() -> None:
    """ε²·g³·e^{ε(5/6 − g/4)}, also for a gap whose name is that of an argument."""
    exponent = Exponent(2, (3,), F(5, 6), (F(-1, 4),))
    for gaps in (("g",), ("constant",)):
        shift = shift_of(gaps, exponent)
        assert shift == Shift(F(5, 6), ((gaps[0], F(-1, 4)),))
        ring = frame_for([shift])
        monomial = monomial_of(ring, exponent, shift)
        assert monomial == (-3, 3, 10, 2)
        assert exponent_of(monomial, ring.unit) == exponent
        term = ExpPoly.from_terms(gaps, {exponent: F(7)})
        assert dict(term.terms()) == {exponent: 7}
