"""A bound on the advantage that the output gives to an attacker who guesses the input."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.parameters import check_names
from dpverify.defs.definitions.registry import ETA, GOAL, KNOWLEDGE
from dpverify.defs.definitions.whole import Extent, MeasuredDefinition, Spot
from dpverify.defs.guessing.advantage import best_guess
from dpverify.defs.guessing.attacker import classes_of
from dpverify.defs.numbers import Real, Value


@dataclass(frozen=True, init=False, eq=False)
class GuessingAdvantage(MeasuredDefinition):
    """P[X ∈ g | M(X) ∈ Y] − P[X ∈ g] ≤ η for every event Y that can occur.

    Args: eta in [0, 1], exact; goal the inputs that count as correct guesses; knowledge classes of
        inputs that the attacker can tell apart beforehand, None for one class: the bound is to hold
        within each. The prior is the channel's.
    Raises: NumberError, DomainError: eta; UsageError: what is no list of labels.
    Source: Pankova, Laud 2022, Defining guessing advantage.

    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]], prior=["1/2", "1/2"])
    >>> GuessingAdvantage("1/4", ["1"]).measured(rr).value
    Value('1/4')
    """

    name = "guessing-advantage"
    quantifier = "channel"
    all_pairs = True
    takes = (GOAL, KNOWLEDGE, ETA)
    statement = "no event makes a guess within the goal likelier by more than η than the prior does"
    formula = "P[X ∈ g | M(X) ∈ Y] − P[X ∈ g] ≤ η for every event Y"
    symbols = "X is the input, drawn from the prior, M(X) the output, g the goal (--goal LABEL)"
    source = "Pankova, Laud 2022, Defining guessing advantage"
    measured_at: ClassVar = {"goal": ["1"]}
    wide: ClassVar = {"goal": ["1"], "eta": "9/10"}
    narrow: ClassVar = {"goal": ["1"], "eta": "1/1000"}

    eta: Value | Real
    goal: tuple[str, ...]
    knowledge: tuple[tuple[str, ...], ...] | None

    def __init__(self, eta: Any, goal: Any, knowledge: Any = None) -> None:
        self._set(goal=goal, knowledge=knowledge, eta=eta)

    @classmethod
    def question(cls, given: Mapping[str, Any]) -> Self:
        for name in given.keys() - {*cls.details}:
            check_names(cls.name, (name,), cls.details)
        return super().question({name: given.get(name) for name in cls.details})

    @property
    def setting(self) -> dict[str, Any]:
        found: dict[str, Any] = {"goal": list(self.goal)}
        if self.knowledge is not None:
            found["knowledge"] = [list(each) for each in self.knowledge]
        return found

    def measured(self, channel: Channel, check: Any = None) -> Extent:
        """The largest advantage, exact, in [0, 1]; see `best_guess`."""
        found = best_guess(channel, self.goal, knowledge=self.knowledge, check=check)
        spot = Spot(
            {"goal": found.goal, "known": found.known},
            found.event,
            (found.prior, found.posterior),
        )
        classes = len(classes_of(self.knowledge, channel.inputs))
        checked = {"classes": classes, "outputs": len(channel.outputs)}
        return Extent(found.advantage, spot, checked)

    def excess(self, channel: Channel, spot: Spot) -> Value | Real:
        """Posterior − prior − η."""
        del channel
        before, after = spot.probabilities
        return after - before - self.eta
