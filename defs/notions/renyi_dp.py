"""Rényi differential privacy of a rational order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Self

from dpverify.defs.channel import Channel
from dpverify.defs.divergences.renyi import moment, renyi_divergence
from dpverify.defs.errors import DomainError, UsageError
from dpverify.defs.notions.pairwise import Law, PairwiseNotion, labels
from dpverify.defs.notions.parameters import as_parameter, check_names
from dpverify.defs.notions.whole import PairSpot
from dpverify.defs.numbers import INFINITY, Loss, Number, Real, Value, as_number
from dpverify.defs.validate import shown as written

LONGEST: Final = 10**6


@dataclass(frozen=True, init=False, eq=False)
class RenyiDP(PairwiseNotion):
    """D_α(P‖Q) ≤ ε for every ordered pair of neighbours.

    D_α(P‖Q) = ln(Σ_o P(o)^α·Q(o)^(1−α)) / (α − 1).

    Args: alpha the order, a rational number > 1; eps ≥ 0, finite, in nats, exact.
    Raises: NumberError, DomainError, UsageError: not an exact number, or outside its range.
    Source: Mironov 2017, Definition 4.

    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> RenyiDP(alpha=2, eps=1).measured(rr).value
    Loss('ln(7/3)')
    """

    name = "renyi-dp"
    parameters = ("eps",)
    details = ("alpha",)
    statement = "the Rényi divergence of order α between the laws of two neighbours is at most ε"
    formula = "ln(Σ_o P(o)^α·Q(o)^(1−α)) ≤ (α−1)·ε"
    symbols = f"{PairwiseNotion.symbols}; the order α > 1 is rational (--alpha NUMBER)"
    source = "Mironov 2017, Definition 4"

    eps: Loss | Real
    alpha: Fraction

    def __init__(self, alpha: Any, eps: Any) -> None:
        object.__setattr__(self, "alpha", as_order(alpha))
        object.__setattr__(self, "eps", as_parameter("eps", eps))

    @classmethod
    def question(cls, given: Mapping[str, Any]) -> Self:
        check_names(cls.name, given, cls.details)
        made = object.__new__(cls)
        object.__setattr__(made, "alpha", as_order(given["alpha"]))
        return made

    @property
    def setting(self) -> dict[str, Any]:
        return {"alpha": str(self.alpha)}

    def of_pair(self, p: Law, q: Law) -> Loss | Real:
        """D_α(P‖Q) in nats."""
        return renyi_divergence(p, q, self.alpha)

    def rank(self, p: Law, q: Law) -> Value | Real | Loss:
        """Σ P^α·Q^(1−α), which has a normal form more often than its logarithm."""
        found = moment(p, q, self.alpha)
        return INFINITY if found is None else found

    def spot_of(self, channel: Channel, pair: tuple[int, int], value: Any) -> PairSpot:
        return PairSpot(labels(channel, pair), {"order": str(self.alpha), "divergence": value})

    def excess(self, channel: Channel, spot: PairSpot) -> Number:
        """D_α(P‖Q) − ε, in nats."""
        del channel
        divergence: Any = spot.shown["divergence"]
        found: Number = divergence - self.eps
        return found


def as_order(given: Any) -> Fraction:
    """An order α as a fraction.

    Raises: NumberError for what is no exact number; DomainError unless rational, > 1, and with at
        most 6 digits above and below the line.
    """
    if given is None:
        raise UsageError("renyi-dp needs alpha, the order of the divergence: --alpha 2")
    number = as_number(given)
    exact = None if isinstance(number, Real) else number.as_rational()
    if exact is None:
        raise DomainError(f"alpha = {written(given)} is irrational; give a rational order, as 3/2")
    order = Fraction(int(exact.p), int(exact.q))
    if order <= 1:
        raise DomainError(
            f"alpha = {written(given)} is not greater than 1; the order of renyi-dp must be"
        )
    if max(order.numerator, order.denominator) > LONGEST:
        raise DomainError(
            f"alpha = {written(given)} is too long; numerator and denominator are at most {LONGEST}"
        )
    return order
