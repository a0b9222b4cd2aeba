"""Paths that differ only in the names of noises and entries: one linear programme for all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dpverify.checkers.certificates.alignment import (
    Affine,
    Box,
    Change,
    Moved,
    Shifted,
    Shifts,
)
from dpverify.defs.continuous.traced import Noise

ROUNDS = 2


@dataclass(frozen=True)
class Renamed:
    """A path with noises and entries in an order of its own; equal ones are one class.

    `numbers` and `places` are not part of it: the old names, by the new ones.
    """

    noises: tuple[Noise, ...]
    box: Box
    path: Moved


def renamed(
    noises: Sequence[Noise], path: Moved, box: Box
) -> tuple[Renamed, tuple[int, ...], tuple[int, ...]]:
    """The path under names that do not depend on where in the input things happen.

    Names go by colours that are refined along the rows. Ties are broken by the old names, which
    can only make two classes of one.

    Returns: the renamed path; its noises, then its entries that move, by their old names.
    """
    rows = [(0, row) for row in path.conditions] + [(1, row) for row in path.released]
    of_noise = {
        number: hash((noises[number].law == "exponential", noises[number].scale))
        for _, row in rows
        for number, _ in row.noises
    }
    of_entry = {entry: hash(move) for entry, move in enumerate(box) if any(move)}
    for _ in range(ROUNDS):
        seen_noise: dict[int, list[tuple[int, int]]] = {number: [] for number in of_noise}
        seen_entry: dict[int, list[tuple[int, int]]] = {entry: [] for entry in of_entry}
        for kind, row in rows:
            factors = [(of_noise[number], hash(k)) for number, k in row.noises]
            slopes = [(of_entry.get(i, 0), hash(k)) for i, k in row.moved.slopes]
            colour = hash((kind, row.moved.constant, tuple(sorted(factors)), tuple(sorted(slopes))))
            for number, k in row.noises:
                seen_noise[number].append((colour, hash(k)))
            for entry, k in row.moved.slopes:
                if entry in of_entry:
                    seen_entry[entry].append((colour, hash(k)))
        of_noise = {n: hash((c, tuple(sorted(seen_noise[n])))) for n, c in of_noise.items()}
        of_entry = {i: hash((c, tuple(sorted(seen_entry[i])))) for i, c in of_entry.items()}
    numbers = tuple(sorted(of_noise, key=lambda number: (of_noise[number], number)))
    used = {entry for _, row in rows for entry, _ in row.moved.slopes}
    places = tuple(sorted(used & of_entry.keys(), key=lambda entry: (of_entry[entry], entry)))
    new_number = {old: new for new, old in enumerate(numbers)}
    new_place = {old: new for new, old in enumerate(places)}
    made = Moved(
        _rows(path.conditions, new_number, new_place), _rows(path.released, new_number, new_place)
    )
    found = Renamed(
        tuple(noises[number] for number in numbers), tuple(box[entry] for entry in places), made
    )
    return found, numbers, places


def with_old_names(shifts: Shifts, numbers: Sequence[int], places: Sequence[int]) -> Shifts:
    """Shifts of a renamed path as those of the path."""

    def old(given: Affine) -> Affine:
        return Affine(given.constant, tuple((places[i], slope) for i, slope in given.slopes))

    return {
        numbers[number]: Shifted(old(shift.by), old(shift.size)) for number, shift in shifts.items()
    }


def _rows(
    rows: Iterable[Change], numbers: Mapping[int, int], places: Mapping[int, int]
) -> tuple[Change, ...]:
    return tuple(
        sorted(
            (
                Change(
                    tuple(sorted((numbers[number], k) for number, k in row.noises)),
                    Affine(
                        row.moved.constant,
                        tuple(sorted((places[i], k) for i, k in row.moved.slopes if i in places)),
                    ),
                )
                for row in rows
            ),
            key=_order,
        )
    )


def _order(row: Change) -> tuple[object, ...]:
    return row.noises, row.moved.slopes, row.moved.constant
