"""One step with Laplace noise: a bounded loss with atoms at both ends."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dpverify.checkers.accounting.certified import EXPONENTIAL_ERROR, ROUNDING, exponential
from dpverify.checkers.accounting.curves import Values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_AT_END = 1e-9
"""Grid points this close to an end, relatively, are the end: see `grid_unit`."""


@dataclass(frozen=True)
class LaplaceStep:
    """Two Laplace laws whose densities differ by factors up to e^(ε₀), in either direction.

    For −ε₀ ≤ l ≤ ε₀: P(L > l) = 1 − e^((l−ε₀)/2)/2 and Q(L > l) = e^(−(l+ε₀)/2)/2, so that
    f(e^l) = 1 − e^((l−ε₀)/2). Below f is 1 − e^l, above 0.

    Args:
        loss: ε₀ = sensitivity/scale > 0, a float within a factor 1 ± u of what is meant.
    """

    loss: float

    infinite: ClassVar[Fraction] = Fraction(0)

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
