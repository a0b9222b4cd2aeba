"""What a plan costs: δ at ε, or ε at δ, from both sides.

The curve of a composition is bracketed by the sums of bracketing laws (`curves`, `powers`). A grid
is guessed from the variance of the losses, and made finer until the bounds are close or the window
would be too long. Floats choose grid, tilt and window; whatever they are, the bounds hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, inf, isfinite, log, log2, sqrt

import numpy as np
from scipy.optimize import brentq

from dpverify.checkers.accounting.curves import GridLaw, Step
from dpverify.checkers.accounting.powers import Sum, chernoff, summed, tilted_masses
from dpverify.checkers.accounting.steps import atom_of, laws_of, steps_of
from dpverify.defs.accounting.plan import Plan
from dpverify.defs.errors import Undecided

CLOSE = 2.5e-4
"""The relative width at which a bracket is good enough."""
SMALLEST_WINDOW, LARGEST_WINDOW = 2**12, 2**21
FIRST_CELLS = 16
"""Cells of the first grid to a standard deviation of one step's loss."""
MOST_CELLS = 2**20
"""The grid of one step has at most so many cells."""
LARGEST_EPS = 600.0
NEAR = 1e-8
"""How far, relatively, an answer is from the root of its bound."""
ENOUGH = 1e-6
"""A mass outside of the window that is worth no longer window."""


@dataclass(frozen=True)
class Bounds:
    """A lower and an upper bound of a number, as the rationals that floats are.

    `upper` is infinite where nothing is known.
    """

    lower: float
    upper: float

    def width(self) -> float:
        """Relative to the upper bound; infinite where nothing is known."""
        if self.upper == 0:
            return 0.0
        return (self.upper - self.lower) / self.upper if isfinite(self.upper) else inf


@dataclass(frozen=True)
class Found:
    """The bounds of one direction, and the grid that gave them."""

    direction: str
    bounds: Bounds
    step: float
    window: int
    tilt: float


def delta_at(plan: Plan, eps: Fraction, close: float = CLOSE) -> list[Found]:
    """Bounds of δ(ε), one for each direction of the plan's neighbours."""
    low, high = _outward(eps)

    def asked(upper: Sum, lower: Sum) -> Bounds:
        return Bounds(lower.delta(high)[0], upper.delta(low)[1])

    return [_direction(plan, name, asked, close, eps=float(eps)) for name in plan.directions()]


def eps_at(plan: Plan, delta: Fraction, close: float = CLOSE) -> list[Found]:
    """Bounds of the smallest ε with δ(ε) ≤ δ, one for each direction."""
    low, high = _outward(delta)

    def asked(upper: Sum, lower: Sum) -> Bounds:
        most = _smallest_below(upper, low)
        return Bounds(_largest_above(lower, high, most), most)

    return [_direction(plan, name, asked, close, delta=float(delta)) for name in plan.directions()]


def _outward(number: Fraction) -> tuple[float, float]:
    """The floats next to a number, on either side, or the number itself twice."""
    near = float(number)
    low = near if Fraction(near) <= number else float(np.nextafter(near, -inf))
    high = near if Fraction(near) >= number else float(np.nextafter(near, inf))
    return low, high


def _direction(
    plan: Plan,
    direction: str,
    asked: Callable[[Sum, Sum], Bounds],
    close: float,
    *,
    eps: float | None = None,
    delta: float | None = None,
) -> Found:
    runs = sum(event.times for event in plan.events)
    beyond = max(1e-4 * (delta if delta is not None else 1e-12) / runs, 1e-290)
    both = [steps_of(event, direction) for event in plan.events]
    steps = [(each.upper, event.times) for each, event in zip(both, plan.events, strict=True)]
    atoms = [atom_of(step, event) for (step, _), event in zip(steps, plan.events, strict=True)]
    spans = [step.span(1e-8 / runs, beyond) for step, _ in steps]
    pilot = _pilot(steps, spans)
    order, near = _order(pilot, eps, delta)
    reach = _reach(pilot, order, near)
    widest = max(high - low for low, high in spans)
    finest = min(sqrt(_moments(law, 0.0)[1]) for law, _ in pilot)
    best: Found | None = None
    size = 2 ** ceil(log2(max(FIRST_CELLS * reach / finest, SMALLEST_WINDOW)))
    while size <= LARGEST_WINDOW:
        unit = _unit(atoms, reach / size)
        if widest / unit > MOST_CELLS:
            break
        ends = [(floor(low / unit) - 4, ceil(high / unit) + 4) for low, high in spans]
        uppers, lowers = [], []
        for each, (first, last) in zip(both, ends, strict=True):
            laws = laws_of(each.upper, unit, first, last, 1e-7 * beyond)
            uppers.append(laws.upper)
            choices = [
                laws if step is each.upper else laws_of(step, unit, first, last, 1e-7 * beyond)
                for step in each.lower
            ]
            lowers.append(_dearest([choice.lower for choice in choices], order))
        upper = summed(_repeated(uppers, plan), size, order, near)
        lower = summed(_repeated(lowers, plan), size, order, near)
        bounds = asked(upper, lower)
        found = Found(direction, bounds, unit, size, order)
        if best is None or bounds.width() < best.bounds.width():
            best = found
        if bounds.width() <= close:
            break
        at = eps if eps is not None else min(bounds.upper, LARGEST_EPS)
        if upper.spilled(at) > close / 8:
            reach *= 2
            size *= 2
        else:
            size *= 2 if bounds.width() < 8 * close else 4
    if best is None:
        raise Undecided("precision", "the plan has losses on scales too far apart for one grid")
    if not isfinite(best.bounds.upper):
        raise Undecided("precision", "no grid that is tried bounds the cost from above")
    return best


