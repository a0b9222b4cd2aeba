"""The shift of one noise alone, where no other is cheaper: the winner of many comparisons.

A winner is compared with many others. To shift it alone, by the most that another can gain on it,
keeps every condition; and where one of its comparisons alone asks for as much, no shifts of all
noises are cheaper. The linear programme of the path has as many unknowns as noises and rows as
conditions, and says the same. `kernel/certificates/alignment.py` confirms the shift.
"""

from __future__ import annotations

from fractions import Fraction

from dpverify.checkers.continuous.path_class import Renamed
from dpverify.checkers.kernel.certificates.alignment import (
    Affine,
    Change,
    Shifted,
    Shifts,
    cost,
)
from dpverify.checkers.kernel.outcome import Fault
from dpverify.defs.documents.traced import is_one_sided

MANY = 16
"""Conditions from which the shift of one noise is tried before the linear programme."""
ZERO = Fraction(0)


def one_shift(path: Renamed) -> tuple[Shifts, Fraction] | None:
    """The shift and what it costs; None where one noise does not do, or others may be cheaper."""
    rows = path.path.conditions
    if len(rows) < MANY or path.path.released:
        return None
    ahead = set.intersection(*({n for n, k in row.noises if k > 0} for row in rows))
    needed = max(_needed(path, row) for row in rows)
    for winner in sorted(ahead):
        shifts = {winner: _shift(path, winner)}
        try:
            price = cost(path.noises, path.path, path.box, shifts)
        except Fault:
            continue
        if price <= needed:
            return shifts, price
    return None


def _shift(path: Renamed, winner: int) -> Shifted:
    """By how much one noise has to move so that no condition decreases.

    Slopes that all conditions share stay slopes; the rest is as large as it can be.
    """
    wishes = []
    for row in path.path.conditions:
        unit = -dict(row.noises)[winner]
        slopes = {entry: slope / unit for entry, slope in row.moved.slopes}
        wishes.append((row.moved.constant / unit, slopes))
    shared = dict(set.intersection(*({*slopes.items()} for _, slopes in wishes)))
    most = max(
        constant
        + sum(
            (_largest(path, entry, k) for entry, k in slopes.items() if entry not in shared), ZERO
        )
        for constant, slopes in wishes
    )
    by = Affine(most, tuple(sorted(shared.items())))
    low, high = by.range(path.box)
    minus = Affine(-most, tuple((entry, -k) for entry, k in by.slopes))
    return Shifted(by, by if low >= 0 else minus if high <= 0 else Affine(max(high, -low)))


def _needed(path: Renamed, row: Change) -> Fraction:
    """What one condition alone costs at the worst move, by a multiplier of its own."""
    factors = [
        abs(k) * path.noises[n].scale
        for n, k in row.noises
        if k > 0 or not is_one_sided(path.noises[n].law)
    ]
    gain = -row.moved.constant + sum((_largest(path, i, -k) for i, k in row.moved.slopes), ZERO)
    return max(gain, ZERO) / max(factors) if factors else ZERO


def _largest(path: Renamed, entry: int, slope: Fraction) -> Fraction:
    low, high = path.box[entry]
    return max(slope * low, slope * high)
