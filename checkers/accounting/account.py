"""What a plan costs: δ at ε, or ε at δ, from both sides.

The curve of a composition is bracketed by the sums of bracketing laws (`curves`, `powers`). A grid
is guessed from the variance of the losses, and made finer until the bounds are close or the window
would be too long. Floats choose grid, tilt and window; whatever they are, the bounds hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, exp, floor, inf, isfinite, log, log2
from typing import TypeAlias

import numpy as np
from scipy.optimize import brentq

from dpverify.checkers.accounting.curves import Mesh
from dpverify.checkers.accounting.powers import Sum, summed
from dpverify.checkers.accounting.steps import (
    AnyStep,
    ChannelStep,
    Indices,
    bracket_of,
    is_smooth,
    marks_of,
    step_of,
    varies,
)
from dpverify.checkers.accounting.windows import LARGEST_EXPONENT, CoarseSum, Window, window_of
from dpverify.defs.accounting.plan import Plan
from dpverify.defs.errors import Undecided

CLOSE = 2.5e-4
"""The relative width at which a bracket is good enough."""
SMALLEST_WINDOW, LARGEST_WINDOW = 2**12, 2**21
FIRST_CELLS = 16
"""Cells of the first grid to a standard deviation of one step's loss."""
MANY_CELLS = 256
"""The same where the window stays short."""
MOST_CELLS = 2**20
"""The grid of one step has at most so many cells."""
MOST_GROUPS = 300
NO_BETTER = 0.85
"""A finer grid that leaves more of the width than that is no help."""
SHARES = 2_000
"""So many grids are compared, to find one that meets most atoms nearly."""
NO_LOSS = 1.0
"""A grid step where all losses are 0 or infinite: of two equal laws, or of disjoint ones."""
LARGEST_EPS = 600.0
NEAR = 1e-8
"""How far, relatively, an answer is from the root of its bound."""
LEFT_OUT = 1e-8
"""The part of Chernoff's bound of δ that the laws of all steps may leave out."""
LEAST_LOGARITHM = -170.0
"""A δ below e to that is beyond the normal tails that floats know."""


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


Asked: TypeAlias = "Callable[[Sum, Sum], Bounds]"
"""What is asked of the sums of upper and lower laws."""


@dataclass(frozen=True)
class Found:
    """The bounds of one direction, and the grid that gave them."""

    direction: str
    bounds: Bounds
    step: float
    window: int
    tilt: float
    pairs: tuple[tuple[tuple[Indices, ...], ...], ...] = ()
    """Of each event that is a channel: the pair that the lower bound is of, alone, and, where all
    uses compare the same pair, groups of all others, each with an upper bound of its own."""


def delta_at(plan: Plan, eps: Fraction, close: float = CLOSE) -> list[Found]:
    """Bounds of δ(ε), one for each direction of the plan's neighbours."""
    low, high = _outward(eps)

    # δ(ε) falls: the lower bound is taken at the float above ε, the upper one at that below.
    def asked(upper: Sum, lower: Sum) -> Bounds:
        return Bounds(lower.delta(high)[0], upper.delta(low)[1])

    return _each(plan, lambda name: Question(name, asked, close, eps=float(eps)))


def eps_at(plan: Plan, delta: Fraction, close: float = CLOSE) -> list[Found]:
    """Bounds of the smallest ε with δ(ε) ≤ δ, one for each direction."""
    low, high = _outward(delta)

    def asked(upper: Sum, lower: Sum) -> Bounds:
        most = _smallest_below(upper, low)
        return Bounds(_largest_above(lower, high, most), most)

    return _each(plan, lambda name: Question(name, asked, close, delta=float(delta)))


def sums_near(plan: Plan, eps: float) -> list[tuple[Sum, Sum]]:
    """Upper and lower sums of each direction that are close at ε, and bounds anywhere."""
    kept: list[tuple[Sum, Sum]] = []

    def asked(upper: Sum, lower: Sum) -> Bounds:
        kept.append((upper, lower))
        return Bounds(lower.delta(eps)[0], upper.delta(eps)[1])

    sums = []
    for name in plan.directions():
        kept.clear()
        _bracketed(
            Question(name, asked, 4 * CLOSE, eps=eps),
            [(step_of(event, name), event.times) for event in plan.events],
            -1.0,
        )
        sums.append(kept[-1])
    return sums


