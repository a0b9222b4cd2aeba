"""Frames: the smallest that expresses what is asked; what it cannot express is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.documents.shift import Shift
from dpverify.defs.errors import InternalError
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from dpverify.defs.numbers.frame import Exponent, common, frame, frame_for, moved

F = Fraction


def test_a_remainder_is_refused() -> None:
    """A frame of halves cannot express e^{6ε/5}; nothing is rounded."""
    halves = frame(("g",), 2)
    with pytest.raises(InternalError, match="6/5"):
        ExpPoly.exp(Shift.of("6/5"), halves)
    with pytest.raises(InternalError, match="1/3"):
        ExpPoly.exp(Shift.of(0, g="1/3"), halves)
    with pytest.raises(InternalError, match="'h'"):
        ExpPoly.exp(Shift.of(0, h=1), halves)
    assert ExpPoly.exp(Shift.of("3/2"), halves) == ExpPoly.exp(Shift.of("3/2"))


def test_frames_of_shifts() -> None:
    """The unit is the least common denominator of constants and factors; gaps are sorted."""
    made = frame_for([Shift.of("1/6", h="1/4"), Shift.of(3, g=1)])
    assert (made.gaps, made.unit) == (("g", "h"), 12)
    assert frame_for([Shift.of("1/6", h="1/4"), Shift.of(3, g=1)]) is made
    assert common(frame(("h",), 4), frame(("g",), 6)) is made
    assert frame_for([]) is frame()


def test_moving_exponents() -> None:
    """e^{ε·(5/6 + 2h/6)}·h³·ε² from sixths over h to twelfths over g, h."""
    source, target = frame(("h",), 6), frame(("g", "h"), 12)
    assert moved((2, 3, 5, 2), source, target) == (0, 0, 4, 3, 10, 2)
    with pytest.raises(InternalError, match="1/12"):
        moved((0, 0, 0, 0, 1, 0), target, source)


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
        ring = frame(gaps, 12)
        monomial = ring.monomial(exponent)
        assert monomial == (-3, 3, 10, 2)
        assert ring.exponent(monomial) == exponent
        term = ExpPoly.from_terms(gaps, {exponent: F(7)})
        assert dict(term.terms()) == {exponent: 7}
