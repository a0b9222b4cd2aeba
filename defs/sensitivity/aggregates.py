"""Sensitivities in closed form: counts, sums, means and histograms of values in an interval.

Each comes with a pair of databases that attains it, so what is stated is at least recomputed there;
that nothing exceeds it is tested against all databases (`defs.sensitivity.finite`) and against a
solver over boxes.

Source: Dwork, McSherry, Nissim, Smith 2006; Xu 2023 (the mean of 30 scores).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from numbers import Integral
from typing import Any

from dpverify.defs.errors import DomainError
from dpverify.defs.sensitivity.norms import (
    Sensitivity,
    Vector,
    interval,
    known_neighbours,
    known_norm,
    rooted,
    sizes_of,
    squared,
    vector,
)
from dpverify.defs.validate import shown


def count(neighbours: str = "bounded") -> Sensitivity:
    """How many records have a property: 1.

    Args: neighbours "bounded" (one record is replaced) or "unbounded" (added or removed).
    """
    known_neighbours(neighbours)
    pair = ((0,), (1,)) if neighbours == "bounded" else ((), (1,))
    return _at(pair, sum, neighbours)


def total(low: Any, high: Any, neighbours: str = "bounded") -> Sensitivity:
    """A sum of values in [a, b]: b − a bounded, max(|a|, |b|) unbounded.

    Args: low and high the ends a ≤ b of what a record may be; neighbours as for `count`.
    Raises: DomainError for an empty interval.

    >>> str(total(0, 100).value), str(total(-5, 2, "unbounded").value)
    ('100', '5')
    """
    known_neighbours(neighbours)
    a, b = interval(low, high)
    far = a if abs(a) > abs(b) else b
    pair = ((a,), (b,)) if neighbours == "bounded" else ((), (far,))
    return _at(pair, sum, neighbours)


def mean(
    low: Any, high: Any, n: int | Sequence[int], neighbours: str = "bounded"
) -> Sensitivity:  # fmt: skip
    """A mean of values in [a, b]: (b − a)/k, for the fewest records k of the larger database.

    Args: low and high the ends a ≤ b of what a record may be; n records; for unbounded neighbours
        n or n − 1; or (least, most), at least 1 of them; neighbours as for `count`.
    Raises: DomainError for an empty interval, and where the mean of no record would be asked.

    >>> str(mean(0, 100, 30).value), str(mean(0, 100, 30, "unbounded").value)
    ('10/3', '10/3')
    """
    known_neighbours(neighbours)
    a, b = interval(low, high)
    least, _ = sizes_of(n, neighbours)
    if least == 0:
        raise DomainError("the mean of no record is undefined; give n of at least 1 record more")
    if neighbours == "bounded":
        pair = ((a,) * least, (a,) * (least - 1) + (b,))
    else:
        pair = ((a,) * least, (a,) * least + (b,))
    return _at(pair, lambda values: sum(values, Fraction(0)) / len(values), neighbours)


def histogram(cells: int, neighbours: str = "bounded", norm: int = 1) -> Sensitivity:
    """Counts of records in disjoint cells: 2 (ℓ1) and √2 (ℓ2) bounded, 1 unbounded.

    Args: cells, at least 1; with one cell a replaced record changes nothing; neighbours as for
        `count`; norm 1 or 2.

    >>> str(histogram(4).value), str(histogram(4, norm=2).value)
    ('2', '2**(1/2)')
    """
    known_neighbours(neighbours)
    known_norm(norm)
    if not isinstance(cells, Integral) or cells < 1:
        raise DomainError(f"there are {shown(cells)} cells, must be a whole number from 1 on")
    other = min(1, cells - 1)
    pair = ((0,), (other,)) if neighbours == "bounded" else ((), (0,))
    return _at(pair, lambda v: [v.count(cell) for cell in range(cells)], neighbours, norm)


def _at(
    pair: tuple[tuple[Any, ...], tuple[Any, ...]],
    query: Callable[[tuple[Any, ...]], Any],
    neighbours: str,
    norm: int = 1,
) -> Sensitivity:
    """The sensitivity that a pair of databases attains."""
    answers: tuple[Vector, Vector] = vector(query(pair[0])), vector(query(pair[1]))
    value = rooted(squared(*answers, norm), norm)
    return Sensitivity(value, pair, answers, norm, neighbours)
