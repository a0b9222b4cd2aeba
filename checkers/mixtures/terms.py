"""Densities of mixtures on a piece without kinks: sums of height·e^(a·y² + b·y + c + bump(y)).

Two such terms have a quotient whose exponent is known exactly, but for bumps: so on a short
interval the sign of p − K·q, and the loss, are enclosed tightly even where both are tiny. What must
never change: every ball contains the true number, for all points of the interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flint import arb, arb_series, fmpq

from dpverify.checkers.mixtures.chances import chance
from dpverify.checkers.mixtures.parts import Part
from dpverify.checkers.mixtures.tails import Point, ends, rational
from dpverify.defs.documents.traced import unknown_law

NONE = fmpq(0)


@dataclass(frozen=True)
class Bump:
    """With x = rate·(y − centre): −e^(−x) for Gumbel noise, −2·ln(1 + e^(−x)) for logistic."""

    law: str
    rate: fmpq
    centre: fmpq

    def value(self, y: Any) -> Any:
        """At a point, or enclosed on an interval."""
        fall = (-(y - self.centre) * self.rate).exp()
        return -fall if self.law == "gumbel" else -2 * (1 + fall).log()

    def slope(self, y: Any) -> Any:
        """Its derivative."""
        fall = (-(y - self.centre) * self.rate).exp()
        return self.rate * fall if self.law == "gumbel" else 2 * self.rate * fall / (1 + fall)


class Term(NamedTuple):
    """height·e^(a·y² + b·y + c + bump)."""

    height: arb
    a: fmpq
    b: fmpq
    c: fmpq
    bump: Bump | None = None

    def power(self, y: Any) -> Any:
        """The exponent, at a real or complex ball."""
        found = (self.a * y + self.b) * y + self.c
        return found if self.bump is None else found + self.bump.value(y)

    def at(self, y: arb) -> arb_series:
        """The exponent around a point."""
        found = arb_series(
            [(self.a * y + self.b) * y + self.c, 2 * self.a * y + self.b, arb(self.a)]
        )
        return found if self.bump is None else found + self.bump.value(arb_series([y, 1]))

    def slope(self, y: Any) -> Any:
        """The derivative of the exponent."""
        found = 2 * self.a * y + self.b
        return found if self.bump is None else found + self.bump.slope(y)


class Cell(NamedTuple):
    """An interval as a ball, its middle, and the distance from there."""

    y: arb
    middle: arb
    off: arb

    @classmethod
    def between(cls, low: fmpq, high: fmpq) -> Cell:
        """The interval from low to high."""
        middle = arb((low + high) / 2)
        y = arb(low).union(arb(high))
        return cls(y, middle, y - middle)


def less(one: Term, other: Term, cell: Cell) -> arb:
    """The exponent of one term less that of another, on a cell."""
    a, b, c = arb(one.a - other.a), arb(one.b - other.b), arb(one.c - other.c)
    middle = (a * cell.middle + b) * cell.middle + c
    slope = a * (cell.y + cell.middle) + b
    for sign, bump in bumps(one, other):
        middle += sign * bump.value(cell.middle)
        slope += sign * bump.slope(cell.y)
    return middle + slope * cell.off


def steeper(one: Term, other: Term, y: arb) -> arb:
    """The derivative of that difference."""
    found = 2 * arb(one.a - other.a) * y + arb(one.b - other.b)
    return sum((sign * bump.slope(y) for sign, bump in bumps(one, other)), found)


def bumps(one: Term, other: Term) -> list[tuple[int, Bump]]:
    """The bumps of one term less those of another."""
    if one.bump == other.bump:
        return []
    return [(sign, each.bump) for sign, each in ((1, one), (-1, other)) if each.bump is not None]


def term(part: Part, inside: fmpq) -> Term | None:
    """The density of a part on the piece that a point lies in; None where it is 0."""
    spread = part.spread
    low, high = ends(part.window)
    if spread is None or (low is not None and inside < low) or (high is not None and inside > high):
        return None
    weight = chance(part)
    size, centre = rational(spread.size), rational(spread.centre)
    ahead = (inside - centre) * spread.sign
    rate = spread.sign / size
    match spread.law:
        case "gaussian":
            height = weight / (2 * arb.pi() * arb(size)).sqrt()
            return Term(height, -1 / (2 * size), centre / size, -(centre**2) / (2 * size))
        case "laplace":
            rate = rate if ahead > 0 else -rate
            return Term(weight / (2 * arb(size)), NONE, -rate, rate * centre)
        case "exponential":
            return Term(weight / arb(size), NONE, -rate, rate * centre) if ahead > 0 else None
        case "uniform":
            return Term(weight / (2 * arb(size)), NONE, NONE, NONE) if abs(ahead) < size else None
        case "gumbel" | "logistic":
            bump = Bump(spread.law, rate, centre)
            return Term(weight / arb(size), NONE, -rate, rate * centre, bump)
        case _:
            raise unknown_law(spread.law)


def support(part: Part) -> tuple[Point, Point]:
    """The ends between which the density of a part is positive; None where it has none."""
    spread, (low, high) = part.spread, ends(part.window)
    if spread is None or spread.law != "uniform":
        return low, high
    size, centre = rational(spread.size), rational(spread.centre)
    first, last = centre - size, centre + size
    return first if low is None else max(low, first), last if high is None else min(high, last)


def kinks(parts: Sequence[Part]) -> set[fmpq]:
    """Where the densities of parts are not smooth."""
    found = set()
    for part in parts:
        if part.spread is None:
            continue
        size, centre = rational(part.spread.size), rational(part.spread.centre)
        found |= {end for end in ends(part.window) if end is not None}
        match part.spread.law:
            case "laplace" | "exponential":
                found.add(centre)
            case "uniform":
                found |= {centre - size, centre + size}
            case "gaussian" | "gumbel" | "logistic":
                pass
            case law:
                raise unknown_law(law)
    return found
