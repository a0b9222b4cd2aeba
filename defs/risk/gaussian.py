"""Gaussian noise: the loss is itself Gaussian."""

from __future__ import annotations

from typing import Any

from dpverify.defs.numbers import INFINITY, Number, Real, Value, exp
from dpverify.defs.risk.contract import LossLaw
from dpverify.defs.risk.parameters import Eps, finite_eps, nonnegative_eps, positive


class Gaussian(LossLaw):
    """Noise N(0, σ²) on numbers whose difference has the Euclidean length Δ: μ = Δ/σ.

    The loss has the law N(μ²/2, μ²). Probabilities are rigorous enclosures.

    Args:
        mu: μ > 0.

    Raises:
        DomainError: μ ≤ 0.

    Source:
        Balle, Wang 2018, Theorem 8 (δ(ε)); Dwork, Rothblum 2016 (the law of the loss).

    >>> law = Gaussian(1)
    >>> law.confidence("1/2") < law.at_most("1/2"), str(law.expected_loss())
    (True, '1/2')
    """

    def __init__(self, mu: Any) -> None:
        self._mu = positive(mu, "μ")

    @property
    def largest(self) -> Number:
        return INFINITY

    def at_most(self, eps: Eps) -> Number:
        """Φ(ε/μ − μ/2)."""
        limit = finite_eps(eps)
        return normal_cdf(limit / self._mu - self._mu * Value(1) / 2)

    def below(self, eps: Eps) -> Number:
        """The same: there are no atoms."""
        return self.at_most(eps)

    def confidence(self, eps: Eps) -> Number:
        """Φ(ε/μ − μ/2) − Φ(−ε/μ − μ/2)."""
        limit = nonnegative_eps(eps)
        if limit.sign() == 0:
            return Value(0)
        return self.at_most(limit) - self.at_most(-limit)

    def risk(self, eps: Eps) -> Number:
        """Φ(μ/2 − ε/μ) + Φ(−μ/2 − ε/μ), without the cancellation of 1 − confidence."""
        limit = nonnegative_eps(eps)
        if limit.sign() == 0:
            return Value(1)
        half, step = self._mu * Value(1) / 2, limit / self._mu
        return normal_cdf(half - step) + normal_cdf(-half - step)

    def delta(self, eps: Eps) -> Number:
        """Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ)."""
        limit = nonnegative_eps(eps)
        half, step = self._mu * Value(1) / 2, limit / self._mu
        return normal_cdf(half - step) - exp(limit) * normal_cdf(-half - step)

    def expected_loss(self) -> Number:
        """μ²/2."""
        return self._mu * self._mu / 2


def normal_cdf(place: Number) -> Real:
    """Φ, the distribution function of N(0, 1), as a number known by balls."""
    return Real("Phi", place)
