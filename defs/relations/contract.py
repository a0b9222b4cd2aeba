"""What a relation of neighbours is: a universe of inputs of each size, and which are close.

What must never change: a relation says of two different inputs whether they are neighbours, and
`directed` whether the order of the two matters; a universe lists each input once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any, Final

from dpverify.defs.errors import UsageError

MOST: Final = 4_096
"""Inputs of a universe that is listed."""


@dataclass(frozen=True)
class Universe:
    """A family of sets of inputs.

    Args: name; words what an input is; of the inputs of a size; count how many these are;
        smallest size with two inputs.
    """

    name: str
    words: str
    of: Callable[[int], Sequence[Any]]
    count: Callable[[int], int]
    smallest: int = 1


@dataclass(frozen=True)
class Relation:
    """Which inputs are neighbours.

    Args: name; words what neighbours differ in; source author and year; universe of its inputs;
        near of two inputs, in this order; directed whether the order matters.
    """

    name: str
    words: str
    source: str
    universe: Universe
    near: Callable[[Any, Any], bool]
    directed: bool = False

    def at(self, size: int) -> Related:
        """The inputs of a size with their neighbours.

        Raises: UsageError for a size that is too small, or has too many inputs to list.
        """
        if type(size) is not int or size < self.universe.smallest:
            least = self.universe.smallest
            raise UsageError(f"the size {size!r} of {self.name} is no whole number from {least} on")
        if size > MOST or self.universe.count(size) > MOST:
            raise UsageError(
                f"{self.name} of size {size} has more than {MOST} inputs; give a smaller size"
            )
        return Related(self, tuple(self.universe.of(size)))


@dataclass(frozen=True)
class Related:
    """The inputs of one size; `inputs` and `neighbours` are what a `Channel` takes."""

    relation: Relation
    values: tuple[Any, ...]

    @cached_property
    def inputs(self) -> list[str]:
        """The inputs as labels."""
        return [str(value) for value in self.values]

    @cached_property
    def pairs(self) -> frozenset[tuple[int, int]]:
        """The ordered pairs of neighbours, by their positions."""
        near = self.relation.near
        numbered = range(len(self.values))
        every = permutations(numbered, 2)
        return frozenset((i, j) for i, j in every if near(self.values[i], self.values[j]))

    @property
    def neighbours(self) -> list[tuple[str, str]]:
        """The pairs as labels; each once where the order plays no part."""
        kept = [(i, j) for i, j in sorted(self.pairs) if self.relation.directed or i < j]
        return [(self.inputs[i], self.inputs[j]) for i, j in kept]

    def distance(self, i: int, j: int) -> int | None:
        """How many steps lead from one input to the other; None where no path does."""
        return self._steps[i].get(j)

    @cached_property
    def _steps(self) -> list[dict[int, int]]:
        following: list[list[int]] = [[] for _ in self.values]
        for i, j in self.pairs:
            following[i].append(j)
        return [_distances(start, following) for start in range(len(self.values))]


def _distances(start: int, following: Sequence[Sequence[int]]) -> dict[int, int]:
    """Breadth first: how many steps lead to each place that can be reached."""
    steps, front = {start: 0}, [start]
    while front:
        beyond: list[int] = []
        for i in front:
            for j in following[i]:
                if j not in steps:
                    steps[j] = steps[i] + 1
                    beyond.append(j)
        front = beyond
    return steps
