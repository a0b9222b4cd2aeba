"""Laplace noise on one number: closed forms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify.defs.numbers import ZERO, Loss, Number, Value, as_eps, exp
from dpverify.defs.risk.contract import LossLaw
from dpverify.defs.risk.parameters import Eps, finite_eps, nonnegative_eps, positive

HALF = Fraction(1, 2)


class Laplace(LossLaw):
    """Noise of density (1/2b)·e^(−|x|/b) on a number that differs by Δ: ε₀ = Δ/b.

    Under P the loss is +ε₀ with probability 1/2, −ε₀ with probability e^(−ε₀)/2, and between them
    it has the density (1/4)·e^((l−ε₀)/2). With |f(x)−f(y)| < Δ, take the ε₀ that belongs to the
    actual difference.

    Args:
        eps0: ε₀ > 0 in nats. What is computed is exact where e^(ε₀/2) and e^(ε/2) are Values.

    Raises:
        DomainError: ε₀ ≤ 0.

    Source:
        Dwork, McSherry, Nissim, Smith 2006 (the mechanism); the law by integration.

    >>> str(Laplace(2).at_most(1)), str(Laplace(5).delta(3))
    ('1/2*exp(-1/2)', '1-exp(-1)')
    """

    def __init__(self, eps0: Any) -> None:
        positive(eps0, "ε₀")
        self._eps0 = as_eps(eps0)

    @property
    def largest(self) -> Number:
        return self._eps0

    def at_most(self, eps: Eps) -> Number:
        """½·e^((ε−ε₀)/2) for −ε₀ ≤ ε < ε₀."""
        limit = finite_eps(eps)
        if limit >= self._eps0:
            return Value(1)
        if limit < -self._eps0:
            return ZERO
        return exp((limit - self._eps0) * HALF) * HALF

    def below(self, eps: Eps) -> Number:
        """½·e^((ε−ε₀)/2) for −ε₀ < ε ≤ ε₀."""
        limit = finite_eps(eps)
        if limit > self._eps0:
            return Value(1)
        if limit <= -self._eps0:
            return ZERO
        return exp((limit - self._eps0) * HALF) * HALF

    def confidence(self, eps: Eps) -> Number:
        """e^(−ε₀/2)·sinh(ε/2) for 0 ≤ ε < ε₀."""
        limit = nonnegative_eps(eps)
        if limit >= self._eps0:
            return Value(1)
        sinh = (exp(limit * HALF) - exp(limit * -HALF)) * HALF
        return exp(self._eps0 * -HALF) * sinh

    def delta(self, eps: Eps) -> Number:
        """1 − e^((ε−ε₀)/2) for 0 ≤ ε < ε₀."""
        limit = nonnegative_eps(eps)
        if limit >= self._eps0:
            return ZERO
        return Value(1) - exp((limit - self._eps0) * HALF)

    def expected_loss(self) -> Number:
        """ε₀ + e^(−ε₀) − 1."""
        return _plus(exp(-self._eps0) - 1, self._eps0)


def _plus(value: Number, loss: Number) -> Number:
    """value + loss, as a Value where the loss is rational."""
    exact = loss.as_rational() if isinstance(loss, Loss) else None
    return value + loss if exact is None else value + Value(exact)
