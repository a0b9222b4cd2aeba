"""Sums of forms, remembered: the same as worked out, and the same object for the same operands."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from dpverify.defs.continuous import sums
from dpverify.defs.continuous.sums import Sums, added, negated, scaled
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form


def form(constant: int, *factors: int) -> Form:
    """Σ factors·noise + constant."""
    return Form(
        tuple((i, Fraction(k)) for i, k in enumerate(factors) if k),
        Shift.of(constant, g=factors[0]),
    )


FORMS = [form(0, 1), form(-3, 2, -1), form(5, -2, 1), form(1, 0, 0, 4)]


def value(given: Form, at: int) -> Fraction:
    """The form at noises 1 + at, 2 + at, … and the gap at."""
    noises = sum((k * (n + 1 + at) for n, k in given.noises), Fraction(0))
    return noises + given.shift.at({"g": Fraction(at)})


@pytest.mark.parametrize("at", [0, 7])
def test_forms_are_numbers(at: int) -> None:
    """Added, subtracted, negated and scaled at two points."""
    made = Sums()
    for _, one, other in product(range(2), FORMS, FORMS):  # the second time from memory
        assert value(made.added(one, other), at) == value(one, at) + value(other, at)
        assert value(made.minus(one, other), at) == value(one, at) - value(other, at)
        assert value(made.negated(one), at) == -value(one, at)
    assert value(scaled(FORMS[1], Fraction(2, 3)), at) == value(FORMS[1], at) * Fraction(2, 3)


def test_zero_factors_are_left_out() -> None:
    """A noise that cancels; a factor 0."""
    assert added(FORMS[1], negated(FORMS[1])) == Form((), Shift())
    assert scaled(FORMS[1], Fraction(0)) == Form((), Shift())


def test_the_same_operands_give_the_same_object() -> None:
    made = Sums()
    for one, other in product(FORMS, FORMS):
        assert made.added(one, other) is made.added(one, other)
        assert made.minus(one, other) is made.minus(one, other)


def test_when_much_is_kept_all_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """The results stay right."""
    monkeypatch.setattr(sums, "MOST_KEPT", 3)
    made = Sums()
    for one, other in [*product(FORMS, FORMS)] * 2:
        assert made.added(one, other) == added(one, other)
