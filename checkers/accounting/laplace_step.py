"""One step with Laplace noise, of all records or of a sample: a bounded loss with two atoms."""

from __future__ import annotations

from dataclasses import dataclass
from math import expm1, log1p
from typing import TYPE_CHECKING

import numpy as np

from dpverify.checkers.accounting.certified import (
    EXPONENTIAL_ERROR,
    ROUNDING,
    exponential,
    exponential_less_one,
)
from dpverify.checkers.accounting.curves import Values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_AT_END = 4 * ROUNDING
"""Grid points this close to an end, relatively, are the end; `powers.summed` allows for that."""


@dataclass(frozen=True)
class LaplaceStep:
    """Two Laplace laws whose densities differ by factors up to e^(ε₀), in either direction.

    For −ε₀ ≤ l ≤ ε₀: P(L > l) = 1 − e^((l−ε₀)/2)/2 and Q(L > l) = e^(−(l+ε₀)/2)/2, so that
    f(e^l) = 1 − e^((l−ε₀)/2). Below f is 1 − e^l, above 0.

    Args:
        loss: ε₀ = sensitivity/scale > 0, a float within a factor 1 ± u of what is meant.
    """

    loss: float

    def values(self, losses: Floats) -> Values:
        """See `Step`; all is elementary, so only rounding is to be counted."""
        t = exponential(losses)
        error = 2 * EXPONENTIAL_ERROR + 4 * ROUNDING * (np.abs(losses) + self.loss + 1)
        below, above = losses < -self.loss, losses > self.loss
        bottom = np.abs(losses + self.loss) < _AT_END * self.loss
        top = np.abs(losses - self.loss) < _AT_END * self.loss
        roots = exponential((np.minimum(losses, self.loss) - self.loss) / 2)
        excess = np.where(below, 1 - t, np.where(above | top, 0.0, 1 - roots))
        # t·Q(L > l) is e^((l−ε₀)/2)/2 inside; at an end it jumps.
        slope = np.where(below & ~bottom, t, np.where(above | top, 0.0, roots / 2))
        slope_left = np.where(bottom, t, np.where(top, 0.5, slope))
        return Values(
            excess=excess,
            excess_error=error * np.where(above | top, 0.0, 1.0),
            slope=slope,
            slope_error=error * (slope + slope_left),
            slope_left=slope_left,
            reached=np.maximum(excess + slope_left - 4 * error, 0.0),
        )

    def span(self, below: float, above: float) -> tuple[float, float]:
        """See `Step`; the losses are bounded."""
        del below, above
        return -self.loss, self.loss


