"""The privacy loss of a program by steps over all real inputs, for a thousand queries as for ten.

From above each step is aligned once for each state, and the dearest run is found by counting back
from the last query. From below a run is chosen that is dear whichever way the threshold is moved,
as short as the bound allows: a linear programme of that run alone then shows as much. Both are
confirmed in fractions by `kernel/certificates/steps.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import cycle, groupby, islice, permutations, product

from dpverify.checkers.answers.documents import Approached, StepAlignment
from dpverify.checkers.answers.places import WordPlace
from dpverify.checkers.continuous.alignment import Aligned, Unaligned, align_family
from dpverify.checkers.continuous.bound import in_nats
from dpverify.checkers.continuous.certificates import stated_decay, stated_steps
from dpverify.checkers.continuous.everywhere import everywhere
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.continuous.spot import in_numbers, str_of
from dpverify.checkers.continuous.steps import in_steps
from dpverify.checkers.continuous.walks import Walk, faster, fastest_walk
from dpverify.checkers.continuous.worst_inputs import WorstCase
from dpverify.checkers.kernel.certificates.alignment import Shifts
from dpverify.checkers.kernel.certificates.decay import Decay
from dpverify.checkers.kernel.certificates.moves import relation
from dpverify.checkers.kernel.certificates.steps import (
    Prices,
    Side,
    StepShifts,
    as_word,
    losses,
    prices,
    sides,
)
from dpverify.checkers.kernel.many_entries import written_input
from dpverify.checkers.kernel.outcome import Fault
from dpverify.defs.clock import look
from dpverify.defs.continuous.trace import Family
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.stepwise import ENTRIES, Stepwise, written_run
from dpverify.defs.documents.traced import Traced
from dpverify.defs.errors import InternalError
from dpverify.defs.numbers import INFINITY, Loss, Value, exp

MOST_IN_NUMBERS = 24
"""Queries of a run whose probabilities are looked at in numbers."""
MORE = 60
"""So many more queries than the bound allows are tried for a run."""
MOST_REPEATED = 200
"""Words before the one that ends a pattern."""
MOST_SHORT = 3
"""Queries of the runs that are all tried where no alignment bounds the loss."""
ZERO = Fraction(0)
Tick = Callable[[], None]


@dataclass(frozen=True)
class Way:
    """One way to move the threshold where queries move so, with what each word costs then."""

    side: Side
    shifts: StepShifts
    costs: Prices
    most: tuple[Fraction, ...]
    """The cost of the dearest run of 1, 2, … queries."""


@dataclass(frozen=True)
class ByLength:
    """What is known from above: for each side the ways to move the threshold; None where none is.

    Args: most the bounds for 1, 2, … queries, in units of ε or in nats.
    """

    program: Stepwise
    ways: tuple[tuple[Way, ...], ...]
    most: tuple[Fraction, ...]

    @property
    def bound(self) -> Fraction:
        """The bound for all queries, in units of ε or in nats."""
        return self.most[-1]

    def stated(self) -> StepAlignment:
        """The certificate as a result holds it."""
        return stated_steps(self.certificate)

    @property
    def certificate(self) -> tuple[StepShifts, ...]:
        """The cheapest way of each side, for all queries."""
        return tuple(min(ways, key=lambda way: way.most[-1]).shifts for ways in self.ways)

    def run(self, enough: Callable[[Fraction], bool]) -> tuple[str, ...]:
        """A short run whose alignments all cost enough; where none does, the dearest that is known.

        The bound for so many queries says how many it takes at least.
        """
        fewest = next((k for k, bound in enumerate(self.most, 1) if enough(bound)), len(self.most))
        best: tuple[Fraction, tuple[str, ...]] | None = None
        for length in range(fewest, min(fewest + MORE, self.program.queries) + 1):
            look()
            for run in self._candidates(length):
                price = max(_price(self.program, ways, run) for ways in self.ways)
                if best is None or price > best[0]:
                    best = price, run
            if best is not None and enough(best[0]):
                break
        return () if best is None else best[1]

    def _candidates(self, length: int) -> Iterator[tuple[str, ...]]:
        for ways in self.ways:
            yield _dear_to_all(self.program, ways, length)
        if any(after.anew for step in self.program.steps for after in step.after.values()):
            yield from _repeated(self.program, length)


def by_length(program: Program, tick: Tick) -> ByLength | None:
    """The bounds from above; None where some step has no alignment.

    Raises: Undecided where queries do not all move alike.
    """
    stepwise = _steps(program)
    known = list[tuple[Traced, Side, Fraction, tuple[Aligned | Unaligned]]]()
    every = []
    for side in sides(program.relation.boxes()):
        ways = []
        for shift in sorted({ZERO, *side}, key=abs):
            tick()
            way = _way(stepwise, side, shift, known)
            if way is not None:
                ways.append(way)
        if not ways:
            return None
        every.append(tuple(ways))
    each = [[min(way.most[k] for way in ways) for ways in every] for k in range(stepwise.queries)]
    return ByLength(stepwise, tuple(every), tuple(map(max, each)))


def _way(
    program: Stepwise,
    side: Side,
    shift: Fraction,
    known: list[tuple[Traced, Side, Fraction, tuple[Aligned | Unaligned]]],
) -> Way | None:
    steps = []
    for step in program.steps:
        look()
        same = [one for t, s, k, one in known if (s, k) == (side, shift) and t == step.traced]
        if not same:  # most states do the same
            family = Family(step.traced, ENTRIES)
            same = [(align_family(family, (((shift, shift), side),)),)]
            known.append((step.traced, side, shift, same[0]))
        (aligned,) = same[0]
        if not isinstance(aligned, Aligned) or aligned.leads:
            return None
        own: dict[str, list[Shifts]] = {
            word: [choices[0] for choices in paths] for word, paths in aligned.certificate.items()
        }
        steps.append(own)
    shifts = StepShifts(shift, tuple(steps))
    try:
        costs = prices(program, side, shifts)
    except Fault:
        return None
    return Way(side, shifts, costs, tuple(losses(program, costs, shift)))


def _ahead(program: Stepwise, way: Way, length: int) -> list[list[Fraction]]:
    """The cost of the dearest run of 0, 1, 2, … further queries from each state."""
    drawn = abs(way.shifts.threshold) / program.threshold.scale
    table = [[ZERO] * len(program.steps)]
    for left in range(length):
        last, again = table[-1], drawn if left else ZERO
        table.append([
            max(
                way.costs[state][word]
                + (ZERO if after.state is None else last[after.state] + again * after.anew)
                for word, after in step.after.items()
            )
            for state, step in enumerate(program.steps)
        ])  # fmt: skip
    return table


def _dear_to_all(program: Stepwise, ways: Sequence[Way], length: int) -> tuple[str, ...]:
    """A run that costs much by every way: each word is the best for the way that is worst off."""
    drawn = [abs(way.shifts.threshold) / program.threshold.scale for way in ways]
    tables = [_ahead(program, way, length) for way in ways]
    spent, state, run = [*drawn], 0, list[str]()
    while len(run) < length:
        left, best = length - len(run) - 1, None
        for word, after in program.steps[state].after.items():
            own = [
                paid + way.costs[state][word] + (again if after.anew and left else ZERO)
                for paid, way, again in zip(spent, ways, drawn, strict=True)
            ]
            whole = [
                paid + (ZERO if after.state is None else table[left][after.state])
                for paid, table in zip(own, tables, strict=True)
            ]
            key = min(whole), sum(whole, ZERO)
            if best is None or key > best[0]:
                best = key, word, own, after
        if best is None:
            break
        _, word, spent, after = best
        run.append(word)
        if after.state is None:
            break
        state = after.state
    return tuple(run)


def _repeated(program: Stepwise, length: int) -> Iterator[tuple[str, ...]]:
    """Yield runs of one pattern "0 0 … 0 1", as often as the program goes on, or it fits."""
    words = sorted({word for step in program.steps for word in step.after})
    for zero, one in permutations(words, 2):
        for count in range(min(length, MOST_REPEATED)):
            run, state = list[str](), 0
            for word in islice(cycle((*[zero] * count, one)), length):
                after = program.steps[state].after.get(word)
                if after is None:
                    break
                run.append(word)
                if after.state is None:
                    break
                state = after.state
            yield tuple(run)


def _price(program: Stepwise, ways: Sequence[Way], run: Sequence[str]) -> Fraction:
    """What a run costs where the threshold may move in another way each time that it is drawn."""
    drawn = [abs(way.shifts.threshold) / program.threshold.scale for way in ways]
    whole, block, state = ZERO, [*drawn], 0
    for number, word in enumerate(run, 1):
        block = [paid + way.costs[state][word] for paid, way in zip(block, ways, strict=True)]
        after = program.steps[state].after[word]
        if after.state is None:
            break
        state = after.state
        if after.anew and number < len(run):
            whole, block = whole + min(block), [*drawn]
    return whole + min(block)


def _steps(program: Program) -> Stepwise:
    if program.stepwise is None:
        raise InternalError("the program is not given by its steps")
    return program.stepwise


@dataclass(frozen=True)
class Shown:
    """A run that shows a loss along a walk of neighbours; `part` is the program with it alone."""

    program: Program
    run: tuple[str, ...]
    walk: Walk
    part: Program

    @property
    def loss(self) -> Loss:
        """What the walk shows."""
        unit = self.program.eps if _steps(self.program).symbolic else Fraction(1)
        return INFINITY if self.walk.rate is None else in_nats(self.walk.rate * unit)

    def approached(self) -> Approached:
        """How a result shows that the loss is approached."""
        decay, more = self.walk.decay, (ZERO,) * (_steps(self.program).queries - len(self.run))
        longer = Decay(
            decay.move + more, decay.base + more, decay.path, decay.noises, decay.multipliers,
            decay.impossible,
        )  # fmt: skip
        first, second = (_label(end, len(more)) for end in self.walk.inputs)
        return Approached((first, second), self.walk.word, decay=stated_decay(longer))

    def place(self, wanted: Callable[[Value, Value], bool], tick: Tick) -> WordPlace | None:
        """Two inputs in numbers on which two probabilities are as wanted; None if none is found."""
        if len(self.run) > MOST_IN_NUMBERS:
            return None
        family = self.part.family
        if family is None:
            raise InternalError("a run is one of all real inputs")
        worst = WorstCase(
            self.walk.rate, None, family.traced.symbolic, self.walk, Unaligned("", ""), family,
            self.program.moves or "", 0.0,
        )  # fmt: skip
        found, place = everywhere(self.part, tick, worst), None
        if found.spot is not None and found.pair is not None:
            place = in_numbers(found.pair, found.spot, wanted, tick)
        if place is None:
            place = in_steps(self.part, self.walk, wanted, tick)
        if place is None or place.entries is None:
            return None
        more = (ZERO,) * (_steps(self.program).queries - len(self.run))
        first, second = (entry + more for entry in place.entries)
        labels = written_input(first), written_input(second)
        return replace(place, inputs=labels, entries=(first, second), gaps={})


def _label(end: Sequence[Shift], still: int) -> str:
    """An input of a walk on one line, with further entries 0."""
    texts = [*map(str_of, end), *["0"] * still]
    rows = [(text, sum(1 for _ in several)) for text, several in groupby(texts)]
    return f"({', '.join(t if count == 1 else f'{t} ×{count}' for t, count in rows)})"


def shown(
    program: Program, known: ByLength | None, enough: Callable[[Fraction], bool], tick: Tick
) -> Shown | None:
    """A walk along a run that loses enough, if one is found; without a bound, the best of a few."""
    tick()
    if known is not None:
        return _along(program, known.run(enough), known.most[-1])
    best: Shown | None = None
    for run in _short(_steps(program)):
        tick()
        one = _along(program, run, None)
        better = one is not None and (best is None or faster(best.walk, one.walk) is not best.walk)
        best = one if better else best
        if best is not None and best.walk.rate is None:
            break
    return best


def _short(program: Stepwise) -> Iterator[tuple[str, ...]]:
    """Yield all runs of few queries, the shortest first."""
    words = sorted({word for step in program.steps for word in step.after})
    for length in range(1, min(MOST_SHORT, program.queries) + 1):
        yield from product(words, repeat=length)


def _along(program: Program, run: tuple[str, ...], limit: Fraction | None) -> Shown | None:
    stepwise = _steps(program)
    word = written_run(stepwise, run)
    try:
        traced = as_word(stepwise, word, run)
    except Fault:
        return None
    family = Family(traced, stepwise.entries[: len(run)])
    boxes = relation(program.moves or "", len(run)).boxes()
    walk = fastest_walk(family, word, boxes, limit, Unaligned("", ""))
    if walk is None:
        return None
    part = Program(
        program.eps, {}, {}, (), [], program.moves, family, True, compared=program.compared
    )
    return Shown(program, run, walk, part)


def attains(loss: Loss) -> Callable[[Value, Value], bool]:
    """Whether two probabilities show that much."""
    if loss == INFINITY:
        return lambda p, q: bool(p > 0 and q == 0)
    odds = exp(loss)
    return lambda p, q: bool(q > 0 and p == odds * q)
