"""f-differential privacy: a claimed trade-off function, or the one that a channel has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.claimed_trade_off import ClaimedTradeOff
from dpverify.defs.definitions.pairwise import counts, distinct_pairs, event_spot, labels
from dpverify.defs.definitions.parameters import check_names
from dpverify.defs.definitions.registry import TRADE_OFF
from dpverify.defs.definitions.whole import Extent, LabelledCorner, MeasuredDefinition, Ruling, Spot
from dpverify.defs.divergences.trade_off import Corner, corners, lowest
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.numbers import ONE, Number, Real, Value

if TYPE_CHECKING:
    from dpverify.defs.pairs.contract import Pair


@dataclass(frozen=True)
class Found(Corner):
    """A corner with the pair of inputs that has it."""

    pair: tuple[int, int]


@dataclass(frozen=True, init=False, eq=False)
class FDP(MeasuredDefinition):
    """T(P, Q)(α) ≥ f(α) for every α and every ordered pair of neighbours.

    T(P, Q)(α) is the least error of the second kind of tests of P against Q with one of α of the
    first. f is convex, and T(P, Q) straight between its corners: so the corners decide.

    Args: trade_off a text: "gaussian(1)", "approx(1/2, 1/100)" or "points(0,1; 1/4,1/4; 1,0)".
    Raises: UsageError, NumberError, DomainError: a text that names no trade-off function.
    Source: Dong, Roth, Su 2022, Definition 2.3; Wasserman, Zhou 2010.

    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> FDP("points(0,1; 1/4,1/4; 1,0)").ruling(rr).violated is None
    True
    """

    name = "f-dp"
    quantifier = "pairs"
    takes = (TRADE_OFF,)
    statement = (
        "every test of two neighbours with an error α of the first kind has one of at least f(α) of"
        " the second"
    )
    formula = "1 − Q(S) ≥ f(P(S)) for every event S"
    symbols = (
        "P and Q are the laws of the output on two neighbouring inputs; S is where a test rejects"
        " P; f is gaussian(MU), approx(EPS, DELTA) or points(0,1; …; 1,0) (--trade-off)"
    )
    source = "Dong, Roth, Su 2022, Definition 2.3; Wasserman, Zhou 2010"
    worst_corner = "the furthest"
    wide: ClassVar = {"trade_off": "approx(2, 1/2)"}
    narrow: ClassVar = {"trade_off": "approx(1/10, 1/1000)"}

    trade_off: ClaimedTradeOff | None

    def __init__(self, trade_off: Any) -> None:
        self._set(trade_off=trade_off)

    def functional(self, pair: Pair) -> Number:
        """By how much the pair is told apart more easily than f allows."""
        return self._function.margin(pair)

    @classmethod
    def question(cls, given: Mapping[str, Any]) -> Self:
        if given.keys() - {*cls.details}:
            check_names(cls.name, given, cls.details)
        claim = object.__new__(cls)
        object.__setattr__(claim, "trade_off", None)  # the function is what is measured
        claim._set(**given)
        return claim

    @classmethod
    def from_text(cls, given: Mapping[str, Any]) -> Self:
        if "trade_off" not in given:
            raise UsageError(
                "f-dp needs the function that is claimed: --trade-off 'gaussian(1)'; to compute"
                " that of a channel, measure it"
            )
        return super().from_text(given)

    @property
    def setting(self) -> dict[str, Any]:
        return {} if self.trade_off is None else {"trade_off": self.trade_off.text}

    def measured(self, channel: Channel, check: Any = None) -> Extent:
        """The largest convex f for which the channel is f-DP, by its corners, exact.

        Raises: UsageError where a function is claimed: there is no number to measure.
        """
        if self.trade_off is not None:
            raise UsageError("measure f-dp without --trade-off: it computes the function itself")
        return self._extent(channel, check)

    def _extent(self, channel: Channel, check: Any) -> Extent:
        hull = lowest(_all_corners(channel, check))
        return Extent(None, None, counts(channel), tuple(_labelled(channel, x) for x in hull))

    def ruling(self, channel: Channel, check: Any = None) -> Ruling:
        """Every corner of the channel's own function, against f."""
        left_open, violated = None, None
        for corner in lowest(_all_corners(channel, check)):
            above = self._above(corner.alpha, corner.beta)
            try:
                if above > 0:
                    violated = event_spot(channel, corner.pair, corner.event)
                    break
            except Undecided as stop:
                left_open = stop
        if violated is None and left_open is not None:
            raise left_open
        exact = not self._function.by_balls
        return Ruling(violated, self._extent(channel, check), exact)

    def excess(self, channel: Channel, spot: Spot) -> Value | Real:
        """f(P(S)) − (1 − Q(S))."""
        del channel
        p, q = spot.probabilities
        return self._above(p, ONE - q)

    def _above(self, alpha: Value, beta: Value) -> Value | Real:
        return self._function.at(alpha) - beta

    @property
    def _function(self) -> ClaimedTradeOff:
        if self.trade_off is None:
            raise UsageError("f-dp without a function claims nothing; name one")
        return self.trade_off


def _all_corners(channel: Channel, check: Any) -> Iterator[Found]:
    for pair, p, q in distinct_pairs(channel, check):
        for each in corners(p, q):
            yield Found(each.alpha, each.beta, each.event, pair)


def _labelled(channel: Channel, corner: Found) -> LabelledCorner:
    event = tuple(channel.outputs[o] for o in corner.event)
    return LabelledCorner(corner.alpha, corner.beta, labels(channel, corner.pair), event)
