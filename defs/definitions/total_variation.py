"""A bound on the total variation distance of the laws of neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.pairwise import DivergenceDefinition, Law, event_spot
from dpverify.defs.definitions.registry import DELTA
from dpverify.defs.definitions.whole import Spot
from dpverify.defs.divergences.hockey_stick import hockey_stick
from dpverify.defs.numbers import ONE, Loss, Number, Real, Value

if TYPE_CHECKING:
    from dpverify.defs.pairs.contract import Pair


@dataclass(frozen=True, init=False, eq=False)
class TotalVariation(DivergenceDefinition):
    """|P(S) − Q(S)| ≤ δ for every event S: (0, δ)-differential privacy under its own name.

    Args: delta in [0, 1], exact.
    Raises: NumberError, DomainError: not an exact number, or outside its range.
    Source: Dwork, Roth 2014, section 2.3; Kairouz, Oh, Viswanath 2015.

    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> TotalVariation(delta=1).measured(rr).value
    Value('1/2')
    """

    name = "total-variation"
    takes = (DELTA,)
    statement = "the probabilities of an event on two neighbours differ by at most δ"
    formula = "|P(S) − Q(S)| ≤ δ for every event S"
    source = "Dwork, Roth 2014, section 2.3; Kairouz, Oh, Viswanath 2015"
    worst_corner = "the furthest"
    wide: ClassVar = {"delta": "9/10"}
    narrow: ClassVar = {"delta": "1/1000"}

    delta: Value | Real

    def __init__(self, delta: Any) -> None:
        self._set(delta=delta)

    def functional(self, pair: Pair) -> Number:
        """δ(0)."""
        return pair.excess(Loss(0))

    def of_pair(self, p: Law, q: Law) -> Value | Real:
        """Σ_o max(0, P(o) − Q(o)), exact; the same in both orders."""
        return hockey_stick(p, q, ONE)

    def spot_of(self, channel: Channel, pair: tuple[int, int], value: Any) -> Spot:
        del value
        p, q = (channel.row(i) for i in pair)
        return event_spot(channel, pair, [o for o in range(len(p)) if p[o] > q[o]])

    def excess(self, channel: Channel, spot: Spot) -> Value | Real:
        """P(S) − Q(S) − δ."""
        del channel
        p, q = spot.probabilities
        return p - q - self.delta
