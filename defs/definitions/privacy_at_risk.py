"""Privacy at risk: the absolute privacy loss exceeds ε with probability at most the risk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from dpverify.defs.definitions.contract import Event, EventDefinition
from dpverify.defs.definitions.events import events, probability, subsets, within
from dpverify.defs.definitions.parameters import terms_of
from dpverify.defs.definitions.registry import EPS, RISK
from dpverify.defs.logic import B, Logic, T
from dpverify.defs.numbers import Loss, Number, Real, Value, as_eps
from dpverify.defs.privacy_loss import (
    absolute_attaining_event,
    absolute_tail_event,
    by_absolute_ratio,
    mass,
    smallest_tail_eps,
)

if TYPE_CHECKING:
    from dpverify.defs.pairs.contract import Pair


@dataclass(frozen=True, init=False, eq=False)
class PrivacyAtRisk(EventDefinition):
    """P[|L| > ε] ≤ risk under either law of every pair of neighbours.

    One ordered pair (P, Q) bounds the probability under P; both orders of a pair are looked at, so
    the relation must not be directed.

    Args: eps ≥ 0, finite, in nats; risk in [0, 1]; exact.
    Raises: NumberError, DomainError: not an exact number, or outside its range.
    Source: Dandekar, Basu, Bressan 2021 (PoPETs 2021(1)), Definition 3; they write γ for the risk.

    >>> p, q = [Value(3) / 4, Value(1) / 4], [Value(1) / 4, Value(3) / 4]
    >>> PrivacyAtRisk(eps=1, risk="1/2").holds_for(p, q)
    False
    """

    name = "privacy-at-risk"
    takes = (EPS, RISK)
    two_sided = True
    discounts = False
    statement = "the absolute privacy loss exceeds ε with probability at most the risk"
    formula = "P[|L| > ε] ≤ risk, L(o) = ln(P(o)/Q(o)), o drawn from P; and the same under Q"
    source = "Dandekar, Basu, Bressan 2021 (PoPETs 2021(1)), Definition 3"
    worst_corner = "the furthest of one"
    measured_at: ClassVar = {"eps": "1/2"}
    wide: ClassVar = {"eps": 2, "risk": "9/10"}
    narrow: ClassVar = {"eps": "1/10", "risk": "1/1000"}

    eps: Loss | Real
    risk: Value | Real

    def __init__(self, eps: Any, risk: Any) -> None:
        self._set(eps=eps, risk=risk)

    def functional(self, pair: Pair) -> Number:
        """P[|L| > ε]."""
        return pair.beyond_either_way(self.eps)

    @staticmethod
    def over_events(
        p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
    ) -> B:
        """There is S₀ with P(S₀) ≤ risk, and P(S) ≤ e^ε Q(S), Q(S) ≤ e^ε P(S) for S disjoint."""
        odds = terms["odds"]

        def excused_by(bad: Event) -> B:
            rest = [o for o in range(len(p)) if o not in bad]
            parts = [logic.le(probability(p, bad, logic), terms["risk"])]
            parts += [within(p, q, s, odds, logic) for s in subsets(rest)]
            parts += [within(q, p, s, odds, logic) for s in subsets(rest)]
            return logic.conj(parts)

        return logic.disj(excused_by(bad) for bad in events(len(p)))

    @staticmethod
    def over_outputs(
        p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
    ) -> B:
        """Σ of P(o) over the o with P(o) > e^ε Q(o) or Q(o) > e^ε P(o) is at most the risk."""
        odds, zero = terms["odds"], logic.number(0)

        def at_risk(a: T, b: T) -> T:
            both = [logic.le(a, logic.times(odds, b)), logic.le(b, logic.times(odds, a))]
            return logic.ite(logic.conj(both), zero, a)

        total = logic.total(at_risk(a, b) for a, b in zip(p, q, strict=True))
        return logic.le(total, terms["risk"])

    @classmethod
    def tight(
        cls, parameter: str, p: Sequence[Value], q: Sequence[Value], given: Mapping[str, Number]
    ) -> Number:
        """P[|L| > ε], or the smallest ε at which that is at most the risk."""
        terms = terms_of(given)
        if parameter == "eps":
            return smallest_tail_eps(by_absolute_ratio(p, q), p, terms["risk"])
        return mass(p, absolute_tail_event(p, q, terms["odds"]))

    @classmethod
    def attaining(
        cls, parameter: str, p: Sequence[Value], q: Sequence[Value], values: Mapping[str, Number]
    ) -> Event:
        """{|L| > ε} for risk; for eps {|L| ≥ ε}, which weighs more than the risk unless ε = 0."""
        if parameter == "eps":
            return absolute_attaining_event(p, q, as_eps(values["eps"], allow_infinity=True))
        return absolute_tail_event(p, q, terms_of(values)["odds"])
