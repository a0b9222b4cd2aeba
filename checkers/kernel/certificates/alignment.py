"""Re-checks a bound of the privacy loss of a program with continuous noise; nothing is searched.

A program's paths (`defs/documents/traced.py`) are sets {z : every condition ≥ 0} of its noises z,
with released values r(z). Let the input move, and let s be a shift of the noises such that on the
path, from z on the first input to z + s on the second,

- no condition decreases, and no released value changes;
- a noise that is exponential is not shifted downwards.

Then P(path, r ∈ S) on the first input is at most e^k times that on the second, for every S, with
k = Σ_j |s_j|/b_j. Proof: z ↦ z + s maps {path, r ∈ S} of the first into that of the second, keeps
volumes, and the density f of the noises has f(z) ≤ e^k·f(z + s): |z+s| ≤ |z| + |s| for Laplace
noise; f(z + s) = e^{−s/b}·f(z) for z, s ≥ 0 for exponential noise. The paths of a word are disjoint
on either input, each goes to the one of the same place, so the bound holds for words, and with the
largest k over words for every event. This is the proof by alignment of D. Zhang and D. Kifer,
LightDP, POPL 2017.

Here a shift may depend on how far the entries of the input move, in an affine way; all moves of a
box are checked at once, where an affine function is least and largest at a corner, entry by entry.
What must never change: a number is returned only where all of this was confirmed, in fractions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpverify.checkers.kernel.certificates import moves
from dpverify.checkers.kernel.certificates.moves import Box
from dpverify.checkers.kernel.outcome import Fault
from dpverify.defs.documents.traced import Form, Noise, Path, Traced, is_one_sided

ONE = Fraction(1)


@dataclass(frozen=True)
class Affine:
    """constant + Σ slope·(move of the entry); `slopes` holds (number of the entry, slope)."""

    constant: Fraction = Fraction(0)
    slopes: tuple[tuple[int, Fraction], ...] = ()

    def range(self, box: Box) -> tuple[Fraction, Fraction]:
        """The least and the largest value over a box."""
        low = high = self.constant
        for entry, slope in self.slopes:
            ends = slope * box[entry][0], slope * box[entry][1]
            low, high = low + min(ends), high + max(ends)
        return low, high


@dataclass(frozen=True)
class Change:
    """By how much a form changes: Σ factor·(shift of the noise) + what the input's move adds."""

    noises: tuple[tuple[int, Fraction], ...]
    moved: Affine


@dataclass(frozen=True)
class Moved:
    """A path, as the changes of its conditions and of its released values."""

    conditions: tuple[Change, ...]
    released: tuple[Change, ...]


Words = Mapping[str, tuple[Moved, ...]]


@dataclass(frozen=True)
class Shifted:
    """By how much a noise is shifted, and a size that is at least |shift| for every move.

    |shift| is not affine in the move; with an affine size for it, the sum over noises has its
    maximum over a box entry by entry.
    """

    by: Affine
    size: Affine


Shifts = Mapping[int, Shifted]
"""The shift of each noise by its number; what is left out stays."""
Certificate = Mapping[str, Sequence[Sequence[Shifts]]]
"""For each word, path and box the shifts."""


def boxes(relation: str, entries: int, *, integers: bool = False) -> tuple[Box, ...]:
    """The moves of neighbours, as boxes or as corners of them; `moves.py` says which relations are.

    Args: integers as for `Relation.boxes`.
    """
    return moves.relation(relation, entries).boxes(integers=integers)


def family_moved(traced: Traced, entries: Sequence[str]) -> Words:
    """The changes of all paths where entry i, the gap `entries[i]` in each shift, moves."""
    number = {name: i for i, name in enumerate(entries)}
    known: dict[int, Change] = {}  # by identity: paths share forms, and the program keeps them

    def change(form: Form) -> Change:
        if id(form) not in known:
            slopes = tuple((number[name], factor) for name, factor in form.shift.gaps)
            known[id(form)] = Change(form.noises, Affine(slopes=slopes))
        return known[id(form)]

    def moved(path: Path) -> Moved:
        return Moved(tuple(map(change, path.conditions)), tuple(map(change, path.released)))

    return {word: tuple(map(moved, paths)) for word, paths in traced.words.items()}


def pair_moved(traced: Traced, other: Traced) -> Words:
    """The changes of all paths from one input to another; nothing else moves.

    Raises: Fault where the other program's paths are not the same but for their shifts.
    """
    if traced.noises != other.noises or traced.symbolic != other.symbolic:
        raise Fault("the program draws other noise on the second input")
    words = {}
    for word, paths in traced.words.items():
        second = other.words.get(word, ())
        if len(paths) != len(second):
            raise Fault(f"on the second input the word {word} has other paths")
        words[word] = tuple(
            Moved(
                _changes(path.conditions, twin.conditions, word),
                _changes(path.released, twin.released, word),
            )
            for path, twin in zip(paths, second, strict=True)
        )
    return words


