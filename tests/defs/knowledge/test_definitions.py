"""Claims about partial knowledge: their parameters, ranges and words."""

from __future__ import annotations

from typing import Any

import pytest

from dpverify.defs.errors import DpverifyError
from dpverify.defs.knowledge.definitions import APKDP, PPKDP, ThetaReducible
from dpverify.defs.numbers import as_eps, parse


@pytest.mark.parametrize("kind", [APKDP, PPKDP])
def test_eps_and_delta(kind: Any) -> None:
    """Both are exact, and compare by their values, not by how they were written."""
    claim = kind("ln(3)", "0.1")
    assert claim.given == {"eps": as_eps(parse("ln(3)")), "delta": parse("1/10")}
    assert claim == kind("ln(9)/2", "1/10")
    assert claim != kind("ln(3)", "1/5")


@pytest.mark.parametrize("kind", [APKDP, PPKDP])
@pytest.mark.parametrize(
    ("eps", "delta"), [("-1/2", "0"), ("inf", "0"), ("1", "-1/2"), ("1", "11/10"), (0.5, "0")]
)
def test_what_is_outside_its_range_is_refused(kind: Any, eps: Any, delta: Any) -> None:
    """A negative or infinite ε, a δ outside [0, 1], a float."""
    with pytest.raises(DpverifyError):
        kind(eps, delta)


@pytest.mark.parametrize("kind", [APKDP, PPKDP])
def test_extremes(kind: Any) -> None:
    """ε = 0, δ = 0 and δ = 1 are within the ranges."""
    assert kind(0, 0).given["delta"] == parse("0")
    assert kind(0, 1).given["delta"] == parse("1")


def test_a_claim_without_parameters() -> None:
    """θ-reducibility has none: all such claims are equal, and no other claim is."""
    assert ThetaReducible() == ThetaReducible()
    assert ThetaReducible().given == {}
    assert ThetaReducible() != APKDP(0, 0)


def test_the_average_is_over_what_is_known() -> None:
    """The two definitions differ in that alone, and say so."""
    assert "every b" in APKDP.formula
    assert "Σ_b" in PPKDP.formula
