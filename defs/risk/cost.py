"""The cost model: what privacy, or privacy at risk, costs in compensation.

Any currency; ε in nats. Per stakeholder E is the budget without privacy; with ε-privacy it is
E·e^(−c/ε), and with privacy at risk the mean of two such budgets, weighted by a confidence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import fmpq

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Loss, Number, Value, exp
from dpverify.defs.risk.parameters import positive_rational, share


@dataclass(frozen=True)
class CostModel:
    """Budget E·e^(−c/ε) under ε-privacy.

    It lies below E, tends to 0 as ε → 0 and to E as ε → ∞, and increases with ε.

    Args:
        budget: E > 0 rational, the budget without privacy, of all stakeholders together.
        rate: c > 0 rational, in nats.

    Source:
        Dandekar, Basu, Bressan 2021, section 5; the properties are those it asks of a cost model.

    >>> str(CostModel.of(550000, 1).private("1/2"))
    '550000*exp(-2)'
    """

    budget: fmpq
    rate: fmpq

    @classmethod
    def of(cls, budget: Any, rate: Any) -> CostModel:
        """The model with E and c as anything that reads as a rational; DomainError elsewhere."""
        return cls(positive_rational(budget, "E"), positive_rational(rate, "c"))

    def private(self, eps: Any) -> Value:
        """E·e^(−c/ε), exact for rational ε > 0."""
        return _times(self.budget, -self.rate / positive_rational(eps, "ε"))

    def at_risk(self, eps: Any, eps0: Any, confidence: Any) -> Number:
        """confidence·E_ε + (1 − confidence)·E_ε₀: a mechanism that is ε₀-private, and at risk ε.

        Args:
            eps: 0 < ε ≤ ε₀ rational.
            eps0: ε₀ rational.
            confidence: in [0, 1].
        """
        small, large = positive_rational(eps, "ε"), positive_rational(eps0, "ε₀")
        if small > large:
            raise DomainError(f"ε is {eps}, above ε₀ = {eps0}; at most ε₀ is meant")
        weight = share(confidence, "the confidence")
        return weight * self.private(small) + (1 - weight) * self.private(large)

    def at_printed_risk(self, eps: Any, eps0: Any) -> Value:
        """`at_risk` with the source's γ₁(ε) = (1 − e^(−ε))/(1 − e^(−ε₀)) for the confidence."""
        weight = printed_confidence(eps, eps0)
        budget = self.at_risk(eps, eps0, weight)
        if not isinstance(budget, Value):
            raise TypeError("combinations of powers of e are values")
        return budget

    # ------------------------------------------------------------------ slope and curvature

    def slope(self, eps: Any, eps0: Any) -> Value:
        """Of the sign of the derivative of `at_printed_risk` by ε, exact.

        e^(−ε)·u + (1 − e^(−ε))·u′ − e^(−ε)·K with u = e^(−c/ε), K = e^(−c/ε₀): the derivative
        times the positive (1 − e^(−ε₀))/E.
        """
        e, u, first, _, level = self._terms(eps, eps0)
        return e * u + (1 - e) * first - e * level

    def curvature(self, eps: Any, eps0: Any) -> Value:
        """Of the sign of the second derivative of `at_printed_risk` by ε, exact.

        (1 − e^(−ε))·u″ + 2e^(−ε)·u′ + e^(−ε)·(K − u). On (0, ε₀] the last two terms are not
        negative, and u″ = (c²/ε⁴ − 2c/ε³)·u ≥ 0 for ε ≤ c/2: so the budget is convex there.
        """
        e, u, first, second, level = self._terms(eps, eps0)
        return (1 - e) * second + 2 * e * first + e * (level - u)

    def _terms(self, eps: Any, eps0: Any) -> tuple[Value, Value, Value, Value, Value]:
        """e^(−ε), u, u′, u″ and K."""
        x, c = positive_rational(eps, "ε"), self.rate
        u = _times(fmpq(1), -c / x)
        level = _times(fmpq(1), -c / positive_rational(eps0, "ε₀"))
        first = u * Value(c / (x * x))
        second = u * Value(c * c / x**4 - 2 * c / x**3)
        return _times(fmpq(1), -x), u, first, second, level


def printed_confidence(eps: Any, eps0: Any) -> Value:
    """The source's γ₁(ε) = (1 − e^(−ε))/(1 − e^(−ε₀)), which is no confidence."""
    small, large = positive_rational(eps, "ε"), positive_rational(eps0, "ε₀")
    return (1 - _times(fmpq(1), -small)) / (1 - _times(fmpq(1), -large))


def _times(factor: fmpq, exponent: fmpq) -> Value:
    power = exp(Loss(exponent))
    if not isinstance(power, Value):
        raise TypeError("e to a rational power is a value")
    return power * Value(factor)
