"""The curves of one use of an event: one from above and one from below, mostly the same."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log, sqrt
from typing import Final

from flint import arb

from dpverify.checkers.accounting.ball_step import (
    BITS,
    BallStep,
    Curve,
    exact,
    exchanged,
    of_atoms,
    of_laplace,
    sampled,
    sampled_loss,
)
from dpverify.checkers.accounting.curves import Bracket, Step, bracket
from dpverify.checkers.accounting.gaussian_step import GaussianStep
from dpverify.checkers.accounting.laplace_step import LaplaceStep
from dpverify.defs.accounting.events import DISCRETE, Event, Guarantee, Noise, Table
from dpverify.defs.accounting.tables import Pair, pairs_of, worst
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers.balls import working_precision

SMALLEST: Final = Fraction(1, 10**12)
"""The least rate and the least ratio of sensitivity to noise; its inverse is the largest ratio."""
MOST_ATOMS: Final = 20_000
TAIL_BITS: Final = 330
"""Masses below 2^−330 of discrete noise are counted as unknown."""
MOST_PAIRS: Final = 3
"""Pairs of inputs that are tried for a lower bound."""


@dataclass(frozen=True)
class Steps:
    """A curve from above, and some of which each is a curve from below."""

    upper: Step
    lower: tuple[Step, ...]


def steps_of(event: Event, direction: str) -> Steps:
    """The curves of one use of an event.

    Args: direction "remove" or "add".
    Raises: Undecided("unsupported") for what no curve is known of; ("precision") out of scale.
    """
    source = event.noise
    # Beyond these no grid is both long and fine enough, and a float may err by more than 1 ± u.
    if event.rate < SMALLEST:
        raise Undecided("precision", "a sampling rate is out of scale")
    match source:
        case Guarantee():
            return _one(_guarantee(source))
        case Table():
            return _table(source, event.rate, direction)
        case Noise():
            ratio = source.sensitivity / source.size
            if not SMALLEST <= ratio <= 1 / SMALLEST:
                raise Undecided("precision", "a ratio of sensitivity to noise is out of scale")
            return _one(_moved(event, source, ratio, direction))


def _one(step: Step) -> Steps:
    return Steps(step, (step,))


def _moved(event: Event, noise: Noise, ratio: Fraction, direction: str) -> Step:
    """Noise on a query that one record moves, on a sample or not."""
    rate = event.rate
    if noise.law == "gaussian":
        return GaussianStep(float(rate), float(ratio), direction == "remove")
    if noise.law == "laplace" and rate == 1:
        return LaplaceStep(float(ratio))
    if noise.law in DISCRETE:
        outcomes, missing = _outcomes(noise, int(noise.sensitivity))
        return _of_outcomes(_mixed(outcomes, rate, direction), missing)
    loss = float(ratio)
    return _sampled(of_laplace(ratio), -loss, loss, rate, direction)


def _outcomes(noise: Noise, shift: int) -> tuple[list[tuple[arb, arb]], arb]:
    """The masses of noise on integers and of its shift, and at most what is left out of each."""
    if noise.law == "discrete-laplace":
        return _discrete_laplace(noise, shift), arb(0)
    return _discrete_gaussian(noise, shift)


def _mixed(
    outcomes: list[tuple[arb, arb]], rate: Fraction, direction: str
) -> list[tuple[arb, arb]]:
    """Of a sample: M = (1 − q)·Q + q·P against Q, or the reverse; falling ratios stay falling."""
    with working_precision(BITS):
        share = exact(rate)
        mixed = [((1 - share) * q + share * p, q) for p, q in outcomes]
    return mixed if direction == "remove" else [(q, p) for p, q in reversed(mixed)]


def _of_outcomes(
    outcomes: list[tuple[arb, arb]], missing: arb, infinite: Fraction = Fraction(0)
) -> BallStep:
    """A step of finitely many outputs, in the order of falling ratios."""
    with working_precision(BITS):
        finite = [(p / q).log() for p, q in outcomes if p > 0 and q > 0]
        high, low = float(finite[0].mid()), float(finite[-1].mid())
        curve = of_atoms(outcomes, missing)
    return BallStep((curve,), low - 1e-3, high + 1e-3, max(high, 0.0), infinite, tuple(outcomes))


def _few(atoms: int) -> None:
    if atoms > MOST_ATOMS:
        raise Undecided("unsupported", f"noise on integers with more than {MOST_ATOMS} losses")


def _sampled(base: Curve, low: float, high: float, rate: Fraction, direction: str) -> Step:
    """Laplace noise on a sample: its losses are those of M = (1 − q)·Q + q·P."""
    curve = sampled(base, rate)
    low, high = sampled_loss(low, float(rate)), sampled_loss(high, float(rate))
    if direction == "remove":
        return BallStep((curve,), low, high, high)
    return BallStep((exchanged(curve),), -high, -low, -low)


def _discrete_laplace(noise: Noise, shift: int) -> list[tuple[arb, arb]]:
    """P ∝ e^(−|x|/b) against its shift: all x ≤ 0, each between, all x ≥ Δ."""
    _few(shift)
    with working_precision(BITS):
        ratio = (-exact(1 / noise.size)).exp()
        end = 1 / (1 + ratio)
        peak = (1 - ratio) / (1 + ratio)
        return [
            (end, end * ratio**shift),
            *((peak * ratio**x, peak * ratio ** (shift - x)) for x in range(1, shift)),
            (end * ratio**shift, end),
        ]


def _discrete_gaussian(noise: Noise, shift: int) -> tuple[list[tuple[arb, arb]], arb]:
    """P ∝ e^(−x²/(2σ²)) against its shift; what is beyond the reach of both is unknown."""
    square = noise.size**2
    reach = ceil(sqrt(float(square) * TAIL_BITS * 1.4)) + 2
    _few(2 * reach + shift)
    with working_precision(BITS + TAIL_BITS):
        half = exact(1 / (2 * square))
        weights = [(-half * (x * x)).exp() for x in range(reach + shift + 1)]
        # e^(−(r+j)²/(2σ²)) ≤ e^(−r²/(2σ²))·e^(−jr/σ²).
        tail = weights[reach] / (1 - (-2 * half * reach).exp())
        whole = 2 * sum(weights[:reach], arb(0)) - 1 + 2 * arb(0).union(tail)
        # The ratio is e^((Δ² − 2xΔ)/(2σ²)), which falls with x.
        outcomes = [
            (weights[abs(x)] / whole, weights[abs(x - shift)] / whole)
            for x in range(1 - reach, reach + shift)
        ]
        return outcomes, 2 * tail / whole


def _guarantee(source: Guarantee) -> Step:
    """The worst (ε, δ)-private pair of laws."""
    with working_precision(BITS):
        share = 1 / (1 + (-exact(source.eps)).exp())
        rest = exact(1 - source.delta)
        outcomes = [(rest * share, rest * (1 - share)), (rest * (1 - share), rest * share)]
        if source.delta:
            delta = exact(source.delta)
            outcomes = [(delta, arb(0)), *outcomes, (arb(0), delta)]
    return _of_outcomes(outcomes, arb(0), source.delta)


def _table(table: Table, rate: Fraction, direction: str) -> Steps:
    """The largest of the curves of all pairs; each one is a curve from below."""
    pairs = pairs_of(table, rate, direction)
    single = worst(pairs)
    if single is not None:
        return _one(_of_pairs([single]))
    steps = sorted(pairs, key=_telling, reverse=True)[:MOST_PAIRS]
    return Steps(_of_pairs(pairs), tuple(_of_pairs([pair]) for pair in steps))


def _telling(pair: Pair) -> tuple[float, float]:
    """How much a pair tells in many uses: what never occurs, then Σ p·ln(p/q)."""
    never = sum(float(p) for p, q in pair if not q)
    return never, sum(float(p) * log(p / q) for p, q in pair if p and q)


def _of_pairs(pairs: list[Pair]) -> BallStep:
    nevers = [sum((p for p, q in pair if not q), Fraction(0)) for pair in pairs]
    with working_precision(BITS):
        steps = [
            _of_outcomes([(exact(p), exact(q)) for p, q in pair], arb(0), never)
            for pair, never in zip(pairs, nevers, strict=True)
        ]
    if len(steps) == 1:
        return steps[0]
    low, high = min(step.low for step in steps), max(step.high for step in steps)
    return BallStep(tuple(step.curves[0] for step in steps), low, high, 0.0, min(nevers))


def atom_of(step: Step, event: Event) -> float:
    """A loss of which the grid's step should be a share; 0 where there is none."""
    if isinstance(step, BallStep):
        return step.atom
    if isinstance(step, LaplaceStep) and isinstance(event.noise, Noise):
        return float(event.noise.sensitivity / event.noise.size)
    return 0.0


def laws_of(step: Step, unit: float, first: int, last: int, dropped: float) -> Bracket:
    """Both laws of a step on a grid: from its outcomes where they are few, else from its curve."""
    laws = step.laws(unit) if isinstance(step, BallStep) else None
    return bracket(step, unit, first, last, dropped) if laws is None else laws
