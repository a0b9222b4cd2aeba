"""One attribute: its values with their prior, and the precision within which a guess counts.

The prior is always finite and exact. A continuous distribution is cut into cells whose masses are
the floats of its `cdf`, taken as the dyadic rationals that they are and divided by their sum; what
follows is exact for that histogram, and `note` says how it was made.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Any, Protocol

from dpverify.defs.errors import DomainError, NumberError, UsageError
from dpverify.defs.guessing.annulus_bound import balls_about
from dpverify.defs.guessing.space import Space
from dpverify.defs.numbers import Value, as_value, number_text, total
from dpverify.defs.validate import shown

CELLS = 60
TAIL = 1e-4


class Distribution(Protocol):
    """What is used of a continuous distribution, such as those of scipy.stats."""

    def cdf(self, x: float) -> float:
        """P[X ≤ x]."""

    def ppf(self, q: float) -> float:
        """The quantile: the inverse of cdf."""


@dataclass(frozen=True)
class Attribute:
    """Values with their probabilities, and the precision within which a guess counts.

    Made by `of`, `of_column`, `of_histogram` or `of_distribution`, which check what they are given.

    Args: values rational, increasing; weights their probabilities, with sum 1; precision r > 0;
        note what a reader is told of where they come from; edges of the cells whose middles the
        values are, empty where the values are all that there is.
    """

    values: tuple[Fraction, ...]
    weights: tuple[Value, ...]
    precision: Fraction
    note: str = ""
    edges: tuple[Fraction, ...] = ()

    @classmethod
    def of(cls, law: Any, precision: Any, note: str = "") -> Attribute:
        """An attribute from pairs (value, weight), weights ≥ 0 that are divided by their sum.

        Raises: DomainError, NumberError for what is no value, weight or precision.

        >>> Attribute.of([(20, 2), (15, 1), (20, 1)], 5).weights
        (Value('1/4'), Value('3/4'))
        """
        radius = _rational(precision, "precision")
        if radius <= 0:
            raise DomainError(f"the precision {radius} must be above 0")
        sums: dict[Fraction, Value] = {}
        for value, weight in law:
            share = as_value(weight)
            if share < 0:
                raise DomainError(f"the weight of {shown(str(value))} is negative")
            place = _rational(value, "value")
            sums[place] = sums[place] + share if place in sums else share
        whole = total(sums.values())
        if whole.is_zero:
            raise DomainError("the attribute has no value of positive weight")
        places = sorted(sums)
        return cls(tuple(places), tuple(sums[x] / whole for x in places), radius, note)

    @classmethod
    def of_column(cls, cells: Sequence[str], precision: Any) -> Attribute:
        """From the values of a column: each row weighs the same.

        Raises: NumberError naming the row of the first value that is no rational number.
        """
        law = []
        for row, cell in enumerate(cells, start=2):
            try:
                law.append((_rational(cell.strip(), "value"), 1))
            except NumberError as error:
                raise NumberError(f"line {row}: {error}") from None
        if not law:
            raise UsageError("the column has no value")
        return cls.of(law, precision, f"the {len(law)} values of the column, equally likely")

    @classmethod
    def of_histogram(cls, edges: Sequence[Any], masses: Sequence[Any], precision: Any) -> Attribute:
        """From k+1 increasing edges and k masses: each cell stands at its middle."""
        ends = [_rational(edge, "edge") for edge in edges]
        if len(ends) != len(masses) + 1 or any(a >= b for a, b in itertools.pairwise(ends)):
            raise DomainError("a histogram has increasing edges, one more than masses")
        middles = [(a + b) / 2 for a, b in itertools.pairwise(ends)]
        note = f"a histogram of {len(masses)} cells, each at its middle"
        whole = cls.of(list(zip(middles, masses, strict=True)), precision, note)
        return replace(whole, edges=tuple(ends))

    @classmethod
    def of_distribution(
        cls, distribution: Distribution, precision: Any, *, cells: int = CELLS
    ) -> Attribute:
        """From a continuous distribution, cut into cells between its 10⁻⁴ quantiles.

        Args: distribution anything with `cdf` and `ppf`, such as scipy.stats.norm(20, 5).
        """
        low, high = (Fraction(float(distribution.ppf(q))) for q in (TAIL, 1 - TAIL))
        step = _step((high - low) / cells, _rational(precision, "precision"))
        start = floor(low / step)
        edges = [step * i for i in range(start, ceil(high / step) + 1)]
        steps = [Fraction(float(distribution.cdf(float(edge)))) for edge in edges]
        masses = [b - a for a, b in itertools.pairwise(steps)]
        attribute = cls.of_histogram(edges, masses, precision)
        note = (
            f"cut into {len(masses)} cells between its 0.0001-quantiles, each at its middle; exact"
            " for these cells"
        )
        return replace(attribute, note=note)

    def place(self, value: Fraction) -> int:
        """The position of a value: its own, or that of its cell; of two cells that of the lower.

        Raises: DomainError where it is none of the values and lies in no cell.

        >>> Attribute.of([(20, 2), (15, 1)], 5).place(Fraction(20))
        1
        """
        if self.edges:
            low, high = self.edges[0], self.edges[-1]
            if not low <= value <= high:
                raise DomainError(
                    f"the true value {_shown(value)} lies in none of the cells, which reach"
                    f" from {_shown(low)} to {_shown(high)}; give one between them"
                )
            return max(bisect_left(self.edges, value) - 1, 0)
        after = bisect_left(self.values, value)
        if after < len(self.values) and self.values[after] == value:
            return after
        near = self.values[max(after - 1, 0) : after + 1]
        raise DomainError(
            f"the true value {_shown(value)} is none of the values of the attribute; the"
            f" nearest {'is' if len(near) == 1 else 'are'} {' and '.join(map(_shown, near))}"
        )

    def goal(self, at: int) -> list[int]:
        """The positions of the values within the precision of value number `at`."""
        here = self.values[at]
        return [i for i, v in enumerate(self.values) if abs(v - here) <= self.precision]

    def space(self, at: int) -> Space:
        """The line of values in units of the precision, with the goal about one of them."""
        points = tuple(value / self.precision for value in self.values)
        return Space(self.weights, frozenset(self.goal(at)), points=points)

    def balls(self, at: int) -> list[Value]:
        """P[B(x, 1)], P[B(x, 2)], … in units of the precision, about value number `at`."""
        here = self.values[at]
        return balls_about(
            [
                (abs(v - here) / self.precision, w)
                for v, w in zip(self.values, self.weights, strict=True)
            ]
        )

    @property
    def radius(self) -> Fraction:
        """R, the largest distance of two values, in units of the precision."""
        return (self.values[-1] - self.values[0]) / self.precision


def _step(width: Fraction, precision: Fraction) -> Fraction:
    """A width near the given one that divides the precision, or is a multiple of it."""
    if width <= 0 or precision <= 0:
        raise DomainError("the distribution and the precision must be wider than a point")
    return (
        precision / floor(precision / width)
        if width <= precision
        else (precision * ceil(width / precision))
    )


def _shown(value: Fraction) -> str:
    return shown(number_text(as_value(value)))


def _rational(given: Any, what: str) -> Fraction:
    try:
        return as_value(given).as_fraction()
    except NumberError as error:
        raise NumberError(f"the {what} {shown(given)} is not a rational number: {error}") from None
