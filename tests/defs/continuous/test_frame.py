"""Frames: the smallest that expresses what is asked; what it cannot express is refused."""

from __future__ import annotations

import pytest

from dpverify.defs.continuous.frame import common, frame, frame_for, moved
from dpverify.defs.continuous.ring import ExpPoly
from dpverify.defs.documents.shift import Shift
from dpverify.defs.errors import InternalError


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
