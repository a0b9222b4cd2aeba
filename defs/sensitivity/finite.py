"""The sensitivity of any query over a small finite domain, by trying every pair of neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
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
from dpverify.defs.validate import shown

MOST_DATABASES = 200_000

Database = tuple[Any, ...]
Places = tuple[int, ...]
"""A database, by the places of its records in the domain."""
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
    values = _different(domain)
    least, most = sizes_of(n, neighbours)
    _refuse_too_many(len(values), least, most)
    answered: dict[Places, Vector] = {}
    for size in range(least, most + 1):
        for places in product(range(len(values)), repeat=size):
            answered[places] = vector(query(tuple(values[k] for k in places)))
    best: tuple[Fraction, Places, Places] | None = None
    for first, second in _pairs(answered, len(values), neighbours, least):
        far = squared(answered[first], answered[second], norm)
        if best is None or far > best[0]:
            best = far, first, second
    if best is None:
        raise DomainError("the domain has one value: no two databases are neighbours; give more")
    amount, first, second = best
    answers = answered[first], answered[second]
    pair = tuple(values[k] for k in first), tuple(values[k] for k in second)
    return Sensitivity(rooted(amount, norm), pair, answers, norm, neighbours)


def _different(domain: Iterable[Any]) -> list[Any]:
    """The values of a domain, each once. A query may tell 1 from True, and 0.0 from -0.0."""
    found: dict[Any, Any] = {}
    for value in domain:
        try:
            found.setdefault((_types(value), value), value)
        except TypeError:
            raise DomainError(
                f"the domain has the record {shown(value)}, which may be changed; give a tuple"
            ) from None
    return [*found.values()]


def _types(value: Any) -> Any:
    if isinstance(value, tuple):
        return type(value), tuple(map(_types, value))
    return type(value), str(value) if isinstance(value, float) else ""


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
    answers: dict[Places, Vector], values: int, neighbours: str, least: int
) -> Iterator[tuple[Places, Places]]:
    """Each pair of neighbours once."""
    for database in answers:
        for i in range(len(database)):
            before, after = database[:i], database[i + 1 :]
            if neighbours == "unbounded":
                if len(database) > least:
                    yield (*before, *after), database
                continue
            for other in range(database[i] + 1, values):
                yield database, (*before, other, *after)