def _each(plan: Plan, question: Callable[[str], Question]) -> list[Found]:
    """The bounds of all directions; of one that costs less than another they may be wide apart."""
    findings: list[Found] = []
    for name in plan.directions():
        least = max((found.bounds.lower for found in findings), default=-1.0)
        findings.append(_direction(plan, question(name), least))
    return findings


def _outward(number: Fraction) -> tuple[float, float]:
    """The floats next to a number, on either side, or the number itself twice."""
    near = float(number)
    low = near if Fraction(near) <= number else float(np.nextafter(near, -inf))
    high = near if Fraction(near) >= number else float(np.nextafter(near, inf))
    return low, high


@dataclass(frozen=True)
class Question:
    """What is asked of sums in one direction, and when bounds are good enough.

    Args:
        direction: "remove", "add" or "replace".
        asked: the bounds that sums give.
        close: the relative width that is good enough.
        eps, delta: what is given, one of both; only a guide.
    """

    direction: str
    asked: Asked
    close: float
    eps: float | None = None
    delta: float | None = None


def _direction(plan: Plan, question: Question, least: float) -> Found:
    """The bounds of one direction; not more is asked where it costs less than `least`."""
    steps = [(step_of(event, question.direction), event.times) for event in plan.events]
    place = next((i for i, (step, _) in enumerate(steps) if _is_fixed(step)), None)
    if place is not None:
        return _fixed(question, steps, place)
    found = _bracketed(question, steps, least)
    if found.bounds.width() <= question.close or found.bounds.upper < least:
        return found
    # Of very many uses the pair of the largest moment costs most, of one that of the largest δ. Of
    # some it is mostly that of the largest δ at the share of ε that one use has, or a part of it.
    at = found.bounds.upper if question.eps is None else question.eps
    uses = sum(times for _, times in steps)
    tried, best = {found.pairs}, found
    for share in dict.fromkeys((1.0, 1 / uses, 1 / (2 * uses), 0.0)):
        others = [
            (step.of_excess(at * share), times)
            if isinstance(step, ChannelStep) and (times == 1 or share < 1) else (step, times)
            for step, times in steps
        ]  # fmt: skip
        pairs = _chosen(others)
        if pairs in tried:
            continue
        tried.add(pairs)
        try:
            again = _bracketed(question, others, least)
        except Undecided:  # of this pair no grid is fine enough; what was found holds all the same
            continue
        best = min(best, again, key=lambda one: one.bounds.width())
    return best


def _is_fixed(step: AnyStep) -> bool:
    return isinstance(step, ChannelStep) and step.same and len(step.pairs) > 1


def _fixed(question: Question, steps: list[tuple[AnyStep, int]], place: int) -> Found:
    """The largest bounds over the pairs of a channel, of which all uses compare the same one.

    The pair that seems to cost most is composed first. Of the others a group is done with where
    the pair that stands for all of it costs no more; else it is halved.
    """
    channel, times = steps[place]
    if not isinstance(channel, ChannelStep):
        raise TypeError("not a channel")

    def bounded(group: Sequence[Indices], least: float) -> Found:
        part = [*steps[:place], (channel.part(group), times), *steps[place + 1 :]]
        return _bracketed(question, part, least)

    pilot = _pilot(steps, [step.span(1e-8, 1e-8) for step, _ in steps])
    window, _ = window_of(pilot, question.eps, question.delta)
    ranked = sorted(
        channel.pairs,
        key=lambda key: channel.moment(key, window.tilt, window.mean),
        reverse=True,
    )
    best = bounded(ranked[:1], -1.0)
    highest, finest = best.bounds.upper, best.step
    groups: list[Sequence[Indices]] = []
    waiting = [ranked[1:]]
    while waiting:
        group = waiting.pop()
        may_halve = len(group) > 1 and len(groups) < MOST_GROUPS
        try:
            found = bounded(group, highest)
        except Undecided as stop:
            # What stands for all may suit no grid where each pair does by itself.
            if not may_halve or stop.code not in ("precision", "unsupported"):
                raise
            found = None
        if found is None or (found.bounds.upper > highest and may_halve):
            half = (len(group) + 1) // 2
            waiting += [group[half:], group[:half]]
            continue
        if len(group) == 1 and found.bounds.lower > best.bounds.lower:
            groups.append(best.pairs[place][0])
            best = found
        else:
            groups.append(group)
        highest, finest = max(highest, found.bounds.upper), min(finest, found.step)
    # The grid that met the atoms of the best pair, as fine as the finest one.
    step = best.step / 2 ** max(ceil(log2(best.step / finest)), 0)
    pairs = list(best.pairs)
    pairs[place] = (best.pairs[place][0], *map(tuple, groups))
    return replace(best, bounds=Bounds(best.bounds.lower, highest), step=step, pairs=tuple(pairs))


