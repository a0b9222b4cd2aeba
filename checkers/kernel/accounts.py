"""The kernel for `dpverify account`: re-checks both bounds of what many steps cost together.

Trusted: this file, `loss_sums.py`, `outcome.py` and `work.py` beside it, `dpverify.defs.numbers`
and the standard library. The plan is read again from the document. Gaussian noise without sampling
is one Gaussian event, whose δ is a closed form. Else each direction is bracketed anew, with balls
instead of floats and products of integer polynomials instead of Fourier transforms; of the finder's
grid the step alone is taken over, which any step may be.

What must never change: accepted means that in every direction δ at the stated upper ε is at most
the given δ, and δ at the stated lower ε at least that (or, asked for δ, that it lies between the
stated bounds); and that the whole answer is the larger of the directions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Any, Final

from flint import arb, fmpq

from dpverify.checkers.kernel.laplace_sums import delta_bounds
from dpverify.checkers.kernel.loss_lattices import Source, beyond, delta_bound, written_out
from dpverify.checkers.kernel.loss_sums import (
    Law,
    Point,
    Rounding,
    Step,
    delta_of,
    law_of,
    sum_of,
)
from dpverify.checkers.kernel.outcome import Outcome, known_keys
from dpverify.checkers.kernel.plans import DIRECTIONS, Event, Noisy, fraction, read_plan
from dpverify.checkers.kernel.work import judged_in_budget
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.balls import not_separated, working_precision
from dpverify.defs.numbers.documents import need

PRECISIONS: Final = (256, 512, 1024, 2048)
SMALLEST: Final = Fraction(1, 10**80)
LARGEST_EPS: Final = 500
FINER: Final = (1, 2, 4)
"""The lower law here may be weaker than the finder's, at a lower end of the losses: then finer."""


@dataclass(frozen=True)
class Bounds:
    """What is stated of one number; `upper` is None where it is infinite."""

    lower: Fraction
    upper: Fraction | None


def replay(document: object) -> Outcome:
    """Re-check a `dpverify.account` document; the same answers as `door.replay`."""
    return judged_in_budget(document, _account, ArithmeticError)


def _account(document: Any) -> Outcome:
    schema = doc.member(document, "schema", str)
    need(schema == "dpverify.account/1.0", f"the schema {schema[:60]!a} is not known")
    asked = "eps" if "eps" in document else "delta"
    other = "delta" if asked == "eps" else "eps"
    known_keys(
        document, "an account",
        ("schema", "plan", "given", asked, "directions", "evidence"), ("not_rechecked", "run"),
    )  # fmt: skip
    need(document["evidence"] == "enclosure", "the evidence is an enclosure")
    given = doc.member(document, "given", dict)
    known_keys(given, "'given'", (other,))
    point = fraction(given[other], other)
    if asked == "eps":
        need(SMALLEST <= point < 1, "δ lies between 1e-80 and 1")
    else:
        need(0 <= point <= LARGEST_EPS, f"ε lies between 0 and {LARGEST_EPS}")
    relation, events = read_plan(doc.member(document, "plan", dict))
    names = DIRECTIONS[relation]
    sides = doc.member(document, "directions", list)
    need(len(sides) == len(names), "the directions are not those of the relation")
    stated: list[Bounds] = []
    done: list[tuple[list[tuple[Source, int]], Bounds]] = []
    for name, side in zip(names, sides, strict=True):
        known_keys(side, "a direction", ("direction", asked), ("grid",))
        need(side["direction"] == name, "the directions are not those of the relation, in order")
        bounds = _bounds(side[asked], asked)
        stated.append(bounds)
        sources = None if "grid" in side else written_out(events, name)
        # Laplace noise alone costs the same in both directions, and so do most written sums.
        alone = "grid" not in side and _laplace_alone(events) is not None
        if alone and bounds in stated[:-1]:
            continue
        if sources is None:
            _direction(events, name, asked, point, bounds, side.get("grid"))
        elif (sources, bounds) not in done:
            _written(sources, asked, point, bounds)
            done.append((sources, bounds))
    _largest(_bounds(document[asked], asked), stated)
    unread = [key for key in ("not_rechecked", "run") if key in document]
    unread += [
        f"directions[{i}].grid.{key}" for i, side in enumerate(sides)
        for key in ("window", "tilt") if "grid" in side
    ]  # fmt: skip
    whole = document[asked]
    facts = (
        ("events", str(len(events))), ("relation", relation), (other, str(given[other])),
        (asked, f"between {whole['lower']} and {whole['upper']}"),
    )  # fmt: skip
    return Outcome("accepted", "account: re-checked", tuple(unread), facts)


