"""Bounded range: how far apart the privacy losses of two outputs can be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.pairwise import DivergenceDefinition, Law, labels
from dpverify.defs.definitions.registry import EPS
from dpverify.defs.definitions.whole import PairSpot, Shown
from dpverify.defs.numbers import INFINITY, Loss, Number, Real
from dpverify.defs.privacy_loss import log, loss

if TYPE_CHECKING:
    from dpverify.defs.pairs.contract import Pair


@dataclass(frozen=True, init=False, eq=False)
class BoundedRange(DivergenceDefinition):
    """L(o) − L(o') ≤ ε for any two outputs and every ordered pair of neighbours.

    Args: eps ≥ 0, finite, in nats, exact.
    Raises: NumberError, DomainError: not an exact number, or outside its range.
    Source: Dong, Durfee, Rogers 2020, Definition 2; Durfee, Rogers 2019.

    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> BoundedRange(eps=2).measured(rr).value == log(rr.entry(0, 0) / rr.entry(0, 1)) * 2
    True
    """

    name = "bounded-range"
    takes = (EPS,)
    statement = "on two neighbours the privacy losses of any two outputs differ by at most ε"
    formula = "P(o)·Q(o') ≤ e^ε·Q(o)·P(o') for any two outputs o, o'"
    source = "Dong, Durfee, Rogers 2020, Definition 2; Durfee, Rogers 2019"
    worst_corner = "a corner"
    wide: ClassVar = {"eps": 4}
    narrow: ClassVar = {"eps": "1/10"}

    eps: Loss | Real

    def __init__(self, eps: Any) -> None:
        self._set(eps=eps)

    def functional(self, pair: Pair) -> Number:
        """The range of the loss."""
        return pair.loss_range()

    def of_pair(self, p: Law, q: Law) -> Loss | Real:
        """max L − min L in nats, exact; inf where an output is possible on one input alone."""
        high, low = extremes(p, q)
        if any(p[o].is_zero or q[o].is_zero for o in (high, low)):
            return INFINITY
        return log((p[high] * q[low]) / (q[high] * p[low]))

    def spot_of(self, channel: Channel, pair: tuple[int, int], value: Any) -> PairSpot:
        del value
        p, q = (channel.row(i) for i in pair)
        outputs = extremes(p, q)
        shown: dict[str, Shown] = {
            "outputs": tuple(channel.outputs[o] for o in outputs),
            "losses": tuple(loss(p[o], q[o]) for o in outputs),
        }
        return PairSpot(labels(channel, pair), shown)

    def excess(self, channel: Channel, spot: PairSpot) -> Number:
        """L(o) − L(o') − ε, in nats."""
        p, q = (channel.row(channel.input_index(x)) for x in spot.inputs)
        return self.of_pair(p, q) - self.eps


def extremes(p: Law, q: Law) -> tuple[int, int]:
    """The first outputs of largest and of smallest loss, of those that can occur; no division."""
    occurring = [o for o in range(len(p)) if not (p[o].is_zero and q[o].is_zero)]
    high = low = occurring[0]
    for o in occurring[1:]:
        high = o if p[o] * q[high] > p[high] * q[o] else high
        low = o if p[o] * q[low] < p[low] * q[o] else low
    return high, low
