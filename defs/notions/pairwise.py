"""What definitions share that bound a divergence of the laws of any two neighbours."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeVar, cast

from dpverify.defs.channel import Channel
from dpverify.defs.notions.parameters import check_names
from dpverify.defs.notions.pure_dp import PureDP
from dpverify.defs.notions.whole import Extent, PairSpot, Spot, WholeNotion
from dpverify.defs.numbers import Loss, Real, Value
from dpverify.defs.numbers.balls import ball_sign

Law = Sequence[Value]
Measure = Loss | Real | Value
M = TypeVar("M", bound=Measure)
ENOUGH = 256
"""Bits to which two numbers without a normal form are compared before they count as as good."""


@dataclass(frozen=True, init=False, eq=False)
class PairwiseNotion(WholeNotion):
    """Every ordered pair of neighbours has a divergence of at most the parameter."""

    symbols = "P and Q are the laws of the output on two neighbouring inputs"

    @classmethod
    def question(cls, given: Mapping[str, Any]) -> Self:
        check_names(cls.name, given, ())
        return object.__new__(cls)

    @abstractmethod
    def of_pair(self, p: Law, q: Law) -> Measure:
        """The divergence of one ordered pair: exact, or a `Real`."""

    @abstractmethod
    def spot_of(self, channel: Channel, pair: tuple[int, int], value: Measure) -> Spot | PairSpot:
        """Where a pair attains its divergence."""

    def measured(self, channel: Channel, check: Any = None) -> Extent:
        """The largest divergence over all ordered pairs of neighbours."""
        best: Measure | None = None
        at = (0, 0)
        for pair, p, q in distinct_pairs(channel, check):
            found = self.of_pair(p, q)
            if best is None or larger(found, best):
                at = pair
            best = found if best is None else largest(found, best)
        if best is None:
            raise TypeError("a channel without pairs was not refused")
        return Extent(best, self.spot_of(channel, at, best), counts(channel))


def distinct_pairs(
    channel: Channel, check: Any = None
) -> Iterator[tuple[tuple[int, int], Law, Law]]:
    """The ordered pairs of neighbours with their laws, one of those that differ in order alone.

    Raises: ChannelError where there is no pair.
    """
    seen: set[tuple[tuple[str, str], ...]] = set()
    for i, j in PureDP.pairs(channel):
        if check is not None:
            check()
        key = tuple(sorted(zip(channel.rows.texts(i), channel.rows.texts(j), strict=True)))
        if key not in seen:
            seen.add(key)
            yield (i, j), channel.row(i), channel.row(j)


def counts(channel: Channel) -> dict[str, int]:
    """What `checked` says of a channel."""
    pairs = sum(1 for _ in PureDP.pairs(channel))
    return {"pairs": pairs, "outputs": len(channel.outputs)}


def larger(a: Measure, b: Measure) -> bool:
    """Whether a is larger; of two that agree to ENOUGH bits without a normal form, not."""
    return _order(a, b) == 1


def largest(a: M | Real, b: M | Real) -> M | Real:
    """The larger of two numbers, exactly; where they are as good as equal, a `Real` that is it."""
    sign = _order(a, b)
    return Real("max", a, b) if sign is None else a if sign > 0 else b


def _order(a: Measure, b: Measure) -> int | None:
    """The sign of a − b; None where ENOUGH bits do not tell."""
    infinite = [getattr(each, "infinite_sign", 0) for each in (a, b)]
    if any(infinite):
        return infinite[0] - infinite[1]
    difference = cast("Measure", cast("Any", a) - b)
    return ball_sign(difference.ball(ENOUGH)) if isinstance(difference, Real) else difference.sign()


def labels(channel: Channel, pair: tuple[int, int]) -> tuple[str, str]:
    """The labels of two inputs."""
    return channel.inputs[pair[0]], channel.inputs[pair[1]]


def event_spot(channel: Channel, pair: tuple[int, int], event: Sequence[int]) -> Spot:
    """An event on a pair of inputs, with its two probabilities."""
    p, q = (sum((channel.entry(i, o) for o in event), Value(0)) for i in pair)
    return Spot({"inputs": labels(channel, pair)}, tuple(channel.outputs[o] for o in event), (p, q))
