"""What the law of a privacy loss offers, whatever the mechanism."""

from __future__ import annotations

from abc import ABC, abstractmethod

from dpverify.defs.numbers import Number, Value
from dpverify.defs.risk.parameters import Eps


class LossLaw(ABC):
    """The law of L = ln(dP/dQ)(o), o drawn from P, for one pair of neighbours (P, Q).

    The noises here are symmetric, so that the law is the same with P and Q exchanged; what holds
    under P then holds under both. Losses are in nats. `eps` is anything that `as_eps` reads.
    """

    @property
    @abstractmethod
    def largest(self) -> Number:
        """The smallest ε at which the pair is ε-private, in nats; +inf where there is none."""

    @abstractmethod
    def at_most(self, eps: Eps) -> Number:
        """P[L ≤ ε], for any finite ε: the one-sided confidence."""

    @abstractmethod
    def below(self, eps: Eps) -> Number:
        """P[L < ε], for any finite ε."""

    @abstractmethod
    def confidence(self, eps: Eps) -> Number:
        """P[|L| ≤ ε], for ε ≥ 0: 1 − risk; DomainError where ε < 0."""

    @abstractmethod
    def delta(self, eps: Eps) -> Number:
        """δ(ε) = E max(0, 1 − e^(ε−L)), the smallest δ of (ε,δ)-DP, for ε ≥ 0."""

    @abstractmethod
    def expected_loss(self) -> Number:
        """E[L] in nats, the Kullback–Leibler divergence of P from Q."""

    def risk(self, eps: Eps) -> Number:
        """P[|L| > ε], for ε ≥ 0."""
        return Value(1) - self.confidence(eps)
