"""Both laws of a step bracket its curve everywhere, and so do their sums."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest
from flint import arb, ctx
from numpy.typing import NDArray

from dpverify.checkers.accounting.curves import GridLaw, Mesh, Step, bracket
from dpverify.checkers.accounting.gaussian_step import GaussianStep
from dpverify.checkers.accounting.laplace_step import LaplaceStep

STEPS: dict[str, tuple[Step, float, int, int]] = {
    "all records": (GaussianStep(1.0, 0.5, removed=True), 2.0**-7, -500, 500),
    "a tenth, removed": (GaussianStep(0.1, 1.0, removed=True), 2.0**-8, -60, 700),
    "a tenth, added": (GaussianStep(0.1, 1.0, removed=False), 2.0**-8, -700, 60),
    "one of a thousand, removed": (GaussianStep(0.001, 2.0, removed=True), 2.0**-13, -160, 24_000),
    "one of a thousand, added": (GaussianStep(0.001, 2.0, removed=False), 2.0**-13, -24_000, 160),
    "Laplace": (LaplaceStep(0.75), 0.75 / 64, -70, 70),
}
PLACES = np.linspace(-0.9, 0.9, 13)
TINY = 1e-12


def curve(law: GridLaw, loss: float) -> float:
    """δ of a law on the grid: Σ m·(1 − e^(l−L))⁺, and its infinite loss."""
    losses = (law.first + np.arange(len(law.masses))) * law.step
    gaps = np.maximum(losses - loss, 0.0)
    return float(law.infinite - np.sum(law.masses * np.expm1(-gaps)))


def true_curve(step: Step, loss: float) -> float:
    """f(e^l) by its definition, ∫ (p − e^l·q)⁺, by rigorous quadrature for Gaussian steps."""
    if isinstance(step, LaplaceStep):
        # One number moves by ε₀: ∫ (e^(−|x|)/2 − e^l·e^(−|x−ε₀|)/2)⁺ dx, pieces by hand.
        eps = step.loss
        if loss >= eps:
            return 0.0
        if loss <= -eps:
            return 1 - exp(loss)
        return 1 - exp((loss - eps) / 2)
    assert isinstance(step, GaussianStep)
    return _gaussian(step, loss)


def _gaussian(step: GaussianStep, loss: float) -> float:
    """Trapezoids on [−14, 14 + μ] at 2^-11: one kink costs 1e-7 at most."""
    z = np.linspace(-14.0, 14.0 + step.mean, 60_001)
    plain = np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
    mixed = (1 - step.rate) * plain + step.rate * np.exp(-((z - step.mean) ** 2) / 2) / np.sqrt(
        2 * np.pi
    )
    p, q = (mixed, plain) if step.removed else (plain, mixed)
    return float(np.trapezoid(np.maximum(p - np.exp(loss) * q, 0.0), z))


@pytest.mark.parametrize("name", STEPS)
def test_laws_bracket_the_curve(name: str) -> None:
    """Below and above at 13 losses, and close: within 3 % of each other where δ is not tiny."""
    step, unit, first, last = STEPS[name]
    both = bracket(step, Mesh.even(unit, first, last), 0.0)
    for loss in PLACES:
        low, true, high = (
            curve(both.lower, loss), true_curve(step, loss), curve(both.upper, loss),
        )  # fmt: skip
        assert low <= true + 1e-8, (loss, low, true)
        assert true <= high + 1e-8, (loss, true, high)
        if true > 1e-4:
            assert high - low < 0.03 * true


@pytest.mark.parametrize("name", STEPS)
def test_masses_make_laws(name: str) -> None:
    """No mass is negative; the upper law is whole; the lower one is no more than whole."""
    step, unit, first, last = STEPS[name]
    both = bracket(step, Mesh.even(unit, first, last), 0.0)
    assert (both.upper.masses >= 0).all()
    assert (both.lower.masses >= 0).all()
    assert abs(both.upper.masses.sum() + both.upper.infinite - 1) < TINY
    assert both.lower.masses.sum() < 1 + TINY


def _sum_of_two(law: GridLaw) -> GridLaw:
    masses: NDArray[np.float64] = np.convolve(law.masses, law.masses)
    return GridLaw(law.step, 2 * law.first, masses, 1 - (1 - law.infinite) ** 2)


def test_sums_bracket_the_composition() -> None:
    """Two unsampled steps of μ = 1/2 are one of μ = √(1/2), a curve in closed form."""
    both = bracket(GaussianStep(1.0, 0.5, removed=True), Mesh.even(2.0**-7, -500, 500), 0.0)
    mu = 0.5**0.5
    for loss in PLACES:
        before, ctx.prec = ctx.prec, 128
        near = ((arb(float(loss)) / mu - mu / 2) / arb(2).sqrt()).erfc() / 2
        far = ((arb(float(loss)) / mu + mu / 2) / arb(2).sqrt()).erfc() / 2
        true = float(near - arb(float(loss)).exp() * far)
        ctx.prec = before
        assert curve(_sum_of_two(both.lower), loss) <= true + 1e-13
        assert true <= curve(_sum_of_two(both.upper), loss) + 1e-13


def test_a_law_that_is_no_bound_is_noticed() -> None:
    """The chords without what lowers them are no lower law: the comparison above would fail."""
    step, unit, first, last = STEPS["a tenth, removed"]
    upper = bracket(step, Mesh.even(unit, first, last), 0.0).upper
    middle = (5 + 0.5) * unit
    assert curve(upper, middle) > true_curve(step, middle) + 1e-8
