"""One Gaussian step, of all records or of a Poisson sample, in one direction of neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import exp, expm1, log, sqrt
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dpverify.checkers.accounting.certified import (
    EXPONENTIAL_ERROR,
    LAST_TAIL,
    ROUNDING,
    TAIL_ERROR,
    exponential,
    exponential_less_one,
    tail,
)
from dpverify.checkers.accounting.curves import Values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_BEYOND = 3e-89
"""More than Φc(20)."""
_NEAR = 1e-3
"""An end of a half-line is known well, if it is known up to this."""


@dataclass(frozen=True)
class GaussianStep:
    """M = (1 − q)·N(0,1) + q·N(μ,1) against N(0,1) if `removed`, else N(0,1) against M.

    The first is what removing a record does, the second what adding one does. With
    v(z) = e^(μz − μ²/2), the ratio of M to N(0,1) at z is 1 − q + q·v(z). So the loss is l where
    v(z) = w = (e^(±l) − 1 + q)/q, and f(e^l) is attained by {Z > z} for M, by {Z < z} against M.

    Args:
        rate: q in (0, 1], a float within a factor 1 ± u of what is meant.
        mean: μ = sensitivity/σ > 0, a float within a factor 1 ± u of what is meant.
        removed: M is the first law.
    """

    rate: float
    mean: float
    removed: bool

    infinite: ClassVar[Fraction] = Fraction(0)

    def values(self, losses: Floats) -> Values:
        """See `Step`.

        The end z of the half-line comes from a logarithm that nobody vouches for; `_ends` says how
        far it is from the true one. The value of this half-line is less than f(t) by at most
        |r − t|·Q(between both), where r is the ratio of the densities at z.
        """
        ratios = exponential(losses)
        # The grid's losses are within a factor 1 ± 2u of what is meant.
        ratio_error = EXPONENTIAL_ERROR + 4 * ROUNDING * (1 + np.abs(losses))
        ends, off, between = self._ends(losses, ratios)
        plain, plain_error = self._beyond(ends)
        mixed, mixed_error = self._mixed_beyond(ends, plain, plain_error)
        p, p_error, q, q_error = (
            (mixed, mixed_error, plain, plain_error) if self.removed
            else (plain, plain_error, mixed, mixed_error)
        )  # fmt: skip
        product = ratios * q
        product_error = ratios * q_error + ratio_error * product
        error = p_error + product_error + off * between + 4 * ROUNDING * (p + product)
        # P between two ends is at most (t + |r − t|)·Q there.
        return Values(
            excess=np.maximum(p - product, 0.0),
            excess_error=error * (1 + 16 * ROUNDING),
            slope=product,
            slope_left=product,
            slope_error=(product_error + ratios * between) * (1 + 16 * ROUNDING),
            reached=np.maximum(p - p_error - (2 * off + 2 * ratios) * between, 0.0),
        )

    def span(self, below: float, above: float) -> tuple[float, float]:
        """See `Step`: by P[N(0,1) > z] < e^(−z²/2)."""
        down, up = sqrt(-2 * log(below)), sqrt(-2 * log(above))
        if self.removed:
            return self._mixed_loss(-down), self._mixed_loss(up + self.mean)
        return -self._mixed_loss(down), -self._mixed_loss(-up)

    def _mixed_loss(self, z: float) -> float:
        """ln of the ratio of M to N(0,1) at z."""
        inner = self.mean * z - self.mean**2 / 2
        if inner > 30:
            return inner + log(self.rate)
        if self.rate == 1:
            return inner
        return log(1 + self.rate * expm1(inner))

    def _ends(self, losses: Floats, ratios: Floats) -> tuple[Floats, Floats, Floats]:
        """The ends z, bounds of |r − t|, and bounds of Q between z and the true end.

        v(z)/w = 1 + κ puts the true end at a distance of −ln(1 + κ)/μ. Where w is not known well,
        the true end is at most any z' with v(z') ≥ w; it may be −∞.
        """
        sign = 1.0 if self.removed else -1.0
        inner, inner_error = exponential_less_one(sign * losses)
        inner_error += 4 * ROUNDING * np.abs(losses) * (1 + inner)
        w = inner + self.rate
        w_error = (
            inner_error + 2 * ROUNDING * (np.abs(inner) + self.rate) + 2 * ROUNDING * np.abs(w)
        )
        ends = self._solved(w)
        v, v_error = self._powers(ends)
        v *= self.rate
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            apart = np.abs(v - w) / w + 4 * ROUNDING
            apart += w_error / w + v_error + 4 * ROUNDING
        distance = np.where(w > w_error, apart, np.inf) * 1.02 / self.mean
        known = distance < _NEAR
        density = self._density(ends)
        # Within 1/1000 a density changes by less than a factor e^((20+μ+1)/1000).
        close = distance * density * exp((LAST_TAIL + self.mean + 1) * _NEAR) * 1.01
        between = np.where(known, close, 1.0)
        between[~known] = self._outside(w[~known], w_error[~known], ends[~known])
        off = np.abs(v - w) + w_error + v_error * v + 4 * ROUNDING * (v + np.abs(w))
        if not self.removed:
            # r = 1/(1 − q + v) and t = 1/(1 − q + w) are as far apart as r·t·|v − w|.
            r = 1 / np.maximum(1 - self.rate + v * (1 - 2 * v_error) - 4 * ROUNDING, 1e-300)
            off = off * r * ratios * 1.01
        return ends, off, between

    def _solved(self, w: Floats) -> Floats:
        """z with q·v(z) = w, as floats have it; at most 20 from 0."""
        with np.errstate(divide="ignore", invalid="ignore"):
            logarithms = np.log(np.maximum(w, 0.0) / self.rate)
        ends = (logarithms + self.mean**2 / 2) / self.mean
        return np.asarray(np.clip(ends, -LAST_TAIL, LAST_TAIL))

    def _powers(self, ends: Floats) -> tuple[Floats, Floats]:
        """v(z), and a bound of its relative error."""
        product = self.mean * ends
        error = EXPONENTIAL_ERROR + 8 * ROUNDING * (np.abs(product) + self.mean**2)
        return exponential(np.clip(product - self.mean**2 / 2, -700, 700)), error

    def _outside(self, w: Floats, w_error: Floats, ends: Floats) -> Floats:
        """Q between z and a true end that is not known well: all that may lie there.

        That is all below z' where v(z') ≥ w is shown, all above 20 where v(20) ≤ w is, else 1.
        """
        upper = np.minimum(self._solved(w + w_error) + 1 / 64, LAST_TAIL)
        v, v_error = self._powers(upper)
        below = self._below(upper)
        bound = np.where(self.rate * v * (1 - v_error - 8 * ROUNDING) > w + w_error, below, 1.0)
        last, last_error = self._powers(np.full(1, float(LAST_TAIL)))
        shown = self.rate * last * (1 + last_error + 8 * ROUNDING) < w - w_error
        above = self._above(ends)
        return np.where((ends >= LAST_TAIL) & shown, above, bound)

    def _below(self, ends: Floats) -> Floats:
        """An upper bound of Q(Z < z), N(0,1) or M; Φ(z − μ) ≤ Φ(z)."""
        return tail(-ends) * (1 + 16 * ROUNDING) + _BEYOND

    def _above(self, ends: Floats) -> Floats:
        """An upper bound of Q(Z > z)."""
        plain = tail(ends) + _BEYOND
        if self.removed:
            return plain * (1 + 16 * ROUNDING)
        # A margin of 1/1000 for the argument's rounding.
        moved = tail(ends - self.mean - 1e-3) + _BEYOND
        return np.asarray((plain + self.rate * moved) * (1 + 16 * ROUNDING))

    def _density(self, ends: Floats) -> Floats:
        """Q's density at z, within one part in a million."""
        plain = exponential(-ends * ends / 2) * 0.398943
        if self.removed:
            return plain
        moved = ends - self.mean
        shifted = exponential(np.clip(-moved * moved / 2, -700, 700)) * 0.398943
        return np.asarray((1 - self.rate) * plain + self.rate * shifted)

    def _beyond(self, ends: Floats) -> tuple[Floats, Floats]:
        """N(0,1) of {Z > z}, or of {Z < z} against M, with its error."""
        points = ends if self.removed else -ends
        masses = tail(points)
        return masses, TAIL_ERROR * masses + np.where(points >= LAST_TAIL, _BEYOND, 0.0)

    def _mixed_beyond(
        self, ends: Floats, plain: Floats, plain_error: Floats
    ) -> tuple[Floats, Floats]:
        """The same for M.

        An argument that errs by d changes Φc(y) by a factor within 1 ± d·(|y| + 1), since the
        hazard of the normal law is at most y + 1 for y ≥ 0, and less than 1 below.
        """
        points = ends - self.mean if self.removed else self.mean - ends
        moved = tail(points)
        wrong = 2 * ROUNDING * (np.abs(points) + self.mean) * (np.abs(points) + 1)
        moved_error = (TAIL_ERROR + wrong) * moved + np.where(points >= LAST_TAIL, _BEYOND, 0.0)
        total = (1 - self.rate) * plain + self.rate * moved
        # 1 − q errs by at most 2u of 1.
        error = (1 - self.rate) * plain_error + self.rate * moved_error
        return total, error + 4 * ROUNDING * total + 2 * ROUNDING * plain
