"""The smallest ε of a count for a given δ: bisection on e^ε with rigorous balls.

δ(ε) is decreasing, so e^ε lies between a value where δ(ε) surely exceeds the bound and one where
it surely does not; where neither is sure, the interval stays as wide as it is.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb

from dpverify.checkers.knowledge.counts import Computed, CountView, Evaluation, largest_delta
from dpverify.checkers.knowledge.views import Setting
from dpverify.defs.numbers import INFINITY, Loss, Real, Value
from dpverify.defs.numbers.balls import working_precision

GUARD = 40


def smallest_eps(views: list[CountView], delta: Value | Real) -> tuple[Loss | Real, Setting]:
    """The smallest ε with δ(ε) ≤ delta over all views, and a setting that refutes what is less.

    Returns: 0 and inf as such, anything else as an enclosure.
    """
    at_zero, setting = largest_delta(views, Value(1))
    if at_zero <= delta:
        return Loss(0), setting
    lost = max(range(len(views)), key=lambda i: float(_infinite(views[i], 176).mid()))
    if Computed("the mass of infinite loss",
                lambda bits: _infinite(views[lost], bits)) > delta:  # fmt: skip
        return INFINITY, _at_infinity(views[lost])

    def compute(bits: int) -> arb:
        low, high = _between(views, delta, bits)
        with working_precision(bits + GUARD):
            return low.ball(bits + GUARD).log().union(high.ball(bits + GUARD).log())

    number = Computed("ε of the scenario", compute)
    low, _ = _between(views, delta, 136)
    return number, largest_delta(views, low)[1]


def _value(views: list[CountView], odds: Value, bits: int) -> arb:
    found = arb(0)
    with working_precision(bits + GUARD):
        for view in views:
            found = found.max(Evaluation(view, odds, bits + GUARD).value[0])
    return found


def _between(views: list[CountView], delta: Value | Real, bits: int) -> tuple[Value, Value]:
    """Values of e^ε on either side of the smallest good one, as close as balls tell."""
    bound = delta.ball(bits + GUARD)
    low, high = Fraction(1), Fraction(2)
    while not _value(views, Value(high), bits) <= bound:
        low, high = high, high**2
    while high - low > low / 2**bits:
        middle = (low + high) / 2
        found = _value(views, Value(middle), bits)
        if found > bound:
            low = middle
        elif found <= bound:
            high = middle
        else:
            break
    return Value(low), Value(high)


def _infinite(view: CountView, bits: int) -> Any:
    """The probability of outputs that only one of the two values of the target can give."""
    with working_precision(bits + GUARD):
        known, others = view.tables(bits + GUARD)
        ends = Evaluation(view, Value(1), bits + GUARD)
        first, last = ends.ends
        sides = []
        for item, least in ((others.at(first), view.threshold - first),
                            (others.at(last), view.threshold - last)):  # fmt: skip
            if view.active:
                sides.append(item if ends.most[0] >= least else arb(0))
            else:
                sides.append(item * known.above(max(least, 0)))
        return sides[0].max(sides[1])


def _at_infinity(view: CountView) -> Setting:
    """The terms whose events have infinite loss."""
    bits = None if view.exact else 176
    return Evaluation(view, Value(1), bits).infinite_setting()
