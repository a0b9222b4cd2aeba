"""The programs of `examples/laws.py`: what their docstrings say, and numbers by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import dpverify as dv
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import INFINITY, Value, exp, ln
from examples import laws

CHECK: Any = dv.check


def measured(program: Any, definition: str, **given: Any) -> Any:
    """The smallest last parameter; all of it was re-checked."""
    found = dv.measure(program, definition, **given)
    assert found.not_rechecked is None
    (value,) = found.tight.values()
    return value


def bounds(value: Any) -> tuple[float, float]:
    """The bounds of a number that is not exact."""
    return float(value.lower), float(value.upper)


def test_gaussian_noise_under_every_definition() -> None:
    """Φ and e alone: δ(1) = Φ(−1/2) − e·Φ(−3/2), δ(0) = 2Φ(1/2) − 1, χ² = e − 1, μ = 1, ρ = 1/2."""
    delta, distance = "Phi(-1/2)-exp(1)*Phi(-3/2)", "2*Phi(1/2)-1"
    for claim in (dv.ApproxDP(eps=1, delta=delta), dv.TotalVariation(delta=distance)):
        assert CHECK(laws.gaussian, claim, all_inputs=True).holds
    for claim in (
        dv.ApproxDP(eps=1, delta=f"{delta}-1e-30"),
        dv.TotalVariation(delta=f"{distance}-1e-30"),
    ):
        assert CHECK(laws.gaussian, claim, all_inputs=True).fails
    wanted: dict[str, Any] = {
        "chi-squared-dp": exp(Value(1)) - 1,
        "zcdp": Value(Fraction(1, 2)),
        "gaussian-dp": Value(1),
        "bounded-range": INFINITY,
    }
    assert CHECK(laws.gaussian, dv.PureDP(eps=50), all_inputs=True).fails
    for definition, number in wanted.items():
        assert measured(laws.gaussian, definition, all_inputs=True) == number
    assert measured(laws.gaussian, "renyi-dp", alpha="3/2", all_inputs=True) == Fraction(3, 4)


def odds(low: int, high: int, scale: int) -> Any:
    """Z(1)/Z(0), with Z(x) = 1 − (e^(−(x − low)/b) + e^(−(high − x)/b))/2."""
    z = [1 - (exp(Value(Fraction(low - x, scale))) + exp(Value(Fraction(x - high, scale)))) / 2
         for x in (0, 1)]  # fmt: skip
    return z[1] / z[0]


@pytest.mark.long
def test_wrong_normalisers_are_refuted_and_right_ones_proved() -> None:
    """The loss at the lower end is 1/b + ln(Z(1)/Z(0)), where Z(1) is the larger one."""
    for program, low, high, scale in (
        (laws.truncated, -2, 6, 2),
        (laws.bounded_domain, 0, 10, 1),
    ):
        claimed = Value(Fraction(1, scale))
        right = ln(exp(claimed) * odds(low, high, scale))
        failing = CHECK(program, dv.PureDP(eps=Fraction(1, scale)))
        assert failing.fails
        assert failing.not_rechecked is None
        assert failing.witness.value == right
        assert CHECK(program, dv.PureDP(eps=right)).holds
        low_end, high_end = bounds(measured(program, "zcdp"))
        assert high_end < 1.02 * low_end


@pytest.mark.long
def test_rounded_clamped_and_wrapped_noise() -> None:
    """Post-processing of Laplace noise of scale 2 at a place where it loses nothing: ε = 1/2."""
    half = Value(Fraction(1, 2))
    assert measured(laws.rounded, "pure-dp") == half
    assert measured(laws.clamped, "pure-dp") == half
    assert measured(laws.modulo, "pure-dp") < half
    assert measured(laws.rounded_gaussian, "gaussian-dp") == 1
    assert measured(laws.rounded_gaussian, "zcdp") == half
    assert CHECK(laws.rounded_gaussian, dv.PureDP(eps=3)).fails
    for program, near in ((laws.truncated_gaussian, 2.0508), (laws.modulo_gaussian, 1.5013)):
        low, high = bounds(measured(program, "pure-dp"))
        assert low == pytest.approx(near, abs=1e-4)
        assert high == pytest.approx(near, abs=1e-4)


def test_integer_noise() -> None:
    """ρ = Δ²/(2σ²) exactly, also on all integer inputs; and a count that is not negative."""
    for everywhere in (False, True):
        assert measured(laws.discrete_gaussian, "zcdp", all_inputs=everywhere) == Fraction(1, 4)
    one = Value(1)
    assert measured(laws.retried, "pure-dp") == ln(1 - exp(-one) + exp(one))
    assert CHECK(laws.retried, dv.PureDP(eps=1)).fails


@pytest.mark.long
def test_published_eps_of_staircase_and_tulap() -> None:
    """(ln 2, δ) with what lies beyond the end: b^12/2 and b^20/(1 + b); no less."""
    staircase = library_mechanism("continuous-staircase").with_parameters(most=12)
    tulap = library_mechanism("continuous-tulap").with_parameters(most=20)
    for program, delta in (
        (staircase, Fraction(1, 2**13)),
        (tulap, Fraction(2, 3 * 2**20)),
    ):
        low, high = bounds(measured(program, "approx-dp", eps=ln(2)))
        assert low == pytest.approx(float(delta), rel=1e-9)
        assert high == pytest.approx(float(delta), rel=1e-9)


@pytest.mark.long
def test_neighbours_as_people_state_them() -> None:
    """A histogram, a clipped vector, records that join or leave."""
    assert measured(laws.histogram, "pure-dp", all_inputs=True) == Fraction(1, 2)
    assert measured(laws.vector, "gaussian-dp", all_inputs=True) == Fraction(3, 4)
    assert measured(laws.vector, "zcdp", all_inputs=True) == Fraction(9, 32)
    for eps in (1, 100):
        assert CHECK(laws.mean, dv.PureDP(eps=eps), all_inputs=True).fails
    for program in (laws.pair, laws.quotient):
        assert CHECK(program, dv.PureDP(eps=1), all_inputs=True).holds


@pytest.mark.parametrize(
    ("definition", "parameter", "claim", "verdict"),
    [
        ("gaussian-dp", "mu", "Delta/sigma", "holds"),
        ("zcdp", "rho", "Delta**2/(2*sigma**2)", "holds"),
        ("gaussian-dp", "mu", "Delta/(2*sigma)", "fails"),
        ("zcdp", "rho", "Delta**2/(3*sigma**2)", "fails"),
    ],
)
def test_every_sensitivity_at_once(
    definition: str, parameter: str, claim: str, verdict: str
) -> None:
    """The Gaussian mechanism with Δ and σ as symbols."""
    found = CHECK(laws.clipped, dv.SymbolicClaim(definition, {parameter: claim}), all_inputs=True)
    assert found.name == verdict
    assert found.not_rechecked is None
