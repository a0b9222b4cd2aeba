"""What every notion of privacy on finite channels offers.

A notion is a claim about each ordered pair of neighbours; it holds for a channel when it holds for
all of them. It is stated twice: `over_events` as the literature has it, over all 2^m events, and
`over_outputs` as it is computed. That the two agree is a theorem of the registry, and a test. The
parameters are named and ordered the same everywhere: eps, then delta or risk.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from dpverify.defs.channel import Channel
from dpverify.defs.emptiness import refuse_empty
from dpverify.defs.errors import ChannelError
from dpverify.defs.logic import EXACT, B, Logic, T
from dpverify.defs.neighbours import GIVE_A_PAIR, NO_PAIR
from dpverify.defs.notions.claim import Claim
from dpverify.defs.notions.parameters import terms_of
from dpverify.defs.numbers import Number, Value
from dpverify.defs.privacy_loss import Odds, mass

Event = tuple[int, ...]


@dataclass(frozen=True, init=False, eq=False)
class Notion(Claim, ABC):
    """A claim about each ordered pair of neighbours.

    A notion that is `two_sided` refuses a directed relation; one over `all_pairs` looks at all
    inputs, whatever the relation; with `discounts` an event counts P(S) − e^ε Q(S), else P(S).
    """

    discounts: ClassVar[bool] = True

    @property
    def terms(self) -> dict[str, Odds]:
        """What the two forms take: e^ε as "odds", the others under their names."""
        return terms_of(self.given)

    # ------------------------------------------------------------------ the quantifier over pairs

    @classmethod
    def pairs(cls, channel: Channel) -> Iterator[tuple[int, int]]:
        """The ordered pairs of input indices that the notion ranges over, in lexicographic order.

        Raises: ChannelError where there is no pair, or the relation is directed and the notion
            two-sided.
        """
        n = len(channel.inputs)
        cls.check_relation(channel)
        if cls.all_pairs or channel.neighbours.kind == "all":
            return ((i, j) for i in range(n) for j in range(n) if i != j)
        return iter(sorted(set(channel.neighbours.ordered_pairs(n))))

    @classmethod
    def check_relation(cls, channel: Channel) -> None:
        """Refuse a relation over which the notion would say nothing, or nothing sensible."""
        n = len(channel.inputs)
        every = cls.all_pairs or channel.neighbours.kind == "all"
        count = n * (n - 1) if every else channel.neighbours.count(n)
        refuse_empty(count, NO_PAIR, GIVE_A_PAIR)
        if cls.two_sided and not every and channel.neighbours.directed:
            raise ChannelError(
                f"{cls.name} looks at both orders of a pair, but the neighbours are directed;"
                ' leave out "directed"'
            )

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
            terms: "odds" for e^ε, and "delta" or "risk" where the notion has it.
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
