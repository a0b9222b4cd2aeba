"""What an enumeration that is not whole says about a pair of inputs.

Of a law P only masses p ≤ P are known, with r = 1 − Σ p left for outputs known and unknown alike.
For E = e^ε and every event S: P(S) ≥ p(S) and Q(S) ≤ q(S) + r_Q, and the other way round, so

    Σ_y max(0, p(y) − E·q(y)) − E·r_Q  ≤  δ_ε(P‖Q)  ≤  Σ_y max(0, p(y) − E·q(y)) + r_P,

the left side attained at S = {y : p(y) > E·q(y)}. A positive left side refutes ε-DP; no finite list
of masses proves it. Everything is computed in balls: what is returned are rigorous bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from flint import arb, fmpq

from dpverify.checkers.bounds import Bounds
from dpverify.defs.numbers import Loss, Real, Value, exp
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.programs.enumeration import Enumeration
from dpverify.defs.programs.tail import TailBound

Pair = tuple[int, int]
CLOSE = fmpq(1, 10**12)
"""Relative width of a measured δ that is fine enough."""


@dataclass(frozen=True)
class Bounded:
    """δ_ε of one ordered pair; the event of the lower bound with what is known of it."""

    pair: Pair
    event: tuple[str, ...]
    p: Bounds
    q: Bounds
    delta: Bounds


class Masses:
    """The masses of an enumeration as balls, with what remains of each law."""

    def __init__(self, enumeration: Enumeration) -> None:
        self.bits = 128 + 2 * enumeration.bits
        self.outputs = enumeration.outputs
        with working_precision(self.bits):
            self.laws = [
                {label: Value(mass).ball(self.bits) for label, mass in law.masses.items()}
                for law in enumeration.laws
            ]
            self.rest = [
                arb(0) if law.whole else _not_negative(1 - sum(balls.values(), arb(0)))
                for law, balls in zip(enumeration.laws, self.laws, strict=True)
            ]

    def delta(self, pair: Pair, eps: Loss | Real) -> Bounded:
        """Bounds of δ_ε for one ordered pair; ε finite."""
        p, q = self.laws[pair[0]], self.laws[pair[1]]
        with working_precision(self.bits):
            odds = exp(eps).ball(self.bits)
            event, above = [], arb(0)
            best_p, best_q, best = arb(0), arb(0), arb(0)
            for label in self.outputs:
                if label not in p:
                    continue
                mine, theirs = p[label], q.get(label, _ZERO)
                excess = mine - odds * theirs
                if excess > 0:
                    event.append(label)
                    best_p, best_q, best = best_p + mine, best_q + theirs, best + excess
                above += _not_negative(excess)
            rest_p, rest_q = self.rest[pair[0]], self.rest[pair[1]]
            lower = ball_bounds(best - odds * rest_q)[0]
            upper = ball_bounds(above + rest_p)[1]
            p_bounds = _between(best_p, best_p + rest_p)
            q_bounds = _between(best_q, best_q + rest_q)
        clipped = Bounds(max(fmpq(0), lower), min(fmpq(1), upper))
        return Bounded(pair, tuple(event), p_bounds, q_bounds, clipped)

    def loss(self, pair: Pair) -> tuple[Bounded, fmpq] | None:
        """An event S with a large p(S)/(q(S) + r_Q), and a lower bound of its logarithm."""
        p, q = self.laws[pair[0]], self.laws[pair[1]]
        rest_p, rest_q = self.rest[pair[0]], self.rest[pair[1]]
        with working_precision(self.bits):
            weights = [(float(p[y].mid()), float(q.get(y, _ZERO).mid()), y) for y in p]
            # Of equal ratios the likeliest first: an event of few outputs is easier to read.
            weights.sort(key=lambda one: (_ratio(*one[:2]), -one[0]))
            count, best = 0, 0.0
            mine, theirs = 0.0, float(rest_q.upper())
            for number, (first, second, _) in enumerate(weights, 1):
                mine, theirs = mine + first, theirs + second
                if mine > best * theirs * (1 + 1e-12):
                    count, best = number, mine / theirs if theirs else inf
            event = tuple(y for _, _, y in weights[:count])
            sum_p = sum((p[y] for y in event), _ZERO)
            sum_q = sum((q.get(y, _ZERO) for y in event), _ZERO)
            ratio = sum_p / (sum_q + rest_q)
            if not ratio > 1:
                return None
            lower = ball_bounds(ratio.log())[0]
            bounds = _between(sum_p, sum_p + rest_p), _between(sum_q, sum_q + rest_q)
        return Bounded(pair, event, *bounds, Bounds(fmpq(0), None)), lower

    def within(self, pair: Pair, eps: Loss | Real, core: Sequence[str]) -> bool:
        """Whether P(y) ≤ e^ε·Q(y) is certain for every y of the core: p + r_P ≤ e^ε·q."""
        p, q = self.laws[pair[0]], self.laws[pair[1]]
        with working_precision(self.bits):
            odds, rest = exp(eps).ball(self.bits), self.rest[pair[0]]
            return all(
                bool(p.get(label, _ZERO) + rest <= odds * q.get(label, _ZERO)) for label in core
            )

    def beyond(self, pair: Pair, tail: TailBound) -> str | None:
        """An output outside the core that certainly breaks the bound: p > e^ε·(q + r_Q)."""
        p, q, core = self.laws[pair[0]], self.laws[pair[1]], set(tail.core)
        with working_precision(self.bits):
            odds, rest = exp(tail.eps).ball(self.bits), self.rest[pair[1]]
            broken = (
                label
                for label, mass in p.items()
                if label not in core and mass > odds * (q.get(label, _ZERO) + rest)
            )
            return next(broken, None)


def largest(masses: Masses, pairs: Sequence[Pair], eps: Loss | Real) -> tuple[Bounded, Bounds]:
    """The pair with the largest lower bound, and bounds of the largest δ_ε of all pairs."""
    deltas = [masses.delta(pair, eps) for pair in pairs]
    worst = max(deltas, key=lambda one: one.delta.lower)
    uppers = [one.delta.upper for one in deltas if one.delta.upper is not None]
    return worst, Bounds(worst.delta.lower, max(uppers))


def largest_loss(masses: Masses, pairs: Sequence[Pair]) -> tuple[Bounded, Bounds] | None:
    """The event that shows the largest loss, and bounds of the smallest ε: from below alone.

    For every event S: ε ≥ ln(p(S)/(q(S) + r_Q)). Floats choose S among the outputs with the largest
    ratios; what it shows is computed in balls. None where nothing above 0 is shown.
    """
    shown = [one for pair in pairs if (one := masses.loss(pair)) is not None]
    if not shown:
        return None
    worst, lower = max(shown, key=lambda one: one[1])
    return worst, Bounds(lower, None)


def close(bounds: Bounds) -> bool:
    """Whether a finer pass need not follow."""
    return bounds.upper is not None and bounds.upper - bounds.lower <= CLOSE * bounds.upper


def _ratio(p: float, q: float) -> float:
    """q/p to nine digits, to sort by."""
    return float(f"{q / p:.9g}") if p else inf


def _between(low: arb, high: arb) -> Bounds:
    return Bounds(max(fmpq(0), ball_bounds(low)[0]), min(fmpq(1), ball_bounds(high)[1]))


def _not_negative(ball: arb) -> arb:
    """A ball that contains max(0, x) for every x of the ball."""
    if ball > 0:
        return ball
    upper = ball.upper()
    return arb(0).union(upper) if upper > 0 else arb(0)


_ZERO = arb(0)
