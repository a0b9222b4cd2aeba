"""Two laws of the privacy loss on a grid that bracket one law: never too small, never too large.

Let f(t) = sup over events S of P(S) − t·Q(S), for t = e^ε > 0: convex, decreasing, f(0) = 1. A law
on the losses l_i = i·h has T_i = mass of {L ≥ l_i}, and its curve is Σ_i T_i·w_i(t) with
w_i(t) = (1 − t/e^(l_i))⁺ − (1 − t/e^(l_(i−1)))⁺ ≥ 0. So larger T_i make a larger curve, and what is
linear between the points (e^(l_i), v_i) is the curve of T_i = v_i + (v_(i−1) − v_i)/(1 − e^(−h)).
Where losses are rare, some of the points are enough: all of that holds with the distance of the
points that are left in the place of h.

*Upper*: v_i ≥ f at the grid. The chords of a convex function lie above it (Doroshenko, Ghazi,
Kamath, Kumar, Manurangsi 2022, "connect the dots"). *Lower*: v_i = f − e_i, where e_i is at least
the largest distance of f from its chord in both cells that meet at l_i, so that lowered chords
lie below f. Tangents at both ends and in the middle of a cell bound that distance.

Domination of curves survives composition (Dong, Roth, Su 2022), and so do larger T_i: δ of a
composition increases with each T_i of a factor, the others being fixed.

Rounding: a value of f comes with a bound of its error, and what rounding does to T_i is added to
it on the safe side. The laws' masses are T_i − T_(i+1), one subtraction, within a factor 1 ± u.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import ceil, expm1
from typing import TYPE_CHECKING, Protocol

import numpy as np

from dpverify.checkers.accounting.certified import ROUNDING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SLACK = 16 * ROUNDING
"""More than the rounding of the few operations between a bound and its use."""


BLOCK = 1 << 13
"""Losses at which a curve is computed together."""


@dataclass(frozen=True)
class Values:
    """What is known of one step's curve at losses l_0 < l_1 < …, each within its error.

    Args:
        excess: f(e^l); within `excess_error`.
        slope: e^l·Q(L > l), within `slope_error`.
        slope_left: e^l·Q(L ≥ l), the same where there is no atom; within `slope_error` too.
        reached: a lower bound of P(L ≥ l).
    """

    excess: Floats
    excess_error: Floats
    slope: Floats
    slope_left: Floats
    slope_error: Floats
    reached: Floats


class Step(Protocol):
    """One event in one direction of neighbours."""

    def values(self, losses: Floats) -> Values:
        """The curve at increasing, equally spaced losses."""
        ...

    def span(self, below: float, above: float) -> tuple[float, float]:
        """Losses below and above which lies about so much of the mass; only a guide."""
        ...


@dataclass(frozen=True)
class Mesh:
    """Points of a grid where a curve is computed: all, or fewer where losses are rare.

    Args:
        step: h.
        places: i of the losses i·h, rising; neighbours are 1, 2, 4, … apart.
    """

    step: float
    places: NDArray[np.int64]

    @classmethod
    def even(cls, step: float, first: int, last: int) -> Mesh:
        """All points from first·h to last·h."""
        return cls(step, np.arange(first, last + 1, dtype=np.int64))

    @classmethod
    def sparser(
        cls, step: float, first: int, last: int, rare: Sequence[tuple[float, float]]
    ) -> Mesh:
        """Every second point outside of the first interval, every fourth outside of the second, ….

        Args: rare intervals of losses around 0 that grow.
        """
        left, right = [np.zeros(1, dtype=np.int64)], [np.zeros(1, dtype=np.int64)]
        for level, (low, high) in enumerate([*rare, (first * step, last * step)]):
            # Each segment ends where another one with twice the distance begins, or beyond.
            down, up = min(ceil(-low / step), -first), min(ceil(high / step), last)
            left.append(_segment(int(left[-1][-1]), down, 2**level))
            right.append(_segment(int(right[-1][-1]), up, 2**level))
        places = np.concatenate([*(-each for each in left), *right])
        return cls(step, np.unique(places))

    @property
    def first(self) -> int:
        """i of the lowest loss."""
        return int(self.places[0])

    @property
    def last(self) -> int:
        """i of the highest."""
        return int(self.places[-1])

    def halves(self) -> Floats:
        """The losses of all points, and of the middles of cells between them."""
        doubled = np.empty(2 * len(self.places) - 1)
        doubled[::2] = 2 * self.places
        doubled[1::2] = self.places[1:] + self.places[:-1]
        return doubled * (self.step / 2)

    def lengths(self, function: Callable[[float], float], parts: int = 1) -> Floats:
        """A function of the length of each cell, or of that part of it.

        There are few lengths, so it may be one of single numbers.
        """
        strides, places = np.unique(np.diff(self.places), return_inverse=True)
        values = [function(self.step * int(stride) / parts) for stride in strides]
        return np.asarray(np.array(values)[places])

    def law(self, masses: Floats, infinite: float, skipped: int = 0) -> GridLaw:
        """The law with these masses at the points after the first ones that are skipped."""
        places = self.places[skipped : skipped + len(masses)]
        start = int(places[0])
        grid = np.zeros(int(places[-1]) - start + 1)
        grid[places - start] = masses
        return GridLaw(self.step, start, grid, infinite)


@dataclass(frozen=True)
class GridLaw:
    """Masses of the losses (first + i)·step, and of an infinite loss; each within 1 ± u."""

    step: float
    first: int
    masses: Floats
    infinite: float


@dataclass(frozen=True)
class Bracket:
    """A law whose curve lies above, and one whose curve lies below."""

    upper: GridLaw
    lower: GridLaw


def bracket(law: Step, mesh: Mesh, dropped: float) -> Bracket:
    """Both laws on the points of a mesh.

    Args:
        law: one step.
        mesh: the losses are i·h up to a factor 1 ± 2u.
        dropped: about how much mass the lower law may lose at its upper end.
    """
    values = _values(law, mesh.halves())
    return Bracket(_upper(values, mesh), _lower(values, mesh, dropped))


def _segment(start: int, end: int, stride: int) -> NDArray[np.int64]:
    """Every so many places after the start, up to the end or the first one beyond it."""
    return start + stride * np.arange(0, -(-max(end - start, 0) // stride) + 1, dtype=np.int64)


def _values(law: Step, losses: Floats) -> Values:
    """The curve at all losses, a block at a time: what is computed of it stays in the cache."""
    if len(losses) <= BLOCK:
        return law.values(losses)
    blocks = [law.values(losses[i : i + BLOCK]) for i in range(0, len(losses), BLOCK)]
    return Values(
        **{
            field.name: np.concatenate([getattr(block, field.name) for block in blocks])
            for field in fields(Values)
        }
    )


def _tails(heights: Floats, shares: Floats) -> Floats:
    """T of the curve that is linear between the heights, from the second point on.

    Args: shares 1 − e^(−h) of each cell.
    """
    return heights[1:] + (heights[:-1] - heights[1:]) / shares


def _noise(heights: Floats, shares: Floats) -> Floats:
    """A bound of what rounding does to `_tails`: each height occurs with a factor up to 2/h."""
    return SLACK * (heights[1:] + (heights[:-1] + heights[1:]) / shares)


def _share(length: float) -> float:
    return -expm1(-length)


def _upper(values: Values, mesh: Mesh) -> GridLaw:
    heights = np.minimum((values.excess + values.excess_error)[::2] * (1 + SLACK), 1.0)
    # Decreasing, as f is: f(l_i) is at most each bound further to the left.
    heights = np.minimum.accumulate(heights)
    shares = mesh.lengths(_share)
    tails = _tails(heights, shares) * (1 + SLACK) + _noise(heights, shares)
    infinite = float(heights[-1])
    tails = np.append(tails, infinite)
    tails = np.minimum(np.maximum.accumulate(tails[::-1])[::-1], 1.0)
    # All that lies below the grid moves up to its first point: the chord from f(0) = 1 is above f.
    tails = np.concatenate(([1.0], tails))
    return mesh.law(tails[:-1] - tails[1:], infinite)


def _lower(values: Values, mesh: Mesh, dropped: float) -> GridLaw:
    lowered = _lowered(values, mesh)
    heights = (values.excess - values.excess_error)[::2] * (1 - SLACK) - lowered * (1 + SLACK)
    ended = np.flatnonzero(~(heights > dropped))
    last = int(ended[0]) if ended.size else len(heights) - 1
    if last < 2:
        return mesh.law(np.zeros(1), 0.0)
    # The upper end: 0 from here on; left of it the tangent of f at this point is below f.
    heights = heights[: last + 1]
    heights[last] = 0.0
    shares = mesh.lengths(_share)[:last]
    tangent = float((values.slope_left - values.slope_error)[2 * last]) * float(shares[-1])
    heights[last - 1] = min(heights[last - 1], max(tangent, 0.0) * (1 - SLACK))
    heights = _supported(heights, lowered[: last + 1], mesh)
    tails = _tails(heights, shares) * (1 - SLACK) - _noise(heights, shares)
    # The lower end: the line through the first two points, prolonged, must stay below f.
    tails = np.minimum(tails, float(values.reached[0]))
    tails = np.maximum(np.minimum.accumulate(tails), 0.0)
    tails = np.append(tails, 0.0)
    return mesh.law(tails[:-1] - tails[1:], 0.0, skipped=1)


def _supported(heights: Floats, lowered: Floats, mesh: Mesh) -> Floats:
    """The heights, but a line where one that was lowered much is followed by higher ones.

    At a lower end of the support one point is lowered more than the next. The curve of a law is
    convex: from this point on it is the line to that later point which is seen at the least slope.
    The line lies below the chords between both, so it is below f.
    """
    place = int(np.argmax(lowered))
    rest = heights[place + 1 :] - heights[place]
    if rest.size < 2:
        return heights
    further = mesh.places[place + 1 : len(heights)] - mesh.places[place]
    along = np.expm1(mesh.step * further)
    slopes = rest / along
    last = int(np.argmin(slopes))
    if not last:
        return heights
    line = heights[place] + slopes[last] * along[:last]
    straight = heights.copy()
    straight[place + 1 : place + 1 + last] = np.minimum(
        line - 2 * SLACK * heights[place], heights[place + 1 : place + 1 + last]
    )
    return straight


def _lowered(values: Values, mesh: Mesh) -> Floats:
    """How far to lower f at each grid point, so that chords lie below it.

    Lowering both ends by the cell's gap is enough. At a lower end of the support that would ask
    for more than f − (1 − t), all there is above the law that nothing is below: less is taken
    there, and at the next point as much as a tangent of the cell asks for.
    """
    gaps, slopes = _gaps(values, mesh)
    lowered = np.zeros(len(gaps) + 1)
    lowered[:-1] = gaps
    lowered[1:] = np.maximum(lowered[1:], gaps)
    room = values.excess[::2] + np.expm1(mesh.places * mesh.step)
    short = np.flatnonzero(lowered[:-1] > room[:-1])
    # The cell on the left, both of whose ends are lowered by its gap, must not lose that.
    before = np.concatenate(([0.0], gaps))
    lowered[short] = np.maximum(room, before)[short]
    lowered[short + 1] = np.maximum(lowered[short + 1], slopes[short])
    return lowered


def _gaps(values: Values, mesh: Mesh) -> tuple[Floats, Floats]:
    """Bounds of how far f, and its tangent at the left end, lie below the chord of each cell.

    Lengths are in units of e^(l_i), i the cell's left end. Over its left half the distance
    d is concave, d(0) = 0, d(w) = D; its tangents at both ends meet at the height a·x with
    x = (D − w·b)/(a − b), a and b their slopes. The right half is the same from the other side.
    """
    grid, error = values.excess[::2], values.excess_error[::2]
    middle, middle_error = values.excess[1::2], values.excess_error[1::2]
    whole, half = mesh.lengths(expm1), mesh.lengths(expm1, parts=2)
    chord = (grid[1:] - grid[:-1]) / whole
    chord_error = (error[1:] + error[:-1] + SLACK * (grid[1:] + grid[:-1])) / whole
    left, left_error = values.slope[:-2:2], values.slope_error[:-2:2]
    between = values.slope[1::2] / (1 + half)
    between_error = values.slope_error[1::2] / (1 + half) + SLACK * between
    right = values.slope_left[2::2] / (1 + whole)
    right_error = values.slope_error[2::2] / (1 + whole) + SLACK * right
    rise = grid[:-1] + chord * half - middle
    rise_error = error[:-1] + chord_error * half + middle_error + SLACK * (grid[:-1] + middle)
    at_middle = np.maximum(rise + rise_error, 0.0)
    # Where d still rises in the middle, the first half's number may be too small, but then d is
    # largest in the second half, whose number bounds it.
    first_half = _peak(
        at_middle, half, chord + left, chord_error + left_error,
        chord + between, chord_error + between_error,
    )  # fmt: skip
    second_half = _peak(
        at_middle, whole - half, -(chord + right), chord_error + right_error,
        -(chord + between), chord_error + between_error,
    )  # fmt: skip
    tangent = np.maximum(chord + left + chord_error + left_error, 0.0) * whole
    return np.maximum(first_half, second_half) * (1 + SLACK), tangent * (1 + SLACK)


def _peak(
    height: Floats, width: Floats, a: Floats, a_error: Floats, b: Floats, b_error: Floats
) -> Floats:
    """A bound of a concave function with d(0) = 0, d(w) ≤ height and slopes a and b ≤ 0 there."""
    steep = np.maximum(a + a_error, 0.0) * (1 + SLACK)
    spread = (a - a_error) - (b + b_error)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        crossing = (height - width * (b - b_error)) / spread * (1 + SLACK)
    crossing = np.where((spread > 0) & (crossing < width), np.maximum(crossing, 0.0), width)
    return np.asarray(steep * crossing)
