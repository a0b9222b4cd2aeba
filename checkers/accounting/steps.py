"""The step that an event of a plan is, in one direction of neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import exp
from typing import TYPE_CHECKING, TypeAlias, assert_never

import numpy as np
from flint import arb, fmpq

from dpverify.checkers.accounting.atoms import (
    Atoms,
    AtomStep,
    atoms_of,
    noise_outcomes,
    replaced,
    sampled,
)
from dpverify.checkers.accounting.curves import Bracket, Mesh, bracket
from dpverify.checkers.accounting.envelopes import standing_for
from dpverify.checkers.accounting.gaussian_step import GaussianStep
from dpverify.checkers.accounting.laplace_step import LaplaceStep, SampledLaplaceStep
from dpverify.checkers.accounting.replacement import ReplacedStep
from dpverify.defs.accounting.events import DISCRETE, Event, Guarantee, Noise, Table
from dpverify.defs.accounting.tables import Pair, compared, merged, sampled_rows
from dpverify.defs.errors import Undecided

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MOST_MARKS = 32
NEAR_ZERO = 1e-9
SMALLEST = Fraction(1, 10**12)
"""The least rate and the least ratio of sensitivity to noise; its inverse is the largest ratio."""


Indices: TypeAlias = tuple[int, int]
"""Two rows of a channel."""


@dataclass(frozen=True)
class ChannelStep:
    """A channel: a curve above those of all its pairs, and the pairs, of which one is to be chosen.

    Args:
        above: the losses of the pair that stands for all.
        pairs: pairs of rows by their indices.
        chosen: the pair whose sum the lower bound is of, and its losses in `below`.
        same: whether all uses compare the same pair.
        settled: whether the pair is not to be chosen again.
    """

    above: Atoms
    pairs: dict[Indices, Pair]
    chosen: Indices
    below: Atoms
    same: bool
    settled: bool = False

    def span(self, below: float, above: float) -> tuple[float, float]:
        """See `Step`."""
        return AtomStep(self.above, self.below).span(below, above)

    def bracket(self, step: float, first: int, last: int) -> Bracket:
        """Both laws on a grid."""
        return AtomStep(self.above, self.below).bracket(step, first, last)

    def moment(self, indices: Indices, order: float, near: float) -> float:
        """E[e^(order·loss)] of a pair, losses up to `near`: how much it seems to cost."""
        highest = exp(min(order * max(near, 0.0), 600.0))
        return sum(
            float(p) * min(float(p / q) ** order if order < 100 else highest, highest)
            if q else float(p) * highest
            for p, q in self.pairs[indices] if p
        )  # fmt: skip

    def of_moment(self, order: float, near: float) -> ChannelStep:
        """The same, with the pair of the largest moment for the lower bound."""
        if self.settled:
            return self
        return self._with(max(self.pairs, key=lambda key: self.moment(key, order, near)))

    def of_excess(self, eps: float) -> ChannelStep:
        """The same, with the pair whose δ(ε) is largest in one use, whatever its moments are."""
        scale = exp(min(eps, 600.0))

        def excess(indices: Indices) -> float:
            return sum(max(float(p) - scale * float(q), 0.0) for p, q in self.pairs[indices])

        return replace(self._with(max(self.pairs, key=excess)), settled=True)

    def _with(self, indices: Indices) -> ChannelStep:
        return replace(self, chosen=indices, below=_atoms(self.pairs[indices]))

    def part(self, group: Sequence[Indices]) -> ChannelStep:
        """The step of some of the pairs."""
        pairs = {indices: self.pairs[indices] for indices in group}
        return _of_pairs(pairs, same=self.same)


AnyStep: TypeAlias = (
    GaussianStep | LaplaceStep | SampledLaplaceStep | ReplacedStep | AtomStep | ChannelStep
)


def step_of(event: Event, direction: str) -> AnyStep:
    """The step that an event is, as floats within a factor 1 ± u.

    Raises: Undecided where an event is out of scale, or has too many losses.
    """
    source = event.noise
    match source:
        case Table():
            return _channel(source, event.rate, direction)
        case Guarantee():
            return _discrete(source, event.rate, direction)
        case Noise():
            if source.law in DISCRETE:
                return _discrete(source, event.rate, direction)
            return _continuous(source, event.rate, direction)
        case _:
            assert_never(source)


def _continuous(noise: Noise, rate: Fraction, direction: str) -> AnyStep:
    ratio = noise.sensitivity / noise.size
    # Beyond these no grid is both long and fine enough, and a float may err by more than 1 ± u.
    if not (SMALLEST <= ratio <= 1 / SMALLEST and rate >= SMALLEST):
        raise Undecided("precision", "a ratio of sensitivity to noise or a rate is out of scale")
    if rate == 1 and noise.law == "laplace":
        return LaplaceStep(float(ratio))
    if rate == 1 or direction != "replace":
        return _one_way(noise.law, rate, ratio, removed=direction != "add")
    return ReplacedStep(
        _one_way(noise.law, rate, ratio, removed=True),
        _one_way(noise.law, rate, ratio, removed=False),
    )


def _one_way(
    law: str, rate: Fraction, ratio: Fraction, *, removed: bool
) -> GaussianStep | SampledLaplaceStep:
    if law == "gaussian":
        return GaussianStep(float(rate), float(ratio), removed)
    return SampledLaplaceStep(float(rate), float(ratio), removed)


def _discrete(source: Noise | Guarantee, rate: Fraction, direction: str) -> AtomStep:
    outcomes, lost = noise_outcomes(source)
    if rate != 1 and direction == "replace":
        below = atoms_of(sampled(outcomes, rate, "remove"))
        return AtomStep(atoms_of(replaced(outcomes, rate), lost), below)
    mixed = sampled(outcomes, rate, direction)
    return AtomStep(atoms_of(mixed, lost), atoms_of(mixed))


def _channel(table: Table, rate: Fraction, direction: str) -> ChannelStep:
    rows = sampled_rows(table, rate)
    by_rows = {(i, j): merged(rows[i], rows[j]) for i, j in compared(table, direction)}
    # Of pairs with the same laws one is enough.
    pairs = {pair: indices for indices, pair in reversed(by_rows.items())}
    return _of_pairs({at: pair for pair, at in pairs.items()}, same=table.uses == "same")


def _of_pairs(pairs: dict[Indices, Pair], *, same: bool) -> ChannelStep:
    above = standing_for(list(pairs.values()))
    indices, first = next(iter(pairs.items()))
    return ChannelStep(_atoms(above), pairs, indices, _atoms(first), same)


def _atoms(pair: Pair) -> Atoms:
    return atoms_of([(arb(_exact(p)), arb(_exact(q))) for p, q in pair])


def bracket_of(step: AnyStep, mesh: Mesh, dropped: float) -> Bracket:
    """Both laws of a step on a grid, see `curves.bracket`."""
    match step:
        case AtomStep() | ChannelStep():
            return step.bracket(mesh.step, mesh.first, mesh.last)
        case ReplacedStep():
            return step.bracket(mesh, dropped)
        case _:
            return bracket(step, mesh, dropped)


def is_smooth(step: AnyStep) -> bool:
    """Whether a loss has a density, so that a grid may be coarser where losses are rare."""
    match step:
        case GaussianStep() | ReplacedStep(removed=GaussianStep()):
            return True
        case _:
            return False


def varies(step: AnyStep) -> bool:
    """Whether a step has several finite losses; one alone moves a sum and needs no fine grid."""
    match step:
        case AtomStep() | ChannelStep():
            low, high = step.span(0.0, 0.0)
            return low < high
        case _:
            return True


@dataclass(frozen=True)
class Marks:
    """Losses that have atoms, which a grid should meet: a guide.

    Args:
        losses: all, or those of most mass.
        weights: their masses.
        exact: the one that a grid should meet exactly; 0 where there is none.
    """

    losses: Floats
    weights: Floats
    exact: float


def marks_of(step: AnyStep) -> Marks:
    """The atoms of a step."""
    match step:
        case LaplaceStep():
            return Marks(np.array([step.loss, -step.loss]), np.full(2, 0.5), step.loss)
        case SampledLaplaceStep():
            # The least loss is best just below a point, where what is next to it takes it along.
            return Marks(np.array([-step.ends[0], step.ends[1]]), np.full(2, 0.5), step.ends[1])
        case ReplacedStep(removed=SampledLaplaceStep() as removed):
            return marks_of(removed)
        case AtomStep() | ChannelStep():
            return _heaviest(step.below)
        case _:
            return Marks(np.zeros(0), np.zeros(0), 0.0)


def _heaviest(atoms: Atoms) -> Marks:
    order = np.argsort(-atoms.masses)[:MOST_MARKS]
    losses, weights = atoms.losses[order], atoms.masses[order]
    apart = losses[np.abs(losses) > NEAR_ZERO]
    return Marks(losses, weights, float(apart[0]) if apart.size else 0.0)


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
