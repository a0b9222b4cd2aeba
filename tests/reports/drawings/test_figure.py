"""Where numbers lie on an axis."""

from __future__ import annotations

import math

import pytest
from flint import arb

from dpverify.checkers.knowledge.counts import Computed
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import INFINITY, Value, ln, parse
from dpverify.reports.drawings.figure import Axis

LINEAR, LOG = Axis("ε", "nats"), Axis("δ", scale="log10")


def test_a_number_below_every_float_has_its_place() -> None:
    """10^(−560) and 3·10^(−6000) are numbers, not 0."""
    assert float("1e-560") == 0.0
    assert LOG.position(parse("1e-560")) == pytest.approx(-560, abs=1e-9)
    assert LOG.position(parse("3e-300") ** 20) == pytest.approx(20 * math.log10(3) - 6000, abs=1e-6)
    assert LOG.position(Value(1)) == 0.0


def test_on_a_linear_axis() -> None:
    assert LINEAR.position(parse("3/4")) == 0.75
    assert LINEAR.position(ln(3)) == pytest.approx(math.log(3), rel=1e-9)
    assert LINEAR.position(parse("exp(1/2)")) == pytest.approx(math.exp(0.5), rel=1e-9)
    assert LINEAR.position(parse("-2")) == -2.0
    assert LINEAR.position(parse("1e-560")) == pytest.approx(0.0, abs=1e-9)


def test_what_has_no_place() -> None:
    """0 has no logarithm, infinity no place at all; 0 is a place on a linear axis."""
    assert LOG.position(Value(0)) is None
    assert LOG.position(INFINITY) is None
    assert LINEAR.position(INFINITY) is None
    assert LINEAR.position(Value(0)) == 0.0


def test_a_number_that_is_not_known_well_enough() -> None:
    """No digit is invented: a ball from −1 to 1 has no place."""
    wide = Computed("wide", lambda _: arb(0, 1))
    for axis in (LINEAR, LOG):
        with pytest.raises(Undecided, match="no place on the axis"):
            axis.position(wide)


def test_more_bits_where_a_few_do_not_tell() -> None:
    """The first ball contains 0, a later one does not."""
    number = Computed("late", lambda bits: arb(3, 0 if bits > 64 else 5))
    assert LINEAR.position(number) == 3.0
    assert LOG.position(number) == pytest.approx(math.log10(3), rel=1e-9)


def test_titles_have_units() -> None:
    assert (LINEAR.title, LOG.title) == ("ε (nats)", "δ")
