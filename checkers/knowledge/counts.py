"""Counts, released or withheld below a threshold: APK_b for every b in linear work.

With x the number of "yes" among the other unknown records, s = T − b, f(x) = P(X = x) and E = e^ε:

- target 0 against 1: δ_b = max over y ≥ s of G(y), G(y) = f(y) − (E−1)·P(X ≤ y−1). The event is
  {count ≤ b + y}, ⊥ included; G rises up to x₁ = max{x : f(x) > E·f(x−1)} and falls after it, so
  y = max(s, x₁);
- target 1 against 0: δ_b = max over j > s of H(j), H(j) = f(j−1) − (E−1)·P(X ≥ j). The event is
  {count ≥ b + j}; H rises up to y₁ = min{y : f(y−1) > E·f(y)}, so j = max(s+1, y₁).

Written like this nothing cancels at ε = 0, and 10^{−560} keeps its digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from flint import arb

from dpverify.checkers.budget import UNLIMITED, Budget
from dpverify.checkers.knowledge.binomial import Binomial, window
from dpverify.checkers.knowledge.count_laws import (
    MAX_EXACT,
    Parts,
    Table,
    ball_table,
    exact_size,
    exact_table,
)
from dpverify.defs.errors import Undecided
from dpverify.defs.knowledge.queries import COUNTS
from dpverify.defs.knowledge.scenario import Block, Records, Scenario
from dpverify.defs.numbers import Real, Value, total

MAX_BITS: Final = 4096
SHORT: Final = 200
"""Records of one law up to which a whole table is made."""
Law = Table | Binomial


class Computed(Real):
    """A number known by what computes a ball of it at a precision; balls are kept."""

    __slots__ = ("_compute", "_kept", "_name")

    def __init__(self, name: str, compute: Callable[[int], arb]) -> None:
        super().__init__("+")
        self._name, self._compute = name, compute
        self._kept: dict[int, arb] = {}

    def ball(self, bits: int) -> arb:
        """A ball that contains the number; raises Undecided beyond MAX_BITS."""
        if bits > MAX_BITS:
            raise Undecided("precision", f"{self._name} is not told apart at {MAX_BITS} bits")
        if bits not in self._kept:
            self._kept[bits] = self._compute(bits)
        return self._kept[bits]

    def __str__(self) -> str:
        return self._name


@dataclass(frozen=True)
class CountView:
    """One target of a count: the laws of the known "yes" and of the others'; threshold, or −1.

    `yes`, `no`: a value of the target that is counted, and one that is not.
    """

    theta: int
    target: int
    no: str
    yes: str
    known: Parts
    others: Parts
    threshold: int
    active: bool

    @cached_property
    def exact(self) -> bool:
        """Whether the tables are exact."""
        sizes = [exact_size(parts) for parts in (self.known, self.others)]
        return all(size is not None and size <= MAX_EXACT for size in sizes)

    def tables(self, bits: int | None) -> tuple[Law, Law]:
        """The laws of the known and of the other records, exact if bits is None."""
        if bits is None:
            return exact_table(self.known), exact_table(self.others)
        return _law(self.known, bits), _law(self.others, bits)


def count_views(
    scenario: Scenario, *, active: bool, budget: Budget = UNLIMITED
) -> list[CountView] | None:
    """The targets of a count with fixed knowledge; None where the scenario is of another kind."""
    fixed = all(isinstance(t, Records) and not t.random for t in scenario.family)
    plain = scenario.query.name in COUNTS and scenario.query.noise is None
    if not plain or scenario.injected or not fixed:
        return None
    return [view for number, theta in enumerate(scenario.family) if isinstance(theta, Records)
            for view in _views(scenario, number, theta, budget, active=active)]  # fmt: skip


def _views(
    scenario: Scenario, number: int, theta: Records, budget: Budget, *, active: bool
) -> Iterator[CountView]:
    query = scenario.query
    blocks = list(theta.blocks(()))
    chances = [_chance(block, query.counted) for block, _ in blocks]
    for index, (block, members) in enumerate(blocks):
        wanted = [block.target] if scenario.targets is None else [
            i for i in scenario.targets if i in members]  # fmt: skip
        for target in wanted:
            budget.check()
            yes = [v for v, _ in block.law if v in query.counted]
            no = [v for v, _ in block.law if v not in query.counted]
            if target is None or not yes or not no:
                continue
            known = _merged((p, b.known) for p, (b, _) in zip(chances, blocks, strict=True))
            free = (b.free - (j == index) for j, (b, _) in enumerate(blocks))
            others = _merged(zip(chances, free, strict=True))
            cut = -1 if query.threshold is None else max(query.threshold, -1)
            yield CountView(number, target, no[0], yes[0], known, others, cut, active)


def _chance(block: Block, counted: tuple[str, ...]) -> Value:
    return total(p for v, p in block.law if v in counted)


def _merged(parts: Iterator[tuple[Value, int]]) -> Parts:
    counts: dict[Value, int] = {}
    for p, count in parts:
        if count:
            counts[p] = counts.get(p, 0) + count
    return list(counts.items())


def _law(parts: Parts, bits: int) -> Law:
    """A binomial law where the records are alike and many, else a table; as balls."""
    if len(parts) == 1:
        ((p, count),) = parts
        if 0 < p < 1 and count > SHORT:
            return Binomial(p, count, bits)
    return ball_table(parts, bits)


class Evaluation:
    """A view at one ε and one precision (bits None: exact)."""

    def __init__(
        self, view: CountView, odds: Value | Real, bits: int | None, budget: Budget = UNLIMITED
    ) -> None:
        self.view, self.bits, self.budget = view, bits, budget
        budget.check()
        self.known, self.others = view.tables(bits)
        budget.check()
        self.shown: range | None = None
        self.odds: Any = odds if bits is None else odds.ball(bits)

    @cached_property
    def turn(self) -> range:
        """Where x₁ may be: one number, or a few where balls do not tell."""
        f, last = self.others.at, self.others.m
        surely = _last(0, last, lambda x: f(x) > self.odds * f(x - 1), self._first_possible)
        perhaps = _last(surely, last, lambda x: not f(x) <= self.odds * f(x - 1), surely)
        return self._few(surely, perhaps)

    @cached_property
    def turn_back(self) -> range:
        """Where y₁ may be."""
        f, last = self.others.at, self.others.m + 1
        surely = last - _last(0, last, lambda k: f(last - k - 1) > self.odds * f(last - k),
                              self._last_impossible)  # fmt: skip
        perhaps = last - _last(last - surely, last,
                               lambda k: not f(last - k - 1) <= self.odds * f(last - k),
                               last - surely)  # fmt: skip
        return self._few(perhaps, surely)

    @cached_property
    def _first_possible(self) -> int:
        if isinstance(self.others, Binomial):
            return 0
        return next(x for x, item in enumerate(self.others.items) if item != 0)

    @cached_property
    def _last_impossible(self) -> int:
        if isinstance(self.others, Binomial):
            return 0
        items = self.others.items
        return next(k for k, item in enumerate(reversed(items)) if item != 0)

    @property
    def ends(self) -> tuple[int, int]:
        """The smallest and the largest possible count of the others."""
        return self._first_possible, self.others.m - self._last_impossible

    def _few(self, first: int, last: int) -> range:
        if last - first > 3:
            raise Undecided("precision", "equal losses are not told apart by balls")
        return range(first, last + 1)

    def downward(self, b: int) -> tuple[Any, int]:
        """δ_b of the target 0 against 1, and y: the event is {count ≤ b + y}."""
        s = self.view.threshold - b
        candidates = [(self._g(max(s, x)), max(s, x)) for x in self.turn]
        return self._largest(candidates)

    def upward(self, b: int) -> tuple[Any, int]:
        """δ_b of the target 1 against 0, and j: the event is {count ≥ b + j}."""
        s = self.view.threshold - b
        candidates = [(self._h(max(s + 1, y)), max(s + 1, y)) for y in self.turn_back]
        return self._largest(candidates)

    def _g(self, y: int) -> Any:
        f = self.others.at(y)
        return self._positive(f if self._plain else f - (self.odds - 1) * self.others.below(y - 1))

    def _h(self, j: int) -> Any:
        f = self.others.at(j - 1)
        return self._positive(f if self._plain else f - (self.odds - 1) * self.others.above(j))

    @cached_property
    def _plain(self) -> bool:
        return bool(self.odds == 1)

    def _positive(self, number: Any) -> Any:
        if self.bits is None:
            return number if number > 0 else Value(0)
        return number if number > 0 else number.max(arb(0))

    def _largest(self, candidates: list[tuple[Any, int]]) -> tuple[Any, int]:
        best, place = candidates[0]
        for value, other in candidates[1:]:
            best, place = larger(best, value), (other if value > best else place)
        return best, place

    def possible(self) -> Iterator[tuple[int, Any]]:
        """Each number of known "yes" with its probability, where that is not 0."""
        for b in range(self.known.m + 1):
            weight = self.known.at(b)
            if weight != 0:
                yield b, weight

    @cached_property
    def most(self) -> tuple[int, Any]:
        """The largest possible number of known "yes": δ_b grows with b, in either order."""
        if isinstance(self.known, Binomial):
            return self.known.m, self.known.at(self.known.m)
        items = self.known.items
        b = self.known.m - next(k for k, item in enumerate(reversed(items)) if item != 0)
        return b, self.known.at(b)

    @cached_property
    def value(self) -> tuple[Any, bool]:
        """APK or PPK of the view, and whether it is attained by 0 against 1."""
        sides = [self._side(self.downward, self.turn), self._side(self.upward, self.turn_back)]
        return larger(*sides), not sides[1] > sides[0]

    def _side(self, delta: Callable[[int], tuple[Any, int]], turn: range) -> Any:
        if self.view.active:
            return delta(self.most[0])[0]
        total: Any = Value(0) if self.bits is None else arb(0)
        if self.bits is None or not isinstance(self.known, Binomial):
            for b, weight in self.possible():
                if b % 256 == 0:
                    self.budget.check()
                total = total + weight * delta(b)[0]
            return total
        return self._averaged(self.known, delta, turn)

    @property
    def edge(self) -> int:
        """From about which value of the knowledge on δ_b is constant."""
        return self._flat(self.turn)

    def _flat(self, turn: range) -> int:
        """From which b on δ_b is constant: there the threshold lies below the event's edge."""
        shift = 1 if turn is self.turn_back else 0
        return min(max(self.view.threshold + shift - turn[0], 0), self.known.m + 1)

    def _last_positive(self, turn: range, *, down: bool) -> int:
        """The largest T − b where δ_b may be > 0: past the turn the gain falls as T − b grows."""
        low, high = turn[-1] if down else turn[-1] - 1, self.others.m
        while low < high:
            middle = (low + high + 1) // 2
            gain = self._g(middle) if down else self._h(middle + 1)
            low, high = (low, middle - 1) if gain == 0 else (middle, high)
        return low

    def _averaged(
        self, known: Binomial, delta: Callable[[int], tuple[Any, int]], turn: range
    ) -> Any:
        """Σ_b P(b)·δ_b: constant from b = flat on; below, δ_b ≤ f(T − b), a log-concave bound."""
        flat = self._flat(turn)
        average = delta(known.m)[0] * known.above(flat) if flat <= known.m else arb(0)
        cut, f = self.view.threshold, self.others.at
        down = turn is self.turn
        low, high = max(0, cut - self._last_positive(turn, down=down)), flat - 1
        if low > high:
            return average

        def u(b: int) -> arb:
            return known.at(b) * f(cut - b)

        first, last, rest = window(u, low, high, lambda b: bool(u(b + 1).mid() > u(b).mid()),
                                   self.bits or 0)  # fmt: skip
        known.prepare(first, last)
        if isinstance(self.others, Binomial):
            self.others.prepare(cut - last - 1, cut - first + 1)
        for b in range(first, last + 1):
            if b % 256 == 0:
                self.budget.check()
            average = average + known.at(b) * delta(b)[0]
        self.shown = range(first, last + 1)
        return average + rest.union(arb(0))


def larger(a: Any, b: Any) -> Any:
    """The larger of two exact numbers, or a ball of it."""
    if isinstance(a, Value):
        return max(a, b)
    return a if a >= b else b if b >= a else a.max(b)


def _last(low: int, high: int, test: Callable[[int], bool], otherwise: int) -> int:
    """The largest x in low..high that passes a test that a prefix passes; `otherwise` if none."""
    if not test(max(low, otherwise)):
        return otherwise
    low = max(low, otherwise)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if test(middle) else (low, middle - 1)
    return low
