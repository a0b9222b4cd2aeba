"""The sensitivity of any query over a small finite domain, by trying every pair of neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from dpverify.defs.errors import DomainError
from dpverify.defs.sensitivity.norms import (
    Sensitivity,
    Vector,
    known_neighbours,
    known_norm,
    rooted,
    sizes_of,
    squared,
    vector,
)

MOST_DATABASES = 200_000

Database = tuple[Any, ...]
Query = Callable[[Database], Any]


def sensitivity(
    query: Query,
    domain: Sequence[Any],
    n: int | Sequence[int],
    *,
    neighbours: str = "bounded",
    norm: int = 1,
) -> Sensitivity:
    """max ‖f(D) − f(D')‖ over all neighbouring databases D, D'; exact, exhaustive.

    Args:
        query: f, from a tuple of records to a rational number or a list of as many each time; it
            must answer the same each time, and is asked once per database.
        domain: the values that a record may have.
        n: records; for unbounded neighbours n or n − 1; or (least, most).
        neighbours: "bounded" or "unbounded".
        norm: 1 or 2.

    Returns: the value, and the first pair of neighbours that attains it.
    Raises: DomainError for more than 200,000 databases, for answers that are not rational numbers,
        and where there are no neighbours.

    >>> found = sensitivity(max, [0, 3, 10], 2)
    >>> str(found.value), found.databases
    ('10', ((0, 0), (10, 0)))
    """
    known_neighbours(neighbours)
    known_norm(norm)
    values = list(dict.fromkeys(domain))
    least, most = sizes_of(n, neighbours)
    _refuse_too_many(len(values), least, most)
    answered: dict[Database, Vector] = {}
    for size in range(least, most + 1):
        for database in product(values, repeat=size):
            answered[database] = vector(query(database))
    best: tuple[Fraction, Database, Database] | None = None
    for first, second in _pairs(answered, values, neighbours, least):
        far = squared(answered[first], answered[second], norm)
        if best is None or far > best[0]:
            best = far, first, second
    if best is None:
        raise DomainError("the domain has one value: no two databases are neighbours; give more")
    amount, first, second = best
    answers = answered[first], answered[second]
    return Sensitivity(rooted(amount, norm), (first, second), answers, norm, neighbours)


def _refuse_too_many(values: int, least: int, most: int) -> None:
    if values == 0:
        raise DomainError("the domain is empty; give the values that a record may have")
    databases = sum(values**size for size in range(least, most + 1)) if most < 64 else values
    if most >= 64 or databases > MOST_DATABASES:
        raise DomainError(
            f"{values} values and up to {most} records make more than {MOST_DATABASES} databases;"
            " take fewer"
        )


def _pairs(
    answers: dict[Database, Vector], values: Sequence[Any], neighbours: str, least: int
) -> Iterator[tuple[Database, Database]]:
    """Each pair of neighbours once."""
    for database in answers:
        for i in range(len(database)):
            before, after = database[:i], database[i + 1 :]
            if neighbours == "unbounded":
                if len(database) > least:
                    yield (*before, *after), database
                continue
            for other in values[values.index(database[i]) + 1 :]:
                yield database, (*before, other, *after)
