"""Composition on a lattice."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Value, parse, total
from dpverify.defs.privacy_loss import log
from dpverify.defs.risk import DiscreteLaplace, FiniteLaw, Gaussian, Laplace, LaplaceVector
from dpverify.defs.risk.lattice import Lattice


@pytest.mark.parametrize("n", [1, 2, 7, 20])
def test_randomised_response_composed(n: int) -> None:
    """n randomised responses (3/4, 1/4): the binomial sum, exactly, lies in the ball."""
    law = FiniteLaw([(log(Value(3)), Value(3) / 4), (-log(Value(3)), Value(1) / 4)])
    composed = Lattice.exact(law, "ln(3)").composed(n)
    exact = total(
        Value(Fraction(comb(n, k) * (3**k - 9 * 3 ** (n - k)), 4**n))
        for k in range(n + 1)
        if 2 * k - n > 2
    )
    found = composed.delta("ln(9)")
    assert exact.ball(128).overlaps(found.ball(128))
    assert found.ball(128).rad() < 1e-40


def test_it_is_exact_for_one() -> None:
    """One discrete Laplace: the δ of its law."""
    law = DiscreteLaplace("1/4", 8)
    for eps in ("0", "1/3", "3/2", "2"):
        assert Lattice.exact(law, "1/4").delta(eps).ball(64).overlaps(law.delta(eps).ball(64))


@pytest.mark.parametrize("n", [1, 5, 12])
def test_rounding_down_and_up_enclose(n: int) -> None:
    """n Laplace mechanisms are Laplace noise on n numbers, whose δ is known exactly."""
    exact = LaplaceVector(["1/5"] * n).delta("1/10")
    low, high = (
        Lattice.rounded(Laplace("1/5"), "1/100", up=up).composed(n).delta("1/10")
        for up in (False, True)
    )
    assert low < exact < high
    assert high - low < parse("3/200")


def test_a_sum_of_two_kinds() -> None:
    """Laplace noise with 1/5 and with 2/5, rounded both ways, encloses the vector's δ."""
    exact = LaplaceVector(["1/5", "2/5"]).delta("1/4")
    pairs = [
        Lattice.rounded(Laplace("1/5"), "1/200", up=up).plus(
            Lattice.rounded(Laplace("2/5"), "1/200", up=up)
        )
        for up in (False, True)
    ]
    assert pairs[0].delta("1/4") < exact < pairs[1].delta("1/4")


def test_refuses() -> None:
    """A loss beside the lattice, losses without an end, a unit that would not end."""
    law = FiniteLaw([(log(Value(3)), Value(3) / 4), (-log(Value(3)), Value(1) / 4)])
    with pytest.raises(DomainError, match="no multiple"):
        Lattice.exact(law, "ln(2)")
    with pytest.raises(DomainError, match="unbounded"):
        Lattice.rounded(Gaussian(1), "1/10", up=False)
    with pytest.raises(DomainError, match="too small"):
        Lattice.rounded(Laplace(1), "1e-9", up=False)
    with pytest.raises(DomainError, match="more than 0"):
        Lattice.rounded(Laplace(1), 0, up=True)
