"""Rényi differential privacy of a rational order."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.pairwise import DivergenceDefinition, Law, labels
from dpverify.defs.definitions.registry import ALPHA, EPS
from dpverify.defs.definitions.whole import PairSpot
from dpverify.defs.divergences.renyi import moment, renyi_divergence
from dpverify.defs.numbers import INFINITY, Loss, Number, Real, Value

if TYPE_CHECKING:
    from dpverify.defs.pairs.contract import Pair


@dataclass(frozen=True, init=False, eq=False)
class RenyiDP(DivergenceDefinition):
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
    takes = (ALPHA, EPS)
    statement = "the Rényi divergence of order α between the laws of two neighbours is at most ε"
    formula = "ln(Σ_o P(o)^α·Q(o)^(1−α)) ≤ (α−1)·ε"
    symbols = f"{DivergenceDefinition.symbols}; the order α > 1 is rational (--alpha NUMBER)"
    source = "Mironov 2017, Definition 4"
    worst_corner = "a corner"
    measured_at: ClassVar = {"alpha": 2}
    wide: ClassVar = {"alpha": 2, "eps": 2}
    narrow: ClassVar = {"alpha": 2, "eps": "1/1000"}

    eps: Loss | Real
    alpha: Fraction

    def __init__(self, alpha: Any, eps: Any) -> None:
        self._set(alpha=alpha, eps=eps)

    def functional(self, pair: Pair) -> Number:
        """The divergence of the order α."""
        return pair.divergence(self.alpha)

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
