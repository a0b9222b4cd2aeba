"""What a definition over pairs is, and the answer it gives.

What must never change: pairs are told apart exactly, and the value is the smallest one with which
the definition holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Number, Value

Pair = tuple[str, str]
Weights = Mapping[Pair, Value]


@dataclass(frozen=True)
class OverPairs:
    """A definition over pairs.

    Args: name; words what it says; source; needs what is drawn: "pairs", whose weights are given,
        or "prior", the inputs, by the prior of the channel; smallest computes the bound.
    """

    name: str
    words: str
    source: str
    needs: Literal["pairs", "prior"]
    smallest: Callable[[Asked], Number]


@dataclass(frozen=True)
class Asked:
    """What a definition over pairs looks at.

    Args: channel; weights of pairs, of sum 1, empty where the prior is drawn from; apart the pairs
        of inputs whose laws are not ε-indistinguishable, each with an event that shows it.
    """

    channel: Channel
    weights: Weights
    apart: Mapping[Pair, tuple[str, ...]]

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

    Args: definition; value the share of pairs that may be left out, or the mean; apart the pairs
        that are told apart at ε, each with an event.
    """

    definition: str
    value: Number
    apart: Mapping[Pair, tuple[str, ...]]
