"""The linear programmes of a walk: how fast a path's probability falls, and a point inside it.

Everything here is in floats and only proposes; `checkers/kernel/certificates/decay.py` confirms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpverify.checkers.continuous.shift_program import Programme
from dpverify.checkers.kernel.certificates.decay import Multipliers
from dpverify.defs.documents.traced import Form, Noise, Path, exact_law

FAR = 1e4
"""A bound of the multipliers that show that a path becomes impossible; any would do."""


@dataclass(frozen=True)
class Pulled:
    """Multipliers in floats, their rate, and how much a step of each entry counts."""

    conditions: tuple[float, ...]
    released: tuple[float, ...]
    rate: float
    slopes: tuple[float, ...]
    impossible: bool

    def rounded(self, denominator: int) -> Multipliers:
        """In fractions of at most that denominator, conditions' not below 0."""
        y = (Fraction(max(x, 0.0)).limit_denominator(denominator) for x in self.conditions)
        w = (Fraction(x).limit_denominator(denominator) for x in self.released)
        return Multipliers(tuple(y), tuple(w))


class Pull:
    """Multipliers of one path: the same programme for every direction of the walk."""

    def __init__(self, noises: Sequence[Noise], path: Path, entries: Sequence[str]) -> None:
        self._noises, self._path, self._entries = noises, path, entries
        self._number = {name: i for i, name in enumerate(entries)}

    def along(self, move: Sequence[float], *, impossible: bool = False) -> Pulled | None:
        """The largest rate along a move; None where the solver finds none.

        Where the path becomes impossible, no largest rate exists; the result then says so.
        """
        programme = Programme()
        rows: list[Form] = [*self._path.conditions, *self._path.released]
        gains = [
            -sum(float(k) * move[self._number[name]] for name, k in form.shift.gaps)
            for form in rows
        ]
        for i, gain in enumerate(gains):
            low = 0.0 if i < len(self._path.conditions) else (-FAR if impossible else None)
            programme.unknown(-gain, low)
            if impossible:
                programme.bounds[i] = (low, FAR)
        pulls: dict[int, dict[int, float]] = {}
        for i, form in enumerate(rows):
            for number, factor in form.noises:
                pulls.setdefault(number, {})[i] = float(factor)
        for number, terms in pulls.items():
            noise = self._noises[number]
            most = 0.0 if impossible else 1 / float(noise.scale)
            programme.at_most.append((terms, most))
            if exact_law(noise.law) == "laplace":
                programme.at_most.append(({i: -k for i, k in terms.items()}, most))
        found = programme.solution()
        if found is None:
            return None if impossible else self.along(move, impossible=True)
        slopes = [0.0] * len(self._entries)
        for x, form in zip(found, rows, strict=True):
            for name, k in form.shift.gaps:
                slopes[self._number[name]] -= x * float(k)
        count = len(self._path.conditions)
        rate = sum(x * gain for x, gain in zip(found, gains, strict=True))
        return Pulled(tuple(found[:count]), tuple(found[count:]), rate, tuple(slopes), impossible)


def inside(
    noises: Sequence[Noise], path: Path, entries: Sequence[str], *, still: bool
) -> tuple[tuple[float, ...], tuple[float, ...]] | None:
    """Noises strictly inside a path, and the input for it: all entries 0 if `still`.

    The distance from every condition is up to 1, and then noise as likely as can be; None where
    no such point is found.
    """
    programme = Programme()
    margin = programme.unknown(-FAR)
    programme.bounds[margin] = (0.0, 1.0)
    sizes = [programme.unknown(1 / float(noise.scale)) for noise in noises]
    points = [programme.unknown() for _ in noises]
    base = {name: programme.unknown() for name in entries}
    widest = programme.unknown(1.0)
    for noise, size, z in zip(noises, sizes, points, strict=True):
        programme.at_most.append(({z: 1.0, size: -1.0}, 0.0))
        programme.at_most.append(({z: -1.0, size: -1.0}, 0.0))
        if exact_law(noise.law) == "exponential":
            programme.at_most.append(({z: -1.0, margin: 1.0}, 0.0))
    for x in base.values():
        programme.bounds[x] = (0.0, 0.0) if still else (-FAR, FAR)
        programme.at_most.append(({x: 1.0, widest: -1.0}, 0.0))
        programme.at_most.append(({x: -1.0, widest: -1.0}, 0.0))
    for form in path.conditions:
        terms = {points[n]: -float(k) for n, k in form.noises}
        for name, k in form.shift.gaps:
            terms[base[name]] = terms.get(base[name], 0.0) - float(k)
        programme.at_most.append(({**terms, margin: 1.0}, float(form.shift.constant)))
    found = programme.solution()
    if found is None or found[margin] <= 0:
        return None
    return tuple(found[z] for z in points), tuple(found[x] for x in base.values())
