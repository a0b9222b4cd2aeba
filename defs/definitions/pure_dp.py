"""Pure (ε-)differential privacy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from dpverify.defs.definitions.contract import Event, EventDefinition
from dpverify.defs.definitions.events import events, within
from dpverify.defs.definitions.registry import EPS
from dpverify.defs.divergences.max_divergence import max_divergence, worst_output
from dpverify.defs.logic import B, Logic, T
from dpverify.defs.numbers import Loss, Number, Real, Value

if TYPE_CHECKING:
    from dpverify.defs.pairs.contract import Pair


@dataclass(frozen=True, init=False, eq=False)
class PureDP(EventDefinition):
    """P(S) ≤ e^ε Q(S) for every event S and every ordered pair of neighbours.

    Args: eps ≥ 0, finite, in nats, exact.
    Raises: NumberError, DomainError: not an exact number, or outside its range.
    Source: Dwork, McSherry, Nissim, Smith 2006, Definition 1; Dwork, Roth 2014, Definition 2.4.

    >>> PureDP(eps="ln(3)").holds_for([Value(3) / 4, Value(1) / 4], [Value(1) / 4, Value(3) / 4])
    True
    """

    name = "pure-dp"
    takes = (EPS,)
    statement = "no event is more than e^ε times as likely on one input as on its neighbour"
    formula = "P(S) ≤ e^ε·Q(S) for every event S"
    source = "Dwork, McSherry, Nissim, Smith 2006, Definition 1; Dwork, Roth 2014, Definition 2.4"
    worst_corner = "a corner"
    wide: ClassVar = {"eps": 2}
    narrow: ClassVar = {"eps": "1/10"}

    eps: Loss | Real

    def __init__(self, eps: Any) -> None:
        self._set(eps=eps)

    def functional(self, pair: Pair) -> Number:
        """The largest loss."""
        return pair.largest_loss()

    @staticmethod
    def over_events(
        p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
    ) -> B:
        """For all S: P(S) ≤ e^ε Q(S)."""
        return logic.conj(within(p, q, s, terms["odds"], logic) for s in events(len(p)))

    @staticmethod
    def over_outputs(
        p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
    ) -> B:
        """For all o: P(o) ≤ e^ε Q(o)."""
        odds = terms["odds"]
        return logic.conj(logic.le(a, logic.times(odds, b)) for a, b in zip(p, q, strict=True))

    @classmethod
    def tight(
        cls, parameter: str, p: Sequence[Value], q: Sequence[Value], given: Mapping[str, Number]
    ) -> Number:
        """The max divergence of P from Q, in nats; exact."""
        del parameter, given  # there is one parameter
        return max_divergence(p, q)

    @classmethod
    def attaining(
        cls, parameter: str, p: Sequence[Value], q: Sequence[Value], values: Mapping[str, Number]
    ) -> Event:
        """The first single output of largest loss."""
        del parameter, values
        return (worst_output(p, q),)
