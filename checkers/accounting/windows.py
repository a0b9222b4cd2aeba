"""Which tilt, and which part of the line, for the law of a sum: guesses from a coarse law.

By Chernoff's bound with K(λ) = ln E[e^(λS)], δ(ε) ≤ e^(K(θ) − θε), and of the sum that is tilted
by θ lies at most e^(K(θ + d) − K(θ) − d·x) above x, and the same with d < 0 below x. Whatever is
chosen here, the bounds of `powers` hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp2, log, sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpverify.checkers.accounting.curves import GridLaw

    Floats = NDArray[np.float64]

GOOD = 3.0
"""How much larger than the least the logarithm of Chernoff's bound may be."""
SHORTER = 0.85
"""A smaller tilt is taken for a window that is shorter by that factor."""
RARE = -15.0
"""ln of a mass beyond each end of the window that is worth no longer window."""
SPREAD = 1.05
"""How much longer a window is than a coarse law asks for."""
FEW = 0.01
"""A cell that is twice as long costs four times as much, but only where losses are."""
LEVELS = 7
"""The longest cells are 2^7 steps."""
ORDERS = 60
LARGEST_ORDER = 1e4
LARGEST_EXPONENT = 600.0
LEAST_DEVIATION = 1e-6


@dataclass(frozen=True)
class Moments:
    """K(λ) of a sum, and mean and standard deviation of the sum that is tilted by λ."""

    logarithm: float
    mean: float
    deviation: float


@dataclass(frozen=True)
class Window:
    """A tilt, and the part of the line where the tilted sum is.

    Args:
        tilt: θ.
        mean: of the tilted sum.
        low, high: both ends.
        orders: where Chernoff's bounds of what lies below and above are good; both positive.
    """

    tilt: float
    mean: float
    low: float
    high: float
    orders: tuple[float, float]

    @property
    def length(self) -> float:
        """From end to end."""
        return self.high - self.low

    @property
    def middle(self) -> float:
        """Of both ends."""
        return (self.low + self.high) / 2

    def longer(self) -> Window:
        """The same with half its length more at either end."""
        half = self.length / 2
        return Window(self.tilt, self.mean, self.low - half, self.high + half, self.orders)


class CoarseSum:
    """The sum of n_1 losses of a first law, n_2 of a second, …, by its moments."""

    def __init__(self, laws: Sequence[tuple[GridLaw, int]]) -> None:
        self._parts = [_Part(law, times) for law, times in laws]
        self._known: dict[float, Moments] = {}

    @cached_property
    def widest(self) -> float:
        """The longest span of a law."""
        return max(part.span for part in self._parts)

    def least_deviation(self, varied: Sequence[bool]) -> float:
        """The least standard deviation of one loss, of those that vary if any does."""
        parts = [part for part, varies in zip(self._parts, varied, strict=True) if varies]
        return sqrt(min(part.moments(0.0)[2] for part in parts or self._parts))

    def at(self, order: float) -> Moments:
        """All moments at one tilt."""
        if order not in self._known:
            single = [(part.moments(order), part.times) for part in self._parts]
            logarithm, mean, variance = (sum(m[i] * times for m, times in single) for i in range(3))
            self._known[order] = Moments(logarithm, mean, sqrt(variance))
        return self._known[order]

    def window(self, tilt: float, lost: float) -> Window:
        """Outside of which a tilted sum has about e^`RARE` of its mass, less a factor e^−`lost`."""
        own = self.at(tilt)
        unit = min(5 / max(own.deviation, LEAST_DEVIATION), LARGEST_EXPONENT / self.widest)

        def end(sign: int) -> tuple[float, float]:
            def distance(place: int) -> float:
                order = unit * exp2(place / 2)
                if order * self.widest > LARGEST_EXPONENT:
                    return float("inf")
                grown = self.at(tilt + sign * order).logarithm - own.logarithm
                return (grown - RARE + lost) / order - sign * own.mean

            place = _descended(distance)
            return SPREAD * distance(place), unit * exp2(place / 2)

        (below, down), (above, up) = end(-1), end(1)
        return Window(tilt, own.mean, own.mean - below, own.mean + above, (down, up))

    def rare(self, tilt: float) -> list[list[tuple[float, float]]]:
        """Of each law, growing intervals of losses outside of which it has `FEW`/4, `FEW`/16, …."""
        return [part.rare(tilt) for part in self._parts]


