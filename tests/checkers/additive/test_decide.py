"""Programs that release values with noise, under every definition, on listed and all inputs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.answers.places import PairValue
from dpverify.defs.numbers import INFINITY
from dpverify.defs.programs import mechanism
from tests.defs.pairs.oracle import gaussian, laplace


@mechanism(inputs=[0, 1], moves="A")
def with_gaussian(x: Any, draw: Any) -> Any:
    """One number."""
    return x + draw.gaussian(1)


@mechanism(inputs=[0, 1], moves="A")
def with_laplace(x: Any, draw: Any) -> Any:
    """One number."""
    return x + draw.laplace(1)


@mechanism(inputs=[0, 1], moves="A")
def with_uniform(x: Any, draw: Any) -> Any:
    """One number."""
    return x + draw.uniform(-2, 2)


@mechanism(inputs=[(0, 0), (1, 1)], moves="A")
def shared_noise(x: Any, draw: Any) -> Any:
    """Two numbers whose noise is correlated: covariance [[5, 4], [4, 4]]."""
    one, both = draw.gaussian(1), draw.gaussian(2)
    return x[0] + one + both, x[1] + both


@mechanism(inputs=[(0, 0), (1, 1)], moves="A")
def two_scales(x: Any, draw: Any) -> Any:
    """Two numbers with Laplace noise of scales 1 and 2."""
    return x[0] + draw.laplace(1), x[1] + draw.laplace(2)


@mechanism(inputs=[(0, 0), (1, 1)], moves="A")
def sum_and_difference(x: Any, draw: Any) -> Any:
    """Values that no neighbour moves furthest together."""
    return x[0] + x[1] + draw.laplace(1), x[0] - x[1] + draw.laplace(1)


@mechanism(inputs=[0, 1], moves="A")
def compares_first(x: Any, draw: Any) -> Any:
    """A comparison before the release."""
    return x + draw.gaussian(1) if draw.laplace(1) > x else 0


EVERYWHERE = [False, True]


@pytest.mark.parametrize("all_inputs", EVERYWHERE)
def test_gaussian_noise_of_scale_one(all_inputs: bool) -> None:
    """Of sensitivity 1: zCDP exactly 1/2, Gaussian DP exactly 1, Rényi of order 2 exactly 1."""

    def tight(definition: str, **given: Any) -> Any:
        found = dv.measure(with_gaussian, definition, all_inputs=all_inputs, **given)
        assert found.evidence == ("exact" if definition != "total-variation" else "enclosure")
        (value,) = found.tight.values()
        return value

    assert tight("zcdp") == Fraction(1, 2)
    assert tight("gaussian-dp") == 1
    assert tight("renyi-dp", alpha=2) == 1
    assert tight("total-variation").approx() == pytest.approx(gaussian(1).excess(0), abs=1e-6)
    assert tight("bounded-range") == INFINITY


@pytest.mark.parametrize("all_inputs", EVERYWHERE)
def test_laplace_noise_of_scale_one(all_inputs: bool) -> None:
    """Against quadrature, and the formulas worked out by hand."""

    def tight(definition: str, **given: Any) -> Any:
        (value,) = dv.measure(
            with_laplace, definition, all_inputs=all_inputs, **given
        ).tight.values()
        return value

    assert tight("zcdp") == dv.exp(-1)
    assert tight("bounded-range") == 2
    assert tight("total-variation") == 1 - dv.exp("-1/2")
    assert tight("probabilistic-dp", eps="1/2") == 1 - dv.exp("-1/4") / 2
    found = tight("gaussian-dp").approx()
    assert found == pytest.approx(laplace(1).gaussian_distance(), rel=2e-3)


def test_correlated_gaussian_noise() -> None:
    """μ² = Δᵀ·K⁻¹·Δ with K⁻¹ = [[1, −1], [−1, 5/4]]: 1/4 at (1, 1), 17/4 at (1, −1)."""
    assert dv.measure(shared_noise, "zcdp", all_inputs=False).tight["rho"] == Fraction(1, 8)
    assert dv.measure(shared_noise, "zcdp", all_inputs=True).tight["rho"] == Fraction(17, 8)
    mu = dv.measure(shared_noise, "gaussian-dp", all_inputs=True).tight["mu"]
    assert mu * mu == Fraction(17, 4)


def test_the_worst_corner() -> None:
    """Sums of convex functions are largest at a corner; for δ one corner must be furthest."""
    found = dv.measure(two_scales, "zcdp", all_inputs=True).tight["rho"]
    assert found == dv.exp(-1) + (dv.exp("-1/2") - Fraction(1, 2))
    # (1, 1) moves the sum by 2, (1, −1) the difference: no corner is furthest in both.
    found = dv.measure(sum_and_difference, "zcdp", all_inputs=True).tight["rho"]
    assert found == 1 + dv.exp(-2)
    with pytest.raises(dv.Undecided, match="not furthest apart together"):
        dv.measure(sum_and_difference, "total-variation", all_inputs=True)


def test_the_law_of_the_loss_of_several_values() -> None:
    """Whether P[L > ε] is worst at a corner is not known, and said."""
    dv.measure(two_scales, "probabilistic-dp", eps="1/2", all_inputs=False)
    with pytest.raises(dv.Undecided, match="several values that move"):
        dv.measure(two_scales, "probabilistic-dp", eps="1/2", all_inputs=True)


@pytest.mark.parametrize("all_inputs", EVERYWHERE)
def test_verdicts_at_the_border(all_inputs: bool) -> None:
    """A claim of the tight value holds, one below fails by the difference."""
    assert dv.check(with_gaussian, dv.ZCDP(rho="1/2"), all_inputs=all_inputs).holds
    verdict = dv.check(with_gaussian, dv.ZCDP(rho="1/3"), all_inputs=all_inputs)
    assert isinstance(verdict, dv.Fails)
    assert isinstance(verdict.witness, PairValue)
    assert verdict.witness.excess == Fraction(1, 6)
    assert dv.check(with_gaussian, dv.GaussianDP(mu=1), all_inputs=all_inputs).holds
    assert dv.check(with_uniform, dv.ZCDP(rho=10**6), all_inputs=all_inputs).fails


def test_what_is_more_than_releases_is_refused() -> None:
    """With the reason, and no verdict."""
    with pytest.raises(dv.Undecided, match="comparisons before the release"):
        dv.measure(compares_first, "zcdp")
    assert dv.check(compares_first, dv.ZCDP(rho=1)).unknown
