"""What the parts of the exact checker hand to each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from dpverify.checkers.budget import Budget
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.contract import Event, EventDefinition
from dpverify.defs.definitions.parameters import terms_of
from dpverify.defs.lazy_dataclass import lazy_dataclass
from dpverify.defs.numbers import Number, Value
from dpverify.defs.privacy_loss import Odds

FEW = 100
"""Rows that are kept as values."""


@lazy_dataclass(frozen=True)
class Question:
    """Which parameter of which definition is asked for on which channel, the others given."""

    channel: Channel
    definition: type[EventDefinition]
    parameter: str
    given: Mapping[str, Number]
    budget: Budget
    _rows: dict[int, tuple[Value, ...]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def terms(self) -> dict[str, Odds]:
        """e^ε as "odds" and the probabilities among the given parameters."""
        return terms_of(self.given)

    @property
    def every_pair(self) -> bool:
        """Whether all ordered pairs of distinct inputs are meant."""
        return self.definition.all_pairs or self.channel.neighbours.kind == "all"

    @property
    def pair_count(self) -> int:
        """How many ordered pairs are meant."""
        n = len(self.channel.inputs)
        return n * (n - 1) if self.every_pair else self.channel.neighbours.count(n)

    @property
    def bound(self) -> Odds:
        """The given delta or risk, where eps is asked for; 0 where there is none."""
        return next((self.terms[name] for name in self.given if name != "eps"), Value(0))

    def solve(self, pair: tuple[int, int]) -> Number:
        """The tight value for one ordered pair, from the definition."""
        p, q = self.laws(pair)
        return self.definition.tight(self.parameter, p, q, self.given)

    def event(self, pair: tuple[int, int], value: Number) -> Event:
        """The event that shows `value` to be tight for the pair, from the definition."""
        p, q = self.laws(pair)
        return self.definition.attaining(
            self.parameter, p, q, {**self.given, self.parameter: value}
        )

    def laws(self, pair: tuple[int, int]) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
        """The two rows of a pair."""
        return self._row(pair[0]), self._row(pair[1])

    def _row(self, i: int) -> tuple[Value, ...]:
        """A row, made once: a few are asked for again and again, pair after pair."""
        if i not in self._rows:
            if len(self._rows) >= FEW:
                self._rows.clear()
            self._rows[i] = self.channel.rows.row(i)
        return self._rows[i]


@lazy_dataclass(frozen=True)
class Found:
    """The tight value over all pairs, and the event of the first pair that attains it."""

    value: Number
    pair: tuple[int, int]
    event: Event
    p: Value
    q: Value