def _repeated(laws: Sequence[GridLaw], plan: Plan) -> list[tuple[GridLaw, int]]:
    """Each law with how often its event occurs."""
    return [(law, event.times) for law, event in zip(laws, plan.events, strict=True)]


def _dearest(laws: Sequence[GridLaw], order: float) -> GridLaw:
    """The law that is likely to cost most in a sum: by its infinite mass, then by its moment."""
    if len(laws) == 1:
        return laws[0]
    return max(laws, key=lambda law: (law.infinite, _moments(law, order)[2]))


def _unit(atoms: Sequence[float], wanted: float) -> float:
    """A grid step of at most what is wanted: a power of two, or a share of the least atom's loss.

    An atom of a loss must be a point of the grid, or both laws err by the step and not its square.
    """
    losses = [atom for atom in atoms if atom > 0]
    if losses and min(losses) >= wanted / 64:
        return min(losses) / ceil(min(losses) / wanted)
    return float(2.0 ** floor(log2(wanted)))


def _pilot(
    steps: Sequence[tuple[Step, int]], spans: Sequence[tuple[float, float]]
) -> list[tuple[GridLaw, int]]:
    """Upper laws on a coarse grid, to guess moments from."""
    widest = max(high - low for low, high in spans)
    unit = widest / 2**13
    while True:
        laws = [
            (laws_of(step, unit, floor(low / unit) - 1, ceil(high / unit) + 1, 0.0).upper, times)
            for (step, times), (low, high) in zip(steps, spans, strict=True)
        ]
        # Most of the mass may be in a part of the span that is much shorter.
        if min(_moments(law, 0.0)[1] for law, _ in laws) > (8 * unit) ** 2 or widest / unit > 2**17:
            return laws
        unit /= 16


def _moments(law: GridLaw, order: float) -> tuple[float, float, float]:
    """Mean and variance of a law tilted by e^(order·L), and ln of its mass; a guess."""
    losses = (law.first + np.arange(len(law.masses))) * law.step
    exponents = order * losses
    top = float(exponents.max())
    weights = law.masses * np.exp(exponents - top)
    total = float(weights.sum())
    mean = float((weights * losses).sum()) / total
    return mean, float((weights * (losses - mean) ** 2).sum()) / total, log(total) + top


def _order(
    laws: Sequence[tuple[GridLaw, int]], eps: float | None, delta: float | None
) -> tuple[float, float]:
    """A tilt, and where the tilted sum is: at the order of the best Chernoff bound; a guess."""
    largest = 600 / max(len(law.masses) * law.step for law, _ in laws)
    best = (inf, 0.0)
    for order in np.geomspace(0.05, max(min(largest, 1e4), 0.1), 60):
        moments = [(_moments(law, float(order)), times) for law, times in laws]
        logarithm = sum(moment[2] * times for moment, times in moments)
        value = (
            (logarithm - log(delta)) / order
            if delta is not None
            else logarithm - order * (eps or 0.0)
        )
        if value < best[0]:
            best = (value, float(order))
    # Less than that keeps the upper tail of the tilted sum short.
    order = 0.9 * best[1]
    return order, sum(_moments(law, order)[0] * times for law, times in laws)


def _reach(laws: Sequence[tuple[GridLaw, int]], tilt: float, near: float) -> float:
    """A window around `near` outside of which next to nothing of the tilted sum lies; a guess."""
    tilted = [(tilted_masses(law, tilt)[0], law.first, times) for law, times in laws]
    step = laws[0][0].step
    deviation = sqrt(sum(_moments(law, tilt)[1] * times for law, times in laws))
    reach = 12 * max(deviation, 1e-6)
    for _ in range(8):
        above, below = chernoff(
            tilted, step, round((near + reach / 2) / step), round((near - reach / 2) / step)
        )
        if above + below < ENOUGH:
            break
        reach *= 1.4
    return reach


def _smallest_below(law: Sum, delta: float) -> float:
    """An ε ≥ 0 with δ(ε) ≤ δ for the upper law, close to the least; infinite where none is."""
    end = (law.first + len(law.masses)) * law.step
    if law.delta(0.0)[1] <= delta:
        return 0.0
    if not law.delta(end)[1] <= delta:
        return inf
    eps = distance = _root(lambda eps: law.delta(eps)[1], delta, 0.0, end)
    distance *= NEAR
    while law.delta(eps)[1] > delta:
        eps, distance = eps + distance, 2 * distance
    return eps


def _largest_above(law: Sum, delta: float, most: float) -> float:
    """An ε ≥ 0 with δ(ε) ≥ δ for the lower law, close to the largest; 0 where none is found.

    A tilted sum knows δ well near its middle only, so the search goes down from `most` in growing
    steps.
    """
    high = min(most, (law.first + len(law.masses)) * law.step)
    distance = NEAR * high
    while distance < high and law.delta(high - distance)[0] < delta:
        distance *= 8
    if not distance < high:
        return 0.0
    eps = _root(lambda eps: law.delta(eps)[0], delta, high - distance, high)
    distance = NEAR * high
    while eps > 0 and law.delta(eps)[0] < delta:
        eps, distance = max(eps - distance, 0.0), 2 * distance
    return eps


def _root(curve: Callable[[float], float], delta: float, low: float, high: float) -> float:
    """About where a curve crosses δ; on a logarithmic scale it is nearly straight."""

    def height(eps: float) -> float:
        return log(max(curve(eps), 1e-300)) - log(delta)

    if not height(low) > 0 > height(high):
        return low
    return float(brentq(height, low, high, xtol=NEAR * max(high, 1e-12) / 4, rtol=1e-9))
