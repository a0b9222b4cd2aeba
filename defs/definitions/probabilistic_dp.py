"""Probabilistic differential privacy: the loss exceeds ε with probability at most δ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from dpverify.defs.definitions.contract import Event, EventDefinition
from dpverify.defs.definitions.events import events, probability, subsets, within
from dpverify.defs.definitions.parameters import terms_of
from dpverify.defs.definitions.registry import DELTA, EPS
from dpverify.defs.logic import B, Logic, T
from dpverify.defs.numbers import Loss, Number, Real, Value, as_eps
from dpverify.defs.privacy_loss import (
    attaining_event,
    by_ratio,
    mass,
    smallest_tail_eps,
    tail_event,
)

if TYPE_CHECKING:
    from dpverify.defs.pairs.contract import Pair


@dataclass(frozen=True, init=False, eq=False)
class ProbabilisticDP(EventDefinition):
    """P[L > ε] ≤ δ for every ordered pair of neighbours, L the privacy loss of an output from P.

    Args: eps ≥ 0, finite, in nats; delta in [0, 1]; exact.
    Raises: NumberError, DomainError: not an exact number, or outside its range.
    Source: Machanavajjhala, Kifer, Abowd, Gehrke, Vilhuber 2008; in this form, with the set of
        excluded outputs chosen for each ordered pair, Meiser 2018, Definition 3.

    >>> half, zero = Value(1) / 2, Value(0)
    >>> ProbabilisticDP(eps=0, delta="1/2").holds_for([half, half, zero], [zero, half, half])
    True
    """

    name = "probabilistic-dp"
    takes = (EPS, DELTA)
    discounts = False
    statement = "outside a set of outputs of probability at most δ, the mechanism is ε-private"
    formula = "P(S₀) ≤ δ for some event S₀ such that P(S∖S₀) ≤ e^ε·Q(S∖S₀) for every event S"
    source = (
        "Machanavajjhala, Kifer, Abowd, Gehrke, Vilhuber 2008; in this form, with the set S₀"
        " chosen for each ordered pair, Meiser 2018, Definition 3"
    )
    worst_corner = "the furthest of one"
    measured_at: ClassVar = {"eps": "1/2"}
    wide: ClassVar = {"eps": 2, "delta": "9/10"}
    narrow: ClassVar = {"eps": "1/10", "delta": "1/1000"}

    eps: Loss | Real
    delta: Value | Real

    def __init__(self, eps: Any, delta: Any) -> None:
        self._set(eps=eps, delta=delta)

    def functional(self, pair: Pair) -> Number:
        """P[L > ε]."""
        return pair.beyond(self.eps)

    @staticmethod
    def over_events(
        p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
    ) -> B:
        """There is S₀ with P(S₀) ≤ δ, and P(S) ≤ e^ε Q(S) for all S disjoint from it."""

        def excused_by(bad: Event) -> B:
            rest = [o for o in range(len(p)) if o not in bad]
            small = logic.le(probability(p, bad, logic), terms["delta"])
            private = (within(p, q, s, terms["odds"], logic) for s in subsets(rest))
            return logic.conj([small, logic.conj(private)])

        return logic.disj(excused_by(bad) for bad in events(len(p)))

    @staticmethod
    def over_outputs(
        p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
    ) -> B:
        """Σ over the o with P(o) > e^ε Q(o) of P(o) ≤ δ."""
        zero = logic.number(0)
        parts = (
            logic.ite(logic.le(a, logic.times(terms["odds"], b)), zero, a)
            for a, b in zip(p, q, strict=True)
        )
        return logic.le(logic.total(parts), terms["delta"])

    @classmethod
    def tight(
        cls, parameter: str, p: Sequence[Value], q: Sequence[Value], given: Mapping[str, Number]
    ) -> Number:
        """P[L > ε], or the smallest ε at which that is at most δ."""
        terms = terms_of(given)
        if parameter == "eps":
            return smallest_tail_eps(by_ratio(p, q), p, terms["delta"])
        return mass(p, tail_event(p, q, terms["odds"]))

    @classmethod
    def attaining(
        cls, parameter: str, p: Sequence[Value], q: Sequence[Value], values: Mapping[str, Number]
    ) -> Event:
        """{L > ε} for delta; for eps {L ≥ ε}, which weighs more than δ unless ε = 0."""
        if parameter == "eps":
            return attaining_event(p, q, as_eps(values["eps"], allow_infinity=True))
        return tail_event(p, q, terms_of(values)["odds"])
