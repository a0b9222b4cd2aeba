"""Proposals for what leaves a statement as it is: two outputs of its channels exchanged.

Nothing rests on them: whether an exchange leaves the assumptions of a question alone is looked up
in the question (`checkers.smt.orbits.symmetries`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from dpverify.checkers.smt.orbits import Renaming
from dpverify.proofs.labels import Shape
from dpverify.proofs.layout import Place, places
from dpverify.proofs.statement import Statement

_COPY = re.compile(r"(.*[^0-9])([0-9]+)")


def exchanges(statement: Statement, shape: Shape) -> Iterator[Renaming]:
    """Propose renamings: two neighbouring outputs exchanged, in all channels or in one."""
    free = {name: place for name, place in places(statement, shape).items() if place.fixed is None}
    for name, place in free.items():
        for a, b in pairwise(range(len(place.outputs))):
            yield _columns({name: place}, {name: (a, b)}, {}, {})
    axes = sorted({place.outputs for place in free.values()})
    for axis in axes:
        for a, b in pairwise(range(len(axis))):
            columns = {n: (a, b) for n, place in free.items() if place.outputs == axis}
            rows = {n: (a, b) for n, place in free.items() if place.inputs == axis}
            yield _columns(free, columns, rows, {})
            yield _columns(free, columns, rows, _copies(free, len(axis), a, b))


def _columns(
    of: Mapping[str, Place],
    columns: Mapping[str, tuple[int, int]],
    rows: Mapping[str, tuple[int, int]],
    names: Mapping[str, str],
) -> Renaming:
    """What becomes of the entries of some channels: two columns, rows or channels exchanged."""
    return {
        f"{n}_{i}_{j}": f"{names.get(n, n)}_{_other(i, rows.get(n))}_{_other(j, columns.get(n))}"
        for n, place in of.items()
        for i in range(len(place.inputs))
        for j in range(len(place.outputs))
    }


def _other(k: int, exchanged: tuple[int, int] | None) -> int:
    if exchanged is None or k not in exchanged:
        return k
    a, b = exchanged
    return b if k == a else a


def _copies(names: Iterable[str], count: int, a: int, b: int) -> dict[str, str]:
    """Where there is one copy N1, N2, … for each of so many outputs, two of them exchanged."""
    numbered = [match for match in map(_COPY.fullmatch, names) if match]
    stems = Counter(match[1] for match in numbered)
    exchanged: dict[str, str] = {}
    for stem, number in stems.items():
        if number == count:
            first, second = f"{stem}{a + 1}", f"{stem}{b + 1}"
            exchanged |= {first: second, second: first}
    return exchanged
