"""Exponential polynomials as text."""

from __future__ import annotations

from dpverify.defs.continuous.ring import ExpPoly
from dpverify.defs.documents.shift import Shift


def test_text() -> None:
    """The text names each factor in order; a long text is cut and says so."""
    e = ExpPoly.linear(Shift.of("-1/4", g=1)) * ExpPoly.eps() * ExpPoly.exp(Shift.of("-1/2", g=2))
    assert str(e) == "eps*g*exp(2*eps*g - 1/2*eps) - 1/4*eps*exp(2*eps*g - 1/2*eps)"
    assert str(ExpPoly.number(0)) == "0"
    assert str(ExpPoly.number("-2/3")) == "-2/3"
    assert str(ExpPoly.exp(Shift.of(0, g=-1)) - 1) == "-1 + exp(-eps*g)"
    assert str(ExpPoly.eps() ** 2 - 1) == "eps^2 - 1"
    assert str((1 + ExpPoly.eps()) ** 50).endswith("(11 more terms)")
