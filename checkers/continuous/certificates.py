"""Certificates of alignment and of decay as results state them (`checkers/answers`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import dpverify.checkers.answers.documents as stated
from dpverify.checkers.kernel.certificates.alignment import Affine, Certificate, Shifted, Shifts
from dpverify.checkers.kernel.certificates.decay import Decay
from dpverify.checkers.kernel.certificates.steps import StepShifts


class _Table:
    """Shifts by their places in a table, in which each stands once."""

    def __init__(self) -> None:
        self._seen: dict[int, int] = {}  # by identity first: to compare shifts takes long
        self._known: dict[Shifted, int] = {}

    def named(self, shifts: Shifts) -> str:
        """The places of some shifts, each after its noise."""
        for shift in shifts.values():
            if id(shift) not in self._seen:
                self._seen[id(shift)] = self._known.setdefault(shift, len(self._known))
        return " ".join(f"{number} {self._seen[id(shift)]}" for number, shift in shifts.items())

    @property
    def entries(self) -> tuple[stated.Shift, ...]:
        """The table."""
        return tuple((_affine(shift.by), _affine(shift.size)) for shift in self._known)


def stated_alignment(
    certificate: Certificate, leads: Mapping[str, int], *, corners: bool = False
) -> stated.Alignment:
    """An alignment whose shifts stand once each, in a table."""
    table = _Table()
    shifts = {
        word: tuple(tuple(map(table.named, boxes)) for boxes in paths)
        for word, paths in certificate.items()
    }
    return stated.Alignment(table.entries, shifts, leads, corners)


def stated_steps(certificate: Sequence[StepShifts]) -> stated.StepAlignment:
    """The alignment of a program by steps; one member of the certificate for each box of moves."""
    table, steps = _Table(), []
    for alike in zip(*(way.steps for way in certificate), strict=True):
        words = {}
        for word in alike[0]:
            paths = zip(*(state[word] for state in alike), strict=True)
            words[word] = tuple(tuple(map(table.named, boxes)) for boxes in paths)
        steps.append(words)
    thresholds = tuple(way.threshold for way in certificate)
    return stated.StepAlignment(table.entries, thresholds, tuple(steps))


def stated_decay(decay: Decay) -> stated.Decay:
    """A certificate of decay (`decay.py`)."""
    multipliers = tuple(stated.Multipliers(m.conditions, m.released) for m in decay.multipliers)
    return stated.Decay(
        decay.move, decay.base, decay.path, decay.noises, multipliers, decay.impossible
    )


def _affine(number: Affine) -> stated.Affine:
    return number.constant, number.slopes