def _largest(whole: Bounds, sides: Sequence[Bounds]) -> None:
    """The answer is the larger of the directions, bound by bound."""
    need(whole.lower == max(side.lower for side in sides), "the lower bound is not the larger one")
    uppers = [side.upper for side in sides]
    largest = None if None in uppers else max(upper for upper in uppers if upper is not None)
    need(whole.upper == largest, "the upper bound is not the larger one")


def _bounds(given: Any, name: str) -> Bounds:
    known_keys(doc.member({name: given}, name, dict), name, ("lower", "upper"))
    lower = fraction(given["lower"], "a lower bound")
    upper = None if given["upper"] == "inf" else fraction(given["upper"], "an upper bound")
    need(lower >= 0 and (upper is None or lower <= upper), "the bounds are no interval")
    return Bounds(lower, upper)


def _direction(
    events: Sequence[Event], name: str, asked: str, point: Fraction, bounds: Bounds, grid: Any
) -> None:
    """Reject unless the stated bounds of one direction are confirmed."""
    low_eps, high_eps = (bounds.lower, bounds.upper) if asked == "eps" else (point, point)
    low_delta, high_delta = (point, point) if asked == "eps" else (bounds.lower, bounds.upper)
    # The curves of Gaussian and of Laplace noise fall strictly as long as they are above 0. So
    # δ(ε) ≥ δ excludes every smaller ε, also where both are equal.
    square = _squared_mean(events)
    if square is not None:
        need(grid is None, "a closed form has no grid")
        if high_eps is not None and high_delta is not None:
            need(_gaussian(square, high_eps, high_delta) <= 0, "the upper bound is too small")
        if low_eps > 0 or asked == "delta":
            need(_gaussian(square, low_eps, low_delta) >= 0, "the lower bound is too large")
        return
    loss = _laplace_alone(events)
    if grid is None and loss is not None:
        times = sum(event.times for event in events)
        if high_eps is not None and high_delta is not None:
            high = delta_bounds(loss, times, high_eps, high_delta)[1]
            need(high <= high_delta or high_delta >= 1, "the upper bound is not confirmed")
        if low_delta > 0 and (low_eps > 0 or asked == "delta"):
            low = delta_bounds(loss, times, low_eps, low_delta)[0]
            need(low >= low_delta, "the lower bound is not confirmed")
        return
    need(grid is not None, "the losses cannot all be written down, and there is no grid")
    known_keys(grid, "'grid'", ("step", "window", "tilt"))
    unit = _fitted(_step(grid["step"]), events)
    steps = [(_step_of(event, name), event) for event in events]
    # No δ is above 1: nothing is to be confirmed there.
    if high_eps is not None and high_delta is not None and high_delta < 1:
        law, bits = _sum(steps, unit, high_delta, up=True)
        reached = delta_of(law, unit, high_eps, bits)
        need(reached <= arb(_exact(high_delta)), "the upper bound is not confirmed")
    if low_delta > 0 and (low_eps > 0 or asked == "delta"):
        need(
            any(_at_least(steps, unit / finer, low_eps, low_delta) for finer in FINER),
            "the lower bound is not confirmed",
        )


