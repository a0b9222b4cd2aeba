"""The smallest ε of a count for a given δ: bisection on e^ε with rigorous balls.

δ(ε) is decreasing, so e^ε lies between a value where δ(ε) surely exceeds the bound and one where
it surely does not; where neither is sure, the interval stays as wide as it is.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from flint import arb

from dpverify.checkers.answers.places import Setting
from dpverify.checkers.budget import UNLIMITED, Budget
from dpverify.checkers.knowledge.count_settings import infinite_setting, largest_delta
from dpverify.checkers.knowledge.counts import Computed, CountView, Evaluation
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import INFINITY, Loss, Real, Value
from dpverify.defs.numbers.balls import working_precision

GUARD = 40


def smallest_eps(
    views: list[CountView], delta: Value | Real, budget: Budget = UNLIMITED
) -> tuple[Loss | Real, Setting]:
    """The smallest ε with δ(ε) ≤ delta over all views, and a setting that refutes what is less.

    Returns: 0 and inf as such, anything else as an enclosure.
    """
    at_zero = largest_delta(views, Value(1), budget)
    if at_zero.value <= delta:
        return Loss(0), at_zero.setting()
    lost = _lost(views, delta)
    if lost is not None:
        return INFINITY, _at_infinity(lost)

    def compute(bits: int) -> arb:
        low, high = _between(views, delta, bits, budget)
        with working_precision(bits + GUARD):
            return low.ball(bits + GUARD).log().union(high.ball(bits + GUARD).log())

    number = Computed("ε of the scenario", compute)
    low, _ = _between(views, delta, 136, budget)
    return number, largest_delta(views, low, budget).setting()


def _lost(views: list[CountView], delta: Value | Real) -> CountView | None:
    """A view in which what is possible under one value alone weighs more than δ; None if none does.

    Raises: Undecided where that is not known of one, and true of no other.
    """
    left_open = None
    for view in views:
        mass = Computed("the mass of infinite loss", partial(_infinite, view))
        try:
            if mass > delta:
                return view
        except Undecided as stop:
            left_open = stop
    if left_open is not None:
        raise left_open
    return None


def _value(views: list[CountView], odds: Value, bits: int, budget: Budget) -> arb:
    total = arb(0)
    with working_precision(bits + GUARD):
        for view in views:
            total = total.max(Evaluation(view, odds, bits + GUARD, budget).value[0])
    return total


def _between(
    views: list[CountView], delta: Value | Real, bits: int, budget: Budget
) -> tuple[Value, Value]:
    """Values of e^ε on either side of the smallest good one, as close as balls tell."""
    bound = delta.ball(bits + GUARD)
    low, high = Fraction(1), Fraction(2)
    while not _value(views, Value(high), bits, budget) <= bound:
        low, high = high, high**2
    while high - low > low / 2**bits:
        middle = (low + high) / 2
        value = _value(views, Value(middle), bits, budget)
        if value > bound:
            low = middle
        elif value <= bound:
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
    with working_precision(176):
        return infinite_setting(Evaluation(view, Value(1), bits))
