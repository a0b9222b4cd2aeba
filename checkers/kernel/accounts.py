"""The kernel for `dpverify account`: re-checks both bounds of what many steps cost together.

Trusted: this file, `account_curves.py`, `loss_sums.py`, `outcome.py` and `work.py` beside it,
`dpverify.defs.numbers` and the standard library. The plan is read again from the document. Gaussian
noise without sampling is one Gaussian event, whose δ is a closed form. Else each direction is
bracketed anew, with balls instead of floats and products of integer polynomials instead of Fourier
transforms; of the finder's grid the step and the tilt are taken over. Any step and any tilt give
true bounds.

What must never change: accepted means that in every direction δ at the stated upper ε is at most
the given δ, and δ at the stated lower ε at least that (or, asked for δ, that it lies between the
stated bounds); that the whole answer is the larger of the directions; and that a curve is true.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import isfinite
from typing import Any, Final

from flint import arb, fmpq

from dpverify.checkers.kernel import account_curves
from dpverify.checkers.kernel.laplace_sums import delta_bounds
from dpverify.checkers.kernel.loss_atoms import (
    MOVED,
    Outcomes,
    law_of_atoms,
    of_pair,
    outcomes_of,
    replaced,
    sampled,
    standing_for,
)
from dpverify.checkers.kernel.loss_lattices import Source, beyond, delta_bound, written_out
from dpverify.checkers.kernel.loss_places import Grid, places_of
from dpverify.checkers.kernel.loss_steps import curve_of, largest_loss, normal_tail
from dpverify.checkers.kernel.loss_sums import Law, Rounding, delta_of, law_of, sum_of
from dpverify.checkers.kernel.outcome import Outcome, known_keys, shown
from dpverify.checkers.kernel.plans import (
    DIRECTIONS,
    Event,
    Noisy,
    Pair,
    Tabled,
    fraction,
    pairs_by_rows,
    read_plan,
)
from dpverify.checkers.kernel.work import judged_in_budget
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.balls import ball_bounds, not_separated, working_precision
from dpverify.defs.numbers.documents import need

PRECISIONS: Final = (256, 512, 1024, 2048)
SMALLEST: Final = Fraction(1, 10**80)
LARGEST_EPS: Final = 500
_PART: Final = {False: (), True: ("part",)}
LARGEST_TILT: Final = 10**5
FITTED: Final = 150
"""Bits of an atom's loss to which a grid is fitted."""
FINER: Final = (1, 2, 4)
"""The laws here may be weaker than the finder's, at a lower end of the losses, say: then finer."""


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
        ("schema", "plan", "given", asked, "directions", "evidence"),
        ("curve", "trade_off", "not_rechecked", "run"),
    )  # fmt: skip
    need(document["evidence"] == "enclosure", "the evidence is an enclosure")
    given = doc.member(document, "given", dict)
    point = _given(given, other)
    plan = doc.member(document, "plan", dict)
    relation, alternatives = read_plan(plan)
    # All directions of the first part, then those of the second one, ….
    asked_about = [
        (part, events, name)
        for part, events in enumerate(alternatives) for name in DIRECTIONS[relation]
    ]  # fmt: skip
    sides = doc.member(document, "directions", list)
    need(len(sides) == len(asked_about), "the directions are not those of the relation")
    stated: list[Bounds] = []
    done: list[tuple[Any, Bounds]] = []
    for (part, events, name), side in zip(asked_about, sides, strict=True):
        known_keys(side, "a direction", ("direction", asked, *_PART["parts" in plan]), ("grid",))
        need(side["direction"] == name, "the directions are not those of the relation, in order")
        if "part" in side:
            need(fraction(side["part"], "a part") == part, "the parts are not in order")
        bounds = _bounds(side[asked], asked)
        stated.append(bounds)
        sources: Any = None if "grid" in side else written_out(events, name)
        # Laplace noise alone costs the same in both directions, and so do most written sums.
        alone = "grid" not in side and _laplace_alone(events) is not None
        alike: Any = part if alone else sources
        if alike is not None and (alike, bounds) in done:
            continue
        if sources is None:
            _direction(events, name, asked, point, bounds, side.get("grid"))
        else:
            _written(sources, asked, point, bounds)
        done.append((alike, bounds))
    _largest(_bounds(document[asked], asked), stated)
    unread = [key for key in ("not_rechecked", "run") if key in document]
    unread += [
        f"directions[{i}].grid.{key}" for i, side in enumerate(sides)
        for key in ("window", "tilt") if "grid" in side
    ]  # fmt: skip
    unread += account_curves.confirm(document, _account)
    whole = document[asked]
    facts = (
        ("events", str(len({*map(id, (event for part in alternatives for event in part))}))),
        ("relation", relation), (other, shown(given[other])),
        (asked, f"between {shown(whole['lower'])} and {shown(whole['upper'])}"),
    )  # fmt: skip
    return Outcome("accepted", "account: re-checked", tuple(unread), facts)