def _chosen(steps: Sequence[tuple[AnyStep, int]]) -> tuple[tuple[tuple[Indices, ...], ...], ...]:
    """Of each step that is a channel the pair that a lower bound is of, as `Found.pairs` has it."""
    return tuple(((step.chosen,),) if isinstance(step, ChannelStep) else () for step, _ in steps)


def _bracketed(question: Question, given: Sequence[tuple[AnyStep, int]], least: float) -> Found:
    """The bounds that finer and finer grids give, until they are close or below `least`."""
    guide = _guided(question, given)
    steps, window, wanted = guide.steps, guide.window, guide.wanted
    pairs = _chosen(steps)
    widest = max(high - low for low, high in guide.spans)
    findings: list[Found] = []
    while True:
        unit = _unit(steps, wanted)
        size = max(2 ** ceil(log2(window.length / unit)), SMALLEST_WINDOW)
        if widest / unit > MOST_CELLS or size > LARGEST_WINDOW:
            break
        upper, lower = _sums(guide, unit, size, window)
        bounds = question.asked(upper, lower)
        findings.append(Found(question.direction, bounds, unit, size, window.tilt, pairs))
        if bounds.width() <= question.close or bounds.upper < least or _stuck(findings):
            break
        at = question.eps if question.eps is not None else min(bounds.upper, LARGEST_EPS)
        if upper.spilled(at) > question.close / 8:
            window = window.longer()
        else:
            wanted /= 2 if bounds.width() < 8 * question.close else 4
    if not findings:
        raise Undecided("precision", "the plan has losses on scales too far apart for one grid")
    best = min(findings, key=lambda found: found.bounds.width())
    if not isfinite(best.bounds.upper):
        raise Undecided("precision", "no grid that is tried bounds the cost from above")
    return best


@dataclass(frozen=True)
class Guide:
    """What a first look at a plan says.

    Args:
        steps: the steps, of channels with a pair for the lower bound, and how often each occurs.
        spans: where the losses of each lie.
        beyond: about the mass of a step that is above its span.
        window: the tilt, and where the tilted sum is.
        rare: of each, intervals of losses outside of which the grid may be coarser.
        wanted: a step for the first grid.
    """

    steps: list[tuple[AnyStep, int]]
    spans: list[tuple[float, float]]
    beyond: float
    window: Window
    rare: list[list[tuple[float, float]]]
    wanted: float


def _guided(question: Question, given: Sequence[tuple[AnyStep, int]]) -> Guide:
    eps, delta = question.eps, question.delta
    runs = sum(times for _, times in given)
    beyond = 1e-4 * (delta if delta is not None else 1e-12) / runs
    while True:
        pilot = _pilot(given, [step.span(1e-8 / runs, beyond) for step, _ in given])
        window, logarithm = window_of(pilot, eps, delta)
        # Where δ is asked for, it may be far below what the laws have left out.
        less = LEFT_OUT * exp(min(max(logarithm, LEAST_LOGARITHM), 0)) / runs
        if delta is not None or beyond < 8 * less:
            break
        beyond = less
    steps = [
        (step.of_moment(window.tilt, window.mean) if isinstance(step, ChannelStep) else step, times)
        for step, times in given
    ]
    spans = [step.span(1e-8 / runs, beyond) for step, _ in steps]
    finest = pilot.least_deviation([varies(step) for step, _ in given])
    cells = SMALLEST_WINDOW * finest / window.length
    wanted = finest / max(FIRST_CELLS, min(MANY_CELLS, cells)) or NO_LOSS
    return Guide(steps, spans, beyond, window, pilot.rare(window.tilt), wanted)


