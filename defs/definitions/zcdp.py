"""Zero-concentrated differential privacy."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.pairwise import (
    DivergenceDefinition,
    Law,
    counts,
    distinct_pairs,
    labels,
    losses_of,
    order,
    undecided,
)
from dpverify.defs.definitions.registry import RHO
from dpverify.defs.definitions.whole import Extent, PairSpot, Ruling
from dpverify.defs.divergences.concentration import Rate, concentration, violating_order
from dpverify.defs.divergences.renyi import kullback_leibler, renyi_divergence
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Loss, Number, Real, Value

if TYPE_CHECKING:
    from dpverify.defs.pairs.contract import Pair

Laws = tuple[Law, Law]


@dataclass(frozen=True, init=False, eq=False)
class ZCDP(DivergenceDefinition):
    """D_α(P‖Q) ≤ ρ·α for every real order α > 1 and every ordered pair of neighbours.

    D_α is the Rényi divergence of order α, see `RenyiDP`.

    Args: rho ≥ 0, finite, in nats, exact.
    Raises: NumberError, DomainError: not an exact number, or outside its range.
    Source: Bun, Steinke 2016, Definition 1.1.

    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> ZCDP(rho="3/5").measured(rr).value
    Loss('1/2*ln(3)')
    """

    name = "zcdp"
    takes = (RHO,)
    statement = "for every order α > 1 the Rényi divergence between neighbours is at most ρ·α"
    formula = "D_α(P‖Q) ≤ ρ·α for every real α > 1"
    source = "Bun, Steinke 2016, Definition 1.1"
    worst_corner = "a corner"
    wide: ClassVar = {"rho": 2}
    narrow: ClassVar = {"rho": "1/1000"}

    rho: Loss | Real

    def __init__(self, rho: Any) -> None:
        self._set(rho=rho)

    def functional(self, pair: Pair) -> Number:
        """The supremum of D_α/α over all orders."""
        return pair.rate()

    def of_pair(self, p: Law, q: Law) -> Loss | Real:
        """A ρ that is large enough for the pair: exact, or the upper end of its enclosure."""
        return concentration(p, q).most

    def measured(self, channel: Channel, check: Any = None) -> Extent:
        """The smallest ρ over all real orders, by balls: a number, or bounds.

        The bounds have a relative width of 10^-9 (of laws that are nearly equal, up to 10^-3).
        """
        best: Rate | None = None
        left_open: Undecided | None = None
        at = (0, 0)
        laws: Laws = ((), ())
        for pair, p, q in distinct_pairs(channel, check):
            if best is not None and _within(p, q, best, check):
                continue
            try:
                found = concentration(p, q, check)
            except Undecided as stop:
                if stop.code == "time":
                    raise
                left_open = stop
                continue
            if best is None:
                best, at = found, pair
            else:
                best, first = _joined(found, best, (p, q), laws)
                at = pair if first else at
            laws = (p, q) if at == pair else laws
        if left_open is not None and not (best is not None and best.infinite):
            raise left_open
        if best is None:
            raise TypeError("a channel without pairs was not refused")
        value = best.ends if best.exact is None else best.exact
        return Extent(value, _spot(channel, at, best.order), counts(channel), by_balls=True)

    def ruling(self, channel: Channel, check: Any = None) -> Ruling:
        """Each pair by itself: an order that refutes the claim, or a proof for all orders."""
        violated, left_open = None, None
        for pair, p, q in distinct_pairs(channel, check):
            try:
                order = violating_order(p, q, self.rho, check)
            except Undecided as stop:
                if stop.code == "time":
                    raise
                order, left_open = None, stop
            if order is not None:
                violated = _spot(channel, pair, order)
                break
        if violated is None and left_open is not None:
            raise left_open
        return Ruling(violated, self._extent(channel, check), exact=False)

    def _extent(self, channel: Channel, check: Any) -> Extent | None:
        try:
            return self.measured(channel, check)
        except Undecided as stop:
            if stop.code == "time":
                raise
            return None

    def spot_of(self, channel: Channel, pair: tuple[int, int], value: Any) -> PairSpot:
        del value
        p, q = (channel.row(i) for i in pair)
        return _spot(channel, pair, concentration(p, q).order)

    def excess(self, channel: Channel, spot: PairSpot) -> Number:
        """D_α(P‖Q) − ρ·α at the order of the place, in nats."""
        del channel
        divergence: Any = spot.shown["divergence"]
        found: Number = divergence - self.rho * Value(Fraction(str(spot.shown["order"])))
        return found


def _within(p: Law, q: Law, best: Rate, check: Any) -> bool:
    """Whether ρ of the best pair is proved to be enough for this one."""
    if best.infinite:
        return True
    try:
        return violating_order(p, q, best.most, check) is None
    except Undecided as stop:
        if stop.code == "time":
            raise
        return False


def _joined(a: Rate, b: Rate, one: Laws, other: Laws) -> tuple[Rate, bool]:
    """What is known of the larger of two rates, and whether its place is that of the first.

    Its place is that of the larger lower bound: nothing below that is enough.

    Raises: Undecided where the lower bounds were not told apart.
    """
    sign = order(a.least, b.least)
    if sign is None and losses_of(*one) == losses_of(*other):
        sign = 0
    if sign is None:
        raise undecided("which rho is larger was not found", a.least, b.least)
    first = sign > 0
    if a.infinite or b.infinite or (a.exact is not None and b.exact is not None):
        return (a if first else b), first
    (low, high), (lower, upper) = a.ends, b.ends
    return Rate((a if first else b).order, None, max(low, lower), max(high, upper)), first


def _spot(channel: Channel, pair: tuple[int, int], order: Fraction) -> PairSpot:
    """The divergence at an order; at order 1 the limit, that of Kullback and Leibler."""
    p, q = (channel.row(i) for i in pair)
    found = kullback_leibler(p, q) if order == 1 else renyi_divergence(p, q, order)
    return PairSpot(labels(channel, pair), {"order": str(order), "divergence": found})
