"""Paths that differ only in the names of noises and entries: one linear programme for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpverify.checkers.kernel.certificates.alignment import (
    Affine,
    Change,
    Moved,
    Shifted,
    Shifts,
)
from dpverify.checkers.kernel.certificates.moves import Box
from dpverify.defs.documents.traced import Noise

ROUNDS = 2
Pairs = tuple[tuple[int, int], ...]
"""Of a row: (noise or entry, the number of its factor)."""


@dataclass(frozen=True)
class Renamed:
    """A path with noises and entries in an order of its own; equal ones are one class."""

    noises: tuple[Noise, ...]
    box: Box
    path: Moved


@dataclass(frozen=True)
class Named:
    """A path's class: equal keys are equal classes.

    `numbers` and `places` hold the old names of its noises and entries, by the new ones.
    """

    key: object
    numbers: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True)
class _Row:
    """A change in small integers: 0 for a condition and 1 for a released value first."""

    kind: int
    constant: int
    noises: Pairs
    slopes: Pairs


class Classes:
    """The classes of the paths of one program; equal fractions are the same small integer in it."""

    def __init__(self, noises: Sequence[Noise]) -> None:
        self._noises = noises
        self._fractions: dict[Fraction, int] = {}
        self._rows: dict[tuple[int, int], tuple[_Row, Change]] = {}
        self._laws: dict[Noise, int] = {}
        self._of_noise = [self._laws.setdefault(n, len(self._laws)) for n in noises]
        self._shifted: dict[tuple[int, ...], tuple[Shifted, Shifted]] = {}

    def named(self, path: Moved, box: Box) -> Named:
        """The class of a path under names that do not depend on where in the input things happen.

        Names go by colours that are refined along the rows. Ties are broken by the old names, which
        can only make two classes of one.
        """
        rows = [self._row(0, change) for change in path.conditions]
        rows += [self._row(1, change) for change in path.released]
        moves = [(self._number(low), self._number(high)) for low, high in box]
        still = self._number(Fraction(0))
        of_noise = {number: self._of_noise[number] for row in rows for number, _ in row.noises}
        of_entry = {i: hash(move) for i, move in enumerate(moves) if move != (still, still)}
        for _ in range(ROUNDS):
            of_noise, of_entry = _refined(rows, of_noise, of_entry)
        numbers = tuple(sorted(of_noise, key=lambda number: (of_noise[number], number)))
        used = {entry for row in rows for entry, _ in row.slopes}
        places = tuple(sorted(used & of_entry.keys(), key=lambda entry: (of_entry[entry], entry)))
        new_number = {old: new for new, old in enumerate(numbers)}
        new_place = {old: new for new, old in enumerate(places)}
        key = (
            tuple(self._of_noise[number] for number in numbers),
            tuple(moves[entry] for entry in places),
            tuple(sorted(_renamed(row, new_number, new_place) for row in rows)),
        )
        return Named(key, numbers, places)

    def renamed(self, path: Moved, box: Box, named: Named) -> Renamed:
        """The path under its new names."""
        numbers = {old: new for new, old in enumerate(named.numbers)}
        places = {old: new for new, old in enumerate(named.places)}

        def change(old: Change) -> Change:
            noises = tuple(sorted((numbers[number], k) for number, k in old.noises))
            slopes = tuple(sorted((places[i], k) for i, k in old.moved.slopes if i in places))
            return Change(noises, Affine(old.moved.constant, slopes))

        made = Moved(tuple(map(change, path.conditions)), tuple(map(change, path.released)))
        return Renamed(
            tuple(self._noises[number] for number in named.numbers),
            tuple(box[entry] for entry in named.places),
            made,
        )

    def with_old_names(self, shifts: Shifts, named: Named) -> Shifts:
        """Shifts of a renamed path as those of the path; equal ones are mostly one object."""
        return {
            named.numbers[number]: self._old(shift, named.places)
            for number, shift in shifts.items()
        }

    def _old(self, shift: Shifted, places: Sequence[int]) -> Shifted:
        named = [[places[i] for i, _ in affine.slopes] for affine in (shift.by, shift.size)]
        key = (id(shift), *named[0], -1, *named[1])
        if key not in self._shifted:
            by, size = (
                Affine(
                    old.constant, tuple((i, k) for i, (_, k) in zip(names, old.slopes, strict=True))
                )
                for names, old in zip(named, (shift.by, shift.size), strict=True)
            )
            self._shifted[key] = Shifted(by, size), shift
        return self._shifted[key][0]

    def _number(self, fraction: Fraction) -> int:
        return self._fractions.setdefault(fraction, len(self._fractions))

    def _row(self, kind: int, change: Change) -> _Row:
        key = kind, id(change)  # the change is kept, so that no identity is used twice
        if key not in self._rows:
            row = _Row(
                kind,
                self._number(change.moved.constant),
                tuple((number, self._number(k)) for number, k in change.noises),
                tuple((entry, self._number(k)) for entry, k in change.moved.slopes),
            )
            self._rows[key] = row, change
        return self._rows[key][0]


def _refined(
    rows: Sequence[_Row], of_noise: Mapping[int, int], of_entry: Mapping[int, int]
) -> tuple[dict[int, int], dict[int, int]]:
    """Colours that also say in which rows a noise or entry stands, and how."""
    seen_noise: dict[int, list[int]] = {number: [] for number in of_noise}
    seen_entry: dict[int, list[int]] = {entry: [] for entry in of_entry}
    for row in rows:
        factors = sorted([(of_noise[number], k) for number, k in row.noises])
        slopes = sorted([(of_entry.get(i, 0), k) for i, k in row.slopes])
        colour = hash((row.kind, row.constant, *factors, -1, *slopes))
        for number, k in row.noises:
            seen_noise[number].append(hash((colour, k)))
        for entry, k in row.slopes:
            if entry in of_entry:
                seen_entry[entry].append(hash((colour, k)))
    return (
        {n: hash((colour, *sorted(seen_noise[n]))) for n, colour in of_noise.items()},
        {i: hash((colour, *sorted(seen_entry[i]))) for i, colour in of_entry.items()},
    )


def _renamed(
    row: _Row, numbers: Mapping[int, int], places: Mapping[int, int]
) -> tuple[int, Pairs, Pairs, int]:
    return (
        row.kind,
        tuple(sorted([(numbers[number], k) for number, k in row.noises])),
        tuple(sorted([(places[i], k) for i, k in row.slopes if i in places])),
        row.constant,
    )
