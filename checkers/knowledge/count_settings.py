"""Where the δ of a large count is attained: the terms of a witness, and the largest over targets.

An average over many values of the knowledge is written down in part: the values that weigh most;
how many are omitted is said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from flint import arb

from dpverify.checkers.answers.places import Setting, Term
from dpverify.checkers.budget import UNLIMITED, Budget
from dpverify.checkers.knowledge.counts import Computed, CountView, Evaluation, larger
from dpverify.defs.knowledge.queries import WITHHELD
from dpverify.defs.numbers import Number, Real, Value
from dpverify.defs.numbers.balls import ball_bounds, working_precision

TERMS: Final = 2000
"""Terms of an average that are written down, where more are not needed."""
MOST_TERMS: Final = 64_000
"""Terms up to which a refutation is written down."""
LISTED: Final = 30
"""Counts up to which an event is listed one by one; longer ones are intervals."""
BITS: Final = 176
APART: Final = (136, 544)
"""Bits, in turn, at which settings are told apart."""


def setting_of(at: Evaluation, most: int) -> Setting:
    """The terms that attain the value of an evaluation, or `most` of them."""
    view = at.view
    _, down = at.value
    delta = at.downward if down else at.upward
    low, high = max(0, view.threshold - at.ends[1]), at.most[0]
    span = range(high, high + 1) if view.active else range(low, high + 1)
    values = (view.no, view.yes) if down else (view.yes, view.no)
    terms, gains = [], []
    for b in _weightiest(at, span, most, lambda b: delta(b)[0]):
        weight, gain = at.known.at(b), delta(b)[0]
        if weight > 0 and gain > 0:
            terms.append(_term(at, b, weight, down=down))
            gains.append(gain if view.active else weight * gain)
    total = gains[0] if len(gains) == 1 else sum(gains, start=0 * at.known.at(0))
    return Setting(view.theta, view.target, values, tuple(terms), max(len(span) - most, 0),
                   _number(total, 0, "the gain"))  # fmt: skip


def infinite_setting(at: Evaluation, most: int = TERMS) -> Setting:
    """The likelier of the two ends of infinite loss: the smallest count, or the largest."""
    view, known, (first, last) = at.view, at.known, at.ends
    high = at.most[0]
    spans = [range(max(view.threshold - end, 0), high + 1) for end in (first, last)]
    if view.active:
        spans = [range(high, high + 1) if span else span for span in spans]
    masses = [at.others.at(end) * known.above(span.start) if span else 0 * known.at(0)
              for end, span in zip((first, last), spans, strict=True)]  # fmt: skip
    up = bool(masses[1] > masses[0])
    item, span = at.others.at((first, last)[up]), spans[up]
    terms = []
    for b in _weightiest(at, span, most, lambda _: item):
        low = str(b + first) if b + first > view.threshold else WITHHELD
        numbers = (_number(item, b, "p"), _number(0 * item, b, "q"))
        event = (str(b + last + 1) if up else low,)
        terms.append(Term(str(b), _number(known.at(b), b, "weight"), event, numbers))
    values = (view.yes, view.no) if up else (view.no, view.yes)
    return Setting(view.theta, view.target, values, tuple(t for t in terms if t.weight > 0),
                   max(len(span) - most, 0))  # fmt: skip


def _weightiest(at: Evaluation, span: range, most: int, delta: Callable[[int], Any]) -> range:
    """So many values of the knowledge in a row, about where weight·δ is largest."""
    if len(span) <= most:
        return span
    inside = at.shown or range(0)
    mode = at.known.mode
    places = [min(max(b, span[0]), span[-1]) for b in
              (mode, at.edge, inside.start + len(inside) // 2)]  # fmt: skip
    centre = max(places, key=lambda b: _order(at.known.at(b) * delta(b)))
    first = min(max(centre - most // 2, span[0]), span[-1] + 1 - most)
    return range(first, first + most)


def _order(number: Any) -> Any:
    """Where a positive number stands among others, as far as a float of its logarithm tells."""
    ball = number.ball(BITS) if isinstance(number, Value) else number
    return float(ball.log().mid()) if ball > 0 else float("-inf")


def _term(at: Evaluation, b: int, weight: Any, *, down: bool) -> Term:
    cut, m = at.view.threshold, at.others.m
    below, above = at.others.below, at.others.above
    if down:
        y = at.downward(b)[1]
        low, high, p, q = max(cut + 1, b), b + min(y, m + 1), below(y), below(y - 1)
        event: tuple[str, ...] = (WITHHELD,) if cut >= b else ()
    else:
        j = at.upward(b)[1]
        low, high, p, q = max(b + j, b), b + m + 1, above(j - 1), above(j)
        event = ()
    interval = None if low > high else (low, high)
    if interval is not None and high - low < LISTED:
        event, interval = (*event, *map(str, range(low, high + 1))), None
    return Term(str(b), _number(weight, b, "weight"), event,
                (_number(p, b, "p"), _number(q, b, "q")), interval)  # fmt: skip


def _number(number: Any, b: int, what: str) -> Number:
    if isinstance(number, Value):
        return number
    return Computed(f"{what} at b = {b}", lambda _: number)


@dataclass(frozen=True)
class Attained:
    """The largest δ, and the evaluation that attains it."""

    value: Number
    at: Evaluation

    def setting(self, most: int | None = None) -> Setting:
        """Where it is attained, in at most so many terms, TERMS unless said otherwise."""
        with working_precision(BITS):
            return setting_of(self.at, TERMS if most is None else most)


def largest_delta(
    views: list[CountView], odds: Value | Real, budget: Budget = UNLIMITED
) -> Attained:
    """The largest δ over the views at e^ε, exact if all are.

    Raises: Undecided("time").
    """
    if all(view.exact for view in views) and isinstance(odds, Value):
        evaluations = [Evaluation(view, odds, None, budget) for view in views]
        values = [evaluation.value[0] for evaluation in evaluations]
        best = max(range(len(values)), key=values.__getitem__)
        return Attained(values[best], evaluations[best])
    kept: dict[int, list[Evaluation]] = {}

    def compute(bits: int) -> arb:
        working = bits + 40
        with working_precision(working):
            kept.clear()
            kept[bits] = [Evaluation(view, odds, working, budget) for view in views]
            largest = arb(0)
            for evaluation in kept[bits]:
                largest = larger(largest, evaluation.value[0])
            return largest

    number = Computed("δ of the scenario", compute)
    evaluations, open_ = [], []
    for bits in APART:
        number.ball(bits)
        (evaluations,) = kept.values()
        open_ = _not_smaller([evaluation.value[0] for evaluation in evaluations], bits)
        if len(open_) == 1:
            break
    # Of those that balls did not tell apart, the one that is known to be the largest from below.
    return Attained(number, evaluations[open_[0]])


def _not_smaller(values: list[arb], bits: int) -> list[int]:
    """The places of the balls that may be the largest, by their lower ends, largest first."""
    with working_precision(bits):
        ends = [ball_bounds(value) for value in values]
    least = max(lower for lower, _ in ends)
    open_ = [i for i, (_, upper) in enumerate(ends) if upper >= least]
    return sorted(open_, key=lambda i: ends[i][0], reverse=True)
