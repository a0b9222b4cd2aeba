"""Bounds from enumerations that are cut off, against the whole program."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq

from dpverify.checkers.decide import measure
from dpverify.checkers.programs.bounding import Masses, largest
from dpverify.defs.numbers import Value, as_eps, parse
from dpverify.defs.programs import Enumeration, channel_of, enumerations, mechanism
from dpverify.defs.programs.paths import SubLaw

ALL = [(0, 1), (1, 0)]


@mechanism(inputs=[0, 1])
def heads(bit: int, draw: Any) -> int:
    return bit + sum(int(draw.flip("1/3")) for _ in range(6))


@mechanism(inputs=[0, 1])
def noisy(bit: int, draw: Any) -> int:
    return bit + int(draw.discrete_laplace(3))


@pytest.mark.parametrize("eps", ["0", "1/3", "ln(2)", "3"])
@pytest.mark.parametrize("paths", [5, 17, 40, 90, 120])
def test_the_bounds_hold_the_value_of_the_whole_program(paths: int, eps: str) -> None:
    """Whatever part of the paths was followed."""
    true = measure(channel_of(heads), "approx-dp", eps=eps).tight["delta"]
    for found in enumerations(heads, paths=paths):
        _, bounds = largest(Masses(found), ALL, as_eps(eps))
        assert bounds.upper is not None
        assert Value(bounds.lower) <= true <= Value(bounds.upper)


def test_the_bounds_close_in_on_the_formula() -> None:
    """Unbounded discrete Laplace noise of scale 3 at ε = 1/4: δ = (1 − e^{1/4 − 1/3})/(1 + r)."""
    true = (1 - parse("exp(1/4-1/3)")) / (1 + parse("exp(-1/3)"))
    width = 1.0
    for found in enumerations(noisy):
        _, bounds = largest(Masses(found), ALL, as_eps("1/4"))
        assert bounds.upper is not None
        assert Value(bounds.lower) <= true <= Value(bounds.upper)
        now = float(bounds.upper.p) / float(bounds.upper.q) - true.approx()
        assert now < width
        width = max(now, 1e-15)
        if found.bits > 100:
            break
    assert width < 1e-12


def test_what_remains_may_fall_on_any_output_of_the_core() -> None:
    """Of b no mass is known: a quarter may be there on the one side, and nothing on the other."""
    law = SubLaw({"a": fmpq(3, 4)}, whole=False, paths=1)
    masses = Masses(Enumeration(("0", "1"), "all", (law, law), 24))
    assert not masses.within((0, 1), as_eps("100"), ["a", "b"])
    assert masses.within((0, 1), as_eps("ln(3/2)"), ["a"])
    assert not masses.within((0, 1), as_eps("ln(5/4)"), ["a"])
