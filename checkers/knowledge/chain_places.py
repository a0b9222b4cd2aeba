"""One record of a long chain is known, at a place that is uniformly random: all places at once.

q_i(x) = P(record i is b, the target is t, x records are counted). With W_m the polynomials of m
steps, and 2·r + 1 steps between the records i − r and i + 1 + r, q_{i+1} − q_i is a sum over the
values a, c of these two records of

    P(start … a) · (W_{r+1}[a, b]·W_r[b, c] − W_r[a, b]·W_{r+1}[b, c]) · P(c … end),

so that Σ_x |q_{i+1}(x) − q_i(x)| is at most `step`, the largest sum over c of the coefficients of
the bracket, without their signs. A chain forgets: that is soon very little (for two values the
bracket is (det P)^r times a power of z). Hence places that are r away from the target and from
both ends are looked at once, with a bound on how far each is from that; all others one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import permutations, takewhile
from math import lcm, log2
from typing import Final, TypeAlias

from flint import fmpz, fmpz_poly

from dpverify.checkers.budget import UNLIMITED, Budget
from dpverify.checkers.knowledge.chain_bands import Band, Bounds, Pair, Zone, quotient
from dpverify.checkers.knowledge.chain_laws import ZERO, ChainLaws, Matrix, Part, shortened
from dpverify.defs.errors import Undecided
from dpverify.defs.knowledge.chain import Chain

MAX_ALONE: Final = 3_000
"""Places that are looked at one by one."""
BLOCK: Final = 64
"""Places beside each other whose laws are kept at once."""
SPARE: Final = 6
"""By so many bits the bound `step` may be wider than the unit of the numbers."""
FINER: Final = 16
"""Bits that the short stretches near a place have more until they are done."""
FEWEST: Final = 6
"""Places that are gone through one by one rather than looked at together."""
Decides: TypeAlias = Callable[[Band], bool]
Parts = dict[int, list[Part]]
"""For each value of the target the laws of a part of the chain, by the value of one record."""


@dataclass(frozen=True)
class Stretch:
    """Places first..last where the known record has the value b, all alike up to `apart`.

    `parts`: for each value t of the target the polynomial q of the first of these places; that of
    any other differs from it by at most `apart` units, summed over all counts.
    """

    first: int
    last: int
    b: int
    parts: dict[int, Part]
    apart: int = 0

    @property
    def size(self) -> int:
        """How many places these are."""
        return self.last - self.first + 1

    @property
    def several(self) -> int:
        """Of how many places each of them is like `parts`."""
        return self.size

    def pair(self, pair: Pair) -> tuple[Part, Part]:
        """The polynomials of both values of the target."""
        return self.parts[pair[0]], self.parts[pair[1]]


class Places:
    """All places of the known record beside one target, in multiples of 2^−bits."""

    def __init__(
        self,
        chain: Chain,
        counted: Sequence[str],
        target: int,
        bits: int,
        budget: Budget = UNLIMITED,
    ) -> None:
        self.chain, self.counted, self.target, self.bits = chain, counted, target, bits
        self.laws = ChainLaws(chain, counted, bits, budget, spare=chain.n.bit_length() + 4)
        self.own, self.states = chain.possible(target), range(len(chain.values))
        self._below = lcm(*(p.denominator for row in chain.matrix for p in row))
        self._steps = [[int(p * self._below) for p in row] for row in chain.matrix]

    # ------------------------------------------------------------------ how far places differ

    @cached_property
    def reach(self) -> tuple[int, int]:
        """r, and the bound of one step in units; (n, 0) where no two places are alike."""
        wanted, r = self.bits - SPARE, 8
        finer = ChainLaws(self.chain, self.counted, self.bits + 64, self.laws.budget)
        while 4 * r < self.chain.n:
            step = step_bound(finer, r)
            small = wanted if step == 0 else log2(step.denominator) - log2(step.numerator)
            if small >= wanted and all(map(all, self.chain.follows(r))):
                return r, -(-step.numerator * self.laws.unit // step.denominator)
            # The bound falls geometrically; from 4 bits on its rate is told well enough.
            guess = int(r * wanted / small) + 2 if small > 4 else 2 * r
            r = max(r + 1, min(guess, 8 * r))
        return self.chain.n, 0

    # ------------------------------------------------------------------ all places

    @cached_property
    def together(self) -> dict[int, Part]:
        """The laws of the count and each value of the target, whatever is known."""
        return {t: self.laws.joint({self.target: t}) for t in self.own}

    def stretches(self, decides: Decides | None = None) -> Iterator[Stretch | Band]:
        """Every place and value of the known record.

        Args: decides whether places may be taken together, where that is possible.
        Raises: Undecided("unsupported") where too many places differ from each other.
        """
        (r, _), n, j = self.reach, self.chain.n, self.target
        alone = min(j, 2 * r) + min(n - 1 - j, 2 * r)
        if alone > MAX_ALONE:
            raise Undecided(
                "unsupported",
                f"at {self.bits} bits {alone} places of the known record differ, more than"
                f" {MAX_ALONE}: the chain forgets too slowly; name the known record",
            )
        start = [self._moved(self.laws._constant(p), v) for v, p in enumerate(self.chain.first)]
        end = [Part(fmpz_poly([self.laws.unit]))] * len(self.states)
        here, after = self._forth(start, j), self._back(end, n - 1 - j)
        nothing = Part(ZERO)
        heads = {t: [here[t] if v == t else nothing for v in self.states] for t in self.own}
        tails = {t: [after[t] if v == t else nothing for v in self.states] for t in self.own}
        # On the left the target follows after what is known, on the right it stands before.
        if j > 0:
            before = _all(tails, lambda column: self._back(column, 1))
            yield from self._side(0, j - 1, dict.fromkeys(self.own, start), before, decides)
        if j < n - 1:
            beyond = _all(heads, lambda row: self._forth(row, 1))
            last = dict.fromkeys(self.own, end)
            yield from self._side(j + 1, n - 1, beyond, last, decides)

    def _side(
        self, low: int, high: int, first: Parts, last: Parts, decides: Decides | None
    ) -> Iterator[Stretch | Band]:
        """The places low..high on one side of the target.

        Args: first the laws up to record low, it included; last those of all after record high.
        """
        (r, step), size = self.reach, high - low + 1
        if size < 2 * r + 2:
            yield from self._run(low, high, first, last)
            return
        alone = [r, r]
        if decides is not None and self._mixes and size >= 3 * r:
            zones = self._lower_zone(low, high, first, last), self._upper_zone(low, high, first)
            for end, zone in enumerate(zones):
                bands, alone[end] = _together(zone, r, decides)
                yield from bands
        inner = _all(last, lambda column: self._back(column, size - 1 - r))
        edge = _all(inner, lambda column: self._back(column, r + 1 - alone[0]))
        yield from self._run(low, low + alone[0] - 1, first, edge)
        first = _all(first, lambda row: self._forth(row, r))
        alike = range(low + r, high - r + 1)
        for b in self.states:
            parts = {t: self.laws._times(first[t][b], inner[t][b]) for t in self.own}
            yield Stretch(alike[0], alike[-1], b, parts, (len(alike) - 1) * step)
        onward = _all(first, lambda row: self._forth(row, len(alike) + r - alone[1]))
        yield from self._run(high - alone[1] + 1, high, onward, last)

    # ------------------------------------------------------------------ places together

    @property
    def _mixes(self) -> bool:
        """Whether any value follows any other: then no ratio of probabilities is 0 or infinite."""
        return all(p > 0 for row in (self.chain.first, *self.chain.matrix) for p in row)

    @property
    def _base(self) -> int:
        """How far from the target or an end what is the same for all places near it begins.

        A quarter of r beyond these places: so far away they look much alike.
        """
        return self.reach[0] + self.reach[0] // 4

    @cached_property
    def _walks(self) -> list[Matrix]:
        """(P·D)^m for every m up to the base."""
        one, nothing = Part(fmpz_poly([self.laws.unit << FINER])), Part(ZERO)
        rows = [[one if u == v else nothing for v in self.states] for u in self.states]
        walks = [rows]
        for _ in range(self._base):
            rows = [self._forth(row, 1) for row in rows]
            walks.append(rows)
        return [[[shortened(part, FINER) for part in row] for row in walk] for walk in walks]

    @cached_property
    def _powers(self) -> list[list[list[int]]]:
        """P^m, up to a factor, for every m up to twice r."""
        powers = [[[int(u == v) for v in self.states] for u in self.states]]
        for _ in range(2 * self.reach[0]):
            powers.append(_product(powers[-1], self._steps))
        return powers

    def _ratios(
        self, chance: Callable[[int, int, int], int], distances: int
    ) -> dict[Pair, list[list[Bounds]]]:
        """chance(m, b, t) over chance(m, b, u), for each distance m up to so many."""
        unit = self.laws.unit
        # At the distance 0 is the target itself.
        ratios: dict[Pair, list[list[Bounds]]] = {pair: [[]] for pair in permutations(self.own, 2)}
        for (t, u), some in ratios.items():
            for m in range(1, distances + 1):
                some.append([quotient(chance(m, b, t), chance(m, b, u), unit) for b in self.states])
        return ratios

    def _far_ratios(
        self, chance: Callable[[list[list[int]], int, int], Sequence[int]], distances: int
    ) -> dict[Pair, list[list[Bounds]]]:
        """The same where target and place are 2·r or more apart, whatever the distance.

        chance(P^(2·r), b, t) are numbers of which those of more steps are means.
        """
        unit, power = self.laws.unit, self._powers[-1]
        ratios = {}
        for t, u in permutations(self.own, 2):
            bounds = []
            for b in self.states:
                one, other = chance(power, b, t), chance(power, b, u)
                bounds.append((quotient(min(one), max(other), unit)[0],
                               quotient(max(one), min(other), unit)[1]))  # fmt: skip
            ratios[t, u] = [bounds] * (distances + 1)
        return ratios

    def _lower_zone(self, low: int, high: int, first: Parts, last: Parts) -> Zone:
        """The places low, low + 1, … of one side: after the target, or from the start on."""
        (r, _), walks, base = self.reach, self._walks, self._base
        origin = low if low == 0 else self.target
        rest = _all(last, lambda column: self._back(column, high - origin - base))
        if low == 0:
            start = first[self.own[0]]
            near = [[self.laws._inner(start, column) for column in zip(*walk, strict=True)]
                    for walk in walks[: r + 1]]  # fmt: skip
            ratios = self._far_ratios(lambda power, _, t: [row[t] for row in power], r)
            return Zone(
                self.laws, walks, 0, 1, 0, base, dict.fromkeys(self.own, near), rest, ratios
            )
        own = {t: [walk[t] for walk in walks] for t in self.own}
        heads = self.laws.before(self.target)
        far = {t: [self.laws._times(self._moved(heads[t], t), part) for part in rest[t]]
               for t in self.own}  # fmt: skip
        ratios = self._ratios(lambda m, b, t: self._powers[m][t][b], r)
        return Zone(self.laws, walks, self.target, 1, 1, base, own, far, ratios)

    def _upper_zone(self, low: int, high: int, first: Parts) -> Zone:
        """The places high, high − 1, … of one side: before the target, or from the end on."""
        (r, _), walks, base = self.reach, self._walks, self._base
        origin = self.target if low == 0 else high
        rest = _all(first, lambda row: self._forth(row, origin - base - low))
        if low > 0:
            near = [[self.laws._sum(row) for row in walk] for walk in walks[: r + 1]]
            ratios = self._far_ratios(lambda power, b, _: [row[b] for row in power], r)
            return Zone(
                self.laws, walks, high, -1, 0, base, dict.fromkeys(self.own, near), rest, ratios
            )
        own = {t: [[row[t] for row in walk] for walk in walks] for t in self.own}
        tails = self.laws.after(self.chain.n - 1 - self.target)
        far = {t: [self.laws._times(part, tails[t]) for part in rest[t]] for t in self.own}
        ratios = self._ratios(lambda m, b, t: self._powers[m][b][t], r)
        return Zone(self.laws, walks, self.target, -1, 1, base, own, far, ratios)

    # ------------------------------------------------------------------ places one by one

    def _run(self, low: int, high: int, first: Parts, last: Parts) -> Iterator[Stretch]:
        """Places one by one: the laws up to each times those after it, in blocks."""
        if low > high:
            return
        # What comes after each place is kept for one block at a time: it is what takes memory.
        ends = [last]
        for _ in range(low, high - BLOCK + 1, BLOCK):
            ends.append(_all(ends[-1], lambda column: self._back(column, BLOCK)))
        while ends:
            top = high - (len(ends) - 1) * BLOCK
            yield from self._block(low, top, first, ends.pop())
            if top < high:
                first = _all(first, partial(self._forth, m=top + 1 - low))
            low = top + 1

    def _block(self, low: int, high: int, first: Parts, last: Parts) -> Iterator[Stretch]:
        kept = [last]
        for _ in range(low, high):
            kept.append(_all(kept[-1], lambda column: self._back(column, 1)))
        for i in range(low, high + 1):
            last = kept.pop()
            values, rest = self.chain.possible(i), dict(self.together)
            for b in values[:-1]:
                parts = {t: self.laws._times(first[t][b], last[t][b]) for t in self.own}
                rest = {t: _less(rest[t], parts[t]) for t in self.own}
                yield Stretch(i, i, b, parts)
            # The last value has what the others leave over.
            yield Stretch(i, i, values[-1], rest)
            if i < high:
                first = _all(first, lambda row: self._forth(row, 1))

    # ------------------------------------------------------------------ steps

    def _moved(self, part: Part, v: int) -> Part:
        return Part(part.poly, part.low + self.laws.counts[v], part.slack)

    def _forth(self, row: list[Part], m: int) -> list[Part]:
        """A row times (P·D)^m: m records more, the last of them with each of its values."""
        if m == 1:
            columns = zip(*self._steps, strict=True)
            return [self._moved(self._mean(row, some), v) for v, some in enumerate(columns)]
        for k in range(m.bit_length()):
            if m >> k & 1:
                columns = zip(*self.laws._doubled(k), strict=True)
                row = [self.laws._inner(row, column) for column in columns]
        return row

    def _back(self, column: list[Part], m: int) -> list[Part]:
        """(P·D)^m times a column: from each value on, m records more."""
        if m == 1:
            moved = [self._moved(part, v) for v, part in enumerate(column)]
            return [self._mean(moved, some) for some in self._steps]
        return self.laws._applied(m, column)

    def _mean(self, parts: Sequence[Part], weights: Sequence[int]) -> Part:
        """Σ weight·part over the common denominator of the steps."""
        scaled = [Part(part.poly * w, part.low, part.slack * w)
                  for part, w in zip(parts, weights, strict=True) if w]  # fmt: skip
        whole = self.laws._sum(scaled)
        if not (whole.poly or whole.slack):
            return whole
        slack = -(-whole.slack // self._below) + 1
        return Part(whole.poly // fmpz(self._below), whole.low, slack)


def _all(parts: Parts, move: Callable[[list[Part]], list[Part]]) -> Parts:
    """The same move for each value of the target; done once where these are one list."""
    seen = {id(some): some for some in parts.values()}
    moved = {key: move(some) for key, some in seen.items()}
    return {t: moved[id(some)] for t, some in parts.items()}


def _product(one: list[list[int]], other: list[list[int]]) -> list[list[int]]:
    columns = list(zip(*other, strict=True))
    return [[sum(x * y for x, y in zip(row, column, strict=True)) for column in columns]
            for row in one]  # fmt: skip


def _together(zone: Zone, count: int, decides: Decides) -> tuple[list[Band], int]:
    """The places of a zone from the outermost on, as many at a time as are decided together.

    Returns: the bands, and how many places are left next to the origin.
    """
    bands: list[Band] = []
    size = 3 * count // 4
    while size >= FEWEST:
        distances = range(zone.nearest + count - size, zone.nearest + count)
        some = list(takewhile(decides, (zone.band(distances, b) for b in zone.laws.size)))
        if len(some) == len(zone.laws.size):
            bands += some
            count -= size
            size = 3 * count // 4
        else:
            size //= 2
    return bands, count


def _less(a: Part, b: Part) -> Part:
    """a − b, whose coefficients may be below 0 by the slack."""
    if not b.poly:
        return Part(a.poly, a.low, a.slack + b.slack)
    low = min(a.low, b.low) if a.poly else b.low
    poly = a.poly.left_shift(a.low - low) if a.poly else ZERO
    return Part(poly - b.poly.left_shift(b.low - low), low, a.slack + b.slack)


def step_bound(laws: ChainLaws, r: int) -> Fraction:
    """`step` of r, as the docstring above has it, for the worst value b of the known record."""
    one, size = [Part(fmpz_poly([laws.unit])), Part(ZERO)], laws.size
    # Column b of W_m: (P·D)^m times the b-th unit vector.
    few = [laws._applied(r, [one[v != b] for v in size]) for b in size]
    more = [laws._applied(r + 1, [one[v != b] for v in size]) for b in size]
    worst, length = 0, 2 * r + 2
    for b in size:
        for a in size:
            total = 0
            for c in size:
                ahead = laws._times(more[b][a], few[c][b])
                behind = laws._times(few[b][a], more[c][b])
                apart = _less(ahead, behind)
                total += sum(abs(int(x)) for x in apart.poly) + length * apart.slack
            worst = max(worst, total)
    return Fraction(worst, laws.unit)
