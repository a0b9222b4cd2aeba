"""Sums of many independent losses on one grid: δ(ε) by Fourier transforms, every error bounded.

The law of a sum has the product of the transforms. A window of N grid points holds the sum; what
lies outside comes back into it, which Chernoff's bound limits. The masses are *tilted* first,
w_i = m_i·e^(θ·l_i)/Z, so that the sum concentrates where δ is asked for and tiny δ keep their
relative accuracy: with T the tilted sum and n steps,

    δ(ε) = Z^n·e^(−θε)·E[e^(−θ(T−ε))·(1 − e^(−(T−ε)))⁺] + P[some loss is infinite].

Rounding: an output of a transform of 2^m points is a sum of inputs times m roots of unity, each
with rounded products and sums, so it errs by at most 8·m·u·(sum of |inputs|). Powers by squaring
err by 3·n·u relatively. Both are added up per frequency, and Parseval's identity makes of them an
error of the masses in the sense of least squares; Cauchy's inequality, of that, one of δ.
See docs/decisions/0015-accounting.md for what is assumed of the library's transform.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import exp, inf, log, sqrt
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from dpverify.checkers.accounting.certified import ROUNDING, exponential
from dpverify.defs.errors import Undecided

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dpverify.checkers.accounting.curves import GridLaw

    Floats = NDArray[np.float64]


Tilted: TypeAlias = "tuple[Floats, int, int]"
"""The tilted masses of a law, its first loss in steps, and how often it occurs."""


SMALL = -80.0
"""ln of a power of a frequency that is negligible beside 1."""
BLOCK = 1 << 10
"""Masses that are weighed together."""
NO_FINITE = 1e-13
"""An infinite loss whose probability is so near 1 is certain, but for its rounding down."""


@dataclass(frozen=True)
class Sum:
    """The law of a sum of losses, tilted, on a window of the grid.

    Args:
        step: h.
        first: the window's first loss, in steps.
        masses: of the tilted sum, about; what comes back into the window is among them.
        tilt: θ ≥ 0.
        log_scale: ln Z^n, within `log_error`.
        square_error: the root of the sum of the squared errors of the masses.
        above: the tilted mass above the window, at most.
        below: the tilted mass below the window, at most.
        infinite: the probability of an infinite loss, from above, within three parts in 10^12.
        moved: how far the float of a sum of losses may be from the sum that is meant.
        highest: a loss that no finite sum exceeds.
    """

    step: float
    first: int
    masses: Floats
    tilt: float
    log_scale: float
    log_error: float
    square_error: float
    above: float
    below: float
    infinite: float
    moved: float
    highest: float

    def delta(self, eps: float) -> tuple[float, float]:
        """A lower and an upper bound of the δ(ε) of this law of a sum, for a float ε."""
        never = self.infinite * (1 - 3e-12)
        if eps > self.highest:
            return never, min(self.infinite, 1.0)
        total, size, around, squares = self._weighed(eps)
        # numpy adds pairwise; the exponentials are its own, and a gap errs by a rounding of l: a
        # margin is left for all of that.
        rounding = 1e-11 * size + 1e-14 * (1 + abs(eps)) * around
        # An atom next to ε may be on its other side, and all losses may have moved: the weight as a
        # function of the loss has a slope of at most 1.
        rounding += self.moved * around
        noise = self.square_error * sqrt(squares) * 1.001
        scale = self.log_scale - self.tilt * eps
        # e^(−θg)·(1 − e^(−g)) is at most 1/(1 + θ), and above the window at most e^(−θ·top).
        top = (self.first + len(self.masses)) * self.step - eps
        missing = self.above * exp(-self.tilt * max(top, 0.0)) * (1 + 1e-9)
        if eps < self.first * self.step:
            missing += self.below / (1 + self.tilt) * (1 + 1e-9)
        back = (self.above + self.below) / (1 + self.tilt) * (1 + 1e-9)
        # A scale without a float leaves 1 as the upper bound; a smaller one keeps the lower true.
        size = scale + self.log_error
        high = (total + rounding + noise + missing) * exp(size) if size < 600 else 1.0
        low = (total - rounding - noise - back) * exp(min(scale - self.log_error, 600.0))
        low = max(low * (1 - 1e-12), 0.0) + never
        return min(low, 1.0), min(high * (1 + 1e-12) + self.infinite, 1.0)

    def _weighed(self, eps: float) -> tuple[float, float, float, float]:
        """Σ m·w over the losses above ε, with w = e^(−θg)·(1 − e^(−g)) at g = l − ε.

        Returns: this sum; that of the sizes of all numbers that make it up; the mass from next to ε
            on; and no less than the sum of the w².
        """
        start = min(max(int(np.ceil(eps / self.step)) - self.first, 0), len(self.masses))
        # Up to the end of a block, each for itself; from there on by blocks: within one, e^(−θg)
        # and e^(−(θ+1)g) are those of its first loss times what `_blocks` has added up.
        whole = -(-start // BLOCK)
        stop = min(whole * BLOCK, len(self.masses))
        gaps = (self.first + np.arange(start, stop, dtype=np.float64)) * self.step - eps
        gaps = np.maximum(gaps, 0.0)
        weights = np.exp(-self.tilt * gaps) * -np.expm1(-gaps)
        near = float(np.sum(np.maximum(self.masses[start:stop], 0.0) * weights))
        squares = float(np.sum(weights * weights))
        around = float(np.sum(np.maximum(self.masses[max(start - 1, 0) : stop], 0.0)))
        plain, tilted, further = (each[whole:] for each in self._blocks)
        firsts = (self.first + BLOCK * np.arange(whole, whole + len(plain))) * self.step - eps
        faded = np.exp(-self.tilt * firsts)
        one, other = float(np.sum(faded * tilted)), float(np.sum(faded * np.exp(-firsts) * further))
        # w falls by e^(−θg), and is at most 1 − e^(−g) besides.
        most = faded * -np.expm1(-firsts - BLOCK * self.step)
        squares += BLOCK * float(np.sum(most * most))
        return near + one - other, near + one + other, around + float(np.sum(plain)), squares

    @cached_property
    def _blocks(self) -> tuple[Floats, Floats, Floats]:
        """Of each block: Σ m, Σ m·e^(−θd) and Σ m·e^(−(θ+1)d), d = l less its first loss."""
        count = -(-len(self.masses) // BLOCK)
        masses = np.zeros(count * BLOCK)
        masses[: len(self.masses)] = np.maximum(self.masses, 0.0)
        table = masses.reshape(count, BLOCK)
        inner = np.arange(BLOCK) * self.step
        faded = table * np.exp(-self.tilt * inner)
        return table.sum(axis=1), faded.sum(axis=1), (faded * np.exp(-inner)).sum(axis=1)

    def spilled(self, eps: float) -> float:
        """About how much what lies outside the window counts at ε, beside δ(ε)."""
        size = (self.above + self.below) / (1 + self.tilt)
        return (
            size
            * exp(min(self.log_scale - self.tilt * eps, 600.0))
            / max(self.delta(eps)[1], 1e-300)
        )


def summed(
    laws: Sequence[tuple[GridLaw, int]],
    size: int,
    tilt: float,
    middle: float,
    orders: tuple[float, float] | None = None,
) -> Sum:
    """The law of the sum of n_1 losses of the first law, n_2 of the second, ….

    Args:
        laws: with one step h, and how often each occurs.
        size: the window's length, a power of two.
        tilt: θ ≥ 0.
        middle: of the window, in nats.
        orders: of Chernoff's bounds of what lies below and above the window; else some are tried.
    """
    step = laws[0][0].step
    infinite = 1.0
    if all(law.infinite < 1 for law, _ in laws):
        infinite = -np.expm1(sum(times * np.log1p(-law.infinite) for law, times in laws))
    infinite = float(infinite) * (1 + 1e-12)
    if any(law.infinite > 1 - NO_FINITE and not law.masses.any() for law, _ in laws):
        # One of the losses is never finite, so that no sum is.
        return Sum(step, 0, np.zeros(1), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, infinite, 0.0, -inf)
    first = round(middle / step) - size // 2
    spectrum = Spectrum(size, sum(times for _, times in laws))
    log_scale = log_error = moved = 0.0
    start = longest = 0
    tilted: list[Tilted] = []
    for law, times in laws:
        masses, scale = tilted_masses(law, tilt)
        tilted.append((masses, law.first, times))
        log_scale += times * (log(scale) + tilt * step * law.first)
        # Of each step: its masses, weights and sum; the exponents of the weights; the logarithm.
        exponents = tilt * step * (len(masses) + abs(law.first))
        folds = len(masses) // size
        log_error += times * ROUNDING * (40 + folds + 16 * (exponents + abs(log(scale))))
        # Losses are floats within a factor 1 ± 2u, their own factor, up to 1 ± 6u, included.
        moved += times * 8 * ROUNDING * step * (len(masses) + abs(law.first))
        start += times * law.first
        longest += times * (len(masses) - 1)
        spectrum.multiply(masses, times)
    masses, square_error = spectrum.masses()
    masses = np.roll(masses, (start - first) % size)
    below, above = chernoff(tilted, step, first, first + size, orders)
    return Sum(
        step, first, masses, tilt, log_scale, log_error, square_error, above, below,
        infinite, moved, step * (start + longest) + moved,
    )  # fmt: skip


class Spectrum:
    """A product of powers of transforms, as far as it is not negligible.

    The higher frequencies of a sum of many losses are next to nothing: (1 − c)^n falls fast. They
    are not computed, but counted as an error, of no more than e^(`SMALL` + 1) each.
    """

    def __init__(self, size: int, runs: int) -> None:
        self._size, self._runs = size, runs
        self._per_transform = 8 * (size.bit_length() - 1) * ROUNDING
        # Of the lower frequencies: values, bounds of their sizes, of their errors.
        self._product = np.ones(size // 2 + 1, dtype=np.complex128)
        self._whole, self._bound = np.ones(size // 2 + 1), np.zeros(size // 2 + 1)

    def multiply(self, masses: Floats, times: int) -> None:
        """Times the n-th power of the transform of masses, which add up to 1 within 1 ± u."""
        size, per_transform = self._size, self._per_transform
        folded = np.zeros(size)
        for part in range(0, len(masses), size):
            piece = masses[part : part + size]
            folded[: len(piece)] += piece
        transform = np.fft.rfft(folded)[: len(self._product)]
        sizes = np.minimum(np.abs(transform) + 2 * per_transform, 1 + 4 * per_transform)
        kept = int(np.flatnonzero(sizes > exp(SMALL / times))[-1]) + 1
        transform, sizes = transform[:kept], sizes[:kept]
        before, bound = self._whole[:kept], self._bound[:kept]
        reach = sizes**times * (1 + 4 * times * ROUNDING)
        error = reach * np.minimum(2 * times * per_transform / sizes + 8 * times * ROUNDING, 2.0)
        bound = (bound * reach + before * error + 4 * ROUNDING * before * reach) * (
            1 + 8 * ROUNDING
        )
        self._product = self._product[:kept] * _power(transform, times)
        self._whole, self._bound = before * reach, bound

    def masses(self) -> tuple[Floats, float]:
        """The masses, and the root of the sum of their squared errors."""
        size = self._size
        # A frequency that was left out is at most this: the other factors are 1 + 4p at most.
        rest = exp(min(SMALL + 1 + 5 * self._per_transform * self._runs, 600.0))
        # Every frequency but the first and the last stands for two.
        left_out = size // 2 + 1 - len(self._product)
        squares = 2 * (float(np.sum(self._bound * self._bound)) + left_out * rest * rest) / size
        transformed = 2 * float(np.sum(np.abs(self._product) ** 2)) / size
        masses = np.fft.irfft(self._product, size)
        square_error = (sqrt(squares) + self._per_transform * sqrt(transformed)) * 1.001
        return masses, square_error


def tilted_masses(law: GridLaw, tilt: float) -> tuple[Floats, float]:
    """m_i·e^(θ·i·h)/Z, and Z, losses counted from the first.

    Raises: Undecided where a weight would be beyond e^700, or all masses are 0.
    """
    if not tilt:
        weights = law.masses
    else:
        places = np.arange(len(law.masses), dtype=np.float64) * (law.step * tilt)
        weights = law.masses * exponential(places)
    total = float(np.sum(weights))
    if not total > 0:
        raise Undecided("precision", "the lower law of a step has no mass on its grid")
    return weights / total, total


def _power(values: NDArray[np.complex128], times: int) -> NDArray[np.complex128]:
    """The n-th power of each, by squaring: n·√5·u of relative error at most."""
    result, values = None, values.copy()
    while True:
        if times & 1:
            result = values.copy() if result is None else np.multiply(result, values, out=result)
        times >>= 1
        if not times:
            return values if result is None else result
        np.multiply(values, values, out=values)


ORDERS = (1.0, 2.0, 4.0, 6.0, 9.0, 14.0, 20.0, 30.0, 50.0, 100.0, 300.0)
NEGLIGIBLE = 1e-30
LEAST = 200.0
"""e^(−y) counts as e^(−LEAST) for larger y: a bound from above."""


def chernoff(
    laws: Sequence[Tilted],
    step: float,
    bottom: int,
    top: int,
    orders: tuple[float, float] | None = None,
) -> tuple[float, float]:
    """Bounds of P[T < bottom] and P[T ≥ top] for the tilted sum: Chernoff's, the best of some."""
    highest = sum(times * (first + len(masses) - 1) for masses, first, times in laws)
    lowest = sum(times * first for _, first, times in laws)
    tried = (ORDERS, ORDERS) if orders is None else ((orders[0],), (orders[1],))
    ends = (bottom, -1.0, lowest < bottom, tried[0]), (top, 1.0, highest >= top, tried[1])
    bounds = []
    for end, sign, outside, some in ends:
        best = before = 1.0 if outside else 0.0
        for order in some:
            if best < NEGLIGIBLE:
                break
            bound = _moment_bound(laws, step, sign * order, end)
            # ln of the bound is convex in the order: once it has risen, no larger one is better.
            if bound > before:
                break
            best = before = bound
        bounds.append(best)
    return bounds[0], bounds[1]


def _moment_bound(laws: Sequence[Tilted], step: float, order: float, end: int) -> float:
    """E[e^(λT)]·e^(−λ·end), which P[λT ≥ λ·end] is at most."""
    total, size = -order * step * end, abs(order * step * end)
    for masses, first, times in laws:
        places = np.arange(len(masses), dtype=np.float64)
        centre = round(float(np.sum(masses * places)))
        exponents = order * step * (places - centre)
        if max(exponents[0], exponents[-1]) > 690:
            return 1.0
        moment = float(np.sum(masses * exponential(np.maximum(exponents, -LEAST))))
        total += times * (log(moment) + order * step * (first + centre))
        size += times * (abs(log(moment)) + abs(order * step * (first + centre)) + 1)
    total += 1e-12 * size
    return 1.0 if total >= 0 else exp(total)
