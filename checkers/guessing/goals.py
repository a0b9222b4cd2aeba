"""A goal about one or several attributes, brought into the forms that the bounds take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from math import gcd, lcm, prod
from operator import mul
from typing import Literal

from dpverify.defs.errors import DomainError, UsageError
from dpverify.defs.guessing.advantage import Sign
from dpverify.defs.guessing.attribute import Attribute
from dpverify.defs.guessing.several import any_chance, product_balls
from dpverify.defs.guessing.space import Space
from dpverify.defs.numbers import ONE, Value

Combine = Literal["and", "or"]
MOST_POINTS = 150
"""Inputs of a product of attributes up to which it is looked at as a whole."""


@dataclass(frozen=True)
class Goals:
    """A true value `at` for each attribute, each to be guessed within its precision.

    Several attributes are independent, their distance is the largest one. With the sign "drop" the
    goal is that the guess fails, since prior − posterior is what its complement gains.
    """

    attributes: tuple[Attribute, ...]
    places: tuple[int, ...]
    combine: Combine = "and"
    sign: Sign = "gain"

    @property
    def at(self) -> tuple[Fraction, ...]:
        """The true values."""
        return tuple(a.values[i] for a, i in zip(self.attributes, self.places, strict=True))

    @property
    def spaces(self) -> list[Space]:
        """The line of each attribute."""
        return [a.space(i) for a, i in zip(self.attributes, self.places, strict=True)]

    @property
    def radius(self) -> Fraction:
        """R, the largest distance of two inputs."""
        return max(a.radius for a in self.attributes)

    @property
    def unit(self) -> Fraction:
        """A distance of which all are whole multiples."""
        units = [space.unit() for space in self.spaces]
        bottom = lcm(*(u.denominator for u in units))
        return Fraction(gcd(*(int(u * bottom) for u in units)), bottom)

    @property
    def shown_chance(self) -> Value:
        """The prior probability of a right guess."""
        chances = [space.chance for space in self.spaces]
        return reduce(mul, chances) if self.combine == "and" else any_chance(chances)

    @property
    def chance(self) -> Value:
        """The prior probability of what is bounded: of a wrong guess for "drop"."""
        return self.shown_chance if self.sign == "gain" else ONE - self.shown_chance

    @property
    def balls(self) -> list[Value] | None:
        """P[B(x, 1)], P[B(x, 2)], …; None where annuli do not apply."""
        if self.sign == "drop" or (self.combine == "or" and len(self.attributes) > 1):
            return None
        about = [a.balls(i) for a, i in zip(self.attributes, self.places, strict=True)]
        return product_balls(about)

    @property
    def whole_is_small(self) -> bool:
        """Whether the inputs are on one line, or few enough for a matrix."""
        return len(self.attributes) == 1 or (
            prod(len(a.values) for a in self.attributes) <= MOST_POINTS
        )

    @property
    def whole(self) -> Space:
        """All inputs together, with what is bounded for the goal."""
        space = self.spaces[0] if len(self.attributes) == 1 else self._grid()
        return space if self.sign == "gain" else space.complement()

    def _grid(self) -> Space:
        spaces = self.spaces
        spots = list(product(*(range(space.size) for space in spaces)))
        hits = all if self.combine == "and" else any
        goal = frozenset(
            number
            for number, spot in enumerate(spots)
            if hits(i in space.goal for i, space in zip(spot, spaces, strict=True))
        )
        prior = tuple(
            reduce(mul, (space.prior[i] for i, space in zip(spot, spaces, strict=True)))
            for spot in spots
        )
        points = [space.points or () for space in spaces]
        matrix = tuple(
            tuple(
                max(abs(p[i] - p[j]) for p, i, j in zip(points, a, b, strict=True)) for b in spots
            )
            for a in spots
        )
        return Space(prior, goal, matrix=matrix)


def goals_of(
    attributes: Sequence[Attribute],
    at: Sequence[Fraction] = (),
    combine: Combine = "and",
    sign: Sign = "gain",
) -> list[Goals]:
    """Every goal that is to be considered: one, or one for each true value of a single attribute.

    Raises: UsageError where true values are missing or too many; DomainError where there is nothing
        to guess, or where a true value is none of the attribute.
    """
    if any(a.radius == 0 for a in attributes):
        raise DomainError("an attribute has one value alone; there is nothing to guess")
    if at and len(at) != len(attributes):
        raise UsageError(f"{len(attributes)} attributes and {len(at)} true values; give one each")
    if not at and len(attributes) > 1:
        raise UsageError("with several attributes give the true value of each, with --at VALUE")
    if at:
        return [Goals(tuple(attributes), tuple(_places(attributes, at)), combine, sign)]
    return [Goals(tuple(attributes), (i,), combine, sign) for i in range(len(attributes[0].values))]


def _places(attributes: Sequence[Attribute], at: Sequence[Fraction]) -> Iterator[int]:
    """Where each true value stands among the values of its attribute."""
    for number, (attribute, value) in enumerate(zip(attributes, at, strict=True), start=1):
        try:
            yield attribute.place(value)
        except DomainError as error:
            which = f"attribute {number}: " if len(attributes) > 1 else ""
            raise DomainError(f"{which}{error}") from None
