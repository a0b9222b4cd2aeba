"""Pairs of densities on a line by quadrature in floats: an oracle that knows no closed form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, inf, log, pi, sqrt

from scipy.integrate import quad
from scipy.stats import norm

Density = Callable[[float], float]


@dataclass(frozen=True)
class Densities:
    """P and Q as densities, with the places where they are not smooth, end to end."""

    p: Density
    q: Density
    ends: Sequence[float]

    def _integral(self, function: Density) -> float:
        return sum(
            float(quad(function, low, high, limit=200)[0])
            for low, high in zip(self.ends, self.ends[1:], strict=False)
        )

    def loss(self, place: float) -> float:
        """ln(p/q)."""
        p, q = self.p(place), self.q(place)
        return inf if q == 0 else -inf if p == 0 else log(p / q)

    def excess(self, eps: float) -> float:
        """∫ max(0, p − e^ε·q)."""
        return self._integral(lambda x: max(0.0, self.p(x) - exp(eps) * self.q(x)))

    def divergence(self, order: float) -> float:
        """ln ∫ p^α·q^(1−α) / (α−1)."""
        moment = self._integral(lambda x: exp((order - 1) * self.loss(x)) * self.p(x))
        return log(moment) / (order - 1)

    def beyond(self, eps: float) -> float:
        """P[L > ε]."""
        return self._integral(lambda x: self.p(x) if self.loss(x) > eps else 0.0)

    def beyond_either_way(self, eps: float) -> float:
        """P[|L| > ε]."""
        return self._integral(lambda x: self.p(x) if abs(self.loss(x)) > eps else 0.0)

    def gaussian_distance(self) -> float:
        """The largest μ of the tests that reject P beyond a threshold of the place."""
        best = 0.0
        for step in range(1, 2000):
            place = self.ends[0] + (self.ends[-1] - self.ends[0]) * step / 2000
            alpha = quad(self.p, place, self.ends[-1], limit=200, points=self._within(place))[0]
            power = quad(self.q, place, self.ends[-1], limit=200, points=self._within(place))[0]
            for one, other in ((alpha, power), (power, alpha)):
                if 1e-9 < one < other < 1 - 1e-9:
                    best = max(best, norm.ppf(other) - norm.ppf(one))
        return best

    def _within(self, place: float) -> list[float] | None:
        return [end for end in self.ends if place < end < self.ends[-1]] or None


def gaussian(mu: float) -> Densities:
    """N(μ,1) against N(0,1)."""
    return Densities(
        lambda x: exp(-((x - mu) ** 2) / 2) / sqrt(2 * pi),
        lambda x: exp(-(x**2) / 2) / sqrt(2 * pi),
        (-12.0, *(k / 2 for k in range(-8, 13)), 12.0 + mu),
    )


def laplace(share: float) -> Densities:
    """Laplace noise of scale 1 at `share` against 0."""
    return Densities(
        lambda x: exp(-abs(x - share)) / 2,
        lambda x: exp(-abs(x)) / 2,
        (-40.0, -5.0, 0.0, share / 4, share / 2, 3 * share / 4, share, share + 5, share + 40),
    )
