"""What every definition offers that weighs the events of each ordered pair of neighbours.

It holds for a channel when it holds for all these pairs. It is stated twice: `over_events` as the
literature has it, over all 2^m events, and `over_outputs` as it is computed. That the two agree is
a theorem of the registry, and a test. The parameters are named and ordered the same everywhere:
eps, then delta or risk.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from dpverify.defs.definitions.definition import Definition
from dpverify.defs.definitions.parameters import terms_of
from dpverify.defs.logic import EXACT, B, Logic, T
from dpverify.defs.numbers import Number, Value
from dpverify.defs.privacy_loss import Odds, mass

if TYPE_CHECKING:
    from dpverify.defs.pairs.contract import Pair

Event = tuple[int, ...]


@dataclass(frozen=True, init=False, eq=False)
class EventDefinition(Definition):
    """A claim about the events of each ordered pair of neighbours.

    With `discounts` an event counts P(S) − e^ε Q(S), else P(S).
    """

    quantifier = "pairs"
    computed = "over events"
    letters = "P and Q are the laws of the output on two neighbouring inputs, S is an event"
    discounts: ClassVar[bool] = True

    @abstractmethod
    def functional(self, pair: Pair) -> Number:
        """As in `Definition`; it must be there."""

    @property
    def terms(self) -> dict[str, Odds]:
        """What the two forms take: e^ε as "odds", the others under their names."""
        return terms_of(self.given)

    # ------------------------------------------------------------------ the two forms

    @staticmethod
    @abstractmethod
    def over_events(
        p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
    ) -> B:
        """The literature's form for one ordered pair, over all events.

        Args:
            p: terms for the probabilities under P.
            q: terms for the probabilities under Q, in the same order.
            terms: "odds" for e^ε, and "delta" or "risk" where the definition has it.
            logic: the operations; EXACT to evaluate.

        Returns:
            Its truth; exponential in the number of outputs.
        """

    @staticmethod
    @abstractmethod
    def over_outputs(
        p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
    ) -> B:
        """The computed form for one ordered pair, linear in the number of outputs."""

    # ------------------------------------------------------------------ exact answers for a pair

    def holds_for(self, p: Sequence[Value], q: Sequence[Value]) -> bool:
        """Whether the claim holds for one ordered pair of laws; exact."""
        return self.over_outputs(p, q, self.terms, EXACT)

    @classmethod
    @abstractmethod
    def tight(
        cls, parameter: str, p: Sequence[Value], q: Sequence[Value], given: Mapping[str, Number]
    ) -> Number:
        """The smallest value of one parameter for one ordered pair, the others being given.

        Returns:
            eps in nats (≥ 0, possibly inf), delta or risk in [0, 1]; on finitely many outputs it is
            always attained. Exact unless a given parameter is an enclosure.
        """

    @classmethod
    @abstractmethod
    def attaining(
        cls, parameter: str, p: Sequence[Value], q: Sequence[Value], values: Mapping[str, Number]
    ) -> Event:
        """The event that shows a tight parameter to be tight.

        `values` holds all parameters, the tight one included. A tight eps > 0 has an event that
        refutes every smaller eps (with eps = 0 nothing smaller is left to refute); a tight delta
        or risk has the smallest event that weighs exactly that much.
        """

    def violation(self, p: Sequence[Value], q: Sequence[Value]) -> Event | None:
        """An event that refutes the claim for this ordered pair; None where the claim holds."""
        if self.holds_for(p, q):
            return None
        last = self.parameters[-1]
        values = {name: self.given[name] for name in self.parameters[:-1]}
        values[last] = self.tight(last, p, q, values)
        return self.attaining(last, p, q, values)

    def excess(self, p: Sequence[Value], q: Sequence[Value], event: Event) -> Odds:
        """By how much an event violates the claim; positive exactly for a violation."""
        return self.excess_of(mass(p, event), mass(q, event))

    def excess_of(self, p_event: Value, q_event: Value) -> Odds:
        """P(S) [− e^ε Q(S)] [− δ or risk], from the two probabilities of an event."""
        terms = self.terms
        weight: Odds = p_event
        if self.discounts:
            weight = weight - terms["odds"] * q_event
        bound = terms.get(self.parameters[-1])
        return weight if bound is None else weight - bound
