"""δ of a count along a long chain: integers rounded down, with a bound on what rounding did.

δ of an ordered pair given b is Σ_o max(0, P(o) − e^ε·Q(o)); every term is an integer over a common
denominator, up to an error that is added up beside it. Laws need not be unimodal, nor their ratio
monotone, so nothing but the definition is used.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from typing import Any, Final, TypeAlias

from flint import arb, fmpz_poly

from dpverify.checkers.answers.places import Setting, Term
from dpverify.checkers.budget import Budget
from dpverify.checkers.knowledge.chain_laws import ChainLaws, Part
from dpverify.checkers.knowledge.chain_views import Facts, facts, sets_of, size_of
from dpverify.checkers.knowledge.counts import MAX_BITS, Computed
from dpverify.defs.errors import Undecided
from dpverify.defs.knowledge.chain import Chain
from dpverify.defs.knowledge.queries import WITHHELD
from dpverify.defs.knowledge.scenario import Scenario
from dpverify.defs.numbers import Number, Real, Value
from dpverify.defs.numbers.balls import working_precision

FIRST: Final = 192
"""Bits of the first try; each further one takes twice as many."""
GUARD: Final = 48
LISTED: Final = 30
"""Counts up to which an event is listed one by one; longer runs are intervals."""
MAX_KNOWN: Final = 4_096
"""Values of the knowledge beside one target: no more are re-checked."""
LARGEST: Final = 2**4096
"""e^ε up to which the smallest ε is looked for."""


@dataclass(frozen=True)
class Side:
    """An ordered pair of values of the target given one value of the knowledge.

    `gains`: by counts from `low` on P − e^ε·Q, over a denominator; `withheld` that of ⊥; `error`
    bounds the error of all of them together.
    """

    fact: Facts
    pair: tuple[int, int]
    low: int
    gains: fmpz_poly
    withheld: int
    error: int
    below: arb

    @cached_property
    def delta(self) -> arb:
        """The hockey-stick divergence of the two laws."""
        positive = sum((int(g) for g in self.gains if g > 0), start=max(self.withheld, 0))
        return between(positive - self.error, positive + self.error).max(arb(0)) / self.below

    @property
    def event(self) -> tuple[bool, list[tuple[int, int]]]:
        """Whether ⊥ surely gains, and the runs of counts that do."""
        runs: list[tuple[int, int]] = []
        for x, gain in enumerate(self.gains, start=self.low):
            if gain > self.error:
                if runs and runs[-1][1] == x - 1:
                    runs[-1] = runs[-1][0], x
                else:
                    runs.append((x, x))
        return self.withheld > self.error, runs


class ChainEvaluation:
    """All targets of one chain at one e^ε, with numbers of `bits`."""

    def __init__(self, view: ChainView, odds: Value | Real, bits: int) -> None:
        self.view, self.bits = view, bits
        self.laws = view.laws(bits)
        with working_precision(bits + GUARD):
            scaled = odds.ball(bits + GUARD) * self.laws.unit
            self.odds = whole_below(scaled.mid())
            self.odds_high = whole_below(scaled.abs_upper()) + 2

    def best(self) -> tuple[arb, int, tuple[int, int], list[Side]]:
        """The largest δ, the target, the ordered pair and the terms that attain it."""
        largest: tuple[arb, int, tuple[int, int], list[Side]] = (arb(0), 0, (0, 0), [])
        first = True
        with working_precision(self.bits + GUARD):
            for target in self.view.targets:
                every = self.view.facts(target, self.bits)
                for pair in permutations(self.view.chain.possible(target), 2):
                    sides = [self.side(fact, pair) for fact in every]
                    for delta, some in self._values(target, sides):
                        if first or delta.mid() > largest[0].mid():
                            upper = delta if first else delta.max(largest[0])
                            largest, first = (upper, target, pair, some), False
                        else:
                            largest = (largest[0].max(delta), *largest[1:])
        return largest

    def _values(self, target: int, sides: list[Side]) -> list[tuple[arb, list[Side]]]:
        """The divergence of each value of the knowledge, or their mean."""
        if self.view.active:
            return [(side.delta, [side]) for side in sides]
        mean = sum((self.weight(target, side) * side.delta for side in sides), start=arb(0))
        return [(mean, sides)]

    def weight(self, target: int, side: Side) -> arb:
        """P(b | t)."""
        t = side.pair[0]
        if side.fact.known == "nothing":
            return arb(1)
        alone = self.laws.joint({target: t})
        return (_total(self.laws, side.fact.parts[t]) / _total(self.laws, alone)
                * Value(Fraction(1, sets_of(self.view.chain))).ball(self.bits + GUARD))  # fmt: skip

    def side(self, fact: Facts, pair: tuple[int, int]) -> Side:
        """P − e^ε·Q for every output, over the denominator P(t, b)·P(t', b)·unit³."""
        self.laws.budget.check()
        p, q, unit = fact.parts[pair[0]], fact.parts[pair[1]], self.laws.unit
        size = self.view.chain.n + 1
        (a, a_high), (b, b_high) = ((part.total, part.total + size * part.slack) for part in (p, q))
        low = min(p.low, q.low)
        scaled = p.poly.left_shift(p.low - low) * (b * unit) - \
            q.poly.left_shift(q.low - low) * (a * self.odds)  # fmt: skip
        # Of products of numbers that are too small by so much, no sum is off by more than this.
        error = (a_high * b_high - a * b) * unit + b_high * a_high * self.odds_high \
            - b * a * self.odds  # fmt: skip
        cut = min(self.view.cut, size - 1) - low + 1
        withheld = int(scaled.truncate(cut)(1)) if cut > 0 else 0
        gains = scaled.right_shift(cut) if cut > 0 else scaled
        below = between(2 * a - a_high, a_high) * between(2 * b - b_high, b_high) * unit
        if not below > 0:
            raise Undecided("precision", "a value of the knowledge is too unlikely")
        return Side(fact, pair, low + max(cut, 0), gains, withheld, error, below)

    def term(self, target: int, side: Side) -> Term[Number]:
        """A term of a witness: the event that surely gains, and its probabilities."""
        withheld, runs = side.event
        weight = self.weight(target, side)
        event, interval = events_of(withheld, runs)
        masses = [self._mass(side.fact.parts[t], withheld, runs) for t in side.pair]
        p, q = (_number(mass, what) for mass, what in zip(masses, "pq", strict=True))
        return Term(side.fact.known, _number(weight, "weight"), event, (p, q), interval)

    def gain(self, target: int, side: Side) -> arb:
        """What a term adds to the excess."""
        withheld, runs = side.event
        p, q = (self._mass(side.fact.parts[t], withheld, runs) for t in side.pair)
        odds = between(2 * self.odds - self.odds_high, self.odds_high) / self.laws.unit
        return (p - odds * q) * (arb(1) if self.view.active else self.weight(target, side))

    def _mass(self, part: Part, withheld: bool, runs: list[tuple[int, int]]) -> arb:
        spans = [(0, self.view.cut), *runs] if withheld else runs
        whole, size = 0, 0
        for low, high in spans:
            first, last = max(low - part.low, 0), high - part.low
            whole += int(part.poly.right_shift(first).truncate(max(last - first + 1, 0))(1))
            size += high - low + 1
        slack = size * part.slack
        return between(whole - slack, whole + slack) / self.laws.unit / _total(self.laws, part)


def events_of(
    withheld: bool, runs: list[tuple[int, int]]
) -> tuple[tuple[str, ...], tuple[int, int] | None]:
    """An event as a term has it: outputs one by one, and the longest run by its ends."""
    event: list[str] = [WITHHELD] if withheld else []
    interval = None
    longest = max(runs, key=lambda run: run[1] - run[0], default=None)
    for run in runs:
        if run == longest and run[1] - run[0] >= LISTED:
            interval = run
        else:
            event += map(str, range(run[0], run[1] + 1))
    return tuple(event), interval


def whole_below(exact: arb) -> int:
    """The integer below a ball of radius 0."""
    floor = exact.floor().unique_fmpz()
    if floor is None:
        raise Undecided("precision", "e^ε is too large for the precision")
    return int(floor)


def between(low: int, high: int) -> arb:
    """A ball that contains low..high."""
    return arb(low).union(arb(high))


def _total(laws: ChainLaws, part: Part) -> arb:
    slack = (laws.chain.n + 1) * part.slack
    return between(part.total - slack, part.total + slack) / laws.unit


def _number(ball: arb, what: str) -> Number:
    return Computed(what, lambda _: ball)


class ChainView:
    """One chain of a scenario, whose laws are kept for each precision."""

    def __init__(
        self, scenario: Scenario, number: int, chain: Chain, budget: Budget, *, active: bool
    ) -> None:
        self.chain, self.number, self.active, self.budget = chain, number, active, budget
        self.counted = scenario.query.counted
        threshold = scenario.query.threshold
        self.cut = -1 if threshold is None else max(threshold, -1)
        self.known = size_of(chain, scenario.targets)
        self.targets = tuple(chain.targets(scenario.targets))
        self._laws: dict[int, ChainLaws] = {}
        self._facts: dict[tuple[int, int], list[Facts]] = {}

    def laws(self, bits: int) -> ChainLaws:
        """The stretches of the chain at a precision."""
        if bits not in self._laws:
            self._laws[bits] = ChainLaws(self.chain, self.counted, bits, self.budget)
        return self._laws[bits]

    def facts(self, target: int, bits: int) -> list[Facts]:
        """What may be known beside a target."""
        if (target, bits) not in self._facts:
            self._facts[target, bits] = list(facts(self.laws(bits), target))
        return self._facts[target, bits]


@dataclass(frozen=True)
class Attained:
    """The largest δ, and how its terms are written."""

    value: Number
    setting: Callable[[], Setting]


def chain_views(scenario: Scenario, budget: Budget, *, active: bool) -> list[ChainView]:
    """The chains of a scenario.

    Raises: Undecided where another member of the family is no chain.
    """
    views = []
    for number, theta in enumerate(scenario.family):
        if not isinstance(theta, Chain):
            raise Undecided("unsupported", "a family of long chains and of other laws")
        view = ChainView(scenario, number, theta, budget, active=active)
        if view.known > MAX_KNOWN * len(view.targets):
            raise Undecided(
                "unsupported",
                f"of a long chain at most {MAX_KNOWN} values of the knowledge are looked at; name"
                " the known records instead of a set at random",
            )
        views.append(view)
    return views


def tells_nothing(views: list[ChainView]) -> bool:
    """Whether no count can be above the threshold, so that ⊥ is all that is ever said."""
    return all(view.cut >= view.chain.n for view in views)


def largest_delta(views: list[ChainView], odds: Value | Real) -> Attained:
    """The largest δ over all chains, targets and pairs, known by balls.

    Raises: Undecided("precision") where nothing is surely above 0.
    """
    if tells_nothing(views):
        return Attained(Value(0), lambda: Setting(0, 0, (), ()))
    kept: dict[int, Place] = {}

    def setting() -> Setting:
        _, view, at, (_, target, pair, sides) = _largest(views, odds, 136, kept)
        with working_precision(at.bits + GUARD):
            some = [side for side in sides if any(side.event)]
            terms = tuple(at.term(target, side) for side in some)
            total = sum((at.gain(target, side) for side in some), start=arb(0))
        if not terms:
            raise Undecided("precision", f"no event surely gains at {at.bits} bits")
        values = tuple(view.chain.values[t] for t in pair)
        return Setting(view.number, target, values, terms, 0, _number(total, "the gain"))

    delta = Computed("δ of the chain", lambda bits: _largest(views, odds, bits, kept)[0])
    return Attained(delta, setting)


Place: TypeAlias = tuple[arb, ChainView, ChainEvaluation, Any]
"""A ball of δ, and the view, the evaluation and the place that attain it."""


def _largest(
    views: list[ChainView], odds: Value | Real, bits: int, kept: dict[int, Place]
) -> Place:
    """The largest δ with so many correct bits, if MAX_BITS are enough for that.

    Args: kept what was computed before for the same e^ε, by working precision.
    """
    working = FIRST
    while working < bits + GUARD:
        working *= 2
    while True:
        best = kept[working] = kept.get(working) or _best(views, odds, working)
        if best[0].rel_accuracy_bits() >= bits or working >= MAX_BITS:
            return best
        working *= 2


def _best(views: list[ChainView], odds: Value | Real, working: int) -> Place:
    best: Place | None = None
    for view in views:
        at = ChainEvaluation(view, odds, working)
        place = at.best()
        with working_precision(working + GUARD):
            if best is None:
                best = place[0], view, at, place
            elif place[0].mid() > best[0].mid():
                best = place[0].max(best[0]), view, at, place
            else:
                best = best[0].max(place[0]), *best[1:]
    if best is None:
        raise Undecided("unsupported", "a family without chains")
    return best


def smallest_eps(views: list[ChainView], delta: Value | Real) -> tuple[Number, Setting]:
    """The smallest ε with δ(ε) ≤ delta, by bisection on e^ε, and a setting that refutes less.

    Raises: Undecided where it is infinite, or larger than ln(LARGEST).
    """
    at_one = largest_delta(views, Value(1))
    if tells_nothing(views) or at_one.value <= delta:
        return Value(0), at_one.setting()

    def compute(bits: int) -> arb:
        low, high = _ends(views, delta, bits)
        with working_precision(bits + GUARD):
            return low.ball(bits + GUARD).log().union(high.ball(bits + GUARD).log())

    low, _ = _ends(views, delta, 136)
    return Computed("ε of the chain", compute), largest_delta(views, low).setting()


def _ends(views: list[ChainView], delta: Value | Real, bits: int) -> tuple[Value, Value]:
    """Values of e^ε on either side of the smallest good one, as close as balls tell."""
    low, high = Fraction(1), Fraction(2)
    # Of a small δ more bits are needed than its own: those that it is small by.
    bound = delta.ball(bits + GUARD)
    while not _largest(views, Value(high), bits, {})[0] <= bound:
        low, high = high, high**2
        if high > LARGEST:
            raise Undecided("unsupported", "no finite ε was found: outputs of infinite loss")
    while high - low > low / 2**bits:
        middle = (low + high) / 2
        value = _largest(views, Value(middle), bits, {})[0]
        if value > bound:
            low = middle
        elif value <= bound:
            high = middle
        else:
            break
    return Value(low), Value(high)
