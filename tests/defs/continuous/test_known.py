"""What conditions decide: bounds of one combination of noises, whatever its scale."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.defs.continuous.known import Known, sign
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form


def form(constant: int, *factors: int, **gaps: int) -> Form:
    """Σ factors·noise + constant + gaps."""
    noises = tuple((i, Fraction(k)) for i, k in enumerate(factors) if k)
    return Form(noises, Shift.of(constant, **gaps))


@pytest.mark.parametrize(
    ("shift", "wanted"),
    [
        (Shift(), 0),
        (Shift.of(-2), -1),
        (Shift.of(-9, g=1), 1),
        (Shift.of(9, g=-1, h=5), -1),
        (Shift.of(-1, h=3), 1),
    ],
)
def test_the_first_gap_decides(shift: Shift, wanted: int) -> None:
    """Then the next, then the constant."""
    assert sign(shift) == wanted


def test_bounds_of_one_combination() -> None:
    """z0 − z1 ≥ 2 decides 2z0 − 2z1 ≥ c for c ≤ 4, and z1 − z0 ≥ c for c ≥ −2."""
    known = Known(ordered=True)
    known.add(form(-2, 1, -1))
    assert known.decided(form(-4, 2, -2)) is True
    assert known.decided(form(-5, 2, -2)) is None
    assert known.decided(form(2, -1, 1)) is False
    assert known.decided(form(3, -1, 1)) is None
    assert known.decided(form(9, 1, 1)) is None
    known.add(form(0, 1, -1))
    assert known.decided(form(-4, 2, -2)) is True
    known.add(form(3, -1, 1))
    assert known.decided(form(-4, 1, -1)) is False
    assert known.decided(form(4, -1, 1)) is True


def test_gaps_are_compared_where_they_are_ordered() -> None:
    """z ≥ g decides z ≥ 5, unless g is any number."""
    for ordered, wanted in ((True, True), (False, None)):
        known = Known(ordered)
        known.add(form(0, 1, g=-1))
        assert known.decided(form(-5, 1)) is wanted
        assert known.decided(form(1, 1, g=-1)) is True


def test_the_better_bound_is_kept() -> None:
    """z ≥ 0, then z ≥ 3, then z ≤ 9, then z ≤ 5."""
    known = Known(ordered=True)
    for condition in (form(0, 1), form(-3, 1), form(9, -1), form(5, -1)):
        known.add(condition)
    assert known.decided(form(-2, 1)) is True
    assert known.decided(form(-6, 1)) is False
    assert known.decided(form(-4, 1)) is None