def _given(given: Any, name: str) -> Fraction:
    """The δ or the ε that is given."""
    known_keys(given, "'given'", (name,))
    point = fraction(given[name], name)
    if name == "delta":
        need(SMALLEST <= point < 1, "δ lies between 1e-80 and 1")
    else:
        need(0 <= point <= LARGEST_EPS, f"ε lies between 0 and {LARGEST_EPS}")
    return point


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
    known_keys(grid, "'grid'", ("step", "window", "tilt"), ("pairs",))
    steps, *others = _alternatives(events, name, grid.get("pairs"))
    stated = Grid(_step(grid["step"]), _tilt(grid["tilt"]))
    fitted = _fitted(stated, steps)
    # No δ is above 1: nothing is to be confirmed there.
    if high_eps is not None and high_delta is not None and high_delta < 1:
        for each in (steps, *others):
            need(
                _confirmed(
                    _finer(_fitted(stated, each)),
                    partial(_at_most, each, eps=high_eps, delta=high_delta),
                    partial(_at_least, steps, fitted, high_eps, high_delta),
                ),
                "the upper bound is not confirmed",
            )
    if low_delta > 0 and (low_eps > 0 or asked == "delta"):
        need(
            _confirmed(
                _finer(fitted),
                partial(_at_least, steps, eps=low_eps, delta=low_delta),
                partial(_at_most, steps, fitted, low_eps, low_delta),
            ),
            "the lower bound is not confirmed",
        )


def _confirmed(
    grids: Sequence[Grid], shows: Callable[[Grid], bool], excludes: Callable[[], bool]
) -> bool:
    """Whether a bound is shown on one of some grids; the first is the coarsest.

    Args: excludes whether the opposite bound shows that no grid will: asked once the first did not.
    """
    first, *others = grids
    if shows(first):
        return True
    with suppress(num.Undecided):  # the opposite bound is not stated, and need not be known
        if excludes():
            return False
    return any(map(shows, others))


@dataclass(frozen=True)
class Used:
    """What one event is in one direction: a curve, or pairs of laws with finitely many outputs.

    Args:
        event: the event.
        direction: "remove", "add" or "replace".
        above: of a channel, a pair of laws that stands for all that it compares.
        below: of a channel, one of the pairs that it compares.
    """

    event: Event
    direction: str
    above: Pair | None = None
    below: Pair | None = None

    @property
    def finite(self) -> bool:
        """Whether its losses are those of finitely many outputs, but for a negligible mass."""
        source = self.event.source
        return not isinstance(source, Noisy) or source.law.startswith("discrete")

    def outcomes(self, bits: int, *, up: bool) -> tuple[Outcomes, arb]:
        """Outputs of a pair above or below what the event compares, and what is left out of P."""
        source, rate = self.event.source, self.event.rate
        if isinstance(source, Tabled):
            pair = self.above if up else self.below
            return of_pair(pair or ()), arb(0)
        outcomes, lost = outcomes_of(source, bits)
        if up and rate != 1 and self.direction == "replace":
            return replaced(outcomes, rate), lost
        return sampled(outcomes, rate, self.direction), lost

    def law(self, grid: Grid, rounding: Rounding, small: Fraction) -> Law:
        """An upper or a lower law on a grid."""
        source = self.event.source
        if self.finite:
            with working_precision(rounding.bits + 64):
                outcomes, lost = self.outcomes(rounding.bits + 64, up=rounding.up)
            return law_of_atoms(outcomes, lost, grid.unit, rounding)
        step = curve_of(self.event, self.direction, up=rounding.up)
        # The losses of Gaussian noise have no atoms.
        smooth = isinstance(source, Noisy) and source.law == "gaussian"
        places = places_of(step, grid, small, smooth=smooth)
        return law_of(step, grid.unit, places, rounding)


def _alternatives(events: Sequence[Event], direction: str, chosen: Any) -> list[list[Used]]:
    """What the events are, for each group of pairs that all uses of one channel may compare.

    Of a channel whose uses compare any pairs, one pair stands for all in an upper bound, and any
    one of them is a lower bound. Of the first channel whose uses all compare the same pair, the
    groups that are stated hold every pair; the upper bound is confirmed for each group, and the
    lower one for the pair that is alone in the first.
    """
    if chosen is None:
        chosen = [[]] * len(events)
    need(type(chosen) is list and len(chosen) == len(events), "the pairs are one for each event")
    plain, apart = [], None
    for i, (event, groups) in enumerate(zip(events, chosen, strict=True)):
        need(type(groups) is list, "the pairs of an event are no list")
        if not isinstance(event.source, Tabled):
            need(not groups, "a pair of rows is of a channel")
            plain.append(Used(event, direction))
            continue
        pairs = pairs_by_rows(event.source, event.rate, direction)
        read = [[_pair(indices, pairs) for indices in group] for group in map(_list, groups)]
        need(len(read) > 0 and len(read[0]) == 1, "the first group of pairs is one pair")
        if event.source.same and apart is None and len(read) > 1:
            covered = {pair for group in read for pair in group}
            need(covered == {*pairs.values()}, "the groups of pairs leave one out")
            apart = i, read
            plain.append(Used(event, direction, read[0][0], read[0][0]))
            continue
        need(len(read) == 1, "groups of pairs are of a channel whose uses compare the same one")
        above = standing_for(sorted({*pairs.values()}))
        plain.append(Used(event, direction, above, read[0][0]))
    if apart is None:
        return [plain]
    place, groups = apart
    others = [replace(plain[place], above=standing_for(sorted({*group}))) for group in groups[1:]]
    return [plain, *([*plain[:place], each, *plain[place + 1 :]] for each in others)]


