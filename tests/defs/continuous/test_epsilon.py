"""ε as a symbol is used as a factor or not at all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.continuous.epsilon import Epsilon, power_of
from dpverify.defs.continuous.tracer import Tracer
from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import exp


def test_products_and_quotients() -> None:
    """Exponents add, coefficients multiply; what cancels is a number."""
    eps: Any = Tracer(symbolic=True).epsilon
    assert power_of(4 * 3 / (2 * eps / 5)) == (Fraction(30), -1)
    assert power_of(eps * eps * Fraction(1, 2)) == (Fraction(1, 2), 2)
    assert power_of(Fraction(1, 2) / eps) == (Fraction(1, 2), -1)
    assert type(eps / eps) is Fraction
    assert eps / eps == 1
    assert eps * (3 / eps) == 3
    assert 0 * eps == 0
    assert power_of(-eps) == (Fraction(-1), 1)


@pytest.mark.parametrize(
    "use",
    [
        lambda e: e + 1, lambda e: 1 - e, lambda e: e < 1, lambda e: e <= 1, lambda e: e == 1,
        float, bool, hash, lambda e: e * 0.5, lambda e: e**2, repr, exp,
        lambda e: isinstance(e, Fraction), lambda e: hasattr(e, "numerator"),
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
        Tracer(symbolic=True).epsilon / 0
    assert type(Tracer(symbolic=True).epsilon / 1) is Epsilon
