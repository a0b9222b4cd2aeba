"""The expected privacy loss, also known as the Kullback–Leibler divergence."""

from __future__ import annotations

from dpverify.defs.comparisons.contract import Given, Law, Quantity
from dpverify.defs.numbers import INFINITY, ZERO, Loss, Number, Real, Value, ln


class ExpectedLoss(Quantity):
    """E_{o~P} ln(P(o)/Q(o)), in nats; +inf where P(Q = 0) > 0."""

    name = "expected-loss"
    words = "the expected privacy loss"
    formula = "E_P[ln(P/Q)]"
    source = "Dwork, Rothblum, Vadhan 2010, Lemma III.2; Kullback, Leibler 1951"

    def measure(self, p: Law, q: Law, given: Given) -> Number:
        del given
        occurring = [(a, b) for a, b in zip(p, q, strict=True) if not a.is_zero]
        if any(b.is_zero for _, b in occurring):
            return INFINITY
        result: Number = ZERO
        for a, b in occurring:
            result = result + _weighted(a, ln(a / b))
        return result


def _weighted(weight: Value, loss: Loss | Real) -> Number:
    """weight · loss, in the exact classes wherever the product is."""
    exact = loss.as_rational() if isinstance(loss, Loss) else None
    return weight * loss if exact is None else weight * Value(exact)
