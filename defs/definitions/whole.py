"""What a claim offers that is not decided over events of a single ordered pair of neighbours.

Such a claim looks at the whole channel, with its distance or its prior, or at another quantity of
two laws than the weight of an event. What must never change: `measured` gives the smallest value of
the parameter that holds, exactly or enclosed, and a place that shows that nothing smaller does.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.lazy_dataclass import lazy_dataclass
from dpverify.defs.numbers import Loss, Number, Real, Value

Shown = str | tuple[str, ...] | Number | tuple[Number, ...]


@lazy_dataclass(frozen=True)
class Spot:
    """Where a claim was looked at: labels of what it speaks of, an event and two probabilities.

    `setting` says by name what the two probabilities belong to, such as the two inputs.
    """

    setting: Mapping[str, tuple[str, ...]]
    event: tuple[str, ...]
    probabilities: tuple[Value, Value]


@lazy_dataclass(frozen=True)
class PairSpot:
    """Two inputs and what was found about their laws: labels, texts and exact numbers by name."""

    inputs: tuple[str, str]
    shown: Mapping[str, Shown]


@lazy_dataclass(frozen=True)
class LabelledCorner:
    """A corner of a trade-off function: both errors of a test that rejects an input on an event.

    alpha, beta: how often it rejects the first of the two inputs, and keeps the second.
    """

    alpha: Value
    beta: Value
    inputs: tuple[str, str]
    event: tuple[str, ...]


@lazy_dataclass(frozen=True)
class Extent:
    """The tight value of the one parameter, where it is attained, and how much was looked at.

    Args: value exact, or rational bounds (lower, upper); None where there is no such number. spot
        a Spot or PairSpot, or None. corners: of the channel's own trade-off function. by_balls:
        even an exact value was found to be enough by balls.
    """

    value: Any
    spot: Any
    checked: Mapping[str, int]
    corners: tuple[LabelledCorner, ...] = ()
    by_balls: bool = False


@lazy_dataclass(frozen=True)
class Ruling:
    """Whether a claim holds: `violated` is a place that refutes it, None where it holds.

    Args: extent the tight value, None where it was not found; exact whether no ball took part.
    """

    violated: Spot | PairSpot | None
    extent: Extent | None
    exact: bool


@dataclass(frozen=True, init=False, eq=False)
class MeasuredDefinition(Definition):
    """A claim about a channel that measures itself, by at most one parameter."""

    computed = "by itself"

    @property
    def bound(self) -> Loss | Real | Value:
        """The value of the one parameter."""
        found: Loss | Real | Value = getattr(self, self.parameters[0])
        return found

    @abstractmethod
    def measured(self, channel: Channel, check: Any = None) -> Extent:
        """The smallest value that holds on a channel.

        Args:
            channel: the channel, with its distance or prior.
            check: called now and then; it raises Undecided where the time is up.

        Raises:
            ChannelError: the channel lacks what the claim speaks of, or has it so that nothing
                would be said.
        """

    def ruling(self, channel: Channel, check: Any = None) -> Ruling:
        """Whether the claim holds on a channel; arguments and errors as for `measured`."""
        extent = self.measured(channel, check)
        value = extent.value
        if value is None or isinstance(value, tuple):
            raise TypeError(f"{self.name} has no exact measure; it rules by itself")
        exact = not isinstance(value, Real) and not isinstance(self.bound, Real)
        return Ruling(None if value <= self.bound else extent.spot, extent, exact)

    @abstractmethod
    def excess(self, channel: Channel, spot: Any) -> Number:
        """By how much a place violates the claim; positive exactly for a violation."""