def _list(given: Any) -> list[Any]:
    need(type(given) is list and len(given) > 0, "a group of pairs is no list")
    return list(given)


def _pair(given: Any, pairs: Mapping[tuple[int, int], Pair]) -> Pair:
    # In a text that was read numbers are bytes; a bool is an int, too.
    good = type(given) is list and len(given) == 2 and all(type(i) in (bytes, int) for i in given)
    need(good, "a pair is no pair")
    place = int(given[0]), int(given[1])
    need(place in pairs, "a pair is none of those that the channel compares")
    return pairs[place]


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


def _at_most(steps: Sequence[Used], grid: Grid, eps: Fraction, delta: Fraction) -> bool:
    """Whether the upper law of the sum on this grid has at most δ at ε."""
    law, bits = _sum(steps, grid, delta, up=True)
    reached = delta_of(law, grid.unit, eps, bits)
    return bool(reached <= arb(_exact(delta)))


def _at_least(steps: Sequence[Used], grid: Grid, eps: Fraction, delta: Fraction) -> bool:
    """Whether the lower law of the sum on this grid has at least δ at ε."""
    law, bits = _sum(steps, grid, delta, up=False)
    # Each use may have moved up to a point of the grid. Moved back, the curve is further left.
    moved = MOVED * sum(step.event.times for step in steps)
    # More than δ, not as much: then no smaller ε is enough, whether or not the curve falls here.
    return bool(delta_of(law, grid.unit, eps + moved, bits) > arb(_exact(delta)))


def _step(text: Any) -> Fraction:
    """The step of the grid: the text of a float, read as the number that this float is."""
    need(isinstance(text, str) and len(text) <= 30, "the step of the grid is no short text")
    try:
        step = float(text)
    except ValueError:
        raise num.NumberError("the step of the grid is no number") from None
    need(isfinite(step) and 0 < step <= 1, "the step of the grid lies in (0, 1]")
    return Fraction(step)


def _tilt(text: Any) -> float:
    """The tilt, a guess of which losses count: any number is as good."""
    need(isinstance(text, str) and len(text) <= 30, "the tilt of the grid is no short text")
    try:
        tilt = float(text)
    except ValueError:
        raise num.NumberError("the tilt of the grid is no number") from None
    need(isfinite(tilt) and 0 <= tilt <= LARGEST_TILT, "the tilt of the grid is out of range")
    return tilt


def _finer(grid: Grid) -> list[Grid]:
    return [replace(grid, unit=grid.unit / parts) for parts in FINER]


def _fitted(grid: Grid, steps: Sequence[Used]) -> Grid:
    """A step near the stated one of which a loss that has an atom is a multiple.

    Any step gives true bounds. But an atom of a loss beside the grid costs them the step itself,
    and the float that is stated is not quite the share of the loss that is meant.
    """
    with working_precision(FITTED):
        for loss in sorted(_marks(steps)):
            share = round(loss / grid.unit)
            if share and abs(loss / share / grid.unit - 1) < Fraction(1, 10**14):
                return replace(grid, unit=loss / share)
    return grid


def _marks(steps: Sequence[Used]) -> list[Fraction]:
    """Losses with atoms: the largest ones of Laplace noise, a little below, and all finite ones."""
    losses = []
    for used in steps:
        if used.finite:
            outcomes, _ = used.outcomes(FITTED, up=False)
            losses += [(p / q).log() for p, q in outcomes if p > 0 and q > 0]
        else:
            loss = largest_loss(used.event, "add" if used.direction == "add" else "remove")
            losses += [] if loss is None else [loss]
    return [abs(_fraction(ball_bounds(loss)[0])) for loss in losses if not loss.contains(0)]


def _sum(steps: Sequence[Used], grid: Grid, delta: Fraction, *, up: bool) -> tuple[Law, int]:
    """The law of the sum of all losses, rounded up or down; fine enough for a δ of this size."""
    # Bits and cuts only make the bounds closer: every rounding goes to the safe side.
    small = max(min(delta, Fraction(1)), SMALLEST)
    bits = 128 + (small.denominator // small.numerator).bit_length()
    rounding = Rounding(bits, up, small / 2**48)
    runs = sum(step.event.times for step in steps)
    laws = [(step.law(grid, rounding, small / (2**48 * runs)), step.event.times) for step in steps]
    return sum_of(laws, rounding), bits


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
            near, far = normal_tail(point / mu - mu / 2), normal_tail(point / mu + mu / 2)
            ball = near - point.exp() * far - arb(_exact(delta))
            if ball > 0:
                return 1
            if ball < 0:
                return -1
    raise not_separated(ball, PRECISIONS[-1])


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
