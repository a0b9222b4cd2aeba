"""For the kernel: sums of losses that can be written down one by one, in integers.

An event is a list of losses with masses. Of one use, masses are integers over 2^B that are rounded
down. A *lower* law leaves out what that lost, an *upper* law counts it as an infinite loss. So the
δ of a sum of lower laws is at most the true one, that of upper laws at least. Losses that are
multiples of one number are powers of a polynomial (`loss_sums`); those of a channel that are not
are listed by how often each output occurs.

Sources: Kairouz, Oh, Viswanath 2015 (the worst (ε, δ)-private mechanism); Dong, Roth, Su 2022.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, isqrt
from typing import Final

from flint import arb, fmpq, fmpz, fmpz_poly

from dpverify.checkers.kernel.discrete_sums import delta_bounds
from dpverify.checkers.kernel.loss_sums import Law, Rounding, sum_of
from dpverify.checkers.kernel.plans import Event, Guaranteed, Noisy, Pair, Tabled, pairs_of, worst
from dpverify.checkers.kernel.work import spend
from dpverify.defs import numbers as num
from dpverify.defs.numbers.balls import ball_bounds, working_precision

MOST_LISTED: Final = 20_000
MOST_PAIRED: Final = 400_000
MOST_PLACES: Final = 1 << 20


@dataclass(frozen=True)
class Shifted:
    """Noise on integers against its shift: masses ∝ e^(−|x|/size), or e^(−x²/(2·size²))."""

    size: Fraction
    shift: int
    squared: bool


Source = Guaranteed | Shifted | Pair


@dataclass(frozen=True)
class Lattice:
    """Finite losses least + i·h of a sum, by what lies from each on; masses over 2^bits.

    Args:
        least, unit: the first loss, and h.
        above: Σ m_j over j ≥ i; 0 at the end.
        faded: Σ m_j·e^(−(j − i)·h) over j ≥ i, as balls.
        infinite: the mass of an infinite loss; it is rounded down as all masses are.
    """

    least: Fraction
    unit: Fraction
    above: Sequence[int]
    faded: Sequence[arb]
    infinite: int

    @classmethod
    def of(cls, least: Fraction, unit: Fraction, law: Law) -> Lattice:
        """By Horner's rule, at the working precision."""
        ratio = (-arb(_exact(unit))).exp()
        above, faded = [0], [arb(0)]
        for mass in reversed(law.masses.coeffs()):
            above.append(above[-1] + int(mass))
            faded.append(faded[-1] * ratio + arb(mass))
        return cls(least + law.first * unit, unit, above[::-1], faded[::-1], law.infinite)

    def delta(self, eps: Fraction, bits: int, *, up: bool) -> arb:
        """Σ m·(1 − e^(ε−l)) over losses l > ε, and the infinite loss, or all that is in no mass."""
        # The first loss above ε; the quotient is exact.
        place = min(max((eps - self.least) // self.unit + 1, 0), len(self.above) - 1)
        gap = arb(_exact(eps - self.least - place * self.unit)).exp()
        # All that was rounded off or cut off may be an infinite loss.
        never = (1 << bits) - self.above[0] if up else self.infinite
        total = arb(fmpz(self.above[place] + never)) - gap * self.faded[place]
        return total / arb(fmpz(1) << bits)


@dataclass(frozen=True)
class Listed:
    """Finite losses of a sum as balls, masses over 2^bits, and the mass of an infinite loss."""

    losses: Sequence[arb]
    masses: Sequence[int]
    infinite: int


def written_out(events: Sequence[Event], direction: str) -> list[tuple[Source, int]] | None:
    """What the losses of all events come from, where they can be written down; else None."""
    sources: list[tuple[Source, int]] = []
    for event in events:
        match event.source:
            case Guaranteed() as source:
                if event.rate != 1:
                    return None
                sources.append((source, event.times))
            case Tabled() as table:
                pair = worst(pairs_of(table, event.rate, direction))
                if pair is None:
                    return None
                sources.append((pair, event.times))
            case Noisy(law, size, moved):
                if event.rate != 1 or not law.startswith("discrete"):
                    return None
                shifted = Shifted(size, moved.numerator, law == "discrete-gaussian")
                sources.append((shifted, event.times))
    return sources


def delta_bound(
    events: Sequence[tuple[Source, int]], eps: Fraction, small: Fraction, *, up: bool
) -> Fraction:
    """An upper or a lower bound of δ(ε), right to about 45 digits of `small`.

    Args: sources and how often each occurs.
    Raises: Undecided where that asks for too many losses.
    """
    alone = _gaussian_alone(events)
    if alone is not None:
        bounds = delta_bounds(*alone, eps)
        if bounds is not None:
            return bounds[1] if up else bounds[0]
    exact = _infinite(events)
    if exact is not None and _largest(events, eps):
        return exact
    runs = sum(times for _, times in events)
    size = (small.denominator // small.numerator).bit_length() if small > 0 else 512
    # By powers of two, so that the sums of one question often serve the next one.
    size = max(1 << (size - 1).bit_length(), 128) if size else 128
    bits = 192 + size + 2 * runs.bit_length()
    with working_precision(bits + 64):
        cut = Fraction(1, 1 << (176 + size))
        if any(isinstance(source, tuple) for source, _ in events):
            groups = _groups(tuple(events), Rounding(bits, up, cut))
            bound = _delta(groups, arb(_exact(eps)), bits)
        else:
            lattice = _lattice(tuple(events), Rounding(bits, up=False, cut=cut))
            bound = lattice.delta(eps, bits, up=up)
    low, high = ball_bounds(bound)
    end = high if up else low
    return Fraction(int(end.p), int(end.q))


def _gaussian_alone(events: Sequence[tuple[Source, int]]) -> tuple[Fraction, int, int] | None:
    """σ², Δ and the number of answers, where all have discrete Gaussian noise of one size."""
    alike = {source for source, _ in events}
    if len(alike) != 1:
        return None
    (source,) = alike
    if not isinstance(source, Shifted) or not source.squared:
        return None
    return source.size**2, source.shift, sum(times for _, times in events)


def beyond(events: Sequence[tuple[Source, int]], eps: Fraction) -> bool:
    """Whether ε may be above all finite losses, where a curve falls no more."""
    rational, logarithms = _top(events)
    with working_precision(256):
        return not (arb(_exact(eps - rational)) <= logarithms)


def _infinite(events: Sequence[tuple[Source, int]]) -> Fraction | None:
    """The exact mass of an infinite loss, where it is not too long a number."""
    kept = Fraction(1)
    for source, times in events:
        one = _infinite_once(source)
        if one.denominator.bit_length() * times > 200_000:
            return None
        kept *= (1 - one) ** times
    return 1 - kept


def _infinite_once(source: Source) -> Fraction:
    match source:
        case Guaranteed():
            return source.delta
        case Shifted():
            return Fraction(0)
        case _:
            return sum((p for p, q in source if not q), Fraction(0))


def _largest(events: Sequence[tuple[Source, int]], eps: Fraction) -> bool:
    """Whether ε is certainly at least the largest finite loss of all."""
    rational, logarithms = _top(events)
    with working_precision(256):
        return bool(arb(_exact(eps - rational)) >= logarithms)


def _top(events: Sequence[tuple[Source, int]]) -> tuple[Fraction, arb]:
    """The largest finite loss of all, its rational part apart; infinite where there is none."""
    rational, logarithms = Fraction(0), arb(0)
    with working_precision(256):
        for source, times in events:
            match source:
                case Guaranteed():
                    rational += times * source.eps
                case Shifted(squared=False):
                    rational += times * source.shift / source.size
                case Shifted():
                    return rational, arb.pos_inf()
                case _:
                    ratios = [p / q for p, q in source if p and q]
                    if ratios and max(ratios) != 1:
                        logarithms += times * arb(_exact(max(ratios))).log()
    return rational, logarithms


@lru_cache(maxsize=4)
def _lattice(events: tuple[tuple[Source, int], ...], rounding: Rounding) -> Lattice:
    """The sum of all losses, where all are rational.

    The working precision is that of `delta_bound`, which the bits of the rounding decide.
    """
    unit, least, laws = _unit([source for source, _ in events]), Fraction(0), []
    for source, times in events:
        first, masses = _rational(source, unit, rounding.bits)
        least += times * first
        laws.append((_law(masses, source, rounding), times))
    return Lattice.of(least, unit, sum_of(laws, rounding))


@lru_cache(maxsize=2)
def _groups(events: tuple[tuple[Source, int], ...], rounding: Rounding) -> tuple[Listed, ...]:
    """Sums of losses: one list of all that are rational, and one for each channel."""
    rational = [(source, times) for source, times in events if not isinstance(source, tuple)]
    groups = []
    if rational:
        unit, least, laws = _unit([source for source, _ in rational]), Fraction(0), []
        for source, times in rational:
            first, places = _rational(source, unit, rounding.bits)
            least += times * first
            laws.append((_law(places, source, rounding), times))
        total = sum_of(laws, rounding)
        masses = [int(mass) for mass in total.masses.coeffs()]
        losses = [arb(_exact(least + unit * (total.first + i))) for i in range(len(masses))]
        groups.append(Listed(losses, masses, total.infinite))
    groups += [
        _channel(source, times, rounding)
        for source, times in events if isinstance(source, tuple)
    ]  # fmt: skip
    return tuple(groups)


def _law(masses: Mapping[int, int], source: Source, rounding: Rounding) -> Law:
    """A law of masses that were rounded down: what they lack of 1 is infinite, or lost."""
    first, last = min(masses), max(masses)
    if last - first > MOST_PLACES:
        raise num.Undecided("unsupported", f"losses on more than {MOST_PLACES} places")
    one = _infinite_once(source)
    whole = (1 << rounding.bits) - sum(masses.values())
    least = (one.numerator << rounding.bits) // one.denominator
    places = [masses.get(i, 0) for i in range(first, last + 1)]
    return Law(first, fmpz_poly(places), whole if rounding.up else least)


def _unit(sources: Sequence[Source]) -> Fraction:
    """The largest number of which all distances between the losses of a source are multiples."""
    unit = Fraction(0)
    for source in sources:
        match source:
            case Guaranteed():
                step = 2 * source.eps
            case Shifted(squared=False):
                step = 2 / source.size
            case Shifted():
                step = source.shift / source.size**2
            case _:
                raise num.NumberError("a channel has no rational losses")
        while step:
            unit, step = step, unit % step
    return unit


def _rational(source: Source, unit: Fraction, bits: int) -> tuple[Fraction, dict[int, int]]:
    """The least loss of one use; the masses by how many units a loss is above it, rounded down."""
    match source:
        case Guaranteed():
            share = 1 / (1 + (-arb(_exact(source.eps))).exp())
            rest = arb(_exact(1 - source.delta))
            least, step = -source.eps, _whole(2 * source.eps / unit)
            masses = [_down(rest * (1 - share), bits), _down(rest * share, bits)]
        case Shifted(squared=False):
            # p(x) ∝ e^(−|x|/b); the loss at x is (|x − Δ| − |x|)/b, one number outside of (0, Δ).
            ratio = (-arb(_exact(1 / source.size))).exp()
            least, step = -source.shift / source.size, _whole(2 / source.size / unit)
            masses = [_down(ratio**source.shift / (1 + ratio), bits)]
            for x in range(source.shift - 1, 0, -1):
                masses.append(_down((1 - ratio) / (1 + ratio) * ratio**x, bits))
            masses.append(_down(1 / (1 + ratio), bits))
        case Shifted():
            # p(x) ∝ e^(−x²/(2σ²)); the loss at x is (Δ² − 2xΔ)/(2σ²).
            double = 2 * source.size**2
            reach = isqrt(int(double * bits)) + 1
            spend("noise on integers", reach, bits)
            weights = [(-arb(_exact(x * x / double))).exp() for x in range(reach)]
            # Σ over x ≥ r of e^(−x²/2σ²) is at most e^(−r²/2σ²)/(1 − e^(−r/σ²)).
            end = (-arb(_exact(reach * reach / double))).exp()
            tail = end / (1 - (-arb(_exact(2 * reach / double))).exp())
            whole = 2 * sum(weights, arb(0)) - 1 + 2 * arb(0).union(tail)
            half = [_down(weight / whole, bits) for weight in weights]
            least = source.shift * (source.shift - 2 * (reach - 1)) / double
            step = _whole(2 * source.shift / double / unit)
            masses = [*half[:0:-1], *half]
        case _:
            raise num.NumberError("a channel has no rational losses")
    return least, {step * i: mass for i, mass in enumerate(masses)}


def _whole(place: Fraction) -> int:
    if place.denominator != 1:
        raise num.NumberError("a loss is beside its lattice")
    return place.numerator


def _channel(outcomes: Pair, times: int, rounding: Rounding) -> Listed:
    """The sum of so many losses of a channel.

    Where all ratios P/Q are a·r^i, sums are places of a polynomial in r.
    """
    finite = tuple((p, q) for p, q in outcomes if p and q)
    if not finite:
        return Listed([], [], 1 << rounding.bits)
    ratios = [p / q for p, q in finite]
    least = min(ratios)
    unit = _base([ratio / least for ratio in ratios])
    if unit is None:
        return _enumerated(outcomes, finite, times, rounding)
    masses = {
        _exponent(p / q / least, unit): (p.numerator << rounding.bits) // p.denominator
        for p, q in finite
    }
    total = sum_of([(_law(masses, outcomes, rounding), times)], rounding)
    base, step = times * arb(_exact(least)).log(), arb(_exact(unit)).log()
    coefficients = [int(mass) for mass in total.masses.coeffs()]
    losses = [base + step * (total.first + i) for i in range(len(coefficients))]
    return Listed(losses, coefficients, total.infinite)


def _base(quotients: Sequence[Fraction]) -> Fraction | None:
    """A number above 1 with all of these as its powers; None where none is seen soon."""
    base = Fraction(1)
    for number in quotients:
        one, other = base, number
        while one != 1 and other != 1:
            one, other = (one / other, other) if one >= other else (one, other / one)
            if max(one.denominator, other.denominator).bit_length() > 4_000:
                return None
        base = one * other
    return base if base != 1 else Fraction(2)


def _exponent(number: Fraction, base: Fraction) -> int:
    count = 0
    while number > 1:
        number, count = number / base, count + 1
    return count


def _enumerated(outcomes: Pair, finite: Pair, times: int, rounding: Rounding) -> Listed:
    """How often each output occurs, by multinomial coefficients."""
    if comb(times + len(finite) - 1, times) > MOST_LISTED:
        raise num.Undecided("unsupported", f"a channel with more than {MOST_LISTED} sums of losses")
    logarithms = [arb(_exact(p / q)).log() for p, q in finite]
    losses, masses = [], []
    for counts in _counts(len(finite), times):
        mass, left = Fraction(1), times
        for count, (p, _) in zip(counts, finite, strict=True):
            mass *= comb(left, count) * p**count
            left -= count
        losses.append(sum((c * log for c, log in zip(counts, logarithms, strict=True)), arb(0)))
        masses.append((mass.numerator << rounding.bits) // mass.denominator)
    infinite = 1 - (1 - _infinite_once(outcomes)) ** times
    least = (infinite.numerator << rounding.bits) // infinite.denominator
    return Listed(losses, masses, (1 << rounding.bits) - sum(masses) if rounding.up else least)


def _counts(kinds: int, total: int) -> Iterator[tuple[int, ...]]:
    if kinds == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _counts(kinds - 1, total - first):
            yield (first, *rest)


def _delta(groups: Sequence[Listed], eps: arb, bits: int) -> arb:
    """Σ m·(1 − e^(ε−l))⁺ over all sums of one loss of each group, and the infinite loss."""
    paired = 1
    for group in groups:
        paired *= max(len(group.masses), 1)
    if len(groups) > 1 and paired > MOST_PAIRED:
        raise num.Undecided("unsupported", f"more than {MOST_PAIRED} sums of losses")
    scale = arb(fmpz(1) << bits)
    finite = arb(1)
    for group in groups:
        finite *= 1 - arb(fmpz(group.infinite)) / scale
    return 1 - finite + _finite(groups, eps, scale)


def _finite(groups: Sequence[Listed], eps: arb, scale: arb) -> arb:
    (group, *others) = groups
    total = arb(0)
    for loss, mass in zip(group.losses, group.masses, strict=True):
        if not mass:
            continue
        if others:
            total += arb(fmpz(mass)) * _finite(others, eps - loss, scale)
        elif not loss < eps:
            total += arb(fmpz(mass)) * (1 - (eps - loss).exp()).max(arb(0))
    return total / scale


def _down(mass: arb, bits: int) -> int:
    exact = (mass * arb(fmpz(1) << bits)).lower().floor().unique_fmpz()
    if exact is None:
        raise num.Undecided("precision", "a mass is not known to 2^-bits")
    return max(int(exact), 0)


def _exact(number: Fraction | int) -> fmpq:
    return fmpq(number.numerator, number.denominator)
