"""For the kernel: one record of a long chain is known, at a uniformly random place.

Trusted, beside `chains`, `dpverify.defs.numbers` (with python-flint) and the standard library. Let
q_i(x) = P(record i is b, record j, the target, is t, and x records are counted). The value b at
the place i has in PPK the part

    share / P(t) · Σ_o max(0, q_i,t(o) − e^ε·(A/B)·q_i,u(o)),    A = Σ q_i,t, B = Σ q_i,u,

where an o is a count, or ⊥ with all that are withheld. Used of places that are next to each other:
with W_m[a, b] the polynomial of m steps from a that end at b, and where 2·r + 1 steps lie between
the records i − r and i + 1 + r, both on one side of the target or one of them it,

    q_{i+1} − q_i = Σ_{a, c} h[a] · (W_{r+1}[a, b]·W_r[b, c] − W_r[a, b]·W_{r+1}[b, c]) · g[c]:

from a to c the walk is at b one step later, or not. h are joint probabilities, which sum to at most
1; each g[c] is a conditional law, at most 1 in sum. So Σ_x |q_{i+1}(x) − q_i(x)| ≤ `step(r)`, the
largest sum over c, for any a and b, of the absolute coefficients of the bracket. Hence of places
first..last, r or more away from the target and from the end on the other side, every q is at most
(last − first)·step(r) away from that of `first`; and if q_t and q_u move by T each, then
Σ_o max(0, q_t − e^ε·(A/B)·q_u) moves by at most T + e^ε·(|ΔA| + A·2·T/B) ≤ T·(1 + e^ε·(1 + 2·A/B)),
since q_u/B moves by at most 2·T/B in sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise, permutations, takewhile
from typing import Any, Final

from flint import arb, fmpz, fmpz_poly

from dpverify.checkers.kernel.chain_bands import (
    FINE,
    Coarse,
    Matrix,
    Surroundings,
    Together,
    coarse,
)
from dpverify.checkers.kernel.chains import (
    NOTHING,
    Chain,
    ChainView,
    Poly,
    Stretches,
    spread,
    total,
)
from dpverify.checkers.kernel.count_views import Event
from dpverify.checkers.kernel.counts import GUARD, Ball
from dpverify.defs import numbers as num
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.documents import need

MAX_ALONE: Final = 4_000  # places that are gone through one by one
FEW: Final = 6  # fewer places than these are not looked at together
MOST: Final = 1_500  # places of one term that are gone through
BLOCK: Final = 50  # of so many places next to each other the laws are kept at once
SPARE: Final = 16  # bits by which places that are taken to be alike may differ more than rounding
FIRST: Final = 116  # bits of the first try
Limit = partial(num.Undecided, "unsupported")
_Precision = partial(num.Undecided, "precision")
Decides = Callable[[Together], bool]
Laws = list[list[Poly]]  # for each value of the target, and then of the known record


@dataclass(frozen=True)
class Run:
    """Places first..last with the value b: polynomials of `first` by values of the target.

    `apart`: how far, in sum, those of any other place are from them. Of `together` they are not
    those of one place: see `chain_bands`.
    """

    first: int
    last: int
    b: int
    polys: list[Poly]
    apart: Fraction
    together: Together | None = None


class Places:
    """All places beside one target, with numbers in multiples of 2^−bits."""

    def __init__(self, chain: Chain, target: int, bits: int) -> None:
        self.chain, self.target, self.bits = chain, target, bits
        self.laws, self.own = Coarse(chain, bits), chain.possible(target)
        self.size = range(len(chain.values))
        one = Poly(fmpz_poly([1 << (bits + FINE)]))
        self._rows = [[one if u == v else Poly(NOTHING) for v in self.size] for u in self.size]
        self._walks: list[Matrix] = []
        self._together: dict[tuple[int, int, int], Together] = {}
        self._around: dict[tuple[int, int], Surroundings] = {}

    def joint(self, place: int, b: int) -> list[Poly]:
        """The polynomials of one place, by values of the target, from the chain as a whole."""
        return [self.laws.joint({place: b, self.target: t}) for t in self.own]

    def step(self, r: int) -> Fraction:
        """How far the polynomials of two neighbouring places are apart, r from all that differs."""
        fine = Stretches(self.chain, self.bits + 64)
        most, length = 0, 2 * r + 2
        for b in self.size:
            for a in self.size:
                worst = 0
                for c in self.size:
                    late = fine._times(fine.from_value(a, r + 1)[b], fine.from_value(b, r)[c])
                    soon = fine._times(fine.from_value(a, r)[b], fine.from_value(b, r + 1)[c])
                    differences = (late.stored.left_shift(late.low)
                                   - soon.stored.left_shift(soon.low))  # fmt: skip
                    worst += sum(abs(int(x)) for x in differences)
                    worst += length * (late.over + soon.over)
                most = max(most, worst)
        return Fraction(most, fine.unit)

    def margin(self, run: tuple[int, int]) -> int:
        """How far the places first..last are from the target and the end on the other side."""
        first, last = run
        end = self.chain.n - 1
        return min(first, self.target - last) if last < self.target else \
            min(first - self.target, end - last)  # fmt: skip

    def reach(self) -> tuple[int, Fraction]:
        """An r from which on places are taken together, and its step; n where there is none."""
        r = 6
        while 2 * r < self.chain.n:
            step = self.step(r)
            if step * 2 ** (self.bits - SPARE) <= 1:
                return r, step
            # A first guess that is too short is doubled; a good one is carried on in proportion.
            small = step.denominator.bit_length() - step.numerator.bit_length()
            r = 2 * r if small < 8 else max(r + 2, min(r * (self.bits - SPARE + 2) // small, 6 * r))
        return self.chain.n, Fraction(0)

    def runs(self, decides: Decides | None = None) -> Iterator[Run]:
        """Every place of the known record with each of its values.

        Args: decides whether places that are beside each other may be looked at together.
        """
        (r, step), n, j = self.reach(), self.chain.n, self.target
        sides = [(low, high) for low, high in ((0, j - 1), (j + 1, n - 1)) if low <= high]
        together = [(low + r, high - r) if high - low > 2 * r else (high + 1, high)
                    for low, high in sides]  # fmt: skip
        alone = sum(high - low + 1 for low, high in sides)
        alone -= sum(last - first + 1 for first, last in together)
        need(alone <= MAX_ALONE, "too large: the places of a known record", Limit)
        for (low, high), (first, last) in zip(sides, together, strict=True):
            # Where all is possible no quotient of probabilities is 0 or infinite.
            mixes = self.chain.is_positive and all(p > 0 for p in self.chain.start)
            near = decides if mixes and high - low > 3 * r else None
            if near is None:
                yield from self._between(low, first - 1)
            else:
                yield from self._near([*range(first - 1, low - 1, -1)], near)
            if first <= last:
                for b in self.size:
                    if b in self.chain.possible(first):
                        yield Run(first, last, b, self.joint(first, b), (last - first) * step)
                if near is None:
                    yield from self._between(last + 1, high)
                else:
                    yield from self._near([*range(last + 1, high + 1)], near)

    def walk(self, m: int) -> Matrix:
        """W_m, all of them up to the largest that was asked for being kept."""
        while len(self._walks) <= m:
            self._walks.append([[coarse(poly) for poly in row] for row in self._rows])
            self._rows = [self._forward(row) for row in self._rows]
        return self._walks[m]

    def around(self, first: int, last: int) -> Surroundings:
        """What places first..last lie in: the target is one end if it is next to them."""
        first -= first - 1 == self.target
        last += last + 1 == self.target
        heads, tails = self._heads(first), self._tails(last)
        return Surroundings(self.laws, self.walk, (first, last), heads, tails)

    def together(self, first: int, last: int, b: int) -> Together:
        """Places beside each other with the value b, exactly."""
        key = first, last, b
        if key not in self._together:
            if (first, last) not in self._around:
                self._around[first, last] = self.around(first, last)
            self._together[key] = Together(self._around[first, last], *key)
        return self._together[key]

    def _near(self, places: list[int], decides: Decides) -> Iterator[Run]:
        """Places on from the farthest up to the target or an end: many together if that decides."""
        # The surroundings go a quarter further: so far away the places look much alike.
        far = places[0] + (places[0] - places[-1]) // 4
        around, size = self.around(*sorted((far, places[-1]))), 2 * len(places) // 3
        while size >= FEW:
            first, last = sorted((places[0], places[size - 1]))
            some = (Together(around, first, last, b) for b in self.size)
            good = list(takewhile(decides, some))
            if len(good) == len(self.size):
                yield from (Run(first, last, one.b, [], Fraction(0), one) for one in good)
                places = places[size:]
                size = len(places)
            size = 2 * size // 3
        if places:
            yield from self._between(min(places), max(places))

    def _between(self, low: int, high: int) -> Iterator[Run]:
        """The places low..high of one side, one by one."""
        while low <= high:
            last = min(low + BLOCK - 1, high)
            heads = self._heads(low)
            tails = [self._tails(last)]
            for _ in range(low, last):
                tails.append([self._backward(column) for column in tails[-1]])
            for i in range(low, last + 1):
                column = tails.pop()
                for b in self.chain.possible(i):
                    polys = [self.laws._times(head[b], tail[b])
                             for head, tail in zip(heads, column, strict=True)]  # fmt: skip
                    yield Run(i, i, b, polys, Fraction(0))
                heads = [self._forward(row) for row in heads] if i < last else heads
            low = last + 1

    def _heads(self, i: int) -> Laws:
        """What lies up to record i, it included, and of the target if that is before it."""
        if i < self.target:
            return [self.laws.from_start(i)] * len(self.own)
        some = self.laws.from_start(self.target)
        rows = [[some[t] if v == t else Poly(NOTHING) for v in self.size] for t in self.own]
        return [self.laws.onward(row, i - self.target) for row in rows]

    def _tails(self, i: int) -> Laws:
        """What lies after record i, by its value, and of the target if that is after it."""
        rest = self.chain.n - 1 - max(i, self.target)
        free = [self.laws._sum(self.laws.from_value(v, rest)) for v in self.size]
        if i > self.target:
            return [free] * len(self.own)
        steps = [self.laws.from_value(v, self.target - i) for v in self.size]
        return [[self.laws._times(steps[v][t], free[t]) for v in self.size] for t in self.own]

    def _forward(self, row: list[Poly]) -> list[Poly]:
        columns = zip(*self.chain.steps, strict=True)
        return [self._mean(row, column, v) for v, column in enumerate(columns)]

    def _backward(self, column: list[Poly]) -> list[Poly]:
        """One record more in front: counted if its value is, and it follows on any value."""
        counted = [Poly(part.stored, part.low + self.chain.counts[v], part.over)
                   for v, part in enumerate(column)]  # fmt: skip
        return [self._mean(counted, row, None) for row in self.chain.steps]

    def _mean(self, parts: list[Poly], chances: Any, arrived: int | None) -> Poly:
        """Σ chance·part; of numbers c..c + over the stored sum is rounded down, by less than 1."""
        below = self.chain.unit
        weights = [int(p * below) for p in chances]
        scaled = [Poly(part.stored * w, part.low, part.over * w)
                  for part, w in zip(parts, weights, strict=True) if w]  # fmt: skip
        whole = self.laws._sum(scaled)
        more = -(-whole.over // below) + 1 if whole.stored or whole.over else 0
        low = whole.low + (0 if arrived is None else self.chain.counts[arrived])
        return Poly(whole.stored // fmpz(below), low, more)


class PlacesView(ChainView):
    """One target of a count along a long chain, of which one record at a random place is known."""

    def __init__(self, chain: Chain, threshold: int | None, target: int) -> None:
        super().__init__(chain, threshold, target)
        if not chain.is_positive:
            for fixed in chain.knowledge(target):  # which checks each of them
                need(bool(fixed), "one record is known")
        self.own: int | None = None
        self._places: dict[int, Places] = {}
        self._largest: dict[tuple[str, bool], Ball] = {}

    def given(self, t: str) -> PlacesView:
        """The same, where several places weigh P(place, b | t) each."""
        view = copy(self)
        view.own = self.chain.possible(self.target).index(self.chain.values.index(t))
        return view

    def places(self, bits: int) -> Places:
        """All places with numbers of so many bits."""
        if bits not in self._places:
            self._places[bits] = Places(self.chain, self.target, bits)
        return self._places[bits]

    def __contains__(self, label: object) -> bool:
        return isinstance(label, str) and self._read(label) is not None

    def __getitem__(self, label: str) -> RunSlice:
        read = self._read(label)
        need(read is not None, f"nobody can know {label[:60]!a} in this setting")
        first, last, b = read  # type: ignore[misc]  # needed above
        return RunSlice(self, first, last, b)

    def _read(self, label: str) -> tuple[int, int, int] | None:
        """The places and the value of "7=1" or "100..900=1"; None where nobody can know that."""
        places, sign, value = label.partition("=")
        ends = places.split("..")
        good = sign and value in self.chain.values and len(ends) <= 2 and all(
            end.isascii() and end.isdigit() and len(end) < 9 and str(int(end)) == end
            for end in ends)  # fmt: skip
        if not good:
            return None
        first, last, b = int(ends[0]), int(ends[-1]), self.chain.values.index(value)
        inside = 0 <= first <= last < self.chain.n and not first <= self.target <= last
        if not inside or (len(ends) == 2 and first == last):
            return None
        # After the first record all values are possible, if any can follow any other.
        some = range(first, min(last, 0) + 1 if self.chain.is_positive else last + 1)
        return (first, last, b) if all(b in self.chain.possible(i) for i in some) else None

    def check_apart(self, labels: list[str], *, one: bool) -> None:
        """Reject labels that hold the same value of the knowledge twice; of APKDP, several."""
        runs = [self._read(label) for label in labels]
        some = sorted((b, first, last) for first, last, b in filter(None, runs))
        for (b, _, last), (other, first, _) in pairwise(some):
            need(b != other or last < first, "a value of the knowledge stands twice")
        need(not one or all(first == last for _, first, last in some),
             "apkdp is refuted for one value of the knowledge")  # fmt: skip

    def largest(self, odds: Any, *, active: bool) -> Any:
        """max APK_b, or PPK, over the ordered pairs of values of the target."""
        if self.cut >= self.chain.n:
            return num.ZERO  # all that is ever said is ⊥
        if odds is None:
            raise Limit("too large: the infinite losses of a chain")
        key = str(odds), active
        if key not in self._largest:
            # A comparison asks through two balls, each of which adds GUARD to what it needs.
            self._largest[key] = Ball(
                lambda bits: self._all(odds, max(bits - 2 * GUARD, 64), active=active)
            )
        return self._largest[key]

    def _all(self, odds: Any, wanted: int, *, active: bool) -> arb:
        """The largest of them to about so many bits, from few bits on to as many as it takes."""
        bits = FIRST
        while True:
            with working_precision(bits + 64):
                try:
                    delta = self._over(self.places(bits), odds.ball(bits + 64), active=active)
                    missing = wanted + 4 - int(delta.rel_accuracy_bits())
                except num.Undecided as stop:
                    if stop.code != "precision":
                        raise
                    delta, missing = arb(0).union(arb(1)), bits
            if missing <= 0 or bits >= 4096:
                return delta
            bits = min(bits + missing + 6, 4096)

    def _over(self, places: Places, odds: arb, *, active: bool) -> arb:
        pairs = list(permutations(range(len(places.own)), 2))
        sums = [total(places.laws, places.laws.joint({self.target: t})) for t in places.own]
        share = num.Value(self.chain.share).ball(places.bits)
        so_far = [arb(0) for _ in pairs]

        def decides(some: Together) -> bool:
            # As much doubt as rounding leaves anyway.
            doubts = (some.doubt(t, u, odds, self.cut) for t, u in pairs)
            return all(doubt <= rounding for doubt, rounding in doubts)

        for run in places.runs(None if active else decides):
            for k, (t, u) in enumerate(pairs):
                if run.together is not None:
                    so_far[k] += share / sums[t] * self._sum(places, run.together, (t, u), odds)
                    continue
                mass_t, mass_u = (total(places.laws, run.polys[v]) for v in (t, u))
                apart = num.Value(run.apart).ball(places.bits)
                polys = run.polys[t], run.polys[u]
                excess = self._excess(places, *polys, odds * mass_t / mass_u)
                if active:
                    moved = apart * (2 / mass_t + 2 * odds / mass_u)
                    apk = excess / mass_t + around(moved)
                    so_far[k] = so_far[k].max(apk)
                else:
                    moved = apart * (1 + odds * (1 + 2 * mass_t / mass_u))
                    several = (run.last - run.first + 1) * share / sums[t]
                    so_far[k] += several * (excess + around(moved)).max(arb(0))
        largest = arb(0)
        for value in so_far:
            largest = largest.max(value)
        return largest

    def _sum(self, places: Places, some: Together, pair: tuple[int, int], odds: arb) -> arb:
        """Σ_i Σ_o max(0, q_{i,t}(o) − e^ε·k_i·q_{i,u}(o)) over places that are taken together."""
        t, u = pair
        doubt = sum(some.doubt(t, u, odds, self.cut))
        least = self._excess(places, some.sums(t), some.weighed(t, u), odds)
        return least + spread(0, doubt, places.laws.unit**2)

    def _excess(self, places: Places, p: Poly, q: Poly, ratio: arb) -> arb:
        """Σ_o max(0, p(o) − ratio·q(o))."""
        unit, length = places.laws.unit, self.chain.n + 1
        scaled = ratio * unit
        ends = [end.unique_fmpz() for end in (scaled.lower().floor(), scaled.upper().ceil())]
        below, above = (-1 if end is None else int(end) for end in ends)
        need(0 <= below <= above, "e^ε is beyond the precision", _Precision)
        low = min(p.low, q.low) if p.stored and q.stored else (p if p.stored else q).low
        gains = (p.stored.left_shift(p.low - low) if p.stored else NOTHING) * fmpz(unit)
        gains -= (q.stored.left_shift(q.low - low) if q.stored else NOTHING) * fmpz(below)
        # True coefficients are larger by p.over·unit, or smaller by what q and the ratio are more.
        less = length * q.over * above + int(q.stored(1)) * (above - below)
        more = length * p.over * unit
        cut = self.cut + 1 - low
        silent = int(gains.truncate(cut)(1)) if cut > 0 else 0
        said = gains.right_shift(cut) if cut > 0 else gains
        positive = max(silent, 0) + sum(int(x) for x in said.coeffs() if x > 0)
        return spread(positive - less, less + more, unit * unit)


def around(radius: arb) -> arb:
    """A ball around 0."""
    return radius.union(-radius)


@dataclass(frozen=True)
class RunSlice:
    """One value of the knowledge, or that the known record is at one of several places, with b.

    Given several, a probability is the mean over them, each place weighing P(place, b | t).
    """

    view: PlacesView
    first: int
    last: int
    b: int

    @property
    def values(self) -> tuple[str, ...]:
        """The values that the target can have."""
        return self.view.values

    def _together(self, places: Places) -> Together | None:
        """The places taken exactly, if they are few beside their distance from what they are near.

        Far away from it they are so much alike that a bound does, however many they are.
        """
        size, margin = self.last - self.first + 1, places.margin((self.first, self.last))
        if size == 1 or size > min(4 * margin, MOST) or not places.chain.is_positive:
            return None
        return places.together(self.first, self.last, self.b)

    def _moved(self, places: Places) -> arb:
        """How far, in sum, the polynomials of any of the places are from those of the first."""
        count = self.last - self.first
        if count == 0:
            return arb(0)
        step = places.step(min(places.margin((self.first, self.last)), 4096))
        return around(num.Value(count * step).ball(places.bits))

    def weighed(self, t: str) -> Any:
        """P(one of these places is known and has b | t)."""
        v = self.view.chain.values.index(t)

        def compute(bits: int) -> arb:
            places = self.view.places(_level(bits))
            alone = total(places.laws, places.laws.joint({self.view.target: v}))
            share = num.Value(self.view.chain.share).ball(bits)
            some = self._together(places)
            if some is not None:
                return share * _mass_of(some, places.own.index(v)) / alone
            fixed = {self.first: self.b, self.view.target: v}
            mass = total(places.laws, places.laws.joint(fixed)) + self._moved(places)
            return (self.last - self.first + 1) * share * mass / alone

        return Ball(compute)

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
        places, v = self.view.places(_level(bits)), self.view.chain.values.index(t)
        some, own = self._together(places), self.view.own
        if some is not None and own is not None:
            poly, moved = some.weighed(own, places.own.index(v)), arb(0)
            whole = _mass_of(some, own)
        else:
            poly = places.laws.joint({self.first: self.b, self.view.target: v})
            moved = self._moved(places)
            whole = total(places.laws, poly) + moved
        low = sum(poly.between(*run) for run in runs)
        size = sum(last - first + 1 for first, last in runs)
        return (spread(low, size * poly.over, places.laws.unit) + moved) / whole


def _mass_of(some: Together, t: int) -> arb:
    """Σ A_i."""
    return sum((mass[t] for mass in some.masses), start=arb(0))


def _level(bits: int) -> int:
    """Bits in few steps, so that laws are kept: what is asked for, rounded up."""
    return 192 * (1 << max((bits - 1) // 192, 0).bit_length())
