"""Metric differential privacy, ε·d-privacy: the loss is bounded by the distance of the inputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.pairwise import greatest
from dpverify.defs.definitions.registry import EPS
from dpverify.defs.definitions.whole import Extent, MeasuredDefinition, Spot
from dpverify.defs.distance import stated_distance
from dpverify.defs.emptiness import refuse_empty
from dpverify.defs.numbers import INFINITY, Loss, Real, Value
from dpverify.defs.privacy_loss import loss, odds_of


@dataclass(frozen=True, init=False, eq=False)
class MetricDP(MeasuredDefinition):
    """P(S) ≤ e^{ε·d(x,x')} Q(S) for every event S and every two inputs at a finite distance.

    Distance 0 demands equal rows; pairs at distance inf are left alone; neighbours play no part.

    Args: eps ≥ 0, finite, in nats per unit of distance, exact.
    Raises: NumberError, DomainError: not an exact number, or outside its range.
    Source: Chatzikokolakis, Andrés, Bordenabe, Palamidessi 2013, Definition 3.

    >>> rows = [["2/3", "1/3"], ["1/2", "1/2"], ["1/3", "2/3"]]
    >>> d = [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
    >>> line = Channel(["0", "1", "2"], ["y", "z"], rows, distance=d)
    >>> MetricDP(eps=1).measured(line).value
    Loss('ln(3/2)')
    """

    name = "metric-dp"
    quantifier = "channel"
    all_pairs = True
    takes = (EPS,)
    statement = "no event is more than e^(ε·d) times as likely on one input as on one at distance d"
    formula = "P(S) ≤ e^(ε·d(x,x'))·Q(S) for every event S and any two inputs x, x'"
    symbols = "P and Q are the laws of the output on inputs x and x', at distance d(x,x')"
    source = "Chatzikokolakis, Andrés, Bordenabe, Palamidessi 2013, Definition 3"
    wide: ClassVar = {"eps": 2}
    narrow: ClassVar = {"eps": "1/10"}

    eps: Loss | Real

    def __init__(self, eps: Any) -> None:
        self._set(eps=eps)

    def measured(self, channel: Channel, check: Any = None) -> Extent:
        """The tight ε in nats: the largest loss per distance; exact for rational distances.

        Raises: ChannelError where there is no distance, or no two inputs at a finite one;
            Undecided where enclosures do not separate.
        """
        count = 0

        def losses() -> Iterator[tuple[Loss | Real, int, int]]:
            nonlocal count
            for i, j, apart in pairs_within(channel):
                count += 1
                if check is not None:
                    check()
                yield _per_distance(channel.row(i), channel.row(j), apart), i, j

        refuse_empty(
            any(True for _ in pairs_within(channel)),
            "no two inputs are at a finite distance",
            "correct the distance",
        )
        eps, i, j = greatest(
            losses(),
            lambda each: each[0],
            lambda each: f"the pair {channel.inputs[each[1]]}, {channel.inputs[each[2]]}",
        )
        checked = {"pairs": count, "outputs": len(channel.outputs)}
        return Extent(eps, _spot(channel, i, j), checked)

    def excess(self, channel: Channel, spot: Spot) -> Value | Real:
        """P(S) − e^{ε·d}·Q(S)."""
        x, y = spot.setting["inputs"]
        apart = stated_distance(channel.distance)[channel.input_index(x)][channel.input_index(y)]
        p, q = spot.probabilities
        return p - odds_of(self.eps * apart) * q


def pairs_within(channel: Channel) -> Iterator[tuple[int, int, Loss | Real]]:
    """The ordered pairs of distinct inputs at a finite distance, with it."""
    for i, row in enumerate(stated_distance(channel.distance)):
        for j, apart in enumerate(row):
            if i != j and not (isinstance(apart, Loss) and apart.is_infinite):
                yield i, j, apart


def _per_distance(p: Sequence[Value], q: Sequence[Value], apart: Loss | Real) -> Loss | Real:
    """The largest loss over the distance, at least 0; at distance 0 inf unless the rows agree."""
    at = _worst(p, q)
    if p[at] <= q[at]:
        return Loss(0)
    if q[at].is_zero or apart == 0:
        return INFINITY
    return loss(p[at], q[at]) / apart


def _worst(p: Sequence[Value], q: Sequence[Value]) -> int:
    """The first output of largest P/Q; p·Q(best) > P(best)·q needs no division."""
    possible = [y for y in range(len(p)) if not p[y].is_zero]
    best = possible[0]
    for y in possible[1:]:
        if p[y] * q[best] > p[best] * q[y] or (q[y].is_zero and not q[best].is_zero):
            best = y
    return best


def _spot(channel: Channel, i: int, j: int) -> Spot:
    p, q = channel.row(i), channel.row(j)
    at = _worst(p, q)
    inputs = (channel.inputs[i], channel.inputs[j])
    return Spot({"inputs": inputs}, (channel.outputs[at],), (p[at], q[at]))
