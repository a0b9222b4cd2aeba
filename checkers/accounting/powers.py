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
from math import exp, log, sqrt
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


BLOCK = 1 << 10
"""Masses that are weighed together."""


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


def summed(laws: Sequence[tuple[GridLaw, int]], size: int, tilt: float, near: float) -> Sum:
    """The law of the sum of n_1 losses of the first law, n_2 of the second, ….

    Args:
        laws: with one step h, and how often each occurs.
        size: the window's length, a power of two.
        tilt: θ ≥ 0.
        near: where the window's middle is, in nats.
    """
    step = laws[0][0].step
    first = round(near / step) - size // 2
    levels = size.bit_length() - 1
    per_transform = 8 * levels * ROUNDING
    # Of the transform of the sum so far: its values, bounds of their sizes, of their errors.
    product = np.ones(size // 2 + 1, dtype=np.complex128)
    whole, bound = np.ones(size // 2 + 1), np.zeros(size // 2 + 1)
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
        folded = np.zeros(size)
        for part in range(0, len(masses), size):
            piece = masses[part : part + size]
            folded[: len(piece)] += piece
        transform = np.fft.rfft(folded)
        sizes = np.minimum(np.abs(transform) + 2 * per_transform, 1 + 4 * per_transform)
        power = _power(transform, times)
        reach = sizes**times * (1 + 4 * times * ROUNDING)
        error = reach * np.minimum(2 * times * per_transform / sizes + 8 * times * ROUNDING, 2.0)
        bound = (bound * reach + whole * error + 4 * ROUNDING * whole * reach) * (1 + 8 * ROUNDING)
        product, whole = product * power, whole * reach
    masses = np.fft.irfft(product, size)
    # Every frequency but the first and the last stands for two.
    squares = 2 * float(np.sum(bound * bound)) / size
    transformed = 2 * float(np.sum(np.abs(product) ** 2)) / size
    square_error = (sqrt(squares) + per_transform * sqrt(transformed)) * 1.001
    masses = np.roll(masses, (start - first) % size)
    above, below = chernoff(tilted, step, first + size, first)
    infinite = 1.0
    if all(law.infinite < 1 for law, _ in laws):
        infinite = -np.expm1(sum(times * np.log1p(-law.infinite) for law, times in laws))
    return Sum(
        step, first, masses, tilt, log_scale, log_error, square_error, above, below,
        float(infinite) * (1 + 1e-12), moved, step * (start + longest) + moved,
    )  # fmt: skip


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


def chernoff(laws: Sequence[Tilted], step: float, top: int, bottom: int) -> tuple[float, float]:
    """Bounds of P[T ≥ top] and P[T < bottom] for the tilted sum: the best of some of Chernoff's."""
    highest = sum(times * (first + len(masses) - 1) for masses, first, times in laws)
    lowest = sum(times * first for _, first, times in laws)
    bounds = []
    for end, sign, outside in ((top, 1.0, highest >= top), (bottom, -1.0, lowest < bottom)):
        best = before = 1.0 if outside else 0.0
        for order in ORDERS:
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
