"""Divergences of a program whose paths have no end: bounded from below, by hand.

P[max(−1, min(1, x + z))] for discrete Laplace noise z of ratio 1/2, where z ≥ h has 2^−h·2/3: on 0
the outputs −1, 0, 1 have 1/3 each, on 1 they have 1/6, 1/6, 2/3. So Σ p²/q is 3/2 both ways.
"""

from __future__ import annotations

from fractions import Fraction
from math import log
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.kernel.door import replay
from dpverify.defs.errors import UsageError
from tests.census.kinds_programs import endless

CHECKED: Any = dv.check


def lower(result: Any, parameter: str) -> Fraction:
    """The bound from below; nothing is said from above."""
    bounds = result.tight[parameter]
    assert bounds.upper is None
    return Fraction(int(bounds.lower.p), int(bounds.lower.q))


@pytest.mark.long
def test_what_is_measured() -> None:
    """χ² ≥ 1/2 and D₂ ≥ ln(3/2), but for what was not followed; D_α/α is at least D₂/2."""
    chi = lower(dv.measure(endless, "chi-squared-dp"), "chi_squared")
    assert 0 < Fraction(1, 2) - chi < Fraction(1, 10**9)
    renyi = lower(dv.measure(endless, "renyi-dp", alpha=2), "eps")
    assert 0 <= log(1.5) - float(renyi) < 1e-9
    rho = lower(dv.measure(endless, "zcdp"), "rho")
    assert float(rho) >= log(1.5) / 2 - 1e-9
    assert float(rho) <= log(2)  # D_α is at most the largest loss, and α more than 1


def test_total_variation_is_enclosed() -> None:
    """1/3, between two bounds: it is δ at ε = 0, of which masses tell both sides."""
    bounds: Any = dv.measure(endless, "total-variation").tight["delta"]
    assert float(bounds.lower) <= 1 / 3 <= float(bounds.upper)
    assert float(bounds.upper - bounds.lower) < 1e-9
    assert CHECKED(endless, dv.TotalVariation(delta="334/1000")).holds
    assert CHECKED(endless, dv.TotalVariation(delta="333/1000")).fails


@pytest.mark.parametrize(
    ("smaller", "larger"),
    [
        (dv.ChiSquaredDP(chi_squared="0.499"), dv.ChiSquaredDP(chi_squared="1/2")),
        (dv.RenyiDP(eps="ln(1.499)", alpha=2), dv.RenyiDP(eps="ln(3/2)", alpha=2)),
        (dv.ZCDP(rho="1/5"), dv.ZCDP(rho="ln(2)")),
    ],
)
def test_a_claim_below_the_bound_fails(smaller: Any, larger: Any) -> None:
    """The kernel re-checks it; a claim above the bound is left open, with the bound."""
    failing = CHECKED(endless, smaller)
    assert failing.fails
    assert failing.not_rechecked is None
    assert replay(failing.to_json()).status == "accepted"
    left = CHECKED(endless, larger)
    assert left.unknown
    assert lower(left, larger.parameters[-1]) > 0
    assert replay(left.to_json()).status == "accepted"


def test_an_order_that_is_not_given() -> None:
    with pytest.raises(UsageError, match="alpha"):
        dv.measure(endless, "renyi-dp")
