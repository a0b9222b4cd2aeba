"""A bound of the privacy loss of a program with continuous noise, by alignment.

For each class of paths a linear programme proposes shifts, and the certificate that comes of them
is checked in fractions (`kernel/certificates/alignment.py`). The bound is an upper one: that no
better alignment exists is not claimed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from dpverify.checkers.continuous.one_shift import one_shift
from dpverify.checkers.continuous.path_class import Classes, Renamed
from dpverify.checkers.continuous.shift_program import proposed, rounded
from dpverify.checkers.kernel.certificates.alignment import (
    Certificate,
    Shifts,
    Words,
    boxes,
    certified,
    cost,
    family_moved,
    pair_moved,
)
from dpverify.checkers.kernel.certificates.lead import lead_cost
from dpverify.checkers.kernel.certificates.moves import Box
from dpverify.checkers.kernel.outcome import Fault
from dpverify.defs.clock import look
from dpverify.defs.continuous.trace import Family
from dpverify.defs.documents.traced import Noise, Traced

DENOMINATORS = (1000, 10**6, 10**9)
STILL: tuple[Box, ...] = ((),)
"""The one box of moves where both inputs are given: there is nothing left to move."""


@dataclass(frozen=True)
class Aligned:
    """The privacy loss is at most `bound` (times ε if `symbolic`); `word` is where that is reached.

    Whoever doubts it calls `certified(noises, words, moves, certificate)`, and `lead_cost` for the
    words in `leads`, which are about the shift of one noise by its number.
    """

    bound: Fraction
    symbolic: bool
    word: str
    noises: tuple[Noise, ...]
    words: Words
    moves: tuple[Box, ...]
    certificate: Certificate
    leads: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Unaligned:
    """No alignment was found for a path of this word; nothing is known then, ∞ included."""

    word: str
    reason: str


def align_family(
    family: Family, relation: str | tuple[Box, ...], *, whole: bool = False
) -> Aligned | Unaligned:
    """The bound for all real inputs and all neighbours.

    Args: family as `trace_family` gives it; relation a text as in `boxes`, or the boxes; whole
        whether shifts must be integers, for all integer inputs (`trace_integers`).
    """
    traced = family.traced
    count = len(family.entries)
    moves = boxes(relation, count, integers=whole) if isinstance(relation, str) else relation
    words = family_moved(traced, family.entries)
    if whole:
        return _align(traced, words, moves, whole=True)
    plain, leads, most, where = {}, {}, Fraction(0), ""
    for word, moved in words.items():
        found = _lead(family, word, moves)
        if found is None:
            plain[word] = moved
        else:
            leads[word], price = found
            if price > most or not where:
                most, where = price, word
    rest = _align(traced, plain, moves)
    if isinstance(rest, Unaligned) or not leads:
        return rest
    if rest.bound > most:
        most, where = rest.bound, rest.word
    return replace(rest, bound=most, word=where, leads=leads)


def _lead(family: Family, word: str, moves: Sequence[Box]) -> tuple[int, Fraction] | None:
    """The noise that wins, and the cost of shifting it alone, where a word releases a lead."""
    paths = family.traced.words[word]
    if len(paths) < 2 or not all(len(path.released) == 1 for path in paths):
        return None
    best: tuple[int, Fraction] | None = None
    for number, _ in paths[0].released[0].noises:
        look()
        try:
            costs = [
                lead_cost(family.traced.noises, paths, family.entries, box, number) for box in moves
            ]
        except Fault:
            continue
        if best is None or max(costs) < best[1]:
            best = number, max(costs)
    return best


def align_pair(traced: Traced, other: Traced) -> Aligned | Unaligned:
    """The bound from one input to another: P(S) on the first is at most e^bound·P(S) on the second.

    Args: the program on both inputs, as `trace` gives it.
    """
    try:
        words = pair_moved(traced, other)
    except Fault as fault:
        return Unaligned("", str(fault))
    return _align(traced, words, STILL)


def _align(
    traced: Traced, words: Words, moves: tuple[Box, ...], *, whole: bool = False
) -> Aligned | Unaligned:
    classes = Classes(traced.noises)
    known: dict[object, tuple[Shifts, Fraction] | None] = {}
    certificate: dict[str, list[list[Shifts]]] = {}
    best, where = Fraction(-1), ""
    for word, paths in words.items():
        certificate[word] = []
        for path in paths:
            choices = []
            for box in moves:
                look()
                named = classes.named(path, box)
                if named.key not in known:
                    known[named.key] = _cheapest(classes.renamed(path, box, named), whole)
                found = known[named.key]
                if found is None:
                    return Unaligned(word, "no shift of the noise keeps its path and its values")
                choices.append(classes.with_old_names(found[0], named))
                if found[1] > best:
                    best, where = found[1], word
            certificate[word].append(choices)
    bound = certified(traced.noises, words, moves, certificate)
    return Aligned(bound, traced.symbolic, where, traced.noises, words, moves, certificate)


def _cheapest(path: Renamed, whole: bool) -> tuple[Shifts, Fraction] | None:
    """The cheapest shifts that were found for a class of paths, and their cost."""
    alone = None if whole else one_shift(path)
    if alone is not None:
        return alone
    proposal = proposed(path, whole=whole)
    if proposal is None:
        return None
    for denominator in DENOMINATORS:
        shifts = rounded(proposal, denominator, whole=whole)
        try:
            return shifts, cost(path.noises, path.path, path.box, shifts)
        except Fault:
            continue
    return None