def _stuck(findings: Sequence[Found]) -> bool:
    """Whether a finer grid did not help: what is left is between the pairs of a channel."""
    if len(findings) < 2:
        return False
    before, last = findings[-2:]
    wider = NO_BETTER * before.bounds.width() < last.bounds.width() < inf
    return last.step < before.step and wider


def _sums(guide: Guide, unit: float, size: int, window: Window) -> tuple[Sum, Sum]:
    """The sums of the upper and of the lower laws on one grid."""
    brackets = []
    for (step, times), span, rare in zip(guide.steps, guide.spans, guide.rare, strict=True):
        ends = _ends(span, unit, 4)
        mesh = Mesh.sparser(unit, *ends, rare) if is_smooth(step) else Mesh.even(unit, *ends)
        brackets.append((bracket_of(step, mesh, 1e-7 * guide.beyond), times))
    # On a coarse grid the points beside a span are far away; their weights must stay doubles.
    laws = [law for each, _ in brackets for law in (each.upper, each.lower)]
    widest = max(len(law.masses) * law.step for law in laws)
    tilt = min(window.tilt, LARGEST_EXPONENT / widest)
    place = (size, tilt, window.middle, window.orders)
    upper = summed([(each.upper, times) for each, times in brackets], *place)
    return upper, summed([(each.lower, times) for each, times in brackets], *place)


def _ends(span: tuple[float, float], unit: float, more: int) -> tuple[int, int]:
    """The points of a grid around a span, and some more at either end."""
    low, high = span
    return floor(low / unit) - more, ceil(high / unit) + more


def _unit(steps: Sequence[tuple[AnyStep, int]], wanted: float) -> float:
    """A grid step of at most what is wanted: a power of two, or a share of an atom's loss.

    An atom that is no point of the grid costs the lower law up to the step, and not its square. One
    atom is met exactly; of shares that are nearly as large, that one is taken which brings the
    other atoms closest to the points below them.
    """
    marks = [(marks_of(step), times) for step, times in steps]
    losses = np.concatenate([[], *(mark.losses for mark, _ in marks)])
    weights = np.concatenate([[], *(mark.weights * times for mark, times in marks)])
    exact = [abs(mark.exact) for mark, _ in marks if mark.exact]
    if not exact:
        return float(2.0 ** floor(log2(wanted)))
    met = min(exact)
    fewest = ceil(met / wanted)
    shares = np.arange(fewest, min(fewest + SHARES, 2 * fewest) + 1, dtype=np.float64)
    best, least = float(fewest), inf
    for part in np.array_split(shares, max(len(shares) * len(losses) // 2**18, 1)):
        ratios = losses[:, None] * part / met
        above = ratios * (1 + 1e-15) - np.floor(ratios + 1e-15 * np.abs(ratios))
        missed = weights @ above / part
        place = int(np.argmin(missed))
        if missed[place] < least:
            best, least = float(part[place]), float(missed[place])
    return met / best


def _pilot(steps: Sequence[tuple[AnyStep, int]], spans: Sequence[tuple[float, float]]) -> CoarseSum:
    """Upper laws on a coarse grid, to guess moments from."""
    widest = max(high - low for low, high in spans)
    unit = widest / 2**13 or NO_LOSS
    while True:
        pilot = CoarseSum(
            [
                (bracket_of(step, Mesh.even(unit, *_ends(span, unit, 1)), 0.0).upper, times)
                for (step, times), span in zip(steps, spans, strict=True)
            ]
        )
        # Most of the mass may be in a part of the span that is much shorter.
        finest = pilot.least_deviation([varies(step) for step, _ in steps])
        if finest > 2.5 * unit or widest / unit >= 2**17 or widest == 0:
            return pilot
        unit /= 4


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
        distance *= 2
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
