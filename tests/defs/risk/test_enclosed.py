"""Numbers known by enclosures, and how parameters are read."""

from __future__ import annotations

import pytest
from flint import arb

from dpverify.defs.errors import DomainError, Undecided
from dpverify.defs.numbers import number_json, parse
from dpverify.defs.risk.enclosed import Enclosed
from dpverify.defs.risk.parameters import count, positive_rational, rational, share


def test_takes_part_in_arithmetic() -> None:
    """π as a number: arithmetic, comparison and printing are those of every other."""
    pi = Enclosed(lambda _: arb.pi(), "π")
    assert parse("333/106") < pi < parse("355/113")
    assert 2 * pi - 1 > 5
    assert number_json(pi)["exact"] is None
    assert number_json(pi)["lower"].startswith("3.14159265358979")
    assert "π" in str(pi + 1)


def test_equality_stays_open() -> None:
    """Two enclosures of one number do not separate: undecided, never equal."""
    with pytest.raises(Undecided):
        _ = Enclosed(lambda _: arb(2).sqrt(), "√2") == parse("2**(1/2)")


def test_parameters() -> None:
    """What is out of range is one clear line."""
    with pytest.raises(DomainError, match="n is 0, must be an integer at least 1"):
        count(0, "n")
    with pytest.raises(DomainError, match="between 1 and 5"):
        count(6, "n", most=5)
    with pytest.raises(DomainError, match="rational"):
        rational("ln(2)", "c")
    with pytest.raises(DomainError, match="more than 0"):
        positive_rational(0, "c")
    with pytest.raises(DomainError, match="between 0 and 1"):
        share("3/2", "δ")