def _changes(forms: Sequence[Form], twins: Sequence[Form], word: str) -> tuple[Change, ...]:
    if [form.noises for form in forms] != [twin.noises for twin in twins]:
        raise Fault(f"on the second input the word {word} compares other noise")
    moved = [twin.shift - form.shift for form, twin in zip(forms, twins, strict=True)]
    if not all(shift.finite for shift in moved):
        raise Fault(f"on the word {word} the inputs are further apart than any number")
    return tuple(
        Change(form.noises, Affine(shift.constant))
        for form, shift in zip(forms, moved, strict=True)
    )


def certified(
    noises: Sequence[Noise], words: Words, moves: Sequence[Box], certificate: Certificate
) -> Fraction:
    """The largest privacy loss over all words and moves that the certificate shows.

    Args: words as `family_moved` or `pair_moved` make them; moves the boxes.

    Returns: k ≥ 0, in units of ε where the scales are in units of 1/ε, else in nats.

    Raises: Fault where the certificate does not show it.
    """
    best, ranges = Fraction(0), Ranges()
    if certificate.keys() != words.keys():
        raise Fault("the certificate is about other words")
    for word, paths in words.items():
        if len(certificate[word]) != len(paths):
            raise Fault(f"the certificate does not have each path of the word {word}")
        for path, choices in zip(paths, certificate[word], strict=True):
            if len(choices) != len(moves):
                raise Fault(f"the certificate for the word {word} does not have each box of moves")
            for box, shifts in zip(moves, choices, strict=True):
                best = max(best, cost(noises, path, box, shifts, word, ranges))
    return best


class Ranges:
    """The range of each change after shifts, worked out once: paths share forms and shifts.

    By identity: what was asked about is kept, so that no identity is used twice.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], tuple[tuple[Fraction, Fraction], object]] = {}

    def after(self, change: Change, shifts: Shifts, box: Box) -> tuple[Fraction, Fraction]:
        """The least and the largest change of a form once its noises are shifted."""
        used = [shifts.get(number) for number, _ in change.noises]
        key = (id(change), id(box), *map(id, used))
        if key not in self._known:
            self._known[key] = _after(change, shifts).range(box), (change, box, used)
        return self._known[key][0]

    def least(self, shift: Shifted, box: Box) -> tuple[Fraction, Fraction]:
        """The least shift, and the least of size − |shift|."""
        key = (id(shift), id(box))
        if key not in self._known:
            rest = [_sum(shift.size, shift.by, sign).range(box)[0] for sign in (ONE, -ONE)]
            self._known[key] = (shift.by.range(box)[0], min(rest)), (shift, box)
        return self._known[key][0]


def cost(
    noises: Sequence[Noise],
    path: Moved,
    box: Box,
    shifts: Shifts,
    word: str = "?",
    ranges: Ranges | None = None,
) -> Fraction:
    """At least Σ |s_j|/b_j for all moves of a box, once all else is confirmed; raises Fault.

    Args: ranges what is known of other paths with the same forms and shifts.
    """
    ranges = Ranges() if ranges is None else ranges
    for change in path.conditions:
        if ranges.after(change, shifts, box)[0] < 0:
            raise Fault(f"a condition of the word {word} decreases")
    for change in path.released:
        if any(ranges.after(change, shifts, box)):
            raise Fault(f"a value that the word {word} releases changes")
    constant, slopes = Fraction(0), dict[int, Fraction]()
    for number, shift in shifts.items():
        noise = noises[number]
        least, rest = ranges.least(shift, box)
        if is_one_sided(noise.law) and least < 0:
            raise Fault(f"for the word {word} exponential noise is shifted downwards")
        if rest < 0:
            raise Fault(f"for the word {word} a shift is larger than its size")
        constant += shift.size.constant / noise.scale
        for entry, slope in shift.size.slopes:
            slopes[entry] = slopes.get(entry, Fraction(0)) + slope / noise.scale
    return Affine(constant, tuple(slopes.items())).range(box)[1]


def _sum(one: Affine, other: Affine, factor: Fraction) -> Affine:
    """one + factor·other."""
    slopes = dict(one.slopes)
    for entry, slope in other.slopes:
        slopes[entry] = slopes.get(entry, Fraction(0)) + factor * slope
    return Affine(one.constant + factor * other.constant, tuple(slopes.items()))


def _after(change: Change, shifts: Shifts) -> Affine:
    """The change of a form once its noises are shifted."""
    whole = change.moved
    for number, factor in change.noises:
        shift = shifts.get(number)
        if shift is not None:
            whole = _sum(whole, shift.by, factor)
    return whole
