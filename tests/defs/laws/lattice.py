"""Two laws on integers as lists of floats: an oracle that knows no closed form."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

REACH = 400


class Masses:
    """P and Q by one mass function, P moved by `steps`."""

    def __init__(self, weight: Callable[[int], float], steps: int) -> None:
        places = range(-REACH, REACH + 1)
        total = math.fsum(weight(z) for z in places)
        self.p = [weight(z - steps) / total for z in places]
        self.q = [weight(z) / total for z in places]

    def excess(self, eps: float) -> float:
        """Σ max(0, P − e^ε·Q)."""
        both = zip(self.p, self.q, strict=True)
        return math.fsum(max(0.0, p - math.exp(eps) * q) for p, q in both)

    def losses(self) -> list[tuple[float, float]]:
        """Each loss with its probability under P."""
        both = zip(self.p, self.q, strict=True)
        return [(math.log(p / q), p) for p, q in both if p > 1e-200 and q > 1e-200]

    def beyond(self, eps: float) -> float:
        """P[L > ε]."""
        return math.fsum(p for loss, p in self.losses() if loss > eps + 1e-12)

    def beyond_either_way(self, eps: float) -> float:
        """P[|L| > ε]."""
        return math.fsum(p for loss, p in self.losses() if abs(loss) > eps + 1e-12)

    def divergence(self, order: float) -> float:
        """ln Σ P^α·Q^(1−α) / (α−1)."""
        moment = math.fsum(p * math.exp((order - 1) * loss) for loss, p in self.losses())
        return math.log(moment) / (order - 1)

    def expected(self) -> float:
        """E L."""
        return math.fsum(p * loss for loss, p in self.losses())

    def gaussian_distance(self) -> float:
        """The largest μ over all corners."""
        normal, alpha, power, worst = NormalDist(), 0.0, 0.0, 0.0
        for p, q in zip(reversed(self.p), reversed(self.q), strict=True):
            alpha, power = alpha + q, power + p
            if alpha > 1e-12 and power < 1 - 1e-12:
                worst = max(worst, normal.inv_cdf(power) - normal.inv_cdf(alpha))
        return worst
