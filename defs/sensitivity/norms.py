"""Answers as exact vectors, their distance, and what a sensitivity is.

The ℓ1 distance is Σ|a_i − b_i|, the ℓ2 distance √Σ(a_i − b_i)²; both exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Value
from dpverify.defs.numbers.functions import power
from dpverify.defs.risk.parameters import rational
from dpverify.defs.validate import shown, shown_number

Vector = tuple[Fraction, ...]
NEIGHBOURS = ("bounded", "unbounded")


@dataclass(frozen=True)
class Sensitivity:
    """The largest distance of two answers on neighbouring databases.

    Args:
        value: exact.
        databases: a pair of neighbours where it is attained.
        answers: of the query on the two.
        norm: 1 or 2.
        neighbours: "bounded" or "unbounded".
    """

    value: Value
    databases: tuple[tuple[Any, ...], tuple[Any, ...]]
    answers: tuple[Vector, Vector]
    norm: int
    neighbours: str


def vector(given: Any) -> Vector:
    """The answer of a query as exact numbers: one number, or a list of them.

    Raises: DomainError for a number that is not rational, and for a float.
    """
    members = given if isinstance(given, (list, tuple)) else [given]
    return tuple(exact(member, "an answer") for member in members)


def exact(given: Any, name: str) -> Fraction:
    """A rational number, exactly."""
    if isinstance(given, Fraction):
        return given
    if isinstance(given, (bool, int)):
        return Fraction(int(given))
    number = rational(given, name)
    return Fraction(int(number.p), int(number.q))


def squared(first: Vector, second: Vector, norm: int) -> Fraction:
    """The distance for norm 1, its square for norm 2: what a largest one is sought of."""
    if len(first) != len(second):
        raise DomainError(
            f"the query answers with {len(first)} numbers and with {len(second)};"
            " every answer must have as many"
        )
    gaps = [abs(a - b) for a, b in zip(first, second, strict=True)]
    return sum((gap**norm for gap in gaps), Fraction(0))


def rooted(amount: Fraction, norm: int) -> Value:
    """The distance from what `squared` gives."""
    number = Value(fmpq(amount.numerator, amount.denominator))
    if norm == 1 or amount == 0:
        return number
    root = power(number, Value(fmpq(1, 2)))
    if not isinstance(root, Value):
        raise TypeError("the root of a rational number is a value")
    return root


def distance(first: Any, second: Any, norm: int = 1) -> Value:
    """The ℓ1 or ℓ2 distance of two answers: the sensitivity of a single pair.

    Args: first and second rational numbers, or lists of as many; norm 1 or 2.
    Returns: exact.

    >>> str(distance(50, "154/3")), str(distance([0, 0], [1, 1], norm=2))
    ('4/3', '2**(1/2)')
    """
    known_norm(norm)
    return rooted(squared(vector(first), vector(second), norm), norm)


def known_norm(norm: int) -> None:
    """DomainError unless the norm is 1 or 2."""
    if not isinstance(norm, int) or norm not in (1, 2):
        raise DomainError(f"the norm is {shown(norm)}, must be 1 or 2")


def known_neighbours(neighbours: str) -> None:
    """DomainError unless neighbours are bounded or unbounded."""
    if neighbours not in NEIGHBOURS:
        raise DomainError(
            f"neighbours is {shown(neighbours)}, must be bounded (one record replaced) or unbounded"
            " (one added or removed)"
        )


def sizes_of(n: int | Sequence[int], neighbours: str) -> tuple[int, int]:
    """The smallest and the largest number of records.

    Args: n records; for unbounded neighbours n or one less; or a pair (least, most).
    Raises: DomainError for no pair of sizes that can be.
    """
    if isinstance(n, int) and not isinstance(n, bool):
        least, most = (n, n) if neighbours == "bounded" else (n - 1, n)
    else:
        pair = tuple(n) if isinstance(n, (list, tuple)) else ()
        if len(pair) != 2 or any(type(size) is not int for size in pair):
            raise DomainError(f"n is {shown(n)}; give a number of records, or (least, most)")
        least, most = pair
    if not 0 <= least <= most or most == 0 or (neighbours == "unbounded" and least == most):
        raise DomainError(f"there are no neighbours with {least} to {most} records")
    return least, most


def interval(low: Any, high: Any) -> tuple[Fraction, Fraction]:
    """Both ends, exactly; DomainError unless low ≤ high."""
    a, b = exact(low, "low"), exact(high, "high")
    if a > b:
        raise DomainError(
            f"low is {shown_number(a)} and high is {shown_number(b)}; low must not exceed high"
        )
    return a, b
