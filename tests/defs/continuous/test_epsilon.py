"""ε as a symbol is used as a factor or not at all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.continuous.epsilon import Epsilon
from dpverify.defs.continuous.tracer import Tracer
from dpverify.defs.errors import ProgramError

EPS: Any = Tracer(symbolic=True).epsilon


def test_products_and_quotients() -> None:
    """Exponents add, coefficients multiply; what cancels is a number."""
    scale = 4 * 3 / (2 * EPS / 5)
    assert (scale.coefficient, scale.exponent) == (Fraction(30), -1)
    squared = EPS * EPS * Fraction(1, 2)
    assert (squared.coefficient, squared.exponent) == (Fraction(1, 2), 2)
    assert type(EPS / EPS) is Fraction
    assert EPS / EPS == 1
    assert EPS * (3 / EPS) == 3
    assert 0 * EPS == 0
    assert (-EPS).coefficient == -1


@pytest.mark.parametrize(
    "use",
    [
        lambda e: e + 1, lambda e: 1 - e, lambda e: e < 1, lambda e: e <= 1, lambda e: e == 1,
        float, bool, hash, lambda e: e * 0.5, lambda e: e**2,
    ],
)  # fmt: skip
def test_other_uses_are_refused(use: Any) -> None:
    """And the tracer remembers it."""
    tracer = Tracer(symbolic=True)
    with pytest.raises(ProgramError, match="ε as a symbol"):
        use(tracer.epsilon)
    assert tracer.trouble is not None


def test_division_by_zero() -> None:
    """As with numbers."""
    with pytest.raises(ZeroDivisionError):
        EPS / 0
    assert isinstance(EPS / 1, Epsilon)
