"""Which ε leave the noise small enough and the budget low enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Number, Value, ln
from dpverify.defs.risk.cost import CostModel
from dpverify.defs.risk.parameters import positive_rational, share


@dataclass(frozen=True)
class Window:
    """The ε with noise small enough and budget low enough: from `least` to `most`, in nats."""

    least: Value
    most: Number


def window(
    model: CostModel, *, error: Any, limit: Any, eps0: Any, confidence: Any, sensitivity: Any = 1
) -> Window:
    """Δ/T ≤ ε ≤ c/ln(γE/(B − (1−γ)·E_ε₀)), γ a fixed confidence.

    With Laplace noise of scale Δ/ε the mean absolute error is at most T from the lower end on; the
    budget at risk is at most B up to the upper end. The mechanism at risk has the noise of ε₀, so
    the lower end is sufficient and not necessary.

    Args:
        model: the cost model.
        error: T > 0, the largest mean absolute error allowed.
        limit: B, the largest budget allowed.
        eps0: ε₀ > 0 at which the mechanism is private.
        confidence: γ in (0, 1], rational.
        sensitivity: Δ > 0.

    Raises:
        DomainError: not 0 < B − (1−γ)·E_ε₀ < γE. On the left no ε is cheap enough, on the right
            every ε is.

    Source:
        Dandekar, Basu, Bressan 2021, section 5, for c = 1 and Δ = 1.
    """
    noise, allowed = positive_rational(error, "T"), positive_rational(limit, "B")
    weight = positive_rational(share(confidence, "the confidence"), "the confidence")
    allowance = Value(allowed) - Value(1 - weight) * model.private(eps0)
    whole = Value(weight * model.budget)
    if allowance.sign() <= 0:
        raise DomainError(f"B is {limit}: not even ε = 0 costs that little, for E_ε₀ weighs in")
    if allowance >= whole:
        raise DomainError(f"B is {limit}: every ε costs less, so there is no upper end")
    delta = positive_rational(sensitivity, "Δ")
    return Window(Value(delta / noise), Value(model.rate) / ln(whole / allowance))
