"""The kernel's table of definitions asks what the classes ask, by rows of its own."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from dpverify.checkers.kernel.definitions import DEFINITIONS, OfOneOrder, at_most
from dpverify.checkers.kernel.laws import Gaussian
from dpverify.defs import numbers as num
from dpverify.defs.definitions.registry import DEFINITIONS as CLASSES
from dpverify.defs.definitions.registry import PARAMETERS

OF_PAIRS = [name for name, definition in CLASSES.items() if definition.quantifier == "pairs"]


def test_every_definition_of_pairs_has_a_row() -> None:
    """And nothing else has one."""
    assert {*DEFINITIONS} == {*OF_PAIRS}


@pytest.mark.parametrize("name", OF_PAIRS)
def test_a_row_has_the_parameters_of_its_class(name: str) -> None:
    """The bound is the last parameter; kinds and the rule of the worst corner are the same."""
    row, definition = DEFINITIONS[name], CLASSES[name]
    assert row.worst_corner == definition.worst_corner
    bounds = definition.parameters
    assert row.bound == (bounds[-1] if bounds else None)
    assert {*row.fixed} == {*bounds[:-1], *definition.details}
    assert all(PARAMETERS[parameter].kind == kind for parameter, kind in row.fixed.items())
    if row.bound is not None:
        assert PARAMETERS[row.bound].kind == row.kind


NUMBERS: dict[str, tuple[dict[str, str], str]] = {
    # N(1,1) against N(0,1): D_α = α/2, so that χ² = e − 1; the loss has no end; tests of the two
    # are those of the normal laws at the distance 1.
    "renyi-dp": ({"alpha": "3"}, "3/2"),
    "chi-squared-dp": ({}, "exp(1) - 1"),
    "zcdp": ({}, "1/2"),
    "gaussian-dp": ({}, "1"),
    "pure-dp": ({}, "inf"),
    "local-dp": ({}, "inf"),
    "bounded-range": ({}, "inf"),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_of_two_normal_laws(name: str) -> None:
    """By hand."""
    given, expected = NUMBERS[name]
    row = DEFINITIONS[name]
    fixed, bound = row.read(given, measured=True)
    assert bound is None
    number, wanted = (
        row.number(Gaussian(Fraction(1)), fixed),
        num.as_number(expected, allow_infinity=True),
    )
    assert at_most(number, wanted)
    assert at_most(wanted, number)


def test_functions_of_one_order_rise() -> None:
    """Where a larger divergence gave a smaller number, no corner need be the worst."""
    rows = [row for row in DEFINITIONS.values() if isinstance(row, OfOneOrder)]
    assert len(rows) >= 2
    for row in rows:
        some = [row.rises(num.Loss(Fraction(k, 3))) for k in range(5)]
        assert all(a < b for a, b in pairwise(some))


OUT_OF_RANGE: list[tuple[str, dict[str, Any]]] = [
    ("total-variation", {"delta": "3/2"}),
    ("total-variation", {"delta": "-1/2"}),
    ("approx-dp", {"eps": "-1", "delta": "0"}),
    ("privacy-at-risk", {"eps": "1", "risk": "11/10"}),
    ("zcdp", {"rho": "inf"}),
    ("renyi-dp", {"alpha": "1", "eps": "1"}),
    ("renyi-dp", {"alpha": "2^(1/2)", "eps": "1"}),
    ("chi-squared-dp", {"chi_squared": "-1"}),
    ("f-dp", {"trade_off": "points(0,1; 1/2,3/4; 1,0)"}),
    ("zcdp", {}),
    ("zcdp", {"rho": "1", "eps": "1"}),
    ("renyi-dp", {"eps": "1"}),
]


@pytest.mark.parametrize(("name", "given"), OUT_OF_RANGE)
def test_parameters_out_of_range_are_refused(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  each has words of its own
        DEFINITIONS[name].read(given, measured=False)


def test_a_function_is_not_measured() -> None:
    """Values with noise have a curve, which no document lists."""
    with pytest.raises(ValueError, match="claimed, not measured"):
        DEFINITIONS["f-dp"].read({"trade_off": "gaussian(1)"}, measured=True)