def _written(
    sources: Sequence[tuple[Source, int]], asked: str, point: Fraction, bounds: Bounds
) -> None:
    """The bounds of a sum of losses that are written down."""
    low_eps, high_eps = (bounds.lower, bounds.upper) if asked == "eps" else (point, point)
    low_delta, high_delta = (point, point) if asked == "eps" else (bounds.lower, bounds.upper)
    if high_eps is not None and high_delta is not None:
        high = delta_bound(sources, high_eps, high_delta, up=True)
        need(high <= high_delta or high_delta >= 1, "the upper bound is not confirmed")
    if low_delta > 0 and (low_eps > 0 or asked == "delta"):
        low = delta_bound(sources, low_eps, low_delta, up=False)
        # A curve may stay at δ from its largest loss on: then no smaller ε is excluded.
        falls = low > low_delta or asked == "delta" or not beyond(sources, low_eps)
        need(low >= low_delta and falls, "the lower bound is not confirmed")


def _at_least(
    steps: Sequence[tuple[Step, Event]], unit: Fraction, eps: Fraction, delta: Fraction
) -> bool:
    """Whether the lower law of the sum on this grid has at least δ at ε."""
    law, bits = _sum(steps, unit, delta, up=False)
    # More than δ, not as much: then no smaller ε is enough, whether or not the curve falls here.
    return bool(delta_of(law, unit, eps, bits) > arb(_exact(delta)))


def _step(text: Any) -> Fraction:
    """The step of the grid: the text of a float, read as the number that this float is."""
    need(isinstance(text, str) and len(text) <= 30, "the step of the grid is no short text")
    try:
        step = float(text)
    except ValueError:
        raise num.NumberError("the step of the grid is no number") from None
    need(isfinite(step) and 0 < step <= 1, "the step of the grid lies in (0, 1]")
    return Fraction(step)


def _fitted(unit: Fraction, events: Sequence[Event]) -> Fraction:
    """A step near the stated one of which the least Laplace loss is a multiple.

    Any step gives true bounds. But an atom of a loss beside the grid costs them the step itself,
    and the float that is stated is not quite the share of the loss that is meant.
    """
    sources = [event.source for event in events]
    losses = [each.ratio for each in sources if isinstance(each, Noisy) and each.law == "laplace"]
    if not losses:
        return unit
    return min(losses) / max(round(min(losses) / unit), 1)


