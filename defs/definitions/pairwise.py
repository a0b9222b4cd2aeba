"""What definitions share that bound a divergence of the laws of any two neighbours."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from flint import arb

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.definitions.whole import Extent, MeasuredDefinition, PairSpot, Ruling, Spot
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Loss, Number, Real, Value, number_text
from dpverify.defs.numbers.balls import ball_sign, refine_sign, working_precision, zeros_of
from dpverify.defs.numbers.identities import vanishes

if TYPE_CHECKING:
    from dpverify.defs.pairs.contract import Pair

Law = Sequence[Value]
Measure = Loss | Real | Value
I = TypeVar("I")  # noqa: E741 (an item, of any type)
FIRST: Final = 256
"""Bits at which two numbers without a normal form are compared first."""
ENOUGH: Final = 1 << 14
"""Bits at which they count as not told apart: numbers that differ by 10^-4900 are."""


@dataclass(frozen=True, init=False, eq=False)
class DivergenceDefinition(MeasuredDefinition):
    """Every ordered pair of neighbours has a divergence of at most the parameter."""

    quantifier = "pairs"
    symbols = "P and Q are the laws of the output on two neighbouring inputs"

    @abstractmethod
    def functional(self, pair: Pair) -> Number:
        """As in `Definition`; it must be there."""

    @abstractmethod
    def of_pair(self, p: Law, q: Law) -> Measure:
        """The divergence of one ordered pair: exact, or a `Real`.

        What must hold: it depends only on how likely which ratio of P and Q is.
        """

    @abstractmethod
    def spot_of(self, channel: Channel, pair: tuple[int, int], value: Measure) -> Spot | PairSpot:
        """Where a pair attains its divergence."""

    def rank(self, p: Law, q: Law) -> Measure:
        """A number that is larger exactly where the divergence is: by it pairs are compared."""
        return self.of_pair(p, q)

    def measured(self, channel: Channel, check: Any = None) -> Extent:
        """The largest divergence over all ordered pairs of neighbours.

        Raises: Undecided where two pairs have divergences that were not told apart.
        """
        pairs = ((pair, p, q, self.rank(p, q)) for pair, p, q in distinct_pairs(channel, check))
        pair, p, q, _ = greatest(
            pairs,
            lambda each: each[3],
            lambda each: f"the pair {', '.join(labels(channel, each[0]))}",
            same=lambda a, b: losses_of(a[1], a[2]) == losses_of(b[1], b[2]),
        )
        value = self.of_pair(p, q)
        return Extent(value, self.spot_of(channel, pair, value), counts(channel))

    def ruling(self, channel: Channel, check: Any = None) -> Ruling:
        """Whether the largest divergence is within the bound, or each that may be the largest."""
        try:
            return super().ruling(channel, check)
        except Undecided as stop:
            if stop.code != "precision":
                raise
        exact = not isinstance(self.bound, Real)
        for pair, p, q in distinct_pairs(channel, check):
            value = self.of_pair(p, q)
            exact = exact and not isinstance(value, Real)
            if value > self.bound:
                return Ruling(self.spot_of(channel, pair, value), None, exact)
        return Ruling(None, None, exact)


def greatest(
    items: Iterable[I],
    rank: Callable[[I], Measure],
    name: Callable[[I], str],
    *,
    same: Callable[[I, I], bool] = lambda _a, _b: False,
) -> I:
    """The item of the largest rank, the first where several have it.

    Args: same whether two items certainly have equal ranks, asked where no ball tells.
    Raises: Undecided("precision") where two may be the largest and were not told apart: then
        neither is named as the one that is.
    """
    open_: list[_Ranked[I]] = []  # none is known to be smaller than another of them, or equal
    for item in items:
        new = _Ranked(item, rank(item))
        signs = [new.against(other, same) for other in open_]
        if any(sign is not None and sign <= 0 for sign in signs):
            continue
        open_ = [other for other, sign in zip(open_, signs, strict=True) if sign is None]
        open_.append(new)
    if not open_:
        raise TypeError("a channel without pairs was not refused")
    if len(open_) > 1:
        one, other = (name(each.item) for each in open_[:2])
        raise undecided(
            f"which is larger, the value at {one} or at {other}, was not found", open_[0].rank,
            open_[1].rank,
        )  # fmt: skip
    return open_[0].item


@dataclass(frozen=True)
class _Ranked(Generic[I]):
    """An item with its rank, and where that has no normal form a ball of it, computed once."""

    item: I
    rank: Measure

    @cached_property
    def ball(self) -> arb | None:
        return self.rank.ball(FIRST) if isinstance(self.rank, Real) else None

    def against(self, other: _Ranked[I], same: Callable[[I, I], bool]) -> int | None:
        """The sign of the difference of the ranks; None where it is not known."""
        if self.ball is not None and other.ball is not None:
            with working_precision(FIRST):
                sign = ball_sign(self.ball - other.ball)
            if sign is not None:
                return sign
        sign = order(self.rank, other.rank)
        return 0 if sign is None and same(self.item, other.item) else sign


def losses_of(p: Law, q: Law) -> list[tuple[str, str]]:
    """How likely which ratio P/Q is, outputs of one ratio together: it decides each divergence."""
    merged: dict[str, Value] = {}
    for a, b in zip(p, q, strict=True):
        if not (a.is_zero and b.is_zero):
            ratio = "inf" if b.is_zero else number_text(a / b)
            merged[ratio] = merged.get(ratio, Value(0)) + (a if b.is_zero else b)
    return sorted((ratio, number_text(mass)) for ratio, mass in merged.items())


def distinct_pairs(
    channel: Channel, check: Any = None
) -> Iterator[tuple[tuple[int, int], Law, Law]]:
    """The ordered pairs of neighbours with their laws, one of those that differ in order alone.

    Raises: ChannelError where there is no pair.
    """
    seen: set[tuple[tuple[str, str], ...]] = set()
    texts = cache(channel.rows.texts)
    for i, j in Definition.pairs(channel):
        if check is not None:
            check()
        key = tuple(sorted(zip(texts(i), texts(j), strict=True)))
        if key not in seen:
            seen.add(key)
            yield (i, j), channel.row(i), channel.row(j)


def counts(channel: Channel) -> dict[str, int]:
    """What `checked` says of a channel."""
    pairs = sum(1 for _ in Definition.pairs(channel))
    return {"pairs": pairs, "outputs": len(channel.outputs)}


def order(a: Measure, b: Measure) -> int | None:
    """The sign of a − b; None where balls of ENOUGH bits do not tell it, and no identity does."""
    infinite = [getattr(each, "infinite_sign", 0) for each in (a, b)]
    if any(infinite):
        return infinite[0] - infinite[1]
    difference = cast("Measure", cast("Any", a) - b)
    if not isinstance(difference, Real):
        return difference.sign()
    sign = ball_sign(difference.ball(FIRST))
    if sign is not None or vanishes(difference):
        return sign or 0
    try:
        return refine_sign(difference.ball, ENOUGH)
    except Undecided:
        return None


def undecided(text: str, a: Measure, b: Measure) -> Undecided:
    """That two numbers were not told apart, and within how much they are equal; to be raised."""
    gap = cast("Any", cast("Any", a) - b).ball(ENOUGH)
    near = zeros_of(gap) if gap.is_finite() else None
    how = f"they agree to {ENOUGH} bits" if near is None else f"they are within 10^-{near}"
    return Undecided("precision", f"{text}: {how}", near)


def labels(channel: Channel, pair: tuple[int, int]) -> tuple[str, str]:
    """The labels of two inputs."""
    return channel.inputs[pair[0]], channel.inputs[pair[1]]


def event_spot(channel: Channel, pair: tuple[int, int], event: Sequence[int]) -> Spot:
    """An event on a pair of inputs, with its two probabilities."""
    p, q = (sum((channel.entry(i, o) for o in event), Value(0)) for i in pair)
    return Spot({"inputs": labels(channel, pair)}, tuple(channel.outputs[o] for o in event), (p, q))
