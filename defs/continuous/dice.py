"""Dice of the referee: numbers that look random, from a seed, by integers alone.

Python's own generators are watched while a program runs, since a program must not use them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_ALL = (1 << 64) - 1


class Dice:
    """Splitmix64 (Steele, Lea, Flood 2014); the same seed gives the same numbers.

    >>> Dice(1).random() == Dice(1).random()
    True
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _ALL

    def random(self) -> float:
        """A number from 0 to below 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _ALL
        z = self._state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _ALL
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _ALL
        return ((z ^ (z >> 31)) >> 11) / (1 << 53)

    def uniform(self, low: float, high: float) -> float:
        """A number between two."""
        return low + (high - low) * self.random()

    def choice(self, values: Sequence[T]) -> T:
        """One of some values."""
        return values[int(self.random() * len(values))]

    def exponential(self) -> float:
        """A number ≥ 0 with density e^−x."""
        return -math.log1p(-self.random())

    def gaussian(self) -> float:
        """A standard normal number (Box, Muller 1958)."""
        return math.sqrt(2 * self.exponential()) * math.cos(2 * math.pi * self.random())