def _sum(
    steps: Sequence[tuple[Step, Event]], unit: Fraction, delta: Fraction, *, up: bool
) -> tuple[Law, int]:
    """The law of the sum of all losses, rounded up or down; fine enough for a δ of this size."""
    # Bits and cuts only make the bounds closer: every rounding goes to the safe side.
    small = max(min(delta, Fraction(1)), SMALLEST)
    bits = 128 + (small.denominator // small.numerator).bit_length()
    rounding = Rounding(bits, up, small / 2**48)
    runs = sum(event.times for _, event in steps)
    laws = []
    for step, event in steps:
        first, last = _span(step, unit, small / (2**48 * runs))
        laws.append((law_of(step, unit, first, last, rounding), event.times))
    return sum_of(laws, rounding), bits


def _span(step: Step, unit: Fraction, small: Fraction) -> tuple[int, int]:
    """First and last point of a grid for a step: f and 1 − f are next to nothing there.

    A guide: the laws account for what lies outside, whatever the ends.
    """
    limit = arb(_exact(small))

    def beyond(i: int) -> bool:
        return bool(step(unit * i).excess < limit)

    def below(i: int) -> bool:
        point = step(unit * -i)
        # 1 − P(L ≥ l), and l itself far below 0 where that is 0 for all that is known.
        return bool(1 - point.excess - point.until < limit)

    with working_precision(192):
        return -_first(below), _first(beyond)


def _first(far: Any) -> int:
    """The first of 1, 2, 4, … and of what lies between from which on something is so."""
    high = 1
    while not far(high):
        high *= 2
        if high > 1 << 22:
            raise num.Undecided("unsupported", "a step has too many cells on its grid")
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if far(middle) else (middle, high)
    return high + 4


def _step_of(event: Event, direction: str) -> Step:
    """The curve of one event in one direction."""
    source, rate = event.source, event.rate
    if not isinstance(source, Noisy) or source.law.startswith("discrete"):
        raise num.Undecided("unsupported", "an event without a curve here")
    ratio = source.ratio
    if source.law == "laplace":
        need(rate == 1, "Laplace noise on a sample is not known here")
        return lambda loss: _laplace(ratio, loss)
    if direction == "remove":
        return lambda loss: _removed(ratio, rate, loss)
    return lambda loss: _added(ratio, rate, loss)


def _laplace(eps: Fraction, loss: Fraction) -> Point:
    """P(L > l) = 1 − e^((l−ε)/2)/2 and Q(L > l) = e^(−(l+ε)/2)/2 between the atoms at ±ε."""
    t = arb(_exact(loss)).exp()
    if loss < -eps:  # every loss is above l: the best event is everything, P − t·Q = 1 − t
        return Point(1 - t, t, t)
    if loss > eps:
        return Point(arb(0), arb(0), arb(0))
    root = (arb(_exact(loss - eps)) / 2).exp()
    return Point(
        1 - root,
        root / 2 if loss < eps else arb(0),
        root / 2 if loss > -eps else t,
    )


def _removed(mean: Fraction, rate: Fraction, loss: Fraction) -> Point:
    """(1 − q)·N(0,1) + q·N(μ,1) against N(0,1); the loss is above l right of one z."""
    t = arb(_exact(loss)).exp()
    z = _end(mean, rate, loss)
    if z is None:
        return Point(1 - t, t, t)
    q = _above(z)
    p = arb(_exact(1 - rate)) * q + arb(_exact(rate)) * _above(z - arb(_exact(mean)))
    return Point(p - t * q, t * q, t * q)


def _added(mean: Fraction, rate: Fraction, loss: Fraction) -> Point:
    """N(0,1) against (1 − q)·N(0,1) + q·N(μ,1); the loss is above l left of one z."""
    t = arb(_exact(loss)).exp()
    z = _end(mean, rate, -loss)
    if z is None:  # the second density is above e^(−l) times the first everywhere: no loss above l
        return Point(arb(0), arb(0), arb(0))
    p = _above(-z)
    q = arb(_exact(1 - rate)) * p + arb(_exact(rate)) * _above(arb(_exact(mean)) - z)
    return Point(p - t * q, t * q, t * q)


def _end(mean: Fraction, rate: Fraction, loss: Fraction) -> arb | None:
    """z where 1 − q + q·e^(μz − μ²/2) is e^l; None where it is larger everywhere."""
    odds = arb(_exact(loss)).expm1() + arb(_exact(rate))
    if odds <= 0:
        return None
    if not odds > 0:
        raise num.Undecided("precision", "a loss is too close to the least one")
    mu = arb(_exact(mean))
    return (odds / arb(_exact(rate))).log() / mu + mu / 2


def _above(z: arb) -> arb:
    """P[N(0,1) > z]."""
    return (z / arb(2).sqrt()).erfc() / 2


def _squared_mean(events: Sequence[Event]) -> Fraction | None:
    """μ² of the one Gaussian event that Gaussian events without sampling are together.

    Gaussian answers with μ_1, μ_2, … tell as much as one with μ² = Σ μ_i² (Dong, Roth, Su 2022).
    """
    total = Fraction(0)
    for event in events:
        source = event.source
        if not isinstance(source, Noisy) or source.law != "gaussian" or event.rate != 1:
            return None
        total += event.times * source.ratio**2
    return total


def _laplace_alone(events: Sequence[Event]) -> Fraction | None:
    """The loss of each answer of a plan that is Laplace noise of one scale without sampling."""
    losses = set()
    for event in events:
        source = event.source
        if not isinstance(source, Noisy) or source.law != "laplace" or event.rate != 1:
            return None
        losses.add(source.ratio)
    return losses.pop() if len(losses) == 1 else None


def _gaussian(square: Fraction, eps: Fraction, delta: Fraction) -> int:
    """The sign of Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ) − δ."""
    ball: arb | None = None
    for bits in PRECISIONS:
        with working_precision(bits):
            mu, point = arb(_exact(square)).sqrt(), arb(_exact(eps))
            near, far = _above(point / mu - mu / 2), _above(point / mu + mu / 2)
            ball = near - point.exp() * far - arb(_exact(delta))
            if ball > 0:
                return 1
            if ball < 0:
                return -1
    raise not_separated(ball, PRECISIONS[-1])


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
