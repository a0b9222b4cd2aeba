"""Writes certificates of alignment and of decay as JSON data, as results hold them.

The form, and how it is read, is said in `dpverify.checkers.kernel.certificates.documents`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpverify.checkers.kernel.certificates.alignment import Affine, Certificate, Shifted, Shifts
from dpverify.checkers.kernel.certificates.decay import Decay


def certificate_document(certificate: Certificate, leads: Mapping[str, int]) -> dict[str, Any]:
    """A certificate as JSON data."""
    seen: dict[int, int] = {}  # by identity first: to compare shifts takes long
    table: dict[Shifted, int] = {}

    def named(shifts: Shifts) -> str:
        for shift in shifts.values():
            if id(shift) not in seen:
                seen[id(shift)] = table.setdefault(shift, len(table))
        return " ".join(f"{number} {seen[id(shift)]}" for number, shift in shifts.items())

    written = {
        word: [[named(shifts) for shifts in boxes] for boxes in paths]
        for word, paths in certificate.items()
    }
    form: dict[str, Any] = {"table": list(map(_shift_document, table)), "shifts": written}
    if leads:
        form["leads"] = {word: str(number) for word, number in leads.items()}
    return form


def decay_document(decay: Decay) -> dict[str, Any]:
    """A certificate of decay (`decay.py`) as JSON data."""
    return {
        "move": list(map(str, decay.move)),
        "base": list(map(str, decay.base)),
        "path": str(decay.path),
        "noises": list(map(str, decay.noises)),
        "multipliers": [
            {"conditions": list(map(str, m.conditions)), "released": list(map(str, m.released))}
            for m in decay.multipliers
        ],
        "impossible": decay.impossible,
    }


def _shift_document(shift: Shifted) -> list[Any]:
    return [_affine_document(shift.by), _affine_document(shift.size)]


def _affine_document(given: Affine) -> list[Any]:
    return [str(given.constant), [[str(entry), str(slope)] for entry, slope in given.slopes]]
