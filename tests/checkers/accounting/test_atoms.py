"""Steps with finitely many losses: laws on a grid above and below their curve, in balls."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import numpy as np
import pytest
from flint import arb, fmpq

from dpverify.accounting import Guarantee, Noise
from dpverify.checkers.accounting import atoms
from dpverify.checkers.accounting.atoms import AtomStep, atoms_of, noise_outcomes, replaced, sampled
from dpverify.checkers.kernel import loss_atoms
from dpverify.checkers.kernel.plans import Noisy
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers.balls import working_precision
from tests.checkers.accounting.test_rounding import ROUNDING, curve

BITS = 300
PAIR = ((7, 1), (5, 3), (4, 4), (3, 7), (1, 5))
"""Masses over 20; ln 7, ln 5/3, 0, ln 3/7 and −ln 5 are on no common grid."""
NOISES: dict[str, Noise | Guarantee] = {
    "guarantee": Guarantee(Fraction(1, 2), Fraction(1, 1000)),
    "discrete Laplace": Noise("discrete-laplace", Fraction(2), Fraction(3)),
    "discrete Gaussian": Noise("discrete-gaussian", Fraction(3, 2), Fraction(2)),
}


def outcomes() -> list[tuple[arb, arb]]:
    """The pair above, as balls."""
    return [(arb(fmpq(p, 20)), arb(fmpq(q, 20))) for p, q in PAIR]


def true_curve(pairs: list[tuple[arb, arb]], loss: arb) -> arb:
    """Σ (p − e^l·q)⁺, by its definition."""
    return sum(((p - loss.exp() * q).max(arb(0)) for p, q in pairs), arb(0))


def excesses(step: AtomStep, pairs: list[tuple[arb, arb]], unit: float) -> tuple[arb, arb]:
    """How far at least the upper curve is above the true one, and this one above the lower."""
    low, high = step.span(0.0, 0.0)
    both = step.bracket(unit, floor(low / unit) - 1, floor(high / unit) + 2)
    above, below = [], []
    with working_precision(BITS):
        for place in range(floor(low / unit) - 2, floor(high / unit) + 3):
            for part in (0.0, 0.3, 0.8):
                loss = arb(unit) * (arb(place) + part)
                true = true_curve(pairs, loss)
                above.append((curve(both.upper, loss) * (1 + 2 * ROUNDING) - true).lower())
                below.append((true - curve(both.lower, loss) * (1 - 2 * ROUNDING)).lower())
    return min(above), min(below)


def test_laws_on_a_grid_bracket_the_curve() -> None:
    """Above and below at grid points and between, and close: within 5 % at l = 0."""
    step = AtomStep(atoms_of(outcomes()), atoms_of(outcomes()))
    above, below = excesses(step, outcomes(), 0.0625)
    assert above >= 0
    assert below >= 0
    both = step.bracket(0.0625, -32, 40)
    high, low = curve(both.upper, arb(0)), curve(both.lower, arb(0))
    assert high - low < 0.05 * high


def test_an_atom_that_is_not_split_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it at the lower end of its cell is no upper law."""
    step = AtomStep(atoms_of(outcomes()), atoms_of(outcomes()))
    genuine = atoms._cells

    def not_split(*arguments: object) -> object:
        places, gaps = genuine(*arguments)  # type: ignore[arg-type]
        return places, 0 * gaps

    monkeypatch.setattr(atoms, "_cells", not_split)
    assert excesses(step, outcomes(), 0.0625)[0] < 0


def test_an_atom_that_moves_up_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the upper end of its cell it is no lower law."""
    step = AtomStep(atoms_of(outcomes()), atoms_of(outcomes()))
    genuine = atoms._cells

    def moved(*arguments: object) -> object:
        places, gaps = genuine(*arguments)  # type: ignore[arg-type]
        return places + 1, gaps

    monkeypatch.setattr(atoms, "_cells", moved)
    assert excesses(step, outcomes(), 0.0625)[1] < 0


@pytest.mark.parametrize("name", NOISES)
@pytest.mark.parametrize("direction", ["remove", "add"])
def test_outputs_of_noise_are_two_laws(name: str, direction: str) -> None:
    """Both sum to 1, but for what is left out, also on a sample."""
    with working_precision(BITS):
        pairs, lost = noise_outcomes(NOISES[name])
        for rate in (Fraction(1), Fraction(1, 3)):
            mixed = sampled(pairs, rate, direction)
            for i in (0, 1):
                rest = 1 - sum((pair[i] for pair in mixed), arb(0))
                assert -1e-80 < float(rest) <= float(lost) + 1e-80


@pytest.mark.parametrize("name", NOISES)
def test_a_replaced_record_is_removed_above_0_and_added_below(name: str) -> None:
    """The curve of the outputs is that of the mixture or of its exchange, by their definitions."""
    rate = Fraction(1, 3)
    with working_precision(BITS):
        pairs, _ = noise_outcomes(NOISES[name])
        above = replaced(pairs, rate)
        for loss in np.linspace(-0.6, 0.6, 25):
            point = arb(float(loss))
            one_way = sampled(pairs, rate, "remove" if loss >= 0 else "add")
            assert abs(true_curve(above, point) - true_curve(one_way, point)) < 1e-60


@pytest.mark.parametrize("law", ["discrete-laplace", "discrete-gaussian"])
@pytest.mark.parametrize("outcomes", ["the finder", "the kernel"])
def test_an_output_that_is_as_likely_either_way_is_counted_once(law: str, outcomes: str) -> None:
    """Both laws of a replaced record are 1, also where Δ is even: x = Δ/2 has no loss at all.

    Counted with what is above and with what is below, at the rate 9/10 both would be above 1.
    """
    rate = Fraction(9, 10)
    with working_precision(BITS):
        if outcomes == "the finder":
            pairs, lost = noise_outcomes(Noise(law, Fraction(3, 2), Fraction(2)))
            above = replaced(pairs, rate)
        else:
            given = loss_atoms.outcomes_of(Noisy(law, Fraction(3, 2), Fraction(2)), BITS)
            pairs, lost = given
            above = loss_atoms.replaced(pairs, rate)
        for i in (0, 1):
            assert all(not pair[i] < 0 for pair in above)
            assert abs(float(1 - sum((pair[i] for pair in above), arb(0)))) < 1e-60
        assert not lost < 0


@pytest.mark.parametrize(("reach", "variance"), [(1, 1), (5, 50), (3, 2), (20, 100)])
def test_what_is_left_out_of_discrete_gaussian_noise_is_bounded(reach: int, variance: int) -> None:
    """The bound is above the sum, of which 200 terms are added; and below 5 times it.

    By hand for σ² = 1 from 1 on: e^(−1/2) + e^(−2) + e^(−9/2) + … = 0.753; the bound is 0.96.
    """
    with working_precision(BITS):
        total = sum(((-arb(fmpq(x * x, 2 * variance))).exp() for x in range(reach, reach + 200)),
                    arb(0))  # fmt: skip
        bound = loss_atoms._tail(reach, Fraction(2 * variance))
    assert total < bound < 5 * total


def test_noise_of_too_many_losses_is_unknown() -> None:
    """A step of σ = 10,000 on integers is not listed."""
    for law in ("discrete-gaussian", "discrete-laplace"):
        with pytest.raises(Undecided):
            noise_outcomes(Noise(law, Fraction(10**4), Fraction(10**5)))
