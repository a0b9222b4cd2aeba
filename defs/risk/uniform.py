"""Uniform noise on one number: the loss is 0 or infinite."""

from __future__ import annotations

from typing import Any

from dpverify.defs.numbers import INFINITY, ZERO, Number, Value
from dpverify.defs.risk.contract import LossLaw
from dpverify.defs.risk.parameters import Eps, finite_eps, nonnegative_eps, positive


class Uniform(LossLaw):
    """Noise uniform on (−w, w) on a number that differs by Δ: the share r = min(1, Δ/(2w)).

    Outputs that both numbers can give, of probability 1 − r, have loss 0; the others, of
    probability r, give the number away: their loss is infinite. What is computed is exact.

    Args:
        ratio: Δ/(2w) > 0.

    Raises:
        DomainError: ratio ≤ 0.

    Source:
        by integration of the two densities, which are equal or one of them 0.

    >>> str(Uniform("1/8").delta(3)), str(Uniform(5).delta(0))
    ('1/8', '1')
    """

    def __init__(self, ratio: Any) -> None:
        given = positive(ratio, "Δ/(2w)")
        self._share = Value(1) if given >= 1 else given

    @property
    def largest(self) -> Number:
        """No ε suffices."""
        return INFINITY

    def at_most(self, eps: Eps) -> Number:
        """1 − r for ε ≥ 0, else 0."""
        return ZERO if finite_eps(eps).sign() < 0 else Value(1) - self._share

    def below(self, eps: Eps) -> Number:
        """1 − r for ε > 0, else 0."""
        return ZERO if finite_eps(eps).sign() <= 0 else Value(1) - self._share

    def confidence(self, eps: Eps) -> Number:
        """1 − r."""
        nonnegative_eps(eps)
        return Value(1) - self._share

    def delta(self, eps: Eps) -> Number:
        """r, whatever ε."""
        nonnegative_eps(eps)
        return self._share

    def expected_loss(self) -> Number:
        """Infinite: r > 0."""
        return INFINITY
