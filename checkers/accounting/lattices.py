"""Exact sums: losses on a lattice, or few enough to list every combination.

The losses of randomised response, of a guarantee (ε, δ), of discrete noise and of two-valued
channels lie on a lattice least + i·h, so that sums of n of them are powers of a polynomial. Masses
are integers over 2^B, always rounded down. What was lost so is what their sum lacks of 1: δ is at
least that of the masses that are left, and at most that and all that was lost.

A channel of which no lattice has all losses is composed by listing how often each output occurs,
where that are few combinations.

Sources: Kairouz, Oh, Viswanath 2015 for guarantees; Balle, Wang 2018 for discrete curves.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, gcd, isqrt, lcm

from flint import arb, fmpq, fmpz, fmpz_poly

from dpverify.defs.accounting.events import DISCRETE, Event, Guarantee, Noise, Table
from dpverify.defs.accounting.plan import Plan
from dpverify.defs.accounting.tables import Pair, common_ratio, pairs_of, power_of, worst
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers.balls import ball_bounds, working_precision

MOST_POINTS = 1 << 20
"""Points of a polynomial; beyond, a grid of floats is used."""
MOST_COMBINATIONS = 20_000
LONGEST = 200_000
"""Bits of an exact probability of an infinite loss."""


@dataclass(frozen=True)
class Sums:
    """All losses of a composition in rising order, at one precision.

    Args:
        losses: balls.
        guides: the same as floats.
        above: the masses of all losses from each on, over 2^bits; 0 at the end.
        other: the same of the second law, as balls.
        infinite: the mass of an infinite loss.
        lost: all that is in no mass of the list: the infinite loss and what was rounded off.
        bits: B.
    """

    losses: Sequence[arb]
    guides: Sequence[float]
    above: Sequence[int]
    other: Sequence[arb]
    infinite: arb
    lost: arb
    bits: int

    def delta(self, eps: Fraction) -> tuple[Fraction, Fraction]:
        """Bounds of δ(ε)."""
        with working_precision(self.bits + 64):
            odds = arb(_exact(eps)).exp()
            near = float(eps)
            margin = 1e-9 * (1 + abs(near))
            first = bisect_right(self.guides, near - margin)
            last = bisect_right(self.guides, near + margin)
            total = arb(fmpz(self.above[last])) - odds * self.other[last]
            # Of those next to ε a comparison of balls says whether they count.
            for i in range(first, last):
                mass = arb(fmpz(self.above[i] - self.above[i + 1]))
                excess = mass - odds * (self.other[i] - self.other[i + 1])
                total += excess.max(arb(0))
            total /= arb(fmpz(1) << self.bits)
            # What was rounded off counts for nothing below, and as an infinite loss above.
            low = ball_bounds(total + self.infinite)[0]
            high = ball_bounds(total + self.lost)[1]
        return max(_fraction(low), Fraction(0)), min(_fraction(high), Fraction(1))


@dataclass(frozen=True)
class LatticeSums:
    """All losses of a composition on one lattice, at one precision.

    Args:
        least, unit: the losses are least + i·unit.
        above: the masses of all losses from each on, over 2^bits; 0 at the end.
        faded: Σ over j ≥ i of m_j·e^(−(j − i)·unit), as balls over 2^bits.
        infinite: the mass of an infinite loss.
        lost: all that is in no mass of the list: the infinite loss and what was rounded off.
        bits: B.
    """

    least: Fraction
    unit: Fraction
    above: Sequence[int]
    faded: Sequence[arb]
    infinite: arb
    lost: arb
    bits: int

    @classmethod
    def of(
        cls, least: Fraction, unit: Fraction, masses: Sequence[int], infinite: arb, bits: int
    ) -> LatticeSums:
        """By Horner's rule, at the working precision."""
        ratio = (-arb(_exact(unit))).exp()
        above, faded = [0], [arb(0)]
        for mass in reversed(masses):
            above.append(above[-1] + mass)
            faded.append(faded[-1] * ratio + mass)
        above.reverse()
        faded.reverse()
        lost = 1 - arb(above[0]) / arb(fmpz(1) << bits)
        return cls(least, unit, above, faded, infinite, lost, bits)

    def delta(self, eps: Fraction) -> tuple[Fraction, Fraction]:
        """Bounds of δ(ε): Σ m·(1 − e^(ε−l)) over the losses above ε."""
        place = min(max((eps - self.least) // self.unit + 1, 0), len(self.above) - 1)
        with working_precision(self.bits + 64):
            odds = arb(_exact(eps - self.least - place * self.unit)).exp()
            total = arb(self.above[place]) - odds * self.faded[place]
            total /= arb(fmpz(1) << self.bits)
            # What was rounded off counts for nothing below, and as an infinite loss above.
            low = ball_bounds(total + self.infinite)[0]
            high = ball_bounds(total + self.lost)[1]
        return max(_fraction(low), Fraction(0)), min(_fraction(high), Fraction(1))


class Exact:
    """The curve of a composition whose losses can all be written down, at any precision."""

    def __init__(self, events: Sequence[tuple[Event, Pair | None]]) -> None:
        """Sort the events into groups with one lattice each.

        Args: events with the pair of laws of each table.
        Raises: Undecided where that is not possible, or asks for too many points.
        """
        self.events = tuple(events)
        self._sums: dict[int, Sums | LatticeSums] = {}
        rational = [event for event, pair in self.events if pair is None]
        self.unit = _unit(rational) if rational else Fraction(1)

    def sums(self, bits: int) -> Sums | LatticeSums:
        """All losses with masses over 2^bits."""
        if bits not in self._sums:
            self._sums[bits] = self._composed(bits)
        return self._sums[bits]

    def delta(self, eps: Fraction, bits: int) -> tuple[Fraction, Fraction]:
        """Bounds of δ(ε)."""
        if self.never is not None and eps >= self.largest:
            return self.never, self.never
        return self.sums(bits).delta(eps)

    @cached_property
    def never(self) -> Fraction | None:
        """The mass of an infinite loss; None where it is too long a number."""
        kept = Fraction(1)
        for event, pair in self.events:
            one = _infinite(event, pair)
            if one.denominator.bit_length() * event.times > LONGEST:
                return None
            kept *= (1 - one) ** event.times
        return 1 - kept

    @property
    def attained(self) -> bool:
        """Whether `largest` is a loss: where all are rational."""
        return all(pair is None for _, pair in self.events)

    @cached_property
    def largest(self) -> Fraction:
        """A number that no finite loss exceeds: the largest, or little more; else 10^9."""
        total = Fraction(0)
        with working_precision(256):
            for event, pair in self.events:
                source = event.noise
                match source:
                    case Guarantee():
                        total += event.times * source.eps
                    case Noise(law="discrete-laplace"):
                        total += event.times * source.sensitivity / source.size
                    case Noise():
                        return Fraction(10**9)
                    case _:
                        ratios = [p / q for p, q in pair or () if p and q]
                        if ratios:
                            top = ball_bounds(event.times * arb(_exact(max(ratios))).log())[1]
                            total += _fraction(top)
        return total

    def _composed(self, bits: int) -> Sums | LatticeSums:
        with working_precision(bits + 64):
            kept = arb(1)
            for event, pair in self.events:
                kept *= (1 - arb(_exact(_infinite(event, pair)))) ** event.times
            least, rational = self._rational(bits)
            if all(pair is None for _, pair in self.events):
                return LatticeSums.of(least, self.unit, rational, 1 - kept, bits)
            places = (least + self.unit * i for i in range(len(rational)))
            groups = [([arb(_exact(place)) for place in places], rational)]
            groups += [_table(pair, event.times, bits) for event, pair in self.events if pair]
            losses, masses = groups[0]
            for more, weights in groups[1:]:
                if len(losses) * len(more) > 10 * MOST_COMBINATIONS:
                    raise Undecided("unsupported", "too many combinations of losses to list")
                masses = [a * b >> bits for a in masses for b in weights]
                losses = [a + b for a in losses for b in more]
            guides = [float(loss.mid()) for loss in losses]
            order = sorted(range(len(losses)), key=guides.__getitem__)
            losses = [losses[i] for i in order]
            above, other = [0], [arb(0)]
            for i in reversed(order):
                above.append(above[-1] + masses[i])
            for i in range(len(losses) - 1, -1, -1):
                mass = above[len(losses) - i] - above[len(losses) - i - 1]
                other.append(other[-1] + arb(fmpz(mass)) * (-losses[i]).exp())
            above.reverse()
            other.reverse()
            whole = arb(fmpz(above[0])) / arb(fmpz(1) << bits)
            return Sums(losses, [guides[i] for i in order], above, other, 1 - kept, 1 - whole, bits)

    def _rational(self, bits: int) -> tuple[Fraction, list[int]]:
        """The sum of all events whose losses are rational: the least one, and the masses."""
        total, place, least = fmpz_poly([fmpz(1) << bits]), 0, Fraction(0)
        for event, pair in self.events:
            if pair is None:
                start, masses = rational_masses(event, self.unit, bits)
                least += start * event.times
                power, first = _power(fmpz_poly(masses), 0, event.times, bits)
                total, place = _product(total, power, place + first, bits)
        return least + place * self.unit, [int(mass) for mass in total.coeffs()]


def exact_curve(plan: Plan, direction: str) -> Exact | None:
    """The curve of a plan whose losses can all be written down; None where they cannot."""
    events: list[tuple[Event, Pair | None]] = []
    combinations = 1
    for event in plan.events:
        pair = None
        if isinstance(event.noise, Table):
            pair = worst(pairs_of(event.noise, event.rate, direction))
            if pair is None:
                return None
            combinations *= _combinations(pair, event.times)
        if combinations > MOST_COMBINATIONS or not _on_a_lattice(event):
            return None
        events.append((event, pair))
    rational = [event for event, pair in events if pair is None]
    if rational and max(map(_spread, rational)) / _unit(rational) > MOST_POINTS:
        return None
    return _kept(tuple(events))


@lru_cache(maxsize=2)
def _kept(events: tuple[tuple[Event, Pair | None], ...]) -> Exact:
    """The same curve again for the next question about a plan: its sums are the work."""
    return Exact(events)


def _on_a_lattice(event: Event) -> bool:
    """Whether the losses of an event are on a lattice of not too many points."""
    source = event.noise
    if isinstance(source, Table):
        return True
    if event.rate != 1 or isinstance(source, Guarantee):
        return event.rate == 1
    return source.law in DISCRETE and _points(source, event.times) < MOST_POINTS


def _points(noise: Noise, times: int) -> int:
    """About how many places of a lattice a sum has."""
    if noise.law == "discrete-laplace":
        return int(noise.sensitivity) + 1
    return int(60 * noise.size) * (isqrt(times) + 1)


def _spread(event: Event) -> Fraction:
    """From the least to the largest loss that is kept of one use."""
    source = event.noise
    if isinstance(source, Guarantee):
        return 2 * source.eps
    if not isinstance(source, Noise):
        raise TypeError("a table has no rational losses")
    if source.law == "discrete-laplace":
        return 2 * source.sensitivity / source.size
    return 60 * source.sensitivity / source.size


def _unit(events: Sequence[Event]) -> Fraction:
    """The largest number of which all distances between losses of an event are multiples."""
    steps = []
    for event in events:
        source = event.noise
        match source:
            case Guarantee():
                steps.append(2 * source.eps)
            case Noise(law="discrete-laplace"):
                # Δ/b, (Δ − 2)/b, …
                steps.append(2 / source.size)
            case Noise():
                steps.append(source.sensitivity / source.size**2)
            case _:
                raise TypeError("a table has no rational losses")
    below = lcm(*(step.denominator for step in steps))
    return Fraction(gcd(*(int(step * below) for step in steps)), below)


def rational_masses(event: Event, unit: Fraction, bits: int) -> tuple[Fraction, list[int]]:
    """The least of an event's losses, and the masses from there on by units, below.

    The infinite loss is left out.
    """
    source = event.noise
    if isinstance(source, Guarantee):
        odds = arb(_exact(source.eps)).exp()
        rest = arb(_exact(1 - source.delta))
        masses = [0] * (_place(2 * source.eps, unit) + 1)
        masses[0] = _down(rest / (1 + odds), bits)
        masses[-1] = _down(rest * odds / (1 + odds), bits)
        return -source.eps, masses
    if not isinstance(source, Noise):
        raise TypeError("a table has no rational losses")
    if source.law == "discrete-laplace":
        return _discrete_laplace(source, unit, bits)
    return _discrete_gaussian(source, unit, bits)


def _discrete_laplace(noise: Noise, unit: Fraction, bits: int) -> tuple[Fraction, list[int]]:
    """P ∝ e^(−|x|/b) against its shift by Δ: the loss at x is (|x − Δ| − |x|)/b."""
    shift = int(noise.sensitivity)
    step = _place(2 / noise.size, unit)
    ratio = (-arb(_exact(1 / noise.size))).exp()
    peak = (1 - ratio) / (1 + ratio)
    masses = [0] * (step * shift + 1)
    # All x ≤ 0 have the largest loss, all x ≥ Δ the least one.
    masses[-1] = _down(1 / (1 + ratio), bits)
    masses[0] = _down(ratio**shift / (1 + ratio), bits)
    for x in range(1, shift):
        masses[step * (shift - x)] = _down(peak * ratio**x, bits)
    return -noise.sensitivity / noise.size, masses


def _discrete_gaussian(noise: Noise, unit: Fraction, bits: int) -> tuple[Fraction, list[int]]:
    """P ∝ e^(−x²/(2σ²)) against its shift by Δ: the loss at x is (Δ² − 2xΔ)/(2σ²).

    Masses below 2^−bits are rounded to 0. The sum of all is enclosed with a geometric bound of its
    tail: e^(−(r+j)²/(2σ²)) ≤ e^(−r²/(2σ²))·e^(−jr/σ²).
    """
    square = noise.size**2
    shift = int(noise.sensitivity)
    step = _place(noise.sensitivity / square, unit)
    # e^(−r²/(2σ²)) < 2^−bits, as 2·ln 2 < 1.4.
    reach = isqrt(int(square * bits * 14 / 10)) + 2
    half = arb(_exact(Fraction(1) / (2 * square)))
    weights = [(-half * (x * x)).exp() for x in range(reach + 1)]
    tail = (-half * (reach + 1) ** 2).exp() / (1 - (-2 * half * (reach + 1)).exp())
    whole = weights[0] + 2 * sum(weights[1:], arb(0)) + 2 * arb(0).union(tail)
    down = [_down(weight / whole, bits) for weight in weights]
    masses = [0] * (2 * reach * step + 1)
    for x in range(-reach, reach + 1):
        masses[step * (reach - x)] = down[abs(x)]
    return noise.sensitivity * (shift - 2 * reach) / (2 * square), masses


def _place(loss: Fraction, unit: Fraction) -> int:
    place = loss / unit
    if place.denominator != 1:
        raise ArithmeticError("a loss is not on the lattice")
    return place.numerator


def _power(masses: fmpz_poly, first: int, times: int, bits: int) -> tuple[fmpz_poly, int]:
    """The law of the sum of so many losses, and its first place."""
    total, start = masses, first
    for digit in format(times, "b")[1:]:
        total, start = _product(total, total, 2 * start, bits)
        if digit == "1":
            total, start = _product(total, masses, start + first, bits)
    return total, start


def _product(one: fmpz_poly, other: fmpz_poly, first: int, bits: int) -> tuple[fmpz_poly, int]:
    """The law of the sum of two losses, rounded down, without zeros at its lower end."""
    if one.length() + other.length() > 2 * MOST_POINTS:
        raise Undecided("unsupported", "a sum of losses has too many points")
    # No coefficient is negative: `//` rounds down.
    product = (one * other) // (1 << bits)
    start = next((i for i in range(product.length()) if product[i]), 0)
    return product.right_shift(start), first + start


def _combinations(pair: Pair, times: int) -> int:
    """How many sums of losses a pair of laws has."""
    finite = [(p, q) for p, q in pair if p and q]
    if not finite:
        return 1
    ratios = [p / q for p, q in finite]
    unit = common_ratio(ratios)
    if unit is not None:
        return times * power_of(max(ratios) / min(ratios), unit) // 50 + 1
    return comb(times + len(finite) - 1, len(finite) - 1)


def _table(pair: Pair, times: int, bits: int) -> tuple[list[arb], list[int]]:
    """All sums of losses of a pair of laws, and their masses rounded down."""
    finite = [(p, q) for p, q in pair if p and q]
    if not finite:
        return [arb(0)], [0]
    least = min(p / q for p, q in finite)
    unit = common_ratio([p / q for p, q in finite])
    if unit is None:
        return _listed(finite, times, bits)
    places = [power_of(p / q / least, unit) for p, q in finite]
    masses = [0] * (max(places) + 1)
    for place, (p, _) in zip(places, finite, strict=True):
        masses[place] = (p.numerator << bits) // p.denominator
    total, first = _power(fmpz_poly(masses), 0, times, bits)
    base, step = times * arb(_exact(least)).log(), arb(_exact(unit)).log()
    coefficients = [int(mass) for mass in total.coeffs()]
    return [base + step * (first + i) for i in range(len(coefficients))], coefficients


def _listed(
    finite: Sequence[tuple[Fraction, Fraction]], times: int, bits: int
) -> tuple[list[arb], list[int]]:
    """Every number of times that each output can occur, by multinomial coefficients."""
    logarithms = [arb(_exact(p / q)).log() for p, q in finite]
    losses, masses = [], []
    for counts in _counts(len(finite), times):
        mass, left = Fraction(1), times
        for count, (p, _) in zip(counts, finite, strict=True):
            mass *= comb(left, count) * p**count
            left -= count
        losses.append(sum((c * log for c, log in zip(counts, logarithms, strict=True)), arb(0)))
        masses.append((mass.numerator << bits) // mass.denominator)
    return losses, masses


def _counts(kinds: int, total: int) -> Iterator[tuple[int, ...]]:
    if kinds == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _counts(kinds - 1, total - first):
            yield (first, *rest)


def _infinite(event: Event, pair: Pair | None) -> Fraction:
    """The mass of an infinite loss in one use."""
    if isinstance(event.noise, Guarantee):
        return event.noise.delta
    return sum((p for p, q in pair or () if not q), Fraction(0))


def _down(mass: arb, bits: int) -> int:
    """A mass as an integer over 2^bits, rounded down."""
    exact = (mass * arb(fmpz(1) << bits)).lower().floor().unique_fmpz()
    if exact is None:
        raise Undecided("precision", "a mass is not known to 2^-bits")
    return max(int(exact), 0)


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