@dataclass(frozen=True)
class SampledLaplaceStep:
    """M = (1 − q)·B + q·A against B if `removed`, else B against M; A and B are Laplace laws.

    With s = A/B at an output, M/B = 1 − q + q·s. Let A(s) and B(s) be the masses where A/B > s, and
    g(s) = A(s) − s·B(s) = max(1 − s, 1 − √(s·e^(−ε₀)), 0). Where the record is removed, M/B > t for
    s = (t − 1 + q)/q, and f(t) = q·g(s). Where it is added, B/M > t where B/A > s for
    s = t·q/(1 − t·(1 − q)), and f(t) = (1 − t·(1 − q))·g(s), as A and B may change places.

    Args:
        rate: q in (0, 1), a float within a factor 1 ± u of what is meant.
        loss: ε₀ = sensitivity/scale > 0, a float within a factor 1 ± u.
        removed: M is the first law.
    """

    rate: float
    loss: float
    removed: bool

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the largest loss, within a factor 1 ± 6u."""
        # M/B lies between 1 + q·(e^(−ε₀) − 1) and 1 + q·(e^(ε₀) − 1).
        low, high = (log1p(self.rate * expm1(sign * self.loss)) for sign in (-1, 1))
        return (low, high) if self.removed else (-high, -low)

    def values(self, losses: Floats) -> Values:
        """See `Step`; g, A and B fall with s, so both ends of what s may be bound them."""
        t = exponential(losses)
        less_one, less_one_error = exponential_less_one(losses)
        less_one_error = less_one_error + 4 * ROUNDING * np.abs(losses) * t
        t_error = EXPONENTIAL_ERROR + 4 * ROUNDING * np.abs(losses)
        if self.removed:
            factor, factor_error = np.full_like(t, self.rate), np.full_like(t, ROUNDING)
            ratio = less_one + self.rate
            ratio_error = (less_one_error + 4 * ROUNDING * (np.abs(less_one) + 1)) / self.rate
            ratio = ratio / self.rate
        else:
            factor, ratio, factor_error, ratio_error = self._added(t, less_one, less_one_error)
        low, high = ratio - ratio_error, ratio + ratio_error
        excess = factor * self._g(ratio)
        most, least = self._g(low, up=True), self._g(high, up=False)
        spread = factor * (most - least) + (factor_error + 4 * ROUNDING) * factor * most
        tails = [self._slope(end, up=up) for end, up in ((low, True), (high, False))]
        slopes = [t * tail * (1 + side * (t_error + 8 * ROUNDING))
                  for tail, side in zip(tails, (1, -1), strict=True)]  # fmt: skip
        slope, slope_error = (slopes[0] + slopes[1]) / 2, (slopes[0] - slopes[1]) / 2
        return self._at_the_top(losses, t, excess, spread, slope, slope_error)

    def _added(
        self, t: Floats, less_one: Floats, error: Floats
    ) -> tuple[Floats, Floats, Floats, Floats]:
        """1 − t·(1 − q) and s with their errors, the first a relative one; s is endless at 0."""
        factor = t * self.rate - less_one
        wrong = error + 8 * ROUNDING * (t * self.rate + np.abs(less_one))
        known = factor > 4 * wrong
        factor = np.where(known, factor, 4 * wrong)
        relative = np.where(known, wrong / factor, 1.0)
        ratio = np.where(known, t * self.rate / factor, 1e300)
        # Where the factor is not known, f lies between 0 and it, and s may be anything.
        ratio_error = np.where(known, 2 * relative * ratio + 32 * ROUNDING * ratio, 1e300)
        return factor, ratio, relative, ratio_error

    def _g(self, s: Floats, *, up: bool | None = None) -> Floats:
        """g(s), rounded outwards where that is asked for."""
        scaled = np.maximum(s, 0.0) * float(exponential(np.array([-self.loss]))[0])
        values = np.maximum(np.maximum(1 - s, 1 - np.sqrt(scaled)), 0.0)
        if up is None:
            return np.asarray(values)
        # √(s·e^(−ε₀)) matters up to 1.
        margin = (16 + 4 * self.loss) * ROUNDING * (1 + np.minimum(np.abs(s), 1))
        return np.asarray(np.where(values > 0, values, 0.0) + (margin if up else -margin))

    def _slope(self, s: Floats, *, up: bool) -> Floats:
        """Q's mass where the loss is above: an upper bound, or a lower one."""
        side = 1 if up else -1
        wide = 1 + side * (16 + 4 * self.loss) * ROUNDING
        end = float(exponential(np.array([self.loss]))[0])
        s = np.maximum(s, 1e-300)
        with np.errstate(over="ignore"):
            second = np.where(
                s < wide / end, 1.0, np.where(s < end * wide, np.sqrt(1 / (s * end)) / 2, 0.0)
            )
            if self.removed:
                return np.minimum(second * wide, 1.0)
            first = np.where(
                s < wide / end, 1.0, np.where(s < end * wide, 1 - np.sqrt(s / end) / 2, 0.0)
            )
        # The same pair of laws, A and B in each other's place: Q is M.
        mixed = (1 - self.rate) * first + self.rate * second
        return np.asarray(np.clip(mixed * wide + side * 8 * ROUNDING, 0.0, 1.0))

    def _at_the_top(
        self, losses: Floats, t: Floats, excess: Floats, excess_error: Floats,
        slope: Floats, slope_error: Floats,
    ) -> Values:  # fmt: skip
        """The values, with the atom at the largest loss on its grid point."""
        top = self.ends[1]
        on_top = np.abs(losses - top) <= _AT_END * abs(top) + 2 * ROUNDING * abs(top)
        above = on_top | (losses > top)
        half = float(exponential(np.array([-self.loss]))[0]) / 2
        # Q has half of e^(−ε₀) at the atom; where a record is added, M has some of P's half too.
        atom = half if self.removed else (1 - self.rate) / 2 + self.rate * half
        slope_left = np.where(on_top, t * atom, np.where(above, 0.0, slope))
        error = np.where(on_top, 64 * ROUNDING * (1 + self.loss) * t * atom,
                         np.where(above, 0.0, slope_error))  # fmt: skip
        excess = np.where(above, 0.0, excess)
        excess_error = np.where(above, 0.0, excess_error)
        return Values(
            excess=excess,
            excess_error=excess_error,
            slope=np.where(above, 0.0, slope),
            slope_left=slope_left,
            slope_error=error,
            reached=np.maximum(excess - excess_error + slope_left - error, 0.0),
        )

    def span(self, below: float, above: float) -> tuple[float, float]:
        """See `Step`; the losses are bounded."""
        del below, above
        return self.ends
