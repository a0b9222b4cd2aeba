"""For the kernel: sums of privacy losses in integers and balls, apart from the transforms.

The curve of one step is f(t) = sup over events S of P(S) − t·Q(S), at t = e^l. On l_i = i·h

- an *upper* law has the chords of f as its curve: mass T_i of {L ≥ l_i}, T_i = f_i + (f_(i−1) −
  f_i)/(1 − e^(−h)); chords of a convex function lie above it;
- a *lower* law has the chords of f_i − e_i, each e_i at least the distance of f from its chord in
  both cells at l_i. Where one end of a cell is lowered by less, a tangent of f takes its place.

Where T_i comes from: in a cell the curve of a law is a line in t, with the value T_i at t = 0. So
T_i is where the chord of the cell, prolonged, meets t = 0. All of that holds for any points i, also
if some of them are left out: then h is the length of the cell.

Larger T_i make larger curves, of a sum of steps too, so masses are integers over 2^B, rounded up or
down. Sums are products of polynomials with integer coefficients. What is cut off at the ends of a
product moves up for an upper law (above the grid: to an infinite loss) and is dropped for a lower.

Sources: Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022; Dong, Roth, Su 2022.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import expm1
from typing import Final

from flint import arb, fmpq, fmpz, fmpz_poly

from dpverify.defs import numbers as num
from dpverify.defs.numbers.balls import working_precision

MOST_CELLS: Final = 400_000
MOST_POINTS: Final = 1 << 22


@dataclass(frozen=True)
class Point:
    """The curve of one step at a loss l, as balls: f(e^l), e^l·Q(L > l), e^l·Q(L ≥ l)."""

    excess: arb
    after: arb
    until: arb


Step = Callable[[Fraction], Point]


@dataclass(frozen=True)
class Law:
    """Masses of the losses (first + i)·h and of an infinite loss, integers over 2^bits."""

    first: int
    masses: fmpz_poly
    infinite: int


@dataclass(frozen=True)
class Rounding:
    """How laws are rounded: masses over 2^bits, up or down; `cut` may go at each end of a step."""

    bits: int
    up: bool
    cut: Fraction

    def whole(self, mass: arb) -> int:
        """The integer over 2^bits for a mass, at least 0, at most 1."""
        scaled = mass * arb(fmpz(1) << self.bits)
        end = scaled.upper().ceil() if self.up else scaled.lower().floor()
        # A chord of f, prolonged, meets t = 0 at f(0) = 1 or below: more than 1 is rounding alone.
        exact = end.unique_fmpz()
        if exact is None:
            raise num.Undecided("precision", "a mass is not known to 2^-bits")
        return min(max(int(exact), 0), 1 << self.bits)

    def shifted(self, product: fmpz_poly) -> fmpz_poly:
        """Products of two masses over 2^bits."""
        scale = 1 << self.bits
        # `//` rounds coefficients down as long as none is negative.
        if self.up:
            product += fmpz_poly([scale - 1] * product.length())
        return product // scale


@dataclass(frozen=True)
class Length:
    """Of a cell of length h: e^h − 1, e^(h/2) − 1 and 1/(1 − e^(−h)), as balls."""

    whole: arb
    half: arb
    factor: arb

    @classmethod
    def of(cls, length: Fraction) -> Length:
        """At the working precision."""
        ball = arb(_exact(length))
        return cls(ball.expm1(), (ball / 2).expm1(), 1 / (1 - (-ball).exp()))


def law_of(step: Step, unit: Fraction, places: Sequence[int], rounding: Rounding) -> Law:
    """The upper or the lower law of one step, by its curve at the losses i·h for rising places i.

    Raises: Undecided where there are too many, or they are too far apart.
    """
    if len(places) > MOST_CELLS:
        raise num.Undecided("unsupported", f"a step has more than {MOST_CELLS} cells on its grid")
    _bounded(places[-1] - places[0])
    with working_precision(rounding.bits + 64):
        grid = [step(unit * i) for i in places]
        lengths = [b - a for a, b in pairwise(places)]
        balls = {length: Length.of(unit * length) for length in {*lengths}}
        cells = [balls[length] for length in lengths]
        if rounding.up:
            return _upper([point.excess for point in grid], cells, places, rounding)
        middles = [step(unit * (a + b) / 2) for a, b in pairwise(places)]
        return _lower(grid, middles, cells, (unit, places), rounding)


def _bounded(points: int) -> None:
    if points > MOST_POINTS:
        raise num.Undecided("unsupported", f"a sum has more than {MOST_POINTS} points on its grid")


def _tails(heights: Sequence[arb], cells: Sequence[Length], rounding: Rounding) -> list[int]:
    """T_i of the curve that is linear between the heights, from the second place on."""
    return [
        rounding.whole(after + (before - after) * cell.factor)
        for (before, after), cell in zip(pairwise(heights), cells, strict=True)
    ]


def _masses(tails: Sequence[int], places: Sequence[int]) -> fmpz_poly:
    """T_i − T_(i+1) at each place i, from the first one on."""
    masses = [0] * (places[-1] - places[0] + 1)
    for place, (here, after) in zip(places, pairwise(tails), strict=True):
        masses[place - places[0]] = here - after
    return fmpz_poly(masses)


def _upper(
    heights: Sequence[arb], cells: Sequence[Length], places: Sequence[int], rounding: Rounding
) -> Law:
    # Beyond the grid f is at most its last value: so much may be an infinite loss.
    infinite = rounding.whole(heights[-1])
    # Larger masses of {L ≥ l} are allowed; they must not increase with l.
    rising, largest = [infinite], infinite
    for tail in reversed(_tails(heights, cells, rounding)):
        largest = max(largest, tail)
        rising.append(largest)
    # What lies below the grid moves up to its first point. So the curve begins with the
    # chord from f(0) = 1, which lies above f as well.
    rising.append(1 << rounding.bits)
    rising.reverse()
    return Law(places[0], _masses(rising, places), infinite)


def _lower(
    grid: Sequence[Point],
    middles: Sequence[Point],
    cells: Sequence[Length],
    points: tuple[Fraction, Sequence[int]],
    rounding: Rounding,
) -> Law:
    unit, places = points
    gaps = [
        _cell(left, middle, right, cell)
        for (left, right), middle, cell in zip(pairwise(grid), middles, cells, strict=True)
    ]
    lowered = _lowered(grid, gaps, [unit * i for i in places])
    heights = [point.excess - by for point, by in zip(grid, lowered, strict=True)]
    last = next((i for i, height in enumerate(heights) if not height > 0), len(heights) - 1)
    if last < 2:
        return Law(places[0], fmpz_poly([0]), 0)
    # From here on the law has nothing; left of it the tangent of f at this point lies below f.
    heights = [*heights[:last], arb(0)]
    tangent = (grid[last].until / cells[last - 1].factor).lower()
    heights[last - 1] = _smaller(heights[last - 1], tangent)
    heights = _straightened(heights, lowered[: last + 1], unit, places)
    # Left of the grid: the tangent of f at its first point lies below f, and meets t = 0 at
    # P(L ≥ l). A line below f at this point, and no higher than that at 0, is below f as well.
    least = rounding.whole(grid[0].excess + grid[0].until)
    falling = []
    for tail in _tails(heights, cells[:last], rounding):
        least = min(least, tail)
        falling.append(least)
    falling.append(0)
    return Law(places[1], _masses(falling, places[1 : last + 1]), 0)


def _straightened(
    heights: list[arb], lowered: Sequence[arb], unit: Fraction, places: Sequence[int]
) -> list[arb]:
    """The heights, but a line where one that was lowered much is followed by higher ones.

    The curve of a law is convex, so from there on it is the line to that later point which is seen
    at the least slope. Floats choose the point; a height is never raised, so that the chords lie
    below those of the heights that are given.
    """
    place = max(range(len(heights)), key=lambda i: float(lowered[i]))
    start, width = heights[place].lower(), float(unit)
    along = [(i - places[place]) * width for i in places[place + 1 : len(heights)]]
    if not along:
        return heights
    slopes = [
        (float(height) - float(start)) / expm1(min(length, 600.0))
        for height, length in zip(heights[place + 1 :], along, strict=True)
    ]
    end = place + 1 + min(range(len(slopes)), key=slopes.__getitem__)
    whole = arb(_exact(unit * (places[end] - places[place]))).expm1()
    changed = list(heights)
    changed[place] = start
    for i in range(place + 1, end):
        share = arb(_exact(unit * (places[i] - places[place]))).expm1() / whole
        changed[i] = _smaller(heights[i], (start + share * (heights[end] - start)).lower())
    return changed


def _smaller(height: arb, other: arb) -> arb:
    """A number that is at most both, and as a ball exact."""
    return min(height.lower(), other)


def _cell(left: Point, middle: Point, right: Point, cell: Length) -> tuple[arb, arb]:
    """How far at most f lies below its chord in a cell, and below the chord its left tangent ends.

    Lengths are in units of e^l at the left end. The distance d is concave and 0 at both ends.
    """
    whole, half = cell.whole, cell.half
    chord = (right.excess - left.excess) / whole
    at_middle = left.excess + chord * half - middle.excess
    steep = chord + left.after
    between = middle.after / (1 + half)
    ending = right.until / (1 + whole)
    # Where d still rises in the middle, `first` may be too small. But then d is largest in the
    # right half, and `second` bounds it there.
    first = _peak(at_middle, half, steep, chord + between)
    second = _peak(at_middle, whole - half, -chord - ending, -chord - between)
    return max(first, second), _positive(steep * whole)


def _peak(height: arb, width: arb, a: arb, b: arb) -> arb:
    """A bound on [0, w] of a concave d, d(0) = 0, d(w) = height, with slopes a and b ≤ 0 there.

    d lies below both tangents, a·x and height + b·(x − w); where they cross is the bound.
    """
    steep, crossing = _positive(a), width.upper()
    if a > b:
        crossing = min(crossing, _positive((height - width * b) / (a - b)))
    return (steep * crossing).upper()


def _positive(ball: arb) -> arb:
    """The upper end of a ball, at least 0, as an exact ball."""
    end = ball.upper()
    return end if end > 0 else arb(0)


def _lowered(
    grid: Sequence[Point], cells: Sequence[tuple[arb, arb]], losses: Sequence[Fraction]
) -> list[arb]:
    """The e_i, exact: at least the gaps of both cells, but at a lower end of the support.

    There e_i would exceed f − (1 − t), which all curves are above 0 by. It is taken smaller, and at
    the next point as large as the left tangent of the cell asks for.
    """
    gaps = [gap for gap, _ in cells]
    # Both ends of each cell are lowered by its gap: its chord is then.
    lowered = [max(a, b) for a, b in zip([*gaps, arb(0)], [arb(0), *gaps], strict=True)]
    rooms = [point.excess + arb(_exact(loss)).expm1()
             for point, loss in zip(grid, losses, strict=True)]  # fmt: skip
    short = [i for i in range(len(gaps)) if lowered[i] > rooms[i].lower()]
    for i in short:
        # Enough for the cell on the left.
        lowered[i] = max(gaps[i - 1] if i else arb(0), _positive(rooms[i].upper()))
    for i in short:
        # The cell on the right: from f or below, to the tangent's end or below. A chord between
        # these lies below the tangent, and the tangent below f.
        lowered[i + 1] = max(lowered[i + 1], cells[i][1])
    return lowered


def sum_of(laws: Iterable[tuple[Law, int]], rounding: Rounding) -> Law:
    """The law of the sum of n_1 losses of the first law, n_2 of the second, …, cut at both ends."""
    parts = list(laws)
    runs = sum(times for _, times in parts)
    total: Law | None = None
    steps = 0
    for law, times in parts:
        power, count = law, 1
        for digit in format(times, "b")[1:]:
            count *= 2
            power = _product(power, power, rounding, runs // count)
            if digit == "1":
                count += 1
                power = _product(power, law, rounding, runs // count)
        steps += times
        total = power if total is None else _product(total, power, rounding, runs // steps)
    if total is None:
        raise num.NumberError("a sum of no losses")
    return total


def _product(one: Law, other: Law, rounding: Rounding, copies: int) -> Law:
    """The law of a sum of two losses, its ends cut; the whole sum has so many copies of it."""
    _bounded(one.masses.length() + other.masses.length())
    masses = rounding.shifted(one.masses * other.masses).coeffs()
    allowed = int(rounding.cut * (1 << rounding.bits)) // max(copies, 1)
    start, below = _cut(masses, allowed)
    stop, above = _cut(masses[::-1], allowed)
    kept = masses[start : len(masses) - stop] or [fmpz(0)]
    # The sum is infinite where one of both is: a + b − a·b, with a·b rounded to the safe side.
    both = fmpz(one.infinite) * other.infinite
    twice = both >> rounding.bits if rounding.up else -((-both) >> rounding.bits)
    infinite = one.infinite + other.infinite - int(twice)
    if rounding.up:
        kept[0] += below
        infinite += int(above)
    return Law(one.first + other.first + start, fmpz_poly(kept), min(infinite, 1 << rounding.bits))


def _cut(masses: Sequence[fmpz], allowed: int) -> tuple[int, fmpz]:
    """How many of the first masses add up to no more than is allowed, and to how much."""
    total = fmpz(0)
    for count, mass in enumerate(masses):
        if total + mass > allowed:
            return count, total
        total += mass
    return max(len(masses) - 1, 0), total - (masses[-1] if masses else 0)


def delta_of(law: Law, unit: Fraction, eps: Fraction, bits: int) -> arb:
    """δ(ε) of the law of a sum: Σ m·(1 − e^(ε−l)) over losses l > ε, and the infinite loss."""
    start = max(eps // unit - law.first + 1, 0)
    with working_precision(bits + 64):
        scale = arb(fmpz(1) << bits)
        kept = law.masses.coeffs()[start:]
        if not kept:
            return arb(law.infinite) / scale
        # Σ m_i·x^i by Horner's rule, x = e^(−h).
        ratio, value, total = (-arb(_exact(unit))).exp(), arb(0), fmpz(0)
        for mass in reversed(kept):
            value = value * ratio + arb(mass)
            total += mass
        gap = arb(_exact(eps - unit * (law.first + start))).exp()
        return (arb(total) - gap * value + arb(law.infinite)) / scale


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
