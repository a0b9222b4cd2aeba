"""Where integer noise on released values attains its largest loss, on all integer inputs.

A program that compares nothing and releases integers, each with discrete Laplace noise of its own,
has the loss Σ |Δ_i|/b_i at every output that lies on the far side of all places; the largest of
these sums is at a corner of the moves, where the alignment that bounds it is met.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from dpverify.checkers.answers.places import WordPlace
from dpverify.checkers.enclosures.pairs import MOST_ENTRIES, entries_label
from dpverify.checkers.kernel.certificates.moves import Relation, relation
from dpverify.defs.continuous.trace import Family
from dpverify.defs.documents.traced import Path, Traced
from dpverify.defs.numbers import Value, exp

Numbers = tuple[Fraction, ...]


def attained(family: Family, moves: str, eps: Fraction) -> WordPlace | None:
    """Two integer inputs and released values with the largest loss; None for other programs.

    Args: eps the number that stands for ε, 1 where no scale has the form c/ε.
    """
    paths = [(word, path) for word, several in family.traced.words.items() for path in several]
    if len(paths) != 1 or len(family.entries) > MOST_ENTRIES:
        return None
    ((word, path),) = paths
    if not _releases_alone(family.traced, path):
        return None
    unit = eps if family.traced.symbolic else Fraction(1)
    rates = [unit / family.traced.noises[form.noises[0][0]].scale for form in path.released]
    still = _values(path, family.entries, (Fraction(0),) * len(family.entries))

    def loss(corner: Numbers) -> Fraction:
        steps = zip(_values(path, family.entries, corner), still, rates, strict=True)
        return sum((abs(a - b) * rate for a, b, rate in steps), Fraction(0))

    known = relation(moves, len(family.entries))
    # Where no value moves, all corners have the loss 0; a place has two inputs nevertheless.
    move = max(filter(any, _corners(known)), key=loss, default=None)
    if move is None:
        return None
    origin = known.base(move)
    first = tuple(x + step for x, step in zip(origin, move, strict=True))
    there = _values(path, family.entries, origin)
    # At its own places the first input is as likely as it can be, the second e^loss times less.
    released = _values(path, family.entries, first)
    return WordPlace(
        (entries_label(first), entries_label(origin)),
        word,
        released,
        (_mass(released, released, rates), _mass(released, there, rates)),
        entries=(first, origin),
        integers=True,
    )


def _releases_alone(traced: Traced, path: Path) -> bool:
    """Whether each value has one discrete Laplace noise of its own, taken once, and no more."""
    if path.conditions or not path.released:
        return False
    single = all(len(form.noises) == 1 and abs(form.noises[0][1]) == 1 for form in path.released)
    if not single:
        return False
    numbers = [form.noises[0][0] for form in path.released]
    own = len(set(numbers)) == len(numbers)
    whole = all(
        k.denominator == 1
        for form in path.released
        for k in (form.shift.constant, *(factor for _, factor in form.shift.gaps))
    )
    return own and whole and all(traced.noises[n].law == "laplace" for n in numbers)


def _corners(moves: Relation) -> Iterator[Numbers]:
    for box in moves.boxes(integers=True):
        yield from product(*(sorted(set(side)) for side in box))


def _values(path: Path, entries: Sequence[str], numbers: Numbers) -> Numbers:
    """The released values of an input without their noise."""
    at = dict(zip(entries, numbers, strict=True))
    return tuple(form.shift.at(at) for form in path.released)


def _mass(released: Numbers, places: Numbers, rates: Sequence[Fraction]) -> Value:
    """∏ (1−r)/(1+r)·r^|v − place| with r = e^(−rate)."""
    mass = Value(1)
    for value, place, rate in zip(released, places, rates, strict=True):
        ratio = exp(-rate)
        mass = mass * (1 - ratio) / (1 + ratio) * exp(-rate * abs(value - place))
    return mass
