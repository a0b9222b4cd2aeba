"""Steps with finitely many losses, on a grid that need not meet them.

An atom is a loss with its mass P; Q has e^(−loss) as much there. Its curve is
m·(1 − t·e^(−loss))⁺, and that of a step is the sum over its atoms, plus an infinite loss.

*Upper*: an atom in the cell (l, l + h) becomes two, at both ends, with the same masses P and Q:
its curve joined by chords. *Lower*: it moves down to l, where its curve is smaller. No law on the
grid has a larger curve that lies below a single atom's, so a lower law loses up to h per step.

Masses come from balls, and are rounded once, outwards. An atom may have moved by less than
6u·|loss|, which `powers.summed` allows for each step of a sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np
from flint import arb, fmpq

from dpverify.checkers.accounting.certified import ROUNDING
from dpverify.checkers.accounting.curves import Bracket, GridLaw
from dpverify.defs.accounting.events import Guarantee, Noise
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers.balls import working_precision

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

BITS = 384
CUT = 330
"""What discrete Gaussian noise does beyond 2^-330 counts as an infinite loss."""
MOST_ATOMS = 40_000
TINIEST = 1e-290
ON_GRID = 4 * ROUNDING

Outcomes = list[tuple[arb, arb]]
"""The masses P and Q of each output."""


@dataclass(frozen=True)
class Atoms:
    """Finite losses with their masses, and what is infinite; floats.

    Args:
        losses: within a factor 1 ± u.
        masses: within a factor 1 ± 4u.
        infinite: lower and upper bound of the mass of an infinite loss.
    """

    losses: Floats
    masses: Floats
    infinite: tuple[float, float]

    def span(self) -> tuple[float, float]:
        """The least and the largest finite loss; (0, 0) where there is none."""
        if not self.losses.size:
            return 0.0, 0.0
        return float(self.losses.min()), float(self.losses.max())


@dataclass(frozen=True)
class AtomStep:
    """A step bracketed by two laws with atoms: the same one, where one pair of laws is the worst.

    Args: above, below: a curve above that of the step, and one below it.
    """

    above: Atoms
    below: Atoms

    def span(self, below: float, above: float) -> tuple[float, float]:
        """See `curves.Step`; the losses are bounded."""
        del below, above
        ends = (self.above.span(), self.below.span())
        return min(low for low, _ in ends), max(high for _, high in ends)

    def bracket(self, step: float, first: int, last: int) -> Bracket:
        """Both laws on first·step, …, last·step, between which all atoms lie."""
        return Bracket(
            _upper(self.above, step, first, last - first + 1),
            _lower(self.below, step, first, last - first + 1),
        )


def _cells(atoms: Atoms, step: float, first: int) -> tuple[NDArray[np.int64], Floats]:
    """The cell of each atom, from its lower end, and how far above that end it is, at most."""
    ratios = atoms.losses / step
    # What is below a grid point by rounding alone is taken for it.
    raised = ratios + ON_GRID * np.abs(ratios)
    places = np.floor(raised)
    return places.astype(np.int64) - first, (raised - places) * step


def _upper(atoms: Atoms, step: float, first: int, length: int) -> GridLaw:
    places, gaps = _cells(atoms, step, first)
    masses = atoms.masses * (1 + 8 * ROUNDING)
    shares = np.minimum(np.expm1(-gaps) / np.expm1(-step) * (1 + 1e-12), 1.0)
    right = masses * shares
    left = np.maximum(masses - right, 0.0) * (1 + 4 * ROUNDING)
    grid = np.zeros(length)
    np.add.at(grid, places, left)
    np.add.at(grid, places + 1, right)
    # Adding up cost a rounding for each atom.
    return GridLaw(step, first, grid * (1 + _added(atoms)), atoms.infinite[1])


def _lower(atoms: Atoms, step: float, first: int, length: int) -> GridLaw:
    places, _ = _cells(atoms, step, first)
    grid = np.zeros(length)
    np.add.at(grid, places, atoms.masses * (1 - 8 * ROUNDING))
    return GridLaw(step, first, grid * (1 - _added(atoms)), atoms.infinite[0])


def _added(atoms: Atoms) -> float:
    return (len(atoms.losses) + 4) * 2 * ROUNDING


def atoms_of(outcomes: Iterable[tuple[arb, arb]], lost: arb | None = None) -> Atoms:
    """The law of the loss ln(p/q) under P, of masses at full precision.

    Args: lost what P may have besides, of which nothing is known.
    """
    losses, masses = [], []
    with working_precision(BITS):
        infinite = arb(0)
        for p, q in outcomes:
            if q.is_zero():
                infinite += p
            elif not p.is_zero():
                loss, mass = (p / q).log(), float(p.mid())
                if mass > TINIEST:
                    losses.append(float(loss.mid()))
                    masses.append(mass)
                else:
                    lost = (lost if lost is not None else arb(0)) + p
        low, high = _ends(infinite)
        if lost is not None:
            high = min(high + _ends(lost)[1] + TINIEST, 1.0)
    return Atoms(np.array(losses), np.array(masses), (low, high))


def _ends(mass: arb) -> tuple[float, float]:
    """Floats below and above a mass."""
    if mass.is_zero():
        return 0.0, 0.0
    near, radius = float(mass.mid()), float(mass.rad())
    return (
        max((near - radius) * (1 - 8 * ROUNDING), 0.0),
        min((near + radius) * (1 + 8 * ROUNDING) + TINIEST, 1.0),
    )


def noise_outcomes(source: Noise | Guarantee) -> tuple[Outcomes, arb]:
    """The masses with and without a record of what an event releases, and what is left out.

    Raises: Undecided where there are too many outputs.
    """
    with working_precision(BITS):
        if isinstance(source, Guarantee):
            return _guarantee(source), arb(0)
        if source.law == "discrete-laplace":
            return _discrete_laplace(source), arb(0)
        return _discrete_gaussian(source)


def _guarantee(source: Guarantee) -> Outcomes:
    """What tells both databases apart, or else randomised response (Kairouz, Oh, Viswanath)."""
    high = arb(_exact(1 - source.delta)) / (1 + (-arb(_exact(source.eps))).exp())
    low = arb(_exact(1 - source.delta)) / (1 + arb(_exact(source.eps)).exp())
    delta, none = arb(_exact(source.delta)), arb(0)
    told = [(delta, none), (none, delta)] if source.delta else []
    return [*told, (high, low), (low, high)]


def _discrete_laplace(source: Noise) -> Outcomes:
    """P ∝ e^(−|x|/b) against its shift by Δ; all x ≤ 0 are one output, and all x ≥ Δ."""
    shift = _shift(source)
    if shift > MOST_ATOMS:
        raise Undecided("unsupported", "the losses of discrete noise are too many for one step")
    ratio = (-arb(_exact(1 / source.size))).exp()
    end = 1 / (1 + ratio)
    far, peak = ratio**shift * end, (1 - ratio) * end
    between = [(peak * ratio**x, peak * ratio ** (shift - x)) for x in range(1, shift)]
    return [(end, far), *between, (far, end)]


def _discrete_gaussian(source: Noise) -> tuple[Outcomes, arb]:
    """P ∝ e^(−x²/(2σ²)) against its shift by Δ, where either is above 2^-CUT."""
    shift, square = _shift(source), source.size**2
    # e^(−r²/(2σ²)) < 2^-CUT, as 2·ln 2 < 1.4.
    reach = isqrt(int(square * CUT * 14 / 10)) + 2
    if 2 * reach + shift > MOST_ATOMS:
        raise Undecided("unsupported", "the losses of discrete noise are too many for one step")
    half = arb(_exact(1 / (2 * square)))
    weights = [(-half * (x * x)).exp() for x in range(reach + shift + 1)]
    # e^(−(r+j)²/(2σ²)) ≤ e^(−r²/(2σ²))·e^(−jr/σ²)
    last = len(weights)
    far = (-half * last**2).exp() / (1 - (-2 * half * last).exp())
    whole = weights[0] + 2 * sum(weights[1:], arb(0)) + 2 * arb(0).union(far)
    outcomes = [
        (weights[abs(x)] / whole, weights[abs(x - shift)] / whole)
        for x in range(-reach, reach + shift + 1)
    ]
    tail = (-half * reach**2).exp() / (1 - (-2 * half * reach).exp()) / whole
    return outcomes, 2 * tail.upper()


def _shift(source: Noise) -> int:
    return int(source.sensitivity)


def sampled(outcomes: Sequence[tuple[arb, arb]], rate: Fraction, direction: str) -> Outcomes:
    """The outputs of (1 − q)·without + q·with against without, or the other way round."""
    if rate == 1:
        return [(p, q) if direction != "add" else (q, p) for p, q in outcomes]
    with working_precision(BITS):
        share, rest = arb(_exact(rate)), arb(_exact(1 - rate))
        mixed = [(rest * q + share * p, q) for p, q in outcomes]
    return mixed if direction == "remove" else [(q, p) for p, q in mixed]


def replaced(outcomes: Sequence[tuple[arb, arb]], rate: Fraction) -> Outcomes:
    """Outputs whose curve is above that of one record replaced, on samples: see `replacement`."""
    none = arb(0)
    with working_precision(BITS):
        mixed = sampled(outcomes, rate, "remove")
        above = [(p, q) for p, q in mixed if p > q]
        # An output that is as likely either way has the loss 0, like all that is left. Where balls
        # do not say which mass is larger, it adds to no height more than the most they may differ.
        apart = sum(((p - q).upper() for p, q in mixed if not (p > q or p < q)), none)
        rest = arb(1) - sum((p + q for p, q in above), none)
        return [*above, *((q, p) for p, q in above), (rest, rest), (apart, none)]


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
