"""The whole curve δ(ε) of a plan, and what tests of two neighbours can do, from both sides.

Where no closed form is known, sums tilted for a few ε serve all others: each is a bound anywhere,
and the best one at a point is taken. Between two points δ falls, which is all that is used there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from flint import arb, fmpq

from dpverify.checkers.accounting.account import sums_near
from dpverify.checkers.accounting.answer import (
    LARGEST_EPS,
    Account,
    Error,
    account,
    confirmed,
    written_curves,
)
from dpverify.checkers.accounting.powers import Sum
from dpverify.checkers.accounting.solved import Curve
from dpverify.defs.accounting.events import Table
from dpverify.defs.accounting.plan import Plan
from dpverify.defs.accounting.tables import compared
from dpverify.defs.errors import DomainError, EmptyQuestion
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.numbers.decimals import outward
from dpverify.defs.risk.parameters import rational

POINTS = 240
ANCHORS = 6
BITS = 256
TINY = Fraction(1, 10**9)
"""The curve is drawn as far as δ is above that, unless it never falls so far."""
ERRORS = tuple(map(Fraction, ("1/1000", "1/100", "1/20", "1/10", "1/4", "1/2")))
"""The α at which a saved curve states β."""
SYMMETRIC = ("add-or-remove", "replace", "replace-by-null")
"""Relations for which either of both neighbours may be the one that is to be told."""


def either_way(plan: Plan) -> bool:
    """Whether both orders of two neighbours are asked about, in every table of pairs as well."""
    if plan.relation not in SYMMETRIC:
        return False
    for event in (event for part in plan.alternatives() for event in part.events):
        if isinstance(event.noise, Table):
            compares = [compared(event.noise, name) for name in plan.directions()]
            places = {place for pairs in compares for place in pairs}
            if {(other, one) for one, other in places} != places:
                return False
    return True


@dataclass(frozen=True)
class CurvePoint:
    """Bounds of δ at an ε, the larger of the directions."""

    eps: Fraction
    lower: Fraction
    upper: Fraction


@dataclass(frozen=True)
class CostCurve:
    """Bounds of δ(ε) at increasing ε, from 0 on."""

    plan: Plan
    points: tuple[CurvePoint, ...]

    def trade_off(self, alpha: Fraction) -> tuple[Fraction, Fraction]:
        """Bounds of the largest convex f that no test has errors α and β < f(α) below.

            f(α) = sup over ε ≥ 0 of max(0, 1 − δ(ε) − e^ε·α, e^(−ε)·(1 − δ(ε) − α))

        (Dong, Roth, Su 2022, Proposition 2.12), for neighbours that may change places. From below:
        upper δ at the points. From above: between two points δ is at least the lower δ at the
        second one, and e^ε at least that at the first one. Of several pairs of neighbours, or one
        pair whose two orders are not alike, the tests of no single one need come as low as f.

        Args: alpha a rational between 0 and 1.
        Raises: DomainError for other numbers, or neighbours that do not go both ways.
        """
        if not either_way(self.plan):
            raise DomainError("a trade-off curve is of neighbours that may change places")
        if not 0 <= alpha <= 1:
            raise DomainError(f"α is {alpha}; it lies between 0 and 1")
        with working_precision(BITS):
            point = arb(_exact(alpha))
            low = high = arb(0)
            after = [each.lower for each in self.points[1:]] + [Fraction(0)]
            for each, least, odds in zip(self.points, after, self._odds, strict=True):
                kept = 1 - arb(_exact(each.upper))
                low = low.max(kept - odds * point).max((kept - point) / odds)
                kept = 1 - arb(_exact(least))
                high = high.max(kept - odds * point).max((kept - point) / odds)
            high = high.min(1 - point)
            return max(_rational(ball_bounds(low)[0]), Fraction(0)), _rational(ball_bounds(high)[1])

    @cached_property
    def _odds(self) -> list[arb]:
        with working_precision(BITS):
            return [arb(_exact(each.eps)).exp() for each in self.points]


def cost_curve(plan: Plan, most: Fraction | None = None, count: int = POINTS) -> CostCurve:
    """Bounds of δ(ε) at equally spaced ε from 0 to `most`.

    Args:
        plan: the events and the neighbours.
        most: the largest ε, at most 500; unless it is given, where δ is about 10^-9.
        count: how many intervals, at least 1.

    Of a plan with parts each point is that of the dearest part there. So the trade-off curve is the
    largest trade-off function below those of all parts, which is the convex hull of their minimum.

    Raises: DomainError for another ε; Undecided as `account`.
    """
    last = _last(plan) if most is None else most
    if not 0 < last <= LARGEST_EPS:
        raise DomainError(f"the largest ε of a curve is {last}; it lies above 0, up to 500")
    places = [last * i / count for i in range(count + 1)]
    divided = [_bounds(each, places) for each in plan.alternatives()]
    bounds = [
        (max(low for low, _ in each), max(high for _, high in each))
        for each in zip(*divided, strict=True)
    ]
    return CostCurve(
        plan,
        tuple(CurvePoint(eps, *each) for eps, each in zip(places, _falling(bounds), strict=True)),
    )


def with_curve(answer: Account, places: Sequence[Any]) -> Account:
    """An answer that carries the curve of its plan, in a form that the kernel re-checks.

    Args: answer what a plan costs; places the ε of the curve, rationals in any order, beside 0.

    Returns: the answer with δ at these ε and 0, and, where neighbours may change places, bounds of
        the trade-off function at a few α. They follow from the δ that are stated, so more
        places bring them closer.

    Raises: EmptyQuestion where no ε is given; as `account`.
    """
    wanted = {_rational(rational(place, "ε")) for place in places}
    if not wanted:
        raise EmptyQuestion("a curve has no ε; give at least one")
    points = tuple(account(answer.plan, eps=eps) for eps in sorted(wanted | {Fraction(0)}))
    curve = CostCurve(
        answer.plan,
        tuple(
            CurvePoint(each.given, Fraction(each.lower), Fraction(each.upper)) for each in points
        ),
    )
    errors = []
    for alpha in ERRORS if either_way(answer.plan) else ():
        low, high = curve.trade_off(alpha)
        errors.append(Error(alpha, *outward(_exact(low), _exact(high))))
    missing = [each.not_rechecked for each in (answer, *points) if each.not_rechecked is not None]
    whole = replace(
        answer, curve=points, trade_off=tuple(errors),
        not_rechecked=missing[0] if missing else None,
    )  # fmt: skip
    return whole if missing else confirmed(whole)


def _bounds(plan: Plan, places: Sequence[Fraction]) -> list[tuple[Fraction, Fraction]]:
    """Bounds of δ(ε) at some ε, of which the last is the largest, of a plan without parts."""
    curves, last = written_curves(plan), places[-1]
    if curves is not None:
        return [_written(curves, eps) for eps in places]
    anchors = [last * (2 * i + 1) / (2 * ANCHORS) for i in range(ANCHORS)]
    pairs = [sums_near(plan, float(anchor)) for anchor in anchors]
    return [_summed(pairs, float(eps), float(last) * 1e-12) for eps in places]


def _last(plan: Plan) -> Fraction:
    """An ε at which δ is small; if it is never small, one at which it hardly falls any more."""
    upper = account(plan, delta=TINY, close=0.05).upper
    if upper != "inf" and 0 < Fraction(upper) <= LARGEST_EPS:
        return Fraction(upper).limit_denominator(1000) + Fraction(1, 1000)
    eps = Fraction(1)
    while 2 * eps <= LARGEST_EPS:
        here, beyond = (Fraction(account(plan, eps=x, close=0.05).lower) for x in (eps, 2 * eps))
        if here < beyond * Fraction(101, 100):
            break
        eps *= 2
    return 2 * eps


def _written(curves: Sequence[Curve], eps: Fraction) -> tuple[Fraction, Fraction]:
    bounds = [curve.delta(eps, BITS) for curve in curves]
    return max(low for low, _ in bounds), max(high for _, high in bounds)


def _summed(
    anchored: Sequence[Sequence[tuple[Sum, Sum]]], eps: float, margin: float
) -> tuple[Fraction, Fraction]:
    """The best bounds of each direction, and the larger of the directions.

    Args: anchored for each tilt, upper and lower sums of each direction; margin more than the
        distance of the float ε from what it stands for.
    """
    lows, highs = [], []
    for sums in zip(*anchored, strict=True):
        lows.append(max(lower.delta(eps + margin)[0] for _, lower in sums))
        highs.append(min(upper.delta(max(eps - margin, 0.0))[1] for upper, _ in sums))
    return Fraction(max(lows)), Fraction(min(max(highs), 1.0))


def _falling(bounds: Sequence[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """The same bounds, each no worse than those of its neighbours: δ falls."""
    highs, high = [], Fraction(1)
    for _, upper in bounds:
        high = min(high, upper)
        highs.append(high)
    lows, low = [], Fraction(0)
    for lower, _ in reversed(bounds):
        low = max(low, lower)
        lows.append(low)
    return list(zip(reversed(lows), highs, strict=True))


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _rational(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
