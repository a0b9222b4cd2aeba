"""Approximate ((ε,δ)-)differential privacy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from dpverify.defs.definitions.contract import Event, EventDefinition
from dpverify.defs.definitions.events import events, probability
from dpverify.defs.definitions.parameters import terms_of
from dpverify.defs.definitions.registry import DELTA, EPS
from dpverify.defs.divergences.hockey_stick import hockey_stick, smallest_eps
from dpverify.defs.logic import B, Logic, T
from dpverify.defs.numbers import Loss, Number, Real, Value, as_eps
from dpverify.defs.privacy_loss import attaining_event, tail_event

if TYPE_CHECKING:
    from dpverify.defs.pairs.contract import Pair


@dataclass(frozen=True, init=False, eq=False)
class ApproxDP(EventDefinition):
    """P(S) ≤ e^ε Q(S) + δ for every event S and every ordered pair of neighbours.

    Args: eps ≥ 0, finite, in nats; delta in [0, 1]; exact.
    Raises: NumberError, DomainError: not an exact number, or outside its range.
    Source: Dwork, Kenthapadi, McSherry, Mironov, Naor 2006; Dwork, Roth 2014, Definition 2.4.

    >>> p, q = [Value(3) / 4, Value(1) / 4], [Value(1) / 4, Value(3) / 4]
    >>> ApproxDP(eps="ln(2)", delta="1/4").holds_for(p, q)
    True
    """

    name = "approx-dp"
    takes = (EPS, DELTA)
    statement = (
        "no event is more likely on one input than e^ε times its probability on a neighbour, plus δ"
    )
    formula = "P(S) ≤ e^ε·Q(S) + δ for every event S"
    source = "Dwork, Kenthapadi, McSherry, Mironov, Naor 2006; Dwork, Roth 2014, Definition 2.4"
    worst_corner = "the furthest"
    measured_at: ClassVar = {"eps": "1/2"}
    wide: ClassVar = {"eps": 2, "delta": "1/2"}
    narrow: ClassVar = {"eps": "1/10", "delta": "1/1000"}

    eps: Loss | Real
    delta: Value | Real

    def __init__(self, eps: Any, delta: Any) -> None:
        self._set(eps=eps, delta=delta)

    def functional(self, pair: Pair) -> Number:
        """δ(ε)."""
        return pair.excess(self.eps)

    @staticmethod
    def over_events(
        p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
    ) -> B:
        """For all S: P(S) − e^ε Q(S) ≤ δ."""
        return logic.conj(
            logic.le(
                logic.minus(
                    probability(p, s, logic), logic.times(terms["odds"], probability(q, s, logic))
                ),
                terms["delta"],
            )
            for s in events(len(p))
        )

    @staticmethod
    def over_outputs(
        p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
    ) -> B:
        """Σ_o max(0, P(o) − e^ε Q(o)) ≤ δ."""
        parts = (
            logic.pos(logic.minus(a, logic.times(terms["odds"], b)))
            for a, b in zip(p, q, strict=True)
        )
        return logic.le(logic.total(parts), terms["delta"])

    @classmethod
    def tight(
        cls, parameter: str, p: Sequence[Value], q: Sequence[Value], given: Mapping[str, Number]
    ) -> Number:
        """The hockey-stick divergence at ε, or its smallest ε for δ."""
        terms = terms_of(given)
        if parameter == "eps":
            return smallest_eps(p, q, terms["delta"])
        return hockey_stick(p, q, terms["odds"])

    @classmethod
    def attaining(
        cls, parameter: str, p: Sequence[Value], q: Sequence[Value], values: Mapping[str, Number]
    ) -> Event:
        """{P > e^ε Q} for delta; for eps {P ≥ e^ε Q, P > 0}, where ε is infinite {Q = 0 < P}."""
        if parameter == "eps":
            return attaining_event(p, q, as_eps(values["eps"], allow_infinity=True))
        return tail_event(p, q, terms_of(values)["odds"])
