"""The linear programme of one path: the cheapest shifts, as affine functions of the input's move.

Unknown are, for each noise, a constant and a slope for each entry with which it shares a form.
Everything here is in floats and only proposes; `kernel/certificates/alignment.py` confirms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from dpverify.checkers.continuous.path_class import Renamed
from dpverify.checkers.kernel.certificates.alignment import Affine, Change, Shifted
from dpverify.defs.clock import look, seconds_left
from dpverify.defs.documents.traced import exact_law

LONGEST = 30.0
"""Seconds that the solver has for one programme: most take milliseconds."""

Terms = Mapping[int, float]
"""A linear expression: unknown ↦ factor."""


class Programme:
    """Unknowns with bounds, a cost, and rows Σ factor·unknown ≤ right or = right."""

    def __init__(self) -> None:
        self.costs: list[float] = []
        self.bounds: list[tuple[float | None, float | None]] = []
        self.at_most: list[tuple[Terms, float]] = []
        self.equal: list[tuple[Terms, float]] = []
        self.whole: list[bool] = []

    def unknown(self, cost: float = 0.0, low: float | None = None, whole: bool = False) -> int:
        """A new unknown, at least `low`, an integer if `whole`."""
        self.costs.append(cost)
        self.whole.append(whole)
        self.bounds.append((low, None))
        return len(self.costs) - 1

    def solution(self) -> list[float] | None:
        """The cheapest values of the unknowns; None where the solver finds none in time."""
        from scipy.optimize import linprog

        if not self.costs:
            return []
        upper, upper_right = self._matrix(self.at_most)
        same, same_right = self._matrix(self.equal)
        look()
        done = linprog(
            self.costs, upper, upper_right, same, same_right, bounds=self.bounds, method="highs",
            integrality=[int(w) for w in self.whole] if any(self.whole) else None,
            options={"time_limit": seconds_left(LONGEST)},
        )  # fmt: skip
        look()
        return [float(x) for x in done.x] if done.status == 0 else None

    def _matrix(self, rows: list[tuple[Terms, float]]) -> tuple[object, object]:
        from scipy.sparse import coo_matrix

        if not rows:
            return None, None
        cells = [(i, j, k) for i, (terms, _) in enumerate(rows) for j, k in terms.items()]
        i, j, k = zip(*cells, strict=True) if cells else ((), (), ())
        shape = len(rows), len(self.costs)
        return coo_matrix((k, (i, j)), shape).tocsr(), [right for _, right in rows]


@dataclass(frozen=True)
class Floating:
    """An affine function of the move in floats."""

    constant: float
    slopes: Mapping[int, float]

    def rounded(self, denominator: int) -> Affine:
        """In fractions of at most that denominator, without slopes that are 0."""
        slopes = {i: Fraction(k).limit_denominator(denominator) for i, k in self.slopes.items()}
        return Affine(
            Fraction(self.constant).limit_denominator(denominator),
            tuple((i, k) for i, k in slopes.items() if k),
        )


Proposal = Mapping[int, tuple[Floating, Floating]]
"""For each noise its shift and the size of that."""


def proposed(path: Renamed, *, whole: bool = False) -> Proposal | None:
    """The cheapest shifts in floats, integers if `whole`; None where the solver finds none.

    The cost is the largest Σ size/scale over the box.
    """
    unknown = _Unknown(path, whole)
    unknown.price()
    unknown.keep()
    values = unknown.programme.solution()
    if values is None:
        return None

    def floating(which: tuple[int, dict[int, int]]) -> Floating:
        constant, slopes = which
        return Floating(values[constant], {i: values[u] for i, u in slopes.items()})

    pairs = zip(unknown.shifts, unknown.sizes, strict=True)
    return {number: (floating(by), floating(size)) for number, (by, size) in enumerate(pairs)}


class _Unknown:
    """The unknown shifts of a path and their sizes, and what they must satisfy."""

    def __init__(self, path: Renamed, whole: bool) -> None:
        self.path, self.programme = path, Programme()
        entries: list[list[int]] = [[] for _ in path.noises]
        for number, entry in _together(path):
            entries[number].append(entry)
        new = self.programme.unknown
        self.shifts = [
            (new(whole=whole), {i: new(whole=whole) for i in chosen}) for chosen in entries
        ]
        self.sizes = [
            (new(1 / float(noise.scale)), {i: new() for i in chosen})
            for noise, chosen in zip(path.noises, entries, strict=True)
        ]
        self._box = [(float(low), float(high)) for low, high in path.box]

    def price(self) -> None:
        """±shift ≤ size; an exponential shift is ≥ 0; the largest Σ size/scale is paid."""
        paid: list[dict[int, float]] = [{} for _ in self._box]
        for noise, (by, slopes), (size, size_slopes) in zip(
            self.path.noises, self.shifts, self.sizes, strict=True
        ):
            for sign in (1.0, -1.0):
                parts = {i: ({u: sign, size_slopes[i]: 1.0}, 0.0) for i, u in slopes.items()}
                self._not_negative({by: sign, size: 1.0}, 0.0, parts)
            if exact_law(noise.law) == "exponential":
                only = {i: ({u: 1.0}, 0.0) for i, u in slopes.items()}
                self._not_negative({by: 1.0}, 0.0, only)
            for i, u in size_slopes.items():
                paid[i][u] = 1 / float(noise.scale)
        for ends, terms in zip(self._box, paid, strict=True):
            if terms:
                most = self.programme.unknown(1.0)
                for end in ends:
                    row = {u: end * k for u, k in terms.items()}
                    self.programme.at_most.append(({**row, most: -1.0}, 0.0))

    def keep(self) -> None:
        """No condition decreases, no released value changes."""
        for change in self.path.path.conditions:
            whole, parts = self._expression(change)
            self._not_negative(whole, float(change.moved.constant), parts)
        for change in self.path.path.released:
            whole, parts = self._expression(change)
            self.programme.equal.append((whole, -float(change.moved.constant)))
            self.programme.equal.extend((terms, -factor) for terms, factor in parts.values())

    def _not_negative(
        self, whole: dict[int, float], fixed: float, parts: Mapping[int, tuple[Terms, float]]
    ) -> None:
        """whole + fixed + Σ (part of an entry)·(its move) ≥ 0 for all moves.

        Of each part that is not known its least value over the box becomes an unknown.
        """
        row = {unknown: -k for unknown, k in whole.items()}
        for entry, (terms, factor) in parts.items():
            if not terms:
                fixed += min(factor * end for end in self._box[entry])
                continue
            least = self.programme.unknown()
            row[least] = -1.0
            for end in self._box[entry]:
                below = {unknown: -end * k for unknown, k in terms.items()}
                self.programme.at_most.append(({**below, least: 1.0}, end * factor))
        self.programme.at_most.append((row, fixed))

    def _expression(
        self, change: Change
    ) -> tuple[dict[int, float], dict[int, tuple[dict[int, float], float]]]:
        """The change of a form: its constant part, and for each entry unknowns and a number."""
        whole: dict[int, float] = {}
        parts: dict[int, tuple[dict[int, float], float]] = {
            entry: ({}, float(slope)) for entry, slope in change.moved.slopes
        }
        for number, factor in change.noises:
            constant, slopes = self.shifts[number]
            whole[constant] = float(factor)
            for entry, unknown in slopes.items():
                parts.setdefault(entry, ({}, 0.0))[0][unknown] = float(factor)
        return whole, parts


def rounded(found: Proposal, denominator: int, *, whole: bool = False) -> dict[int, Shifted]:
    """The proposal in fractions of at most that denominator, without what is 0.

    Args: whole the shifts, though not their sizes, in integers.
    """
    shifts = {
        number: Shifted(by.rounded(1 if whole else denominator), size.rounded(denominator))
        for number, (by, size) in found.items()
    }
    return {number: shift for number, shift in shifts.items() if shift.by != Affine()}


def _together(path: Renamed) -> Iterable[tuple[int, int]]:
    """The pairs of a noise and an entry on which its shift may depend.

    They share a form; or the entry is torn: its move helps one form and hurts another, or a value
    that is released moves with it. Then it matters to all noises which way it goes.
    """
    rows = (*path.path.conditions, *path.path.released)
    pairs = {(n, i) for row in rows for n, _ in row.noises for i, _ in row.moved.slopes}
    ways = {(i, k > 0) for row in path.path.conditions for i, k in row.moved.slopes}
    torn = {i for row in path.path.released for i, _ in row.moved.slopes}
    torn |= {i for i, up in ways if (i, not up) in ways}
    return sorted(pairs | {(n, i) for n in range(len(path.noises)) for i in torn})
