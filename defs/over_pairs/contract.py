"""What a definition over pairs is, and the answer it gives.

A definition leaves a share of the pairs out or takes a mean, or has a budget for each pair, or
compares what is believed of a target before and after an output; or it asks of neighbours what no
bound on two laws says.

What must never change: pairs are told apart exactly, and the value is the smallest one with which
the definition holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import ZERO, Loss, Number, Real, Value

Pair = tuple[str, str]
Weights = Mapping[Pair, Value]
Need = Literal[
    "pairs", "prior", "target", "absent", "leaks", "crowd", "order", "left_out", "neighbours"
]
DRAWN: Final[frozenset[Need]] = frozenset({"prior", "target", "absent"})
"""What takes inputs from the prior of the channel."""


@dataclass(frozen=True)
class OverPairs:
    """A definition over pairs.

    Args: name; words what it says; source; needs what is drawn: "pairs", whose weights are given,
        or "prior", the inputs, by the prior of the channel, or "target", inputs by the prior, some
        of which have the target, or "absent", inputs by the prior, and what stands for a record
        that is absent; or, where nothing is drawn, "leaks", what each output leaks, "crowd", a
        number of people, "order", the largest order of a divergence, "left_out", a probability, or
        "neighbours" and no more; smallest computes the bound; has_eps whether it has an eps.
    """

    name: str
    words: str
    source: str
    needs: Need
    smallest: Callable[[Asked], Number]
    has_eps: bool = True


Budgets = Mapping[Any, Loss | Real]


@dataclass(frozen=True)
class Budgeted:
    """A definition in which each pair of neighbours has a loss of its own.

    Args: name; words what it says; source; keys of what budgets are given, in words; known the keys
        that a channel has; of_pair the budget of two neighbours, None where none is given.
    Raises: UsageError by `known`, for inputs that have no such keys.
    """

    name: str
    words: str
    source: str
    keys: str
    known: Callable[[Channel], Sequence[Any]]
    of_pair: Callable[[Budgets, str, str], Loss | Real | None]


@dataclass(frozen=True)
class Asked:
    """What a definition over pairs looks at.

    Args: channel; weights of pairs, of sum 1, empty where the prior is drawn from; apart the pairs
        of inputs whose laws are not ε-indistinguishable, each with an event that shows it; eps as
        given, None without one; target the inputs that have it; absent the character of a record
        that is absent; leaks by output; crowd how many people hide one another; order the largest
        order of a divergence; left_out the probability that may be left out.
    """

    channel: Channel
    weights: Weights
    apart: Mapping[Pair, tuple[str, ...]]
    eps: Loss | Real | None = None
    target: frozenset[str] = frozenset()
    absent: str = ""
    leaks: Mapping[str, str] = field(default_factory=dict)
    crowd: int = 1
    order: Fraction | None = None
    left_out: Value = ZERO

    def prior(self, x: str) -> Value:
        """How likely an input is."""
        prior: Sequence[Value] | None = self.channel.prior
        if prior is None:
            raise TypeError("a channel without a prior was not refused")
        return prior[self.channel.input_index(x)]

    def is_apart(self, x: str, z: str) -> bool:
        """Whether the laws of two inputs are told apart, in either direction."""
        return (x, z) in self.apart or (z, x) in self.apart


@dataclass(frozen=True)
class PairsAnswer:
    """The smallest bound of a definition over pairs.

    Args: definition; value the share of pairs that may be left out, or the mean, or what has to be
        added to every budget, or the bound on what is believed; apart the pairs that are told apart
        at ε or beyond their budget, each with an event.
    """

    definition: str
    value: Number
    apart: Mapping[Pair, tuple[str, ...]]
