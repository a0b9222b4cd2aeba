"""For the kernel of guesses: inputs with a prior, their distances, and a goal.

Trusted, beside `dpverify.defs.numbers` and the standard library. What must never change: the
constraints of a space imply ℓ(x) ≤ e^{ε·d(x,z)}·ℓ(z) for every two of its inputs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Protocol

from dpverify.defs.numbers import Loss, Real, Value, total


class Space(Protocol):
    """n inputs, by their positions 0, …, n − 1, with prior π, distance d and a goal g."""

    @property
    def prior(self) -> tuple[Value, ...]:
        """π(x) for each input x; the sum is 1."""

    @property
    def goal(self) -> frozenset[int]:
        """The inputs that count as a right guess."""

    @property
    def size(self) -> int:
        """How many inputs there are."""

    def distance(self, x: int, z: int) -> Fraction | None:
        """d(x, z); None where it is infinite."""

    def constraints(self) -> Iterator[tuple[int, int, Fraction]]:
        """Ordered pairs (x, z) with a finite d(x, z), enough of them to imply all others."""


@dataclass(frozen=True)
class Line:
    """Inputs on a line: the distance of two is the difference of their places.

    Args: prior as for `Space`; goal as for `Space`; places strictly increasing.
    """

    prior: tuple[Value, ...]
    goal: frozenset[int]
    places: tuple[Fraction, ...]

    @property
    def size(self) -> int:
        """How many inputs there are."""
        return len(self.prior)

    def distance(self, x: int, z: int) -> Fraction:
        """The difference of two places."""
        return abs(self.places[x] - self.places[z])

    def constraints(self) -> Iterator[tuple[int, int, Fraction]]:
        """Inputs next to each other: distances add up along a line, so these imply all others."""
        for x in range(self.size - 1):
            apart = self.distance(x, x + 1)
            yield x, x + 1, apart
            yield x + 1, x, apart

    def complement(self) -> Line:
        """The same inputs, with the others for the goal."""
        return Line(self.prior, frozenset(range(self.size)) - self.goal, self.places)


@dataclass(frozen=True)
class Table:
    """Inputs with a table of their distances, all of them finite.

    Args: prior as for `Space`; goal as for `Space`; distances one row for each input.
    """

    prior: tuple[Value, ...]
    goal: frozenset[int]
    distances: tuple[tuple[Fraction, ...], ...]

    @property
    def size(self) -> int:
        """How many inputs there are."""
        return len(self.prior)

    def distance(self, x: int, z: int) -> Fraction:
        """The entry of the table."""
        return self.distances[x][z]

    def constraints(self) -> Iterator[tuple[int, int, Fraction]]:
        """Every ordered pair."""
        for x, z in permutations(range(self.size), 2):
            yield x, z, self.distances[x][z]

    def complement(self) -> Table:
        """The same inputs, with the others for the goal."""
        return Table(self.prior, frozenset(range(self.size)) - self.goal, self.distances)


def chance(space: Space) -> Value:
    """P[X ∈ g], the prior probability of a right guess."""
    return total(space.prior[x] for x in space.goal)


def growth(eps: Loss | Real, apart: Fraction) -> Value | Real:
    """e^{ε·d}, exact where it is a value."""
    scaled = eps * Value(apart)
    return scaled.odds() if isinstance(scaled, Loss) else Real("exp", scaled)
