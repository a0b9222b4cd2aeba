"""Simpler numbers in a counterexample: in all rows of a channel, in one row, in two at once.

Rows are bound to each other, as neighbours are by a hypothesis. So often no single row can have
simpler numbers, but two of them can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import gcd

Row = Sequence[Fraction]
Matrices = Mapping[str, Sequence[Row]]
Place = tuple[str, int]
"""The name of a channel and the number of a row."""

TRIED = 500
"""How many candidates may be judged."""
DENOMINATORS = range(1, 9)
"""Those that are tried. A pair of rows has too many candidates with larger ones."""
OUTPUTS = 4
"""Longer rows stay as they are: there are too many of one denominator."""


def with_simpler_rows(raw: Matrices, refutes: Callable[[Matrices], bool]) -> Matrices:
    """Matrices with smaller denominators that refute; the given ones where none were met.

    Args: raw has the rows of every channel that is not fixed; refutes tells whether others do.
    """
    candidates, left = _candidates(raw), TRIED
    while left and (candidate := next(candidates, None)) is not None:
        left -= 1
        if refutes(candidate):
            raw, candidates = candidate, _candidates(candidate)
    return raw


def _candidates(raw: Matrices) -> Iterator[Matrices]:
    """The matrices with a channel that is constant, with one simpler row, then with two.

    The smallest denominators come first. Of two rows the larger denominator becomes smaller, and
    the other one no larger than that becomes: so the denominators in descending order are less
    each time, and the search ends.
    """
    sizes = {
        (name, number): max(value.denominator for value in row)
        for name, rows in raw.items()
        for number, row in enumerate(rows)
        if len(row) <= OUTPUTS
    }
    places = sorted((p for p in sizes if sizes[p] > 1), key=lambda p: -sizes[p])
    yield from _with_a_constant(raw, places)
    for denominator in DENOMINATORS:
        for name, number in (place for place in places if sizes[place] > denominator):
            for row in _laws(len(raw[name][number]), denominator):
                yield _with(raw, {(name, number): row})
    for denominator in DENOMINATORS:
        for both in combinations(places, 2):
            if sizes[both[0]] > denominator:
                first, second = (len(raw[name][number]) for name, number in both)
                for rows in _pairs(first, second, denominator):
                    yield _with(raw, dict(zip(both, rows, strict=True)))


def _with_a_constant(raw: Matrices, places: Sequence[Place]) -> Iterator[Matrices]:
    """One channel gives one output, whatever its input."""
    for name in dict.fromkeys(name for name, _ in places):
        for law in _laws(len(raw[name][0]), 1):
            yield {**raw, name: [law] * len(raw[name])}


@cache
def _laws(outputs: int, denominator: int) -> tuple[tuple[Fraction, ...], ...]:
    """All laws of so many outputs with this least common denominator."""
    counts = product(range(denominator, -1, -1), repeat=outputs)
    return tuple(
        tuple(Fraction(count, denominator) for count in law)
        for law in counts
        if sum(law) == denominator and gcd(*law) == 1
    )


@cache
def _pairs(first: int, second: int, denominator: int) -> tuple[tuple[Row, Row], ...]:
    """All pairs of laws, the larger denominator of which is this one."""
    upto = range(1, denominator + 1)
    return tuple(
        (row, other)
        for a, b in product(upto, upto)
        if max(a, b) == denominator
        for row, other in product(_laws(first, a), _laws(second, b))
    )


def _with(raw: Matrices, rows: Mapping[Place, Row]) -> Matrices:
    """The matrices with other rows at some places."""
    return {
        name: [rows.get((name, number), row) for number, row in enumerate(matrix)]
        for name, matrix in raw.items()
    }
