"""δ of a count along a long chain of which one record, at a random place, is known.

With q the polynomial of a place and a value b of the known record, A and B its sums for the values
t and u of the target, the part that this value of the knowledge has in PPK is

    P(b | t) · Σ_o max(0, P(o | t, b) − e^ε·P(o | u, b))
      = share / P(t) · Σ_o max(0, q_t(o) − e^ε·(A/B)·q_u(o)),

and APK_b is the same sum divided by A. Of places that are alike up to `apart` the sum differs by at
most apart · (1 + e^ε·(1 + 2·A/B)): moving q_u by that much moves q_u/B by at most twice of it over
B. Numbers are integers with bounds on their errors, as in `chain_counts`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import permutations
from typing import Final

from flint import arb, fmpq, fmpz, fmpz_poly

from dpverify.checkers.answers.places import Setting, Term
from dpverify.checkers.budget import Budget
from dpverify.checkers.knowledge.chain_bands import Band, Pair
from dpverify.checkers.knowledge.chain_counts import GUARD, between, events_of, whole_below
from dpverify.checkers.knowledge.chain_laws import Part
from dpverify.checkers.knowledge.chain_places import Places, Stretch
from dpverify.checkers.knowledge.chain_views import size_of
from dpverify.checkers.knowledge.counts import MAX_BITS, Computed
from dpverify.defs.errors import Undecided
from dpverify.defs.knowledge.chain import Chain
from dpverify.defs.knowledge.scenario import Scenario
from dpverify.defs.numbers import Number, Real, Value
from dpverify.defs.numbers.balls import working_precision

ROUGH: Final = 72
"""Bits at which one place is looked at, to tell how many all of them will need."""
LOST: Final = 28
"""Bits that rounding and the differences of places cost, at a guess; if more, all is done again."""
FEW: Final = 24
"""Terms of an average that are written down, where more are not needed: stretches of many places
have most of it."""
EASED: Final = 68
"""So many bits fewer than asked for are right: comparisons and decimals ask again if need be."""
SHORT: Final = 500
"""Records up to which all bits are right: there each of them costs little."""


@dataclass(frozen=True)
class Share:
    """What one stretch adds to PPK for an ordered pair, or its APK; with the event that gains.

    `masses`: of the event given t and given u, on average over the places of the stretch.
    """

    known: str
    value: arb
    weight: arb
    gain: arb
    masses: tuple[arb, arb]
    withheld: bool
    runs: list[tuple[int, int]]

    def term(self) -> Term[Number]:
        """The term of a witness."""
        event, interval = events_of(self.withheld, self.runs)
        p, q = (_number(mass, what) for mass, what in zip(self.masses, "pq", strict=True))
        return Term(self.known, _number(self.weight, "weight"), event, (p, q), interval)


@dataclass(frozen=True)
class Largest:
    """The largest δ of one target, or of several, with what attains it."""

    delta: arb
    theta: int
    target: int
    values: tuple[str, ...]
    shares: tuple[Share, ...]


class Evaluation:
    """One target at one e^ε, with numbers of `bits`."""

    def __init__(
        self,
        scenario: Scenario,
        theta: int,
        target: int,
        odds: Value | Real,
        bits: int,
        budget: Budget,
        *,
        active: bool,
    ) -> None:
        chain = scenario.family[theta]
        if not isinstance(chain, Chain):
            raise Undecided("unsupported", "a family of long chains and of other laws")
        self.chain, self.theta, self.target, self.active = chain, theta, target, active
        self.places = Places(chain, scenario.query.counted, target, bits, budget)
        self.unit, self.size = self.places.laws.unit, chain.n + 1
        threshold = scenario.query.threshold
        self.cut = -1 if threshold is None else max(threshold, -1)
        self.odds = odds.ball(bits + GUARD)
        self.share = arb(fmpq(1, chain.n - 1))
        self._doubts: dict[tuple[int, int, int, Pair], int] = {}

    def largest(self) -> Largest:
        """The largest δ over the ordered pairs of values of the target."""
        pairs = list(permutations(self.places.own, 2))
        shares: dict[tuple[int, int], list[Share]] = {pair: [] for pair in pairs}
        sums = {t: self._sum(part) for t, part in self.places.together.items()}
        for stretch in self.places.stretches(None if self.active else self._decides):
            for pair in pairs:
                shares[pair].append(self._share(stretch, pair, sums[pair[0]]))
        best: Largest | None = None
        for pair, some in shares.items():
            names = tuple(self.chain.values[t] for t in pair)
            delta, listed = arb(0), some
            for share in some:
                delta = delta.max(share.value) if self.active else delta + share.value
            if self.active:
                listed = [max(some, key=lambda share: share.value.mid())]
            here = Largest(delta, self.theta, self.target, names, tuple(listed))
            best = here if best is None else larger(best, here)
        if best is None:
            raise Undecided("unsupported", "a target with one value alone")
        return best

    def rough(self) -> int:
        """About −log₂ of the δ of one place far away: how many bits all places will need more."""
        n, j = self.chain.n, self.target
        far = 0 if 2 * j >= n else n - 1
        b = self.chain.possible(far)[0]
        laws = self.places.laws
        parts = {t: laws.joint({far: b, j: t}) for t in self.places.own}
        place = Stretch(far, far, b, parts)
        values = [(self._share(place, pair, arb(1)).value / self.share).mid()
                  for pair in permutations(self.places.own, 2)]  # fmt: skip
        exponents = [int(m).bit_length() + int(e) if m else -ROUGH
                     for m, e in (value.man_exp() for value in values)]  # fmt: skip
        return max(0, -max(exponents, default=0))

    def _sum(self, part: Part) -> arb:
        """All coefficients of a polynomial together, surely above 0."""
        slack = self.size * part.slack
        ball = between(part.total - slack, part.total + slack) / self.unit
        if not ball > 0:
            raise Undecided("precision", "a value of the knowledge is too unlikely")
        return ball

    def _factor(self, a: arb, b: arb) -> tuple[int, int]:
        """e^ε·a/b in units, and how far that is from it at most."""
        scaled = self.odds * a / b * self.unit
        factor = whole_below(scaled.mid())
        return factor, whole_below((scaled - factor).abs_upper()) + 1

    def _decides(self, band: Band) -> bool:
        """Whether it costs no more than rounding does to take these places together."""
        for pair in permutations(self.places.own, 2):
            factor, off = self._factor(*map(self._sum, band.pair(pair)))
            odds = max(factor - off, 0), factor + off
            doubt, rounding = band.doubt(pair, odds, self.cut, self.size)
            if doubt > rounding:
                return False
            self._doubts[band.first, band.last, band.b, pair] = doubt + rounding
        return True

    def _share(self, stretch: Stretch | Band, pair: tuple[int, int], of_target: arb) -> Share:
        self.places.laws.budget.check()
        p, q = stretch.pair(pair)
        a, b, apart = self._sum(p), self._sum(q), arb(stretch.apart) / self.unit
        factor, off = self._factor(a, b)
        low = min(p.low, q.low) if p.poly and q.poly else p.low if p.poly else q.low
        gains = _raised(p, low) * fmpz(self.unit) - _raised(q, low) * fmpz(factor)
        # Of each coefficient: what rounding did to q_t, to q_u, and to the factor.
        largest_q = (1 << q.poly.height_bits()) + q.slack
        error = p.slack * self.unit + q.slack * (factor + off) + largest_q * off
        total = self.size * (p.slack * self.unit + q.slack * (factor + off)) \
            + (q.total + self.size * q.slack) * off  # fmt: skip
        cut = min(self.cut, self.size - 1) - low + 1
        silent = int(gains.truncate(cut)(1)) if cut > 0 else 0
        withheld = silent > total
        positive, runs = max(silent, 0), list[tuple[int, int]]()
        for first, last in _runs(gains, max(cut, 0), error):
            positive += int(gains.right_shift(first).truncate(last - first + 1)(1))
            runs.append((low + first, low + last))
        # What is above 0 by less than its error was left out.
        doubt = self._doubts.get((stretch.first, stretch.last, stretch.b, pair), 0)
        positive_sum = between(positive - total, positive + total + self.size * error + doubt)
        excess = positive_sum.max(arb(0)) / self.unit / self.unit
        change = between(-1, 1) * apart * (1 + self.odds * (1 + 2 * a / b))
        masses = [self._mass(part, withheld, runs, apart) / (of + between(-1, 1) * apart)
                  for part, of in ((p, a), (q, b))]  # fmt: skip
        several, first, last = arb(stretch.several), stretch.first, stretch.last
        weight = several * self.share * (a + between(-1, 1) * apart) / of_target
        if self.active:
            # One value of the knowledge is named: that of which the polynomials are.
            apk = excess / a + between(-1, 1) * apart * (2 / a + 2 * self.odds / b)
            masses = [self._mass(p, withheld, runs, arb(0)) / a,
                      self._mass(q, withheld, runs, arb(0)) / b]  # fmt: skip
            value, gain, last = apk.max(arb(0)), masses[0] - self.odds * masses[1], first
            weight = self.share * a / of_target
        else:
            value = several * self.share / of_target * (excess + change).max(arb(0))
            gain = weight * (masses[0] - self.odds * masses[1])
        places = f"{first}" if first == last else f"{first}..{last}"
        known = f"{places}={self.chain.values[stretch.b]}"
        return Share(known, value, weight, gain, (masses[0], masses[1]), withheld, runs)

    def _mass(self, part: Part, withheld: bool, runs: list[tuple[int, int]], apart: arb) -> arb:
        """The probability of an event together with the values of the records, for any place."""
        whole, size = 0, 0
        for low, high in [(0, self.cut), *runs] if withheld else runs:
            first, last = max(low - part.low, 0), high - part.low
            whole += int(part.poly.right_shift(first).truncate(max(last - first + 1, 0))(1))
            size += high - low + 1
        slack = min(size, self.size) * part.slack
        return between(whole - slack, whole + slack) / self.unit + between(-1, 1) * apart


def _raised(part: Part, low: int) -> fmpz_poly:
    return part.poly.left_shift(part.low - low) if part.poly else part.poly


def _runs(gains: fmpz_poly, start: int, error: int) -> list[tuple[int, int]]:
    """The runs of coefficients from `start` on that are above the error."""
    above, runs = fmpz(error), list[tuple[int, int]]()
    begun: int | None = None
    coefficients = gains.coeffs()
    for x in range(start, len(coefficients)):
        if coefficients[x] > above:
            if begun is None:
                begun = x
        elif begun is not None:
            runs.append((begun, x - 1))
            begun = None
    if begun is not None:
        runs.append((begun, len(coefficients) - 1))
    return runs


def larger(one: Largest, other: Largest) -> Largest:
    """The larger of two, with a ball of the maximum."""
    top = one if one.delta.mid() >= other.delta.mid() else other
    return Largest(one.delta.max(other.delta), top.theta, top.target, top.values, top.shares)


def _number(ball: arb, what: str) -> Number:
    return Computed(what, lambda _: ball)


def is_average(scenario: Scenario) -> bool:
    """Whether all of Θ is chains of which one record is known, at a random place."""
    return all(isinstance(theta, Chain) and theta.known == ("size", 1)
               for theta in scenario.family)  # fmt: skip


@dataclass(frozen=True)
class Attained:
    """The largest δ, and how its terms are written: at most so many."""

    value: Number
    setting: Callable[[int], Setting]
    known: int


class Averages:
    """All chains, targets and pairs of a scenario at one e^ε; what was computed is kept."""

    def __init__(
        self, scenario: Scenario, odds: Value | Real, budget: Budget, *, active: bool
    ) -> None:
        self.scenario, self.odds, self.budget, self.active = scenario, odds, budget, active
        chains = [(number, theta) for number, theta in enumerate(scenario.family)
                  if isinstance(theta, Chain)]  # fmt: skip
        self.places = [(number, target) for number, theta in chains
                       for target in theta.targets(scenario.targets)]  # fmt: skip
        self._kept: dict[int, Largest] = {}

    def at(self, number: int, target: int, bits: int) -> Evaluation:
        """One target."""
        return Evaluation(
            self.scenario, number, target, self.odds, bits, self.budget, active=self.active
        )

    @cached_property
    def rough(self) -> int:
        """About how many bits the δ of the first target lies below 1."""
        with working_precision(ROUGH + GUARD):
            return self.at(*self.places[0], ROUGH).rough()

    def with_bits(self, bits: int) -> Largest:
        """The largest of all, computed with numbers of so many bits."""
        if bits not in self._kept:
            with working_precision(bits + GUARD):
                some = [self.at(number, target, bits).largest() for number, target in self.places]
                self._kept[bits] = reduce(larger, some)
        return self._kept[bits]

    def to(self, bits: int) -> Largest:
        """The same to about so many bits, if MAX_BITS are enough for that."""
        long = any(theta.n > SHORT for theta in self.scenario.family)
        wanted = max(bits - EASED, EASED) if long else bits
        working = wanted + LOST + self.rough
        while True:
            some = self.with_bits(working)
            missing = wanted - int(some.delta.rel_accuracy_bits())
            if missing <= 0 or working >= MAX_BITS:
                return some
            working = min(working + missing + 8, MAX_BITS)


def largest_delta(
    scenario: Scenario, odds: Value | Real, budget: Budget, *, active: bool
) -> Attained:
    """The largest δ over all chains, targets and pairs, known by balls.

    Raises: Undecided("unsupported") where a chain forgets too slowly, Undecided("time").
    """
    cut, chains = scenario.query.threshold, [c for c in scenario.family if isinstance(c, Chain)]
    known = sum(size_of(chain, scenario.targets) for chain in chains)
    if cut is not None and all(cut >= chain.n for chain in chains):
        return Attained(Value(0), lambda _: Setting(0, 0, (), ()), known)
    all_of = Averages(scenario, odds, budget, active=active)
    delta = Computed("δ of the chain", lambda bits: all_of.to(bits).delta)
    return Attained(delta, lambda most: _setting(all_of.to(EASED), most), known)


def _setting(best: Largest, most: int) -> Setting:
    """The terms that gain most, so many of them, and what they add up to.

    Raises: Undecided("precision") where no event surely gains.
    """
    some = [share for share in best.shares if share.withheld or share.runs]
    if not some:
        raise Undecided("precision", "no event surely gains")
    some.sort(key=lambda share: -float(share.gain.mid()))
    listed = some[:most]
    gain = sum((share.gain for share in listed), start=arb(0))
    terms = tuple(share.term() for share in listed)
    return Setting(best.theta, best.target, best.values, terms, len(some) - len(listed),
                   _number(gain, "the gain"))  # fmt: skip
