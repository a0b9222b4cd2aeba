"""For the kernel: a count along a Markov chain, by its own transfer matrices, exact or bounded.

Trusted, beside `dpverify.defs.numbers` (with python-flint) and the standard library. W_m has at
(u, v) the polynomial Σ_x w_x·z^x, w_x the probability that m steps from u end at v and that x of
the m records arrived at are counted. Matrices of stretches multiply; a record whose value is fixed
splits the chain into independent parts. Numbers are integers over a power of the common
denominator; or, for long chains, over 2^bits, rounded down: then each coefficient c stands for a
number in [c, c + over].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations, pairwise, product
from math import comb, lcm
from typing import Any, Final

from flint import arb, fmpz, fmpz_poly

from dpverify.checkers.kernel.count_views import Event
from dpverify.checkers.kernel.counts import Ball
from dpverify.checkers.kernel.outcome import known_keys
from dpverify.checkers.kernel.queries import Query, whole
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

MAX_EXACT: Final = 10_000_000  # squared records, times bits, times values known and of the target
MAX_KNOWN: Final = 4_096  # values of the knowledge that are gone through in a long chain
MAX_COUNT: Final = 1_000_000
MAX_STATES: Final = 16
Limit = partial(num.Undecided, "unsupported")
NOTHING = fmpz_poly([])


@dataclass(frozen=True)
class Poly:
    """Coefficients of z^low, z^(low+1), …; every one, also where none is stored, in c..c + over."""

    stored: fmpz_poly
    low: int = 0
    over: int = 0

    def between(self, low: int, high: int) -> int:
        """The sum of the coefficients stored for low..high."""
        first, last = max(low - self.low, 0), high - self.low
        some = self.stored.right_shift(first).truncate(max(last - first + 1, 0))
        return int(some(1))


@dataclass(frozen=True)
class Chain:
    """A chain as the document states it: n records, the law of record 0, the laws of the next.

    `counts`: for each value whether it is counted; `known`: ("indices", places) or ("size", k).
    """

    n: int
    values: tuple[str, ...]
    start: tuple[Fraction, ...]
    steps: tuple[tuple[Fraction, ...], ...]
    counts: tuple[bool, ...]
    known: tuple[str, Any]

    @cached_property
    def unit(self) -> int:
        """A common denominator of all probabilities."""
        return lcm(*(p.denominator for row in (self.start, *self.steps) for p in row))

    @cached_property
    def is_positive(self) -> bool:
        """Whether any value can follow any other: then nothing that is known excludes a value."""
        return all(p > 0 for row in self.steps for p in row)

    def arrivals(self, first: int, steps: int) -> set[int]:
        """The values that are possible so many steps after a value."""
        seen: dict[frozenset[int], int] = {}
        at, cycle = frozenset([first]), list[frozenset[int]]()
        # Sets of values come back after a while, and from then on they go round.
        while at not in seen and len(cycle) < steps:
            seen[at] = len(cycle)
            cycle.append(at)
            at = frozenset(v for u in at for v, p in enumerate(self.steps[u]) if p > 0)
        if len(cycle) == steps:
            return set(at)
        begin = seen[at]
        return set(cycle[begin + (steps - begin) % (len(cycle) - begin)])

    def possible(self, place: int) -> list[int]:
        """The values that a record can have."""
        firsts = [u for u, p in enumerate(self.start) if p > 0]
        return sorted({v for u in firsts for v in self.arrivals(u, place)})

    def is_possible(self, fixed: dict[int, int]) -> bool:
        """Whether records can have these values together."""
        places = sorted(fixed)
        if places and fixed[places[0]] not in self.possible(places[0]):
            return False
        return all(fixed[b] in self.arrivals(fixed[a], b - a)
                   for a, b in pairwise(places))  # fmt: skip

    def known_sets(self, target: int) -> Iterator[tuple[int, ...]]:
        """The sets of places that may be known; all weigh alike."""
        kind, which = self.known
        if kind == "indices":
            yield which
        else:
            yield from combinations([i for i in range(self.n) if i != target], which)

    @property
    def share(self) -> Fraction:
        """The probability of each of these sets."""
        kind, which = self.known
        return Fraction(1, comb(self.n - 1, which) if kind == "size" else 1)

    def label(self, fixed: dict[int, int]) -> str:
        """How a value of the knowledge is written."""
        return ",".join(f"{i}={self.values[v]}" for i, v in fixed.items()) or "nothing"

    def knowledge(self, target: int) -> Iterator[dict[int, int]]:
        """Every value of the knowledge; each must leave every value of the target possible."""
        own = self.possible(target)
        for places in self.known_sets(target):
            for some in product(*(self.possible(i) for i in places)):
                fixed = dict(zip(places, some, strict=True))
                if self.is_possible(fixed):
                    for t in own:
                        need(self.is_possible({**fixed, target: t}),
                             "a value of the knowledge excludes one of the target")  # fmt: skip
                    yield fixed

    def knowledge_size(self) -> int:
        """At most how many values of the knowledge there are beside one target."""
        kind, which = self.known
        places = which if kind == "size" else len(which)
        sets = comb(self.n - 1, which) if kind == "size" else 1
        return int(sets * len(self.values) ** min(places, 64))

    def is_short(self) -> bool:
        """Whether the laws are written out exactly."""
        size = self.n**2 * self.unit.bit_length() * len(self.values)
        return size <= MAX_EXACT and size * self.knowledge_size() <= MAX_EXACT


class Stretches:
    """Products of transfer matrices of a chain; exact where bits is None."""

    def __init__(self, chain: Chain, bits: int | None) -> None:
        self.chain, self.bits = chain, bits
        self.unit = chain.unit if bits is None else 1 << bits
        self.size = range(len(chain.values))
        self._walks: dict[int, list[list[Poly]]] = {}
        self._rows: dict[tuple[int | None, int], list[Poly]] = {}
        self._joints: dict[tuple[tuple[int, int], ...], Poly] = {}

    def walk(self, m: int) -> list[list[Poly]]:
        """W_m, m a power of 2."""
        if m not in self._walks:
            if m == 1:
                rows = [[self._arrived(p, v) for v, p in enumerate(row)]
                        for row in self.chain.steps]  # fmt: skip
            else:
                half = self.walk(m // 2)
                rows = [self._row(row, half) for row in half]
            self._walks[m] = rows
        return self._walks[m]

    def onward(self, row: list[Poly], steps: int) -> list[Poly]:
        """A row times W_steps, by the powers of 2 that steps is made of."""
        power = 1
        while power <= steps:
            row = self._row(row, self.walk(power)) if steps & power else row
            power *= 2
        return row

    def from_value(self, u: int, steps: int) -> list[Poly]:
        """Row u of W_steps."""
        if (u, steps) not in self._rows:
            # Without a step there is no probability, and nothing to divide by.
            one = Poly(fmpz_poly([1 if self.bits is None else self.unit]))
            row = [one if v == u else Poly(NOTHING) for v in self.size]
            self._rows[u, steps] = self.onward(row, steps)
        return self._rows[u, steps]

    def from_start(self, place: int) -> list[Poly]:
        """For each value of a record, the law of the count up to that record and it."""
        if (None, place) not in self._rows:
            start = [self._arrived(p, v) for v, p in enumerate(self.chain.start)]
            self._rows[None, place] = self.onward(start, place)
        return self._rows[None, place]

    def joint(self, fixed: dict[int, int]) -> Poly:
        """The law of the count of all records together with the values of some."""
        key = tuple(sorted(fixed.items()))
        if key not in self._joints:
            (place, value), end = key[0], self.chain.n - 1
            whole_law = self.from_start(place)[value]
            for (one, u), (other, v) in pairwise(key):
                whole_law = self._times(whole_law, self.from_value(u, other - one)[v])
            last, value = key[-1]
            rest = self._sum(self.from_value(value, end - last))
            self._joints[key] = self._times(whole_law, rest)
        return self._joints[key]

    def _arrived(self, p: Fraction, v: int) -> Poly:
        whole_number, rest = divmod(p.numerator * self.unit, p.denominator)
        return Poly(fmpz_poly([whole_number]), int(self.chain.counts[v]), int(rest > 0))

    def _times(self, a: Poly, b: Poly) -> Poly:
        """The product: with a in a..a + α and b in b..b + β, a·b is in ab..ab + αΣb + βΣa + Nαβ."""
        if not (a.stored or a.over) or not (b.stored or b.over):
            return Poly(NOTHING)
        exact = a.stored * b.stored
        if self.bits is None:
            return Poly(exact, a.low + b.low)
        over = a.over * int(b.stored(1)) + b.over * int(a.stored(1))
        over += (self.chain.n + 1) * a.over * b.over
        rounded = exact // fmpz(self.unit)
        more = -(-over // self.unit) + 1 if exact or over else 0  # 1 for what was rounded down
        zeros = 0
        for coefficient in rounded:
            if coefficient != 0:
                break
            zeros += 1
        return Poly(rounded.right_shift(zeros), a.low + b.low + zeros, more)

    def _sum(self, parts: list[Poly]) -> Poly:
        low = min((part.low for part in parts if part.stored), default=0)
        stored = sum(
            (part.stored.left_shift(part.low - low) for part in parts if part.stored),
            start=NOTHING,
        )
        return Poly(stored, low, sum(part.over for part in parts))

    def _row(self, row: list[Poly], matrix: list[list[Poly]]) -> list[Poly]:
        """A row times a matrix."""
        return [self._sum([self._times(row[k], matrix[k][j]) for k in self.size])
                for j in self.size]  # fmt: skip


@dataclass(frozen=True)
class ChainSlice:
    """One value of the knowledge of a long chain: `fixed` its places and values."""

    view: ChainView
    fixed: dict[int, int]

    @property
    def values(self) -> tuple[str, ...]:
        """The values that the target can have."""
        return self.view.values

    def weighed(self, t: str) -> Any:
        """P(b | t)."""
        own = {self.view.target: self.view.chain.values.index(t)}

        def compute(bits: int) -> arb:
            laws = self.view.laws(bits)
            part, whole_law = (total(laws, laws.joint(f)) for f in ({**self.fixed, **own}, own))
            return part / whole_law * num.Value(self.view.chain.share).ball(bits)

        return Ball(compute) if self.fixed else num.ONE

    def mass(self, t: str, event: Event) -> Any:
        """P(S | t, b)."""
        runs = self.view.runs(event)
        return Ball(lambda bits: self._mass(t, runs, bits))

    def gain(self, t: str, u: str, event: Event, odds: Any) -> Any:
        """P(S | t, b) − e^ε·P(S | u, b)."""
        runs = self.view.runs(event)
        return Ball(lambda bits: self._mass(t, runs, bits)
                    - odds.ball(bits) * self._mass(u, runs, bits))  # fmt: skip

    def _mass(self, t: str, runs: list[tuple[int, int]], bits: int) -> arb:
        laws, poly = self.view.laws(bits), self.view.joint(self.fixed, t, bits)
        low = sum(poly.between(*run) for run in runs)
        size = sum(last - first + 1 for first, last in runs)
        return spread(low, size * poly.over, laws.unit) / total(laws, poly)


class ChainView:
    """One target of a count along a chain that is too long for exact laws."""

    def __init__(self, chain: Chain, threshold: int | None, target: int) -> None:
        self.chain, self.target = chain, target
        self.cut = -1 if threshold is None else max(threshold, -1)
        self.withholds = threshold is not None
        self.values = tuple(chain.values[v] for v in chain.possible(target))
        self._laws: dict[int, Stretches] = {}

    @cached_property
    def _known(self) -> dict[str, dict[int, int]]:
        """Every value of the knowledge, by its label."""
        small = self.chain.knowledge_size() <= MAX_KNOWN
        need(small, "too large: what is known of a chain", Limit)
        return {self.chain.label(fixed): fixed for fixed in self.chain.knowledge(self.target)}

    def __contains__(self, label: object) -> bool:
        return label in self._known

    def __getitem__(self, label: str) -> Any:
        return ChainSlice(self, self._known[label])

    def laws(self, bits: int) -> Stretches:
        """Stretches of the chain with numbers of so many bits or more, a power of 2."""
        level = max(256, 1 << (bits - 1).bit_length())
        if level not in self._laws:
            self._laws[level] = Stretches(self.chain, level)
        return self._laws[level]

    def joint(self, fixed: dict[int, int], t: str, bits: int) -> Poly:
        """The law of the count together with what is known and a value of the target."""
        return self.laws(bits).joint({**fixed, self.target: self.chain.values.index(t)})

    def runs(self, event: Event) -> list[tuple[int, int]]:
        """The counts of an event as runs; ⊥ stands for all that are not released."""
        outputs, runs = [*event.outputs], list[tuple[int, int]]()
        if "⊥" in outputs:
            need(self.withholds, "the event holds ⊥, and nothing is withheld")
            outputs.remove("⊥")
            runs.append((0, min(self.cut, self.chain.n)))
        counts = [int(o) for o in outputs if o.isascii() and o.isdigit() and len(o) < 20]
        need([*map(str, counts)] == outputs, "an output of the event is no count")
        spans = sorted([(c, c) for c in counts] + ([event.interval] if event.interval else []))
        for low, high in spans:
            good = self.cut < low <= high <= self.chain.n
            need(good, "an interval of the event holds no output")
            need(not runs or low > runs[-1][1], "an output stands twice in the event")
            runs.append((low, high))
        return [run for run in runs if run[0] <= run[1]]

    def largest(self, odds: Any, *, active: bool) -> Any:
        """max APK_b, or PPK, over the ordered pairs of values of the target."""
        if self.cut >= self.chain.n:
            return num.ZERO  # all that is ever said is ⊥
        if odds is None:
            raise Limit("too large: the infinite losses of a chain")

        def compute(bits: int) -> arb:
            largest = arb(0)
            for t, u in product(self.values, repeat=2):
                if t != u:
                    parts = self._deltas(t, u, odds.ball(bits), bits, active=active)
                    for delta in parts if active else [sum(parts, start=arb(0))]:
                        largest = largest.max(delta)
            return largest

        return Ball(compute)

    def _deltas(self, t: str, u: str, odds: arb, bits: int, *, active: bool) -> Iterator[arb]:
        laws = self.laws(bits)
        for label, fixed in self._known.items():
            p, q = self.joint(fixed, t, bits), self.joint(fixed, u, bits)
            delta = self._delta(laws, p, q, odds)
            weight = num.ONE if active else self[label].weighed(t)
            yield delta * weight.ball(bits)

    def _delta(self, laws: Stretches, p: Poly, q: Poly, odds: arb) -> arb:
        """Σ max(0, P(o) − e^ε·Q(o)): over ⊥, and over each count that is released."""
        of_p, of_q = total(laws, p), odds / total(laws, q)
        of_p = 1 / of_p
        # Every count that nothing is stored of has at most `over` of p.
        low, high = max(self.cut + 1, p.low), min(p.low + p.stored.degree(), self.chain.n)
        outside = spread(0, (self.chain.n + 1) * p.over, laws.unit)
        withheld = arb(0)
        if self.cut >= 0:
            size = min(self.cut, self.chain.n) + 1
            masses = [spread(poly.between(0, self.cut), size * poly.over, laws.unit)
                      for poly in (p, q)]  # fmt: skip
            withheld = (of_p * masses[0] - of_q * masses[1]).max(arb(0))
        delta = arb(0)
        for x in range(low, high + 1):
            first, second = (spread(int(poly.stored[x - poly.low]) if x >= poly.low else 0,
                                    poly.over, laws.unit) for poly in (p, q))  # fmt: skip
            delta += (of_p * first - of_q * second).max(arb(0))
        return withheld + delta + of_p * outside


_Precision = partial(num.Undecided, "precision")


def total(laws: Stretches, poly: Poly) -> arb:
    """A ball of the sum of all coefficients, which must surely be positive."""
    ball = spread(int(poly.stored(1)), (laws.chain.n + 1) * poly.over, laws.unit)
    need(ball > 0, "a value of the knowledge is too unlikely at this precision", _Precision)
    return ball


def spread(low: int, over: int, unit: int) -> arb:
    """A ball that contains low/unit..(low + over)/unit."""
    return arb(low).union(arb(low + over)) / unit if over else arb(low) / unit


def chain_of(given: Any, query: Query) -> Chain:
    """The chain of a document."""
    need(query.name in ("count", "thresholded-count") and query.noise is None,
         "the mechanism of a chain is not a count without noise")  # fmt: skip
    chain = doc.member(given, "chain", dict)
    known_keys(chain, "the chain", ("count", "start", "steps"))
    steps, n = doc.member(chain, "steps", dict), whole(chain["count"], "the count of the chain")
    need(n >= 1, "the chain has no records")
    need(n <= MAX_COUNT and len(steps) <= MAX_STATES, "too large: a chain", Limit)
    values = tuple(steps)

    def law(row: Any, what: str) -> tuple[Fraction, ...]:
        need(type(row) is dict and {*row} == {*values}, f"{what} is not about all values")
        numbers = doc.probabilities([row[v] for v in values], list(values), what)
        need(all(p.is_rational for p in numbers.values()), f"{what} is not rational")
        return tuple(numbers[v].as_fraction() for v in values)

    rows = tuple(law(steps[v], f"the step from {v[:60]!a}") for v in values)
    start = law(chain["start"], "the start of the chain")
    counts = tuple(v in query.counted for v in values)
    return Chain(n, values, start, rows, counts, _known(given.get("known", {"indices": []}), n))


def _known(given: Any, n: int) -> tuple[str, Any]:
    need(type(given) is dict and len(given) == 1, "'known' is not an object of one key")
    ((key, which),) = given.items()
    if key == "random":
        known_keys(which, "what is known at random", ("size",))
        size = whole(which["size"], "known")
        need(size < n, "all records are known")
        return "size", size
    need(key == "indices" and type(which) is list,
         f"nothing is known of a chain by {str(key)[:60]!a}")  # fmt: skip
    places = tuple(sorted(whole(place, "known") for place in which))
    need(len({*places}) == len(places), "a known record is named twice")
    need(not places or places[-1] < n, "'known' names more records than there are")
    need(len(places) < n, "all records are known")
    return "indices", places


def targets_of(chain: Chain) -> list[int]:
    """All records that are not known."""
    kind, which = chain.known
    return [i for i in range(chain.n) if kind == "size" or i not in which]


def written_out(
    chain: Chain, target: int, output: Callable[[int], str]
) -> Iterator[tuple[str, num.Value, dict[str, num.Value], dict[str, tuple[dict[str, Any], Any]]]]:
    """Each value of the knowledge of a short chain: its text, P(b), P(b | t), and the laws given t.

    Args: output the text of what is released of a count.
    """
    laws, share = Stretches(chain, None), num.Value(chain.share)
    own = chain.possible(target)
    alone = {t: int(laws.joint({target: t}).stored(1)) for t in own}
    below = num.Value(chain.unit**chain.n)
    for fixed in chain.knowledge(target):
        polys = {t: laws.joint({**fixed, target: t}) for t in own}
        totals = {t: int(poly.stored(1)) for t, poly in polys.items()}
        weight = share * sum(totals.values()) / below
        chances = {chain.values[t]: share * num.Value(Fraction(totals[t], alone[t])) for t in own}
        made: dict[str, tuple[dict[str, Any], Any]] = {}
        for t, poly in polys.items():
            law: dict[str, Any] = {}
            for x, numerator in enumerate(poly.stored, start=poly.low):
                if numerator != 0:
                    o = output(x)
                    law[o] = law.get(o, fmpz(0)) + numerator
            made[chain.values[t]] = law, num.Value(totals[t])
        yield chain.label(fixed), weight, chances, made
