"""Both laws of a step against its curve in balls: not a rounding on the wrong side."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from flint import arb

from dpverify.checkers.accounting import curves
from dpverify.checkers.accounting.curves import GridLaw, Mesh, Step, bracket
from dpverify.checkers.accounting.gaussian_step import GaussianStep
from dpverify.checkers.accounting.laplace_step import LaplaceStep, SampledLaplaceStep
from dpverify.defs.numbers.balls import working_precision

BITS = 300
ROUNDING = arb(2) ** -53


def phi(z: arb) -> arb:
    """P[N(0,1) > z]."""
    return (z / arb(2).sqrt()).erfc() / 2


def removed(rate: Fraction, mean: Fraction, loss: arb) -> arb:
    """P(S) − e^l·Q(S), P the mixture, S = {Z > z} where the ratio of the densities is e^l."""
    q, mu = arb(rate.numerator) / rate.denominator, arb(mean.numerator) / mean.denominator
    odds = (loss.exp() - 1 + q) / q
    if odds <= 0:
        return 1 - loss.exp()
    z = odds.log() / mu + mu / 2
    return (1 - q - loss.exp()) * phi(z) + q * phi(z - mu)


def added(rate: Fraction, mean: Fraction, loss: arb) -> arb:
    """The same with the laws exchanged: f'(t) = 1 − t + t·f(1/t)."""
    return 1 - loss.exp() + loss.exp() * removed(rate, mean, -loss)


def laplace(eps: Fraction, loss: arb) -> arb:
    """By hand."""
    end = arb(eps.numerator) / eps.denominator
    if loss >= end:
        return arb(0)
    return 1 - loss.exp() if loss <= -end else 1 - ((loss - end) / 2).exp()


def laplace_removed(rate: Fraction, eps: Fraction, loss: arb) -> arb:
    """q·f((t − 1 + q)/q) for the curve f without sampling: P − t·Q is q·(A − s·B)."""
    q = arb(rate.numerator) / rate.denominator
    odds = (loss.exp() - 1 + q) / q
    return 1 - loss.exp() if odds <= 0 else q * laplace(eps, odds.log())


def laplace_added(rate: Fraction, eps: Fraction, loss: arb) -> arb:
    """The same with the laws exchanged; beyond the largest loss it is 0, not a ball around 0."""
    value = 1 - loss.exp() + loss.exp() * laplace_removed(rate, eps, -loss)
    return value if value > arb(10) ** -60 else arb(0)


TENTH, HALF = Fraction(1, 8), Fraction(1, 2)
STEPS: dict[str, tuple[Step, Callable[[arb], arb], float, int, int]] = {
    "removed": (GaussianStep(0.125, 0.5, removed=True), lambda loss: removed(TENTH, HALF, loss),
                2.0**-9, -60, 300),
    "added": (GaussianStep(0.125, 0.5, removed=False), lambda loss: added(TENTH, HALF, loss),
              2.0**-9, -300, 60),
    "Laplace": (LaplaceStep(0.5), lambda loss: laplace(HALF, loss), 2.0**-8, -140, 140),
    "Laplace removed": (SampledLaplaceStep(0.125, 0.5, removed=True),
                        lambda loss: laplace_removed(TENTH, HALF, loss), 2.0**-10, -60, 90),
    "Laplace added": (SampledLaplaceStep(0.125, 0.5, removed=False),
                      lambda loss: laplace_added(TENTH, HALF, loss), 2.0**-10, -90, 60),
}  # fmt: skip


def curve(law: GridLaw, loss: arb) -> arb:
    """δ of a law on the grid, in balls."""
    total = arb(law.infinite)
    for i in np.flatnonzero(law.masses):
        gap = arb(law.step) * (law.first + int(i)) - loss
        if gap > 0:
            total += arb(float(law.masses[i])) * (1 - (-gap).exp())
    return total


RARE = [(-32.0, 40.0), (-64.0, 100.0), (-100.0, 150.0)]
"""In steps of the grid: where cells are twice as long, four times, eight times."""


def excesses(name: str, *, sparse: bool = False) -> tuple[arb, arb]:
    """How far at least the upper curve is above f, and f above the lower one; masses err by u."""
    step, true, unit, first, last = STEPS[name]
    rare = [(low * unit, high * unit) for low, high in RARE] if sparse else []
    mesh = Mesh.sparser(unit, first, last, rare)
    first, last = mesh.first, mesh.last
    both = bracket(step, mesh, 0.0)
    above, below = [], []
    with working_precision(BITS):
        for place in range(first + 2, last - 2, 7):
            for part in (0.0, 0.375):
                loss = arb(unit) * (arb(place) + part)
                f = true(loss)
                high, low = curve(both.upper, loss), curve(both.lower, loss)
                above.append((high * (1 + 2 * ROUNDING) - f).lower())
                below.append((f - low * (1 - 2 * ROUNDING)).lower())
        return min(above), min(below)


@pytest.mark.parametrize("name", STEPS)
def test_no_rounding_is_on_the_wrong_side(name: str) -> None:
    """At grid points, where the upper law touches f, and between."""
    above, below = excesses(name)
    assert above >= 0
    assert below >= 0


@pytest.mark.parametrize("name", ["removed", "added"])
def test_longer_cells_are_on_the_right_side_too(name: str) -> None:
    """Where losses are rare: at their ends and within."""
    above, below = excesses(name, sparse=True)
    assert above >= 0
    assert below >= 0


def test_longer_cells_lowered_as_if_they_were_short_are_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A cell that is eight steps long is not as good as one of one step."""
    genuine = curves._lowered
    monkeypatch.setattr(
        curves,
        "_lowered",
        lambda values, mesh: (
            genuine(values, mesh) / np.maximum(np.gradient(mesh.places.astype(float)), 1.0) ** 2
        ),
    )
    assert min(excesses(name, sparse=True)[1] for name in ("removed", "added")) < 0


def test_a_mesh_has_the_points_that_are_asked_for() -> None:
    """By hand: every one up to 2, every second up to 6, every fourth to the end or beyond."""
    mesh = Mesh.sparser(0.5, -3, 9, [(-0.5, 1.0), (-1.0, 3.0)])
    assert mesh.places.tolist() == [-3, -1, 0, 1, 2, 4, 6, 10]
    assert Mesh.sparser(0.5, -2, 2, []).places.tolist() == [-2, -1, 0, 1, 2]


def test_rounding_on_the_wrong_side_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The upper law with errors taken off: a few units of the last place are seen."""
    genuine = curves._noise
    monkeypatch.setattr(curves, "_noise", lambda heights, shares: -genuine(heights, shares))
    assert min(excesses(name)[0] for name in STEPS) < 0


def test_a_lower_law_rounded_up_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lowered by nine tenths of what the tangents ask for."""
    genuine = curves._lowered
    monkeypatch.setattr(curves, "_lowered", lambda values, mesh: 0.2 * genuine(values, mesh))
    assert min(excesses(name)[1] for name in STEPS) < 0
