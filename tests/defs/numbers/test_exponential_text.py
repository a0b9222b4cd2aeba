"""Exponential polynomials as text."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.documents.shift import Shift
from dpverify.defs.numbers import exp, parse
from dpverify.defs.numbers.exponential_polynomial import ExpPoly


def test_text() -> None:
    """The text names each factor in order; a long text is cut and says so."""
    e = ExpPoly.linear(Shift.of("-1/4", g=1)) * ExpPoly.eps() * ExpPoly.exp(Shift.of("-1/2", g=2))
    assert str(e) == "eps*g*exp(2*eps*g - 1/2*eps) - 1/4*eps*exp(2*eps*g - 1/2*eps)"
    assert str(ExpPoly.number(0)) == "0"
    assert str(ExpPoly.number("-2/3")) == "-2/3"
    assert str(ExpPoly.exp(Shift.of(0, g=-1)) - 1) == "-1 + exp(-eps*g)"
    assert str(ExpPoly.eps() ** 2 - 1) == "eps^2 - 1"
    assert str((1 + ExpPoly.eps()) ** 50).endswith("(11 more terms)")


def test_text_is_read_back_as_a_number() -> None:
    """The text with a number in place of eps is the value there."""
    a = ExpPoly.in_eps(
        {(2, Fraction(-1, 2)): Fraction(-3, 4), (0, Fraction(1)): 1, (1, Fraction(0)): -1}
    )
    text = a.grammar_text()
    assert text == "exp(eps)-eps-3/4*eps**2*exp(-1/2*eps)"
    value = a.at(Fraction(2))
    assert parse(text.replace("eps", "2")) == value
    assert value == exp(2) - 2 - 3 * exp(-1)
    assert ExpPoly.number(0).grammar_text() == "0"
