"""The smallest ε of a composition: enclosed."""

from __future__ import annotations

from math import log

import pytest

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Loss, Number, Value, as_eps
from dpverify.defs.risk import Gaussian, Laplace
from dpverify.defs.risk.composed_range import composed_range
from dpverify.defs.risk.finite_law import FiniteLaw


def near(number: Number) -> float:
    return float(number.ball(64).mid())


@pytest.mark.parametrize("delta", ["1/100", "1/10", "1/4"])
def test_once(delta: str) -> None:
    """δ(ε) = 1 − e^((ε−ε₀)/2), so ε = ε₀ + 2·ln(1 − δ)."""
    low, high = map(near, composed_range(Laplace("1"), 1, delta))
    numerator, denominator = map(int, delta.split("/"))
    true = 1 + 2 * log(1 - numerator / denominator)
    assert low <= true <= high
    assert high - low < 0.011


def test_randomised_response_twice() -> None:
    """Losses ±ln 3: P[2 ln 3] = 9/16, so δ(ε) = 9/16 − e^ε/16 above 0, and 1/10 at ln(7.4)."""
    loss = as_eps("ln(3)")
    assert isinstance(loss, Loss)
    law = FiniteLaw([(loss, Value(3) / 4), (-loss, Value(1) / 4)])
    low, high = map(near, composed_range(law, 2, "1/10"))
    assert low <= log(7.4) <= high
    assert high - low < 0.02


def test_any_eps_will_do() -> None:
    """With δ = 1 the smallest is 0; at δ(0) it is 0 too."""
    assert [near(end) for end in composed_range(Laplace("1"), 3, "1")] == [0.0, 0.0]


def test_each_end_is_on_its_side() -> None:
    """δ at the upper end is at most δ, and just below the lower end more, on a finer lattice."""
    from fractions import Fraction

    from dpverify.defs.risk.lattice import Lattice

    low, high = composed_range(Laplace("1"), 20, "1/100")
    fine = [
        Lattice.rounded(Laplace("1"), Fraction(1, 1000), up=up).composed(20) for up in (False, True)
    ]
    assert fine[1].delta(high).ball(64) <= 0.01
    assert fine[0].delta(low * Fraction(99, 100)).ball(64) > 0.01


def test_refuses() -> None:
    for bad in ("0", "-1", "3/2"):
        with pytest.raises(DomainError, match="δ is"):
            composed_range(Laplace("1"), 2, bad)
    with pytest.raises(DomainError, match="n is 0"):
        composed_range(Laplace("1"), 0, "1/10")
    with pytest.raises(DomainError, match="unbounded"):
        composed_range(Gaussian("1"), 2, "1/10")
