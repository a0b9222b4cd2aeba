"""Certificates of alignment and of decay as results state them (`checkers/answers`)."""

from __future__ import annotations

from collections.abc import Mapping

import dpverify.checkers.answers.documents as stated
from dpverify.checkers.kernel.certificates.alignment import Affine, Certificate, Shifted, Shifts
from dpverify.checkers.kernel.certificates.decay import Decay


def stated_alignment(
    certificate: Certificate, leads: Mapping[str, int], *, corners: bool = False
) -> stated.Alignment:
    """An alignment whose shifts stand once each, in a table."""
    seen: dict[int, int] = {}  # by identity first: to compare shifts takes long
    table: dict[Shifted, int] = {}

    def named(shifts: Shifts) -> str:
        for shift in shifts.values():
            if id(shift) not in seen:
                seen[id(shift)] = table.setdefault(shift, len(table))
        return " ".join(f"{number} {seen[id(shift)]}" for number, shift in shifts.items())

    shifts = {
        word: tuple(tuple(map(named, boxes)) for boxes in paths)
        for word, paths in certificate.items()
    }
    entries = tuple((_affine(shift.by), _affine(shift.size)) for shift in table)
    return stated.Alignment(entries, shifts, leads, corners)


def stated_decay(decay: Decay) -> stated.Decay:
    """A certificate of decay (`decay.py`)."""
    multipliers = tuple(stated.Multipliers(m.conditions, m.released) for m in decay.multipliers)
    return stated.Decay(
        decay.move, decay.base, decay.path, decay.noises, multipliers, decay.impossible
    )


def _affine(number: Affine) -> stated.Affine:
    return number.constant, number.slopes
