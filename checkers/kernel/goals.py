"""For the kernel of guesses: attributes with their laws, and the goals that a document is about.

Trusted, beside `spaces.py`, `dpverify.defs.numbers` and the standard library. An attribute is a
number with a known law; a guess of it counts if it is off by no more than the precision. Distances
are in units of the precision, so that the ball of radius 1 about a value is the goal "near it".
Several attributes are independent, and their distance is the largest one.

What must never change: without given true values there is one goal for *every* value, so that the
worst of them cannot be left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from itertools import pairwise, product
from math import ceil
from operator import mul
from typing import Literal

from dpverify.checkers.kernel.spaces import Line, Table, chance
from dpverify.defs import numbers as num
from dpverify.defs.numbers import Value, total
from dpverify.defs.numbers.documents import need

Combine = Literal["and", "or"]
"""Whether all attributes have to be guessed, or one of them."""
Sign = Literal["gain", "drop"]
"""Whether an attacker gains by guessing right, or by guessing wrong."""

MAX_RADIUS = 1_000_000
"""Balls about a value: there is one for each whole number of precisions."""


@dataclass(frozen=True)
class Attribute:
    """A finite law of a number.

    Args: values strictly increasing; weights their probabilities, of sum 1; precision above 0.
    """

    values: tuple[Fraction, ...]
    weights: tuple[Value, ...]
    precision: Fraction

    @property
    def radius(self) -> Fraction:
        """R, the largest distance of two values."""
        return (self.values[-1] - self.values[0]) / self.precision

    def space(self, at: int) -> Line:
        """The line of the values, with the goal of a guess near value number `at`."""
        places = tuple(value / self.precision for value in self.values)
        near = (i for i, place in enumerate(places) if abs(place - places[at]) <= 1)
        return Line(self.weights, frozenset(near), places)

    def balls(self, at: int) -> list[Value]:
        """P[B(x, 1)], P[B(x, 2)], … about value number `at`, up to the ball of all values.

        Raises: Undecided where the largest radius is beyond MAX_RADIUS.
        """
        line = self.space(at)
        shells: dict[int, list[Value]] = {}
        for x, weight in enumerate(self.weights):
            if weight != 0:
                # A ball of radius a holds what is at most a away; the first one has radius 1.
                shells.setdefault(max(1, ceil(line.distance(x, at))), []).append(weight)
        largest = max(shells)
        if largest > MAX_RADIUS:
            raise num.Undecided(
                "bits",
                f"the values lie more than {MAX_RADIUS:,} precisions apart; take a larger one",
            )
        balls = []
        inside = num.ZERO
        for radius in range(1, largest + 1):
            inside = inside + total(shells.get(radius, ()))
            balls.append(inside)
        return balls


def attribute(law: Sequence[tuple[Fraction, Value]], precision: Fraction) -> Attribute:
    """An attribute of a document, checked.

    Args: law values with their probabilities, in any order.
    """
    need(precision > 0, f"the precision {precision} of an attribute is not above 0")
    need(all(weight >= 0 for _, weight in law), "a law has a negative probability")
    need(total(weight for _, weight in law) == 1, "a law does not sum to 1")
    weights = dict(law)
    need(len(weights) == len(law), "a law has a value twice")
    values = tuple(sorted(weights))
    need(len(values) > 1, "an attribute has one value alone; there is nothing to guess")
    return Attribute(values, tuple(weights[value] for value in values), precision)


@dataclass(frozen=True)
class Goals:
    """A true value of each attribute, to be guessed within its precision.

    Args: places the true values by their number; combine whether all have to be guessed; sign
        "drop" for the goal that the guess fails: prior − posterior is what its complement gains.
    """

    attributes: tuple[Attribute, ...]
    places: tuple[int, ...]
    combine: Combine
    sign: Sign

    @property
    def at(self) -> tuple[Fraction, ...]:
        """The true values."""
        return tuple(
            attribute.values[place]
            for attribute, place in zip(self.attributes, self.places, strict=True)
        )

    @property
    def spaces(self) -> list[Line]:
        """The line of each attribute."""
        return [
            attribute.space(place)
            for attribute, place in zip(self.attributes, self.places, strict=True)
        ]

    @property
    def radius(self) -> Fraction:
        """R, the largest distance of two inputs."""
        return max(attribute.radius for attribute in self.attributes)

    @property
    def shown_chance(self) -> Value:
        """The prior probability of a right guess; the attributes are independent."""
        chances = [chance(space) for space in self.spaces]
        if self.combine == "and":
            return reduce(mul, chances)
        return 1 - reduce(mul, [1 - p for p in chances])

    @property
    def chance(self) -> Value:
        """The prior probability of what is bounded: for "drop", of a wrong guess."""
        return self.shown_chance if self.sign == "gain" else 1 - self.shown_chance

    @property
    def balls(self) -> list[Value] | None:
        """P[B(x, 1)], P[B(x, 2)], …; None where the goal is no ball, as annuli need."""
        if self.sign == "drop" or (self.combine == "or" and len(self.attributes) > 1):
            return None
        balls = [
            each.balls(place) for each, place in zip(self.attributes, self.places, strict=True)
        ]
        largest = max(map(len, balls))
        # A ball that holds all values stays as it is; independent balls multiply.
        padded = [[*each, *[each[-1]] * (largest - len(each))] for each in balls]
        return [reduce(mul, radius) for radius in zip(*padded, strict=True)]

    @property
    def whole(self) -> Line | Table:
        """All inputs together, with what is bounded for the goal."""
        space = self.spaces[0] if len(self.attributes) == 1 else self._product()
        return space if self.sign == "gain" else space.complement()

    def _product(self) -> Table:
        """Every combination of values: priors multiply, the distance is the largest one."""
        lines = self.spaces
        spots = list(product(*(range(line.size) for line in lines)))
        wanted = all if self.combine == "and" else any
        goal = (
            number
            for number, spot in enumerate(spots)
            if wanted(x in line.goal for x, line in zip(spot, lines, strict=True))
        )
        prior = (
            reduce(mul, (line.prior[x] for x, line in zip(spot, lines, strict=True)))
            for spot in spots
        )
        distances = (
            tuple(
                max(line.distance(x, z) for line, x, z in zip(lines, a, b, strict=True))
                for b in spots
            )
            for a in spots
        )
        return Table(tuple(prior), frozenset(goal), tuple(distances))


def goals_of(
    attributes: Sequence[Attribute], at: Sequence[Fraction], combine: Combine, sign: Sign
) -> list[Goals]:
    """The goals that a document is about: one at given true values, or one for each value.

    Args: at the true values, one for each attribute; empty for all values of a single attribute.
    """
    need(attributes, "there is no attribute")
    goal = partial(Goals, tuple(attributes), combine=combine, sign=sign)
    if not at:
        need(len(attributes) == 1, "'at' does not give the true value of each of the attributes")
        return [goal(places=(number,)) for number in range(len(attributes[0].values))]
    need(
        len(at) == len(attributes),
        f"'at' has {len(at)} true values for {len(attributes)} attributes",
    )
    return [goal(places=tuple(map(_nearest, attributes, at)))]


def _nearest(of: Attribute, value: Fraction) -> int:
    """The number of the value nearest to the one that was given, the smaller of two.

    One that is no value itself may lie in the cell of which a value is the middle. Cells are as
    wide as each other, so that none reaches further than half the least distance of two values.
    """
    number = min(range(len(of.values)), key=lambda number: abs(of.values[number] - value))
    width = min(after - before for before, after in pairwise(of.values))
    need(
        2 * abs(of.values[number] - value) <= width,
        "'at' has a true value that is none of the values, and in the cell of none",
    )
    return number
