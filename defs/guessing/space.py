"""What a bound on guessing speaks of: inputs with a prior, distances between them, a goal.

Distances are rational or infinite. On a line they come from the positions of the inputs, which are
then kept instead of a matrix: the constraints between neighbours imply all others there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.distance import distance_of, stated_distance
from dpverify.defs.errors import ChannelError, UsageError
from dpverify.defs.guessing.attacker import goal_of, prior_in
from dpverify.defs.numbers import Loss, Real, Value, as_value, total
from dpverify.defs.prior import prior_of
from dpverify.defs.validate import shown

Apart = Fraction | None
"""A distance; None where it is infinite."""


@dataclass(frozen=True)
class Space:
    """n inputs with prior π, goal g (positions) and distance d, a matrix or positions on a line.

    Made by `of`, `line` or `of_channel`, which check what they are given.

    Args: prior n probabilities that sum to 1; goal positions from 0 to n − 1, of the inputs that
        count as correct guesses; matrix n × n rationals ≥ 0, None where infinite; points n
        rationals, strictly increasing, in place of a matrix.
    """

    prior: tuple[Value, ...]
    goal: frozenset[int]
    matrix: tuple[tuple[Apart, ...], ...] | None = None
    points: tuple[Fraction, ...] | None = None

    @classmethod
    def of(cls, prior: Any, distance: Any, goal: Sequence[int]) -> Space:
        """A space from a prior, a square matrix of rationals ≥ 0 or "inf", and positions.

        Raises: ChannelError, UsageError for what is no prior, distance or goal.

        >>> Space.of(["1/2", "1/2"], [[0, 1], [1, 0]], [1]).chance
        Value('1/2')
        """
        inputs = [str(i) for i in range(len(prior))]
        matrix = tuple(tuple(map(_rational, row)) for row in distance_of(distance, inputs))
        return cls(prior_of(prior, inputs), _positions(goal, len(inputs)), matrix=matrix)

    @classmethod
    def line(cls, points: Sequence[Any], prior: Any, goal: Sequence[int]) -> Space:
        """Inputs on a line: d is the difference of their positions, strictly increasing rationals.

        Raises: ChannelError, UsageError for what is no prior, line or goal.
        """
        placed = tuple(_position(point) for point in points)
        if any(a >= b for a, b in itertools.pairwise(placed)):
            raise UsageError("the positions on the line must increase strictly; sort them")
        law = prior_of(prior, [str(point) for point in placed])
        return cls(law, _positions(goal, len(placed)), points=placed)

    @classmethod
    def of_channel(cls, channel: Channel, goal: Sequence[str], prior: object = None) -> Space:
        """The space of a channel's inputs, with its distance, its prior and a goal of labels.

        Args: prior n probabilities; None for the channel's own.
        Raises: ChannelError without a prior or a distance; UsageError for a goal that is none.
        """
        wanted = goal_of(goal, channel.inputs)
        matrix = tuple(tuple(map(_rational, row)) for row in stated_distance(channel.distance))
        chosen = frozenset(channel.input_index(x) for x in wanted)
        return cls(prior_in(channel, prior), chosen, matrix=matrix)

    @property
    def size(self) -> int:
        """n, the number of inputs."""
        return len(self.prior)

    @property
    def chance(self) -> Value:
        """p = P[X ∈ g], the prior probability of a correct guess; exact."""
        return total(self.prior[x] for x in self.goal)

    def distance(self, x: int, z: int) -> Apart:
        """d(x, z); None where it is infinite."""
        if self.points is not None:
            return abs(self.points[x] - self.points[z])
        return None if self.matrix is None else self.matrix[x][z]

    def constraints(self) -> Iterator[tuple[int, int, Fraction]]:
        """Ordered pairs at a finite distance, with it, that imply all others.

        On a line those next to each other: ℓ(x) ≤ e^{ε·d}ℓ(z) chains along the line.
        """
        for x in range(self.size):
            on_line = (x - 1, x + 1) if self.points is not None else range(self.size)
            for z in on_line:
                apart = self.distance(x, z) if 0 <= z < self.size and z != x else None
                if apart is not None:
                    yield x, z, apart

    def radius(self) -> Apart:
        """R, the largest distance of two inputs; None where it is infinite."""
        if self.points is not None:
            return self.points[-1] - self.points[0]
        largest = Fraction(0)
        for row in self.matrix or ():
            for apart in row:
                if apart is None:
                    return None
                largest = max(largest, apart)
        return largest

    def unit(self) -> Fraction:
        """A distance of which all finite distances are whole multiples."""
        listed = [apart for _, _, apart in self.constraints() if apart]
        bottom = lcm(*(apart.denominator for apart in listed)) if listed else 1
        top = gcd(*(int(apart * bottom) for apart in listed)) if listed else 1
        return Fraction(top, bottom)

    def complement(self) -> Space:
        """The same space with the other inputs for the goal."""
        rest = frozenset(range(self.size)) - self.goal
        return Space(self.prior, rest, self.matrix, self.points)


def growth(eps: Loss | Real, apart: Fraction) -> Value | Real:
    """e^{ε·d}, exact where it is a value."""
    scaled = eps * Value(apart)
    return scaled.odds() if isinstance(scaled, Loss) else Real("exp", scaled)


def _rational(number: Loss | Real) -> Apart:
    if isinstance(number, Loss):
        if number.is_infinite:
            return None
        exact = number.as_rational()
        if exact is not None:
            return Fraction(int(exact.p), int(exact.q))
    raise ChannelError(
        f"the distance {shown(str(number))} is irrational; bounds on guessing need rational"
        " distances, or inf"
    )


def _position(point: Any) -> Fraction:
    return as_value(point).as_fraction()


def _positions(goal: Sequence[int], n: int) -> frozenset[int]:
    chosen = frozenset(goal)
    if not all(isinstance(x, int) and 0 <= x < n for x in chosen):
        raise UsageError(f"the goal {shown(sorted(chosen))} names positions that are not there")
    return chosen
