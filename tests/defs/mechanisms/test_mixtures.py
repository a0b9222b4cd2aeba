"""Mechanisms that draw a coin beside continuous noise, against numbers by hand."""

from __future__ import annotations

import pytest

import dpverify as dv
from dpverify.defs.mechanisms import library_mechanism


@pytest.mark.parametrize(("b", "most"), [("1/2", 3), ("1/3", 2)])
def test_staircase(b: str, most: int) -> None:
    """δ(ln(1/b)) is half the probability b^n of the last step, whatever γ is."""
    mechanism = library_mechanism("continuous-staircase").with_parameters(
        b=b, most=most, gamma="1/4"
    )
    delta = dv.parse(b) ** most / 2
    loss = dv.ln(1 / dv.parse(b))
    assert dv.check(mechanism, dv.ApproxDP(eps=loss, delta=delta + dv.parse("1e-12"))).holds
    assert dv.check(mechanism, dv.ApproxDP(eps=loss, delta=delta - dv.parse("1e-12"))).fails


def test_tulap() -> None:
    """δ(ln 2) is the probability of an end, 2^-n·2/3, and no pure ε holds."""
    mechanism = library_mechanism("continuous-tulap").with_parameters(most=3)
    delta = dv.parse("1/12")
    assert dv.check(mechanism, dv.ApproxDP(eps=dv.ln(2), delta=delta + dv.parse("1e-12"))).holds
    assert dv.check(mechanism, dv.ApproxDP(eps=dv.ln(2), delta=delta - dv.parse("1e-12"))).fails
    assert dv.measure(mechanism, "pure-dp").tight["eps"] == dv.parse("inf", allow_infinity=True)


def test_subsampled_laplace() -> None:
    """ln(1 + q·(e^ε − 1)) with q = 1/10 and ε = 1, exactly."""
    mechanism = library_mechanism("continuous-poisson-subsampled-laplace")
    assert str(dv.measure(mechanism, "pure-dp").tight["eps"]) == "ln(9/10+1/10*exp(1))"


def test_subsampled_gaussian() -> None:
    """No pure ε: far out the ratio of the densities has no bound."""
    mechanism = library_mechanism("continuous-poisson-subsampled-gaussian")
    assert dv.check(mechanism, dv.PureDP(eps=5)).fails
