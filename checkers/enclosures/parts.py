"""A path of a program as independent parts: stars with a probability, and released values.

Gaussian noises that enter all conditions and releases in the same ratio are one noise. Then the
rows (conditions and releases) that share noises are one part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpverify.checkers.enclosures.products import Mass, Product
from dpverify.checkers.enclosures.sources import Line, Source, source_of
from dpverify.checkers.unsupported import Shape, not_enclosed
from dpverify.defs.documents.traced import Form, Noise, Path, Traced

Row = tuple[dict[int, Fraction], Fraction]
"""Σ factor·noise + constant."""
NONE = Fraction(0)


@dataclass(frozen=True)
class Part:
    """Rows that share noises with each other and with no other row.

    Args: sources by number of the noise; conditions rows that are ≥ 0; released the number of each
        released value with its row.
    """

    sources: dict[int, Source]
    conditions: tuple[Row, ...]
    released: tuple[tuple[int, Row], ...]

    @property
    def key(self) -> object:
        """What is equal where the rows and the laws are."""
        laws = tuple(sorted((n, s.law, s.size) for n, s in self.sources.items()))
        rows = [(tuple(sorted(terms.items())), c) for terms, c in self.conditions]
        values = [(i, tuple(sorted(row[0].items())), row[1]) for i, row in self.released]
        return laws, tuple(sorted(rows)), tuple(values)


def in_numbers(traced: Traced, eps: Fraction) -> Traced:
    """The program at a number ε, without the symbol."""
    if not traced.symbolic:
        return traced
    noises = tuple(Noise(noise.law, noise.scale / eps) for noise in traced.noises)
    return Traced(noises, traced.words, symbolic=False)


def parts(noises: Sequence[Noise], path: Path) -> list[Part] | None:
    """The parts of a path; None where its conditions cannot hold.

    Raises: Undecided("unsupported") where an input lies beyond all bounds.
    """
    conditions = [_row(form) for form in path.conditions]
    if any(not terms and constant < 0 for terms, constant in conditions):
        return None
    conditions = [row for row in conditions if row[0]]
    released = [_row(form) for form in path.released]
    sources = {n: source_of(noises[n]) for row in (*conditions, *released) for n in row[0]}
    sources = _merged(sources, [*conditions, *released])
    left: list[tuple[int | None, Row]] = [(None, row) for row in conditions]
    left += list(enumerate(released))
    found = []
    while left:
        names, size = set(left[0][1][0]), -1
        while size != len(names):
            size = len(names)
            names.update(*(row[0] for _, row in left if names & row[0].keys()))
        if not names:
            raise not_enclosed(Shape.NO_NOISE)
        inside = [one for one in left if names & one[1][0].keys()]
        left = [one for one in left if not names & one[1][0].keys()]
        found.append(
            Part(
                {n: sources[n] for n in sorted(names)},
                tuple(row for i, row in inside if i is None),
                tuple((i, row) for i, row in inside if i is not None),
            )
        )
    return found


def star(part: Part) -> Product:
    """The product whose integral is the probability of a part that releases nothing."""
    names = list(part.sources)
    if len(names) == 1:
        return _along(part, None, NONE, NONE, Product())
    for centre in names:
        if all(len(terms.keys() - {centre}) <= 1 for terms, _ in part.conditions):
            line = (Fraction(1), NONE)
            start = Product(density=(part.sources[centre], line))
            return _along(part, centre, *line, start)
    raise not_enclosed(Shape.NO_COMMON_NOISE)


def density(part: Part) -> Product:
    """The density of a part that releases one value, along that value.

    Raises: Undecided("unsupported") where that is more than a product.
    """
    ((_, (terms, constant)),) = part.released
    if len(terms) != 1:
        raise not_enclosed(Shape.SEVERAL_NOISES)
    ((centre, factor),) = terms.items()
    line = (1 / factor, -constant / factor)  # the noise as a function of the value
    start = Product(factor=1 / abs(factor), density=(part.sources[centre], line))
    if any(len(terms.keys() - {centre}) > 1 for terms, _ in part.conditions):
        raise not_enclosed(Shape.OTHER_COMPARISONS)
    return _along(part, centre, *line, start)


def _along(
    part: Part, centre: int | None, slope: Fraction, constant: Fraction, start: Product
) -> Product:
    """The conditions as masses of the other noises, where the centre is slope·t + constant."""
    low, high = start.low, start.high
    sides: dict[int, tuple[list[Line], list[Line]]] = {}
    for terms, more in part.conditions:
        k = NONE if centre is None else terms.get(centre, NONE)
        line = (k * slope, k * constant + more)
        others = [n for n in terms if n != centre]
        if others:
            unit = terms[others[0]]
            bounds = sides.setdefault(others[0], ([], []))
            bounds[unit < 0].append((-line[0] / unit, -line[1] / unit))
        else:
            end = -line[1] / line[0]
            if line[0] > 0:
                low = end if low is None else max(low, end)
            else:
                high = end if high is None else min(high, end)
    masses = tuple(
        Mass(part.sources[n], tuple(sorted(set(lows))), tuple(sorted(set(highs))))
        for n, (lows, highs) in sorted(sides.items())
    )
    return Product(start.factor, start.density, masses, low, high)


def _merged(sources: dict[int, Source], rows: list[Row]) -> dict[int, Source]:
    """One noise for Gaussian noises whose columns are proportional; the rows are changed."""
    groups: dict[tuple[Fraction, ...], list[tuple[int, Fraction]]] = {}
    for n, source in sorted(sources.items()):
        if source.law == "gaussian":
            column = tuple(row[0].get(n, NONE) for row in rows)
            unit = next(k for k in column if k)
            groups.setdefault(tuple(k / unit for k in column), []).append((n, unit))
    left = dict(sources)
    for column, members in groups.items():
        first = members[0][0]
        variance = sum((unit**2 * sources[n].size for n, unit in members), NONE)
        left[first] = Source("gaussian", variance)
        for n, _ in members:
            for row, k in zip(rows, column, strict=True):
                row[0].pop(n, None)
                if k:
                    row[0][first] = k
            if n != first:
                del left[n]
    return left


def _row(form: Form) -> Row:
    if not form.shift.finite:
        raise not_enclosed(Shape.BEYOND_BOUNDS)
    return dict(form.noises), form.shift.constant
