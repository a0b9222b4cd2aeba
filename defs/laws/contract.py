"""What a law of noise must say of itself.

What must never change: everything that is known of a law stands in its own file. No engine has a
default for laws; one that does not know a law refuses it by name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Protocol

from dpverify.defs.pairs.contract import Pair


class Random(Protocol):
    """Where a law finds its randomness when a trace is compared with its program."""

    def random(self) -> float:
        """Uniform between 0 and 1."""

    def uniform(self, low: float, high: float) -> float:
        """Uniform between two numbers."""

    def gaussian(self) -> float:
        """Standard normal."""

    def exponential(self) -> float:
        """Standard exponential."""


@dataclass(frozen=True)
class Move:
    """A released value with a noise of its own, on an input and its neighbour.

    Args: scale of the noise, as `Noise` has it, times the factor with which it enters (integer
        noise enters with the factor ±1, or the distance is divided by it); distance by how much the
        value is further along its noise on the first input, not 0.
    """

    scale: Fraction
    distance: Fraction

    @property
    def share(self) -> Fraction:
        """The distance in scales."""
        return self.distance / self.scale


class NoiseLaw(ABC):
    """A family of laws with one parameter, the scale."""

    title: ClassVar[str]
    """The noise in words: "Laplace noise"."""
    example: ClassVar[tuple[Any, ...]]
    """What a draw is given in an example of the coverage table: the arguments, as a user writes
    them."""
    symbolic: ClassVar[bool] = False
    """Whether scales c/ε with ε as a symbol are understood."""
    convex: ClassVar[bool] = False
    """Whether the largest loss, its range, D_α and the rate of several values are sums of convex
    functions of how far each moves, so that they are largest at a corner of the moves."""

    @abstractmethod
    def pair(self, moves: Sequence[Move]) -> Pair:
        """The laws of values, at least one, that move.

        Raises: Undecided("unsupported") where nothing is known of so many values.
        """

    def support(self, scale: Fraction) -> tuple[Fraction | None, Fraction | None]:
        """The ends between which the noise lies, None where there is none."""
        del scale
        return None, None

    @abstractmethod
    def sample(self, random: Random, scale: float, wide: float) -> float:
        """A value roughly as it is drawn, to compare a trace with its program; never to decide.

        Args: wide how many times as far from 0 it may be as the law has it.
        """
