"""Steps whose curves are computed by balls, point by point: whatever has no formula for arrays.

A *curve* gives at a loss l, as balls, f(e^l), e^l·Q(L > l) and e^l·Q(L ≥ l). From curves of noise
on all records come those of samples: with M = (1 − q)·Q + q·P and w = (t − 1 + q)/q,

    M against Q:  f(t) = q·F(w) for w > 0, else 1 − t;      Q against M:  1 − t + t·f(1/t).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, floor, inf, log
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from flint import arb, fmpq

from dpverify.checkers.accounting.certified import ROUNDING
from dpverify.checkers.accounting.curves import Bracket, GridLaw, Values
from dpverify.defs.numbers.balls import working_precision

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

BITS = 256

Point: TypeAlias = tuple[arb, arb, arb]
"""f(e^l), e^l·Q(L > l), e^l·Q(L ≥ l)."""

Curve: TypeAlias = Callable[[arb], Point]


@dataclass(frozen=True)
class BallStep:
    """A step that is known by curves.

    Args:
        curves: the step's curve is the largest of them. With one alone slopes are known as well.
        low, high: about all losses lie between.
        atom: a loss of which a grid's step should be a share; 0 where there is none.
        infinite: the mass of an infinite loss that each of the curves has.
    """

    curves: tuple[Curve, ...]
    low: float
    high: float
    atom: float = 0.0
    infinite: Fraction = Fraction(0)
    outcomes: tuple[tuple[arb, arb], ...] = ()
    """The masses P and Q of all outputs, where they are finitely many, of one pair of laws."""
    missing: float = 0.0
    """At most what P has beside them."""

    def laws(self, step: float) -> Bracket | None:
        """Both laws of finitely many outcomes; None where they are not given.

        Upper: an output with masses p and q, its loss between l_i and l_(i+1), is split into masses
        at both that have the same sums, (q·e^(l_(i+1)) − p)/(e^h − 1) at l_i. Lower: the loss moves
        down to l_i, as p·(1 − t/e^l)⁺ falls with l.
        """
        if not self.outcomes:
            return None
        upper: dict[int, float] = {}
        lower: dict[int, float] = {}
        with working_precision(BITS):
            unit = arb(step)
            spread = unit.expm1()
            for p, q in self.outcomes:
                if not (p > 0 and q > 0):
                    continue
                place = (p / q).log() / unit
                near = round(float(place.mid()))
                # The losses of a grid are known up to a factor 1 ± 2u only.
                if abs(place - near) <= abs(near) * ROUNDING:
                    upper[near] = upper.get(near, 0.0) + _up(p)
                    lower[near] = lower.get(near, 0.0) + _down(p)
                    continue
                index = floor(float(place.lower()))
                index = index if arb(index) <= place else index - 1
                left = (q * (unit * (index + 1)).exp() - p) / spread
                less = _down(left) if left > 0 else 0.0
                upper[index] = upper.get(index, 0.0) + less
                upper[index + 1] = upper.get(index + 1, 0.0) + _up(p - arb(less))
                lower[index] = lower.get(index, 0.0) + _down(p)
        infinite = float(self.infinite)
        high = infinite * (1 + 4 * ROUNDING) + self.missing * (1 + 4 * ROUNDING)
        return Bracket(_law(step, upper, high), _law(step, lower, infinite * (1 - 4 * ROUNDING)))

    def values(self, losses: Floats) -> Values:
        """See `Step`."""
        with working_precision(BITS):
            rows = [self._row(float(loss)) for loss in losses]
        excess, excess_error, slope, slope_left, slope_error, reached = np.array(rows).T
        # The grid's losses are within a factor 1 ± 2u of what is meant; f' is the slope.
        moved = 4 * ROUNDING * np.abs(losses) * (slope_left + slope_error)
        return Values(
            excess=excess,
            excess_error=excess_error + moved,
            slope=slope,
            slope_left=slope_left,
            slope_error=slope_error + 4 * ROUNDING * np.abs(losses) * slope_left,
            reached=np.maximum(reached - 2 * moved, 0.0),
        )

    def span(self, below: float, above: float) -> tuple[float, float]:
        """See `Step`."""
        del below, above
        return self.low, self.high

    def _row(self, loss: float) -> tuple[float, ...]:
        points = [curve(arb(loss)) for curve in self.curves]
        excess, after, until = max(points, key=lambda point: float(point[0].mid()))
        for other, _, _ in points:
            # The largest, even where balls do not tell which curve that is.
            excess = excess.max(other)
        value, error = _near(excess)
        slope, slope_error = _near(after)
        left, left_error = _near(until)
        reached = float((excess + until).lower()) * (1 - 4 * ROUNDING)
        return value, error, slope, left, max(slope_error, left_error), max(reached, 0.0)


def _law(step: float, places: dict[int, float], infinite: float) -> GridLaw:
    """A law on the grid; sums of a few thousand floats have been counted for in each."""
    first = min(places)
    masses = np.zeros(max(places) - first + 1)
    for index, mass in places.items():
        masses[index - first] = mass
    return GridLaw(step, first, masses, infinite)


def _up(mass: arb) -> float:
    """A float above, also after a sum of up to 2^15 of them."""
    return float(mass.upper()) * (1 + 2**-37)


def _down(mass: arb) -> float:
    """A float below, also after a sum of up to 2^15 of them."""
    return max(float(mass.lower()), 0.0) * (1 - 2**-37)


def _near(ball: arb) -> tuple[float, float]:
    """A float, at least 0, and a bound of its distance from all of a ball."""
    middle = max(float(ball.mid()), 0.0)
    distance = float(abs(ball - arb(middle)).upper())
    return middle, distance * (1 + 4 * ROUNDING) + 5e-324


def of_atoms(outcomes: Sequence[tuple[arb, arb]], missing: arb) -> Curve:
    """Finitely many outputs with masses P and Q; `missing` is at most in P and Q beside them.

    Args: outcomes in the order of falling ratios.
    """
    unsure = arb(0).union(missing)
    guides = [inf if q == 0 else _logarithm(p, q) for p, q in outcomes]
    ps, qs = [arb(0)], [arb(0)]
    for p, q in outcomes:
        ps.append(ps[-1] + p)
        qs.append(qs[-1] + q)

    def curve(loss: arb) -> Point:
        t = loss.exp()
        near = float(loss.mid())
        margin = 1e-9 * (1 + abs(near))
        first = _count(guides, near + margin)
        last = _count(guides, near - margin)
        excess, after, until = ps[first] - t * qs[first], t * qs[first], t * qs[first]
        for p, q in outcomes[first:last]:
            gap = p - t * q
            excess += gap.max(arb(0))
            if gap > 0:
                after += t * q
            elif not gap <= 0:
                after += arb(0).union(t * q)
            if gap >= 0:
                until += t * q
            elif not gap < 0:
                until += arb(0).union(t * q)
        return excess + unsure, after + t * unsure, until + t * unsure

    return curve


def _count(guides: Sequence[float], limit: float) -> int:
    """How many of the falling numbers are above a limit."""
    low, high = 0, len(guides)
    while low < high:
        middle = (low + high) // 2
        if guides[middle] > limit:
            low = middle + 1
        else:
            high = middle
    return low


def _logarithm(p: arb, q: arb) -> float:
    return float((p / q).log().mid()) if p > 0 else -inf


def of_laplace(loss: Fraction) -> Curve:
    """Laplace noise with losses in ±ε₀; see `LaplaceStep`."""
    with working_precision(BITS):
        end = exact(loss)

    def curve(at: arb) -> Point:
        t = at.exp()
        below, inside = (1 - t, t, t), 1 - ((at - end) / 2).exp()
        root = ((at - end) / 2).exp() / 2
        if at < -end:
            return below
        if at > end:
            return arb(0), arb(0), arb(0)
        if at > -end and at < end:
            return inside, root, root
        # At an end, or too close to tell: the balls hold both.
        if at > 0:
            return inside.max(arb(0)), arb(0).union(root), root.union(arb(0))
        return inside.union(1 - t), root.union(t), root.union(t)

    return curve


def sampled(base: Curve, rate: Fraction) -> Curve:
    """M = (1 − q)·Q + q·P against Q, for the curve of P against Q."""
    with working_precision(BITS):
        q = exact(rate)

    def curve(loss: arb) -> Point:
        t = loss.exp()
        odds = loss.expm1() + q
        if not odds > 0:
            if odds < 0:
                return 1 - t, t, t
            return (1 - t).union(q), arb(0).union(t), arb(0).union(t)
        w = odds / q
        excess, after, until = base(w.log())
        return q * excess, t * after / w, t * until / w

    return curve


def exchanged(curve: Curve) -> Curve:
    """Q against P, for the curve of P against Q: 1 − t + t·f(1/t)."""

    def other(loss: arb) -> Point:
        t = loss.exp()
        excess, after, until = curve(-loss)
        return 1 - t + t * excess, t * (1 - excess) - t * until, t * (1 - excess) - t * after

    return other


def sampled_loss(loss: float, rate: float) -> float:
    """ln(1 − q + q·e^l), about."""
    return loss + log(rate) if loss > 600 else log(1 - rate + rate * exp(loss))


def exact(number: Fraction) -> arb:
    """A ball of a rational, at the working precision."""
    return arb(fmpq(number.numerator, number.denominator))
