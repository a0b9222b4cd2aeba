"""What a claim offers that no single ordered pair of neighbours decides.

Such a claim looks at the whole channel, with its distance or its prior, and has one parameter. What
must never change: `measured` gives the smallest value of the parameter that holds, exactly, and a
place that shows that nothing smaller does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from dpverify.defs.channel import Channel
from dpverify.defs.notions.parameters import as_parameter, check_names
from dpverify.defs.numbers import Loss, Number, Real, Value


@dataclass(frozen=True)
class Spot:
    """Where a claim was looked at: labels of what it speaks of, an event and two probabilities.

    `setting` says by name what the two probabilities belong to, such as the two inputs.
    """

    setting: Mapping[str, tuple[str, ...]]
    event: tuple[str, ...]
    probabilities: tuple[Value, Value]


@dataclass(frozen=True)
class Extent:
    """The tight value of the one parameter, where it is attained, and how much was looked at."""

    value: Loss | Real | Value
    spot: Spot
    checked: Mapping[str, int]


@dataclass(frozen=True, init=False, eq=False)
class WholeNotion(ABC):
    """A claim about a whole channel; subclasses are frozen.

    Class members: `name` as on the command line; `parameters`, one; `details`, what it takes
    besides, such as a goal; `statement` in words, `formula`, `symbols`, `source`.
    """

    name: ClassVar[str]
    parameters: ClassVar[tuple[str, ...]]
    details: ClassVar[tuple[str, ...]] = ()
    statement: ClassVar[str]
    formula: ClassVar[str]
    symbols: ClassVar[str]
    source: ClassVar[str]

    @classmethod
    @abstractmethod
    def question(cls, given: Mapping[str, Any]) -> Self:
        """The claim without its parameter, which is to be measured; UsageError for other keys."""

    @classmethod
    def from_text(cls, given: Mapping[str, Any]) -> Self:
        """The claim with everything it takes; UsageError for a missing or unknown parameter."""
        asked = {key: value for key, value in given.items() if key in cls.details}
        check_names(cls.name, given.keys() - asked.keys(), cls.parameters)
        made = cls.question(asked)
        for name in cls.parameters:
            object.__setattr__(made, name, as_parameter(name, given[name]))
        return made

    @property
    def bound(self) -> Loss | Real | Value:
        """The value of the one parameter."""
        found: Loss | Real | Value = getattr(self, self.parameters[0])
        return found

    @property
    def given(self) -> dict[str, Number]:
        """The parameter by name, exact."""
        return {self.parameters[0]: self.bound}

    @property
    def setting(self) -> dict[str, Any]:
        """What is held fixed besides, as a result document states it."""
        return {}

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

    @abstractmethod
    def excess(self, channel: Channel, spot: Spot) -> Value | Real:
        """By how much an event violates the claim; positive exactly for a violation."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WholeNotion):
            return NotImplemented
        mine, theirs = (self.name, self.setting), (other.name, other.setting)
        return mine == theirs and self.given == other.given

    def __hash__(self) -> int:
        return hash(self.name)  # equal losses may be written differently
