"""Where the budget at the source's risk is smallest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import fmpq

from dpverify.defs.numbers import Value
from dpverify.defs.risk.cost import CostModel, printed_confidence
from dpverify.defs.risk.parameters import positive_rational

HALF = fmpq(1, 2)


@dataclass(frozen=True)
class Minimum:
    """The smallest budget at printed risk: enclosed.

    `low` and `high`, rational, enclose the ε where it is attained; `below` and `above` the budget.
    """

    low: Value
    high: Value
    below: Value
    above: Value


def cheapest(model: CostModel, eps0: Any, width: Any = "1e-12") -> Minimum:
    """The minimum of the budget at printed risk over 0 < ε ≤ ε₀, and where it is.

    There is exactly one stationary point in (0, ∞), for every c > 0 and ε₀ > 0, and it lies in
    (0, ε₀): the slope has the sign of F(ε) = ln(1 + A) − c/ε + c/ε₀, A = (e^ε − 1)·c/ε², which
    tends to −∞ at 0, is positive at ε₀, and increases. For F′ = A·(e^ε/(e^ε − 1) − 2/ε)/(1 + A)
    + c/ε². Where ε ≥ 2 both terms are positive. Below 2, e^ε/(e^ε − 1) ≥ 1/ε + 1/2, so F′ > 0
    if A·(1/ε − 1/2) < (1 + A)·c/ε², that is (e^ε − 1)(ε − ε²/2 − c) < ε²; and
    (e^ε − 1)(1 − ε/2) ≤ ε, for tanh(ε/2) ≤ ε/2. So bisection on exact signs encloses the minimum,
    convex or not.

    The budget is E_ε₀ − γ₁(ε)·(E_ε₀ − E_ε): between `low` and `high` it is at least what it is with
    γ₁ at `high` and E_ε at `low`.

    Args:
        model: the cost model.
        eps0: ε₀ > 0 rational.
        width: rational, how close `low` and `high` are to be.
    """
    end, gap = positive_rational(eps0, "ε₀"), positive_rational(width, "the width")
    low, high = end, end
    while model.slope(low, end).sign() >= 0:
        high, low = low, low * HALF
    while high - low > gap:
        middle = (low + high) * HALF
        sign = model.slope(middle, end).sign()
        if sign < 0:
            low = middle
        else:
            high = middle
    return Minimum(
        Value(low), Value(high), _lowest(model, low, high, end), _reached(model, low, high, end)
    )


def _reached(model: CostModel, low: fmpq, high: fmpq, eps0: fmpq) -> Value:
    at_low, at_high = (model.at_printed_risk(x, eps0) for x in (low, high))
    return min(at_high, at_low)


def _lowest(model: CostModel, low: fmpq, high: fmpq, eps0: fmpq) -> Value:
    whole = model.private(eps0)
    return whole - printed_confidence(high, eps0) * (whole - model.private(low))