class _Part:
    """A law and how often it occurs."""

    def __init__(self, law: GridLaw, times: int) -> None:
        places = np.flatnonzero(law.masses > 0)
        self.masses, self.times = law.masses[places], times
        self.losses = (law.first + places) * law.step
        self.span = len(law.masses) * law.step

    def rare(self, tilt: float) -> list[tuple[float, float]]:
        """Intervals of losses outside of which the tilted law has `FEW`/4, `FEW`/16, …."""
        exponents = tilt * self.losses
        weights = self.masses * np.exp(exponents - exponents.max(initial=0.0))
        if not weights.sum():
            return []
        below = np.cumsum(weights) / weights.sum()
        above = np.cumsum(weights[::-1]) / weights.sum()
        intervals = []
        for level in range(1, LEVELS + 1):
            few = FEW / 4**level
            low, high = int(np.searchsorted(below, few)), int(np.searchsorted(above, few))
            ends = self.losses[max(low - 1, 0)], self.losses[::-1][max(high - 1, 0)]
            intervals.append((min(float(ends[0]), 0.0), max(float(ends[1]), 0.0)))
        return intervals

    def moments(self, order: float) -> tuple[float, float, float]:
        """ln of the mass of this law tilted by e^(order·L), its mean and its variance."""
        if not self.masses.size:  # all of it is an infinite loss
            return 0.0, 0.0, 0.0
        # The losses rise: the largest exponent is at an end.
        top = max(order * float(self.losses[0]), order * float(self.losses[-1]))
        weights = self.masses * np.exp(order * self.losses - top)
        total = float(weights.sum())
        if not total:
            return 0.0, 0.0, 0.0
        mean = float(weights @ self.losses) / total
        return log(total) + top, mean, float(weights @ (self.losses - mean) ** 2) / total


def window_of(total: CoarseSum, eps: float | None, delta: float | None) -> tuple[Window, float]:
    """A tilt and a window for what is asked, and ln of Chernoff's bound of δ there.

    The tilt is next to the order of the best bound, or smaller where that is nearly as good and
    leaves a sum that is broader than a few points of a grid, or a window that is much shorter.
    """
    largest = min(LARGEST_EXPONENT / total.widest, LARGEST_ORDER)
    orders = [float(order) for order in np.geomspace(0.05, max(largest, 0.1), ORDERS)]

    def value(place: int) -> float:
        logarithm = total.at(orders[place]).logarithm
        if delta is not None:
            return (logarithm - log(delta)) / orders[place]
        return logarithm - orders[place] * (eps or 0.0)

    place = _lowest(value, ORDERS)
    best = orders[place]
    point = eps if eps is not None else max(value(place), 0.0)
    least = total.at(best).logarithm - best * point
    # Less than the best order keeps the upper tail of the tilted sum short.
    window = total.window(0.9 * best, 0.0)
    shortest = window
    for order in reversed(orders[:place]):
        lost = total.at(order).logarithm - order * point - least
        if lost > GOOD:
            break
        # Next to the largest of bounded losses the best order is without bounds, and what it
        # leaves of the sum is too narrow for a grid.
        if total.at(order).deviation > 1.5 * total.at(best).deviation:
            window = shortest = total.window(order, lost)
        else:
            shortest = min(shortest, total.window(order, lost), key=lambda each: each.length)
    return (shortest if shortest.length < SHORTER * window.length else window), least


def _lowest(value: Callable[[int], float], count: int) -> int:
    """The place of the least of values that fall and then rise."""
    low, high = 0, count - 1
    while low < high:
        middle = (low + high) // 2
        if value(middle) > value(middle + 1):
            low = middle + 1
        else:
            high = middle
    return low


def _descended(distance: Callable[[int], float]) -> int:
    """A place of the least of values that fall and then rise, sought from 0 on."""
    place, least = 0, distance(0)
    for way in (1, -1):
        start = place
        while abs(place) < ORDERS and (value := distance(place + way)) < least:
            place, least = place + way, value
        if place != start:
            break
    return place
