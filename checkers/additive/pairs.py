"""From a traced program to pairs of laws, where its values have the same noise on both inputs.

What must never change: a program that does more than release such values is refused with the
reason; a pair is made only of what both inputs have in common, law by law and scale by scale.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import Final

from dpverify.checkers.continuous.program import Program
from dpverify.checkers.enclosures.pairs import MOST_ENTRIES, Numbers, entries_label
from dpverify.checkers.enclosures.parts import Part, in_numbers, parts
from dpverify.checkers.enclosures.vectors import gaussian_square, simple
from dpverify.checkers.kernel.certificates.alignment import boxes
from dpverify.checkers.unsupported import of_more_than_released
from dpverify.defs.documents.traced import Traced, substituted
from dpverify.defs.errors import Undecided
from dpverify.defs.laws.contract import Move
from dpverify.defs.laws.gaussian import GaussianShift
from dpverify.defs.laws.registry import noise_law
from dpverify.defs.pairs.contract import Identical, Pair

CONVEX: Final = frozenset(
    {"pure-dp", "local-dp", "bounded-range", "renyi-dp", "chi-squared-dp", "zcdp"}
)
"""Definitions whose value for independent noise of a convex law is a sum, over the released values,
of convex functions of how far the value moves, or rises with such a sum."""
OF_THE_LOSS: Final = frozenset({"probabilistic-dp", "privacy-at-risk"})
"""Definitions that no post-processing argument covers: P[L > ε] may grow under post-processing."""
MOST_INTEGERS: Final = 6
"""Entries of which all 3^n moves of integers are tried."""


@dataclass(frozen=True)
class Placed:
    """The pair of laws of an ordered pair of inputs; `entries` where all real inputs are meant."""

    inputs: tuple[str, str]
    pair: Pair
    entries: tuple[Numbers, Numbers] | None = None


@dataclass(frozen=True)
class Moves:
    """By how much the released values differ between two inputs.

    Args: square μ² of the Gaussian values; others law, scale and signed distance of each other
        value in turn, zeros included; a positive one is further along its noise on the first input;
        whole whether the noise is integer.
    """

    square: Fraction
    others: tuple[tuple[str, Fraction, Fraction], ...]
    whole: bool = False

    def pair(self) -> Pair:
        """The laws on the two inputs.

        Raises: Undecided("unsupported") where noise of several kinds moves.
        """
        moved = [(law, Move(scale, by)) for law, scale, by in self.others if by]
        kinds = {law for law, _ in moved} | ({"gaussian"} if self.square else set())
        if len(kinds) > 1:
            raise unsupported(f"laws that move together: {', '.join(sorted(kinds))}")
        if not kinds:
            return Identical()
        if self.square:
            return GaussianShift(self.square)
        return noise_law(min(kinds), whole=self.whole).pair([move for _, move in moved])

    def back(self) -> Moves:
        """The move from the first input to the second."""
        others = tuple((law, scale, -by) for law, scale, by in self.others)
        return Moves(self.square, others, self.whole)

    @property
    def distances(self) -> list[Fraction]:
        """How far each value moves, Gaussian ones together."""
        return [self.square, *(abs(by) / scale for _, scale, by in self.others)]


def placed_pairs(program: Program, definition: str) -> Iterator[Placed]:
    """The pairs of the listed inputs, or for all real inputs those among which the worst is.

    Raises: Undecided("unsupported") where more is done than values released, or where noise of
        several kinds moves.
    """
    if program.everywhere:
        yield from _everywhere(program, definition)
        return
    numbers = {label: in_numbers(one, program.eps) for label, one in program.inputs.items()}
    whole = program.integers
    for first, second in program.pairs:
        moves = moves_of(numbers[first], numbers[second], whole=whole)
        yield Placed((first, second), moves.pair())


def moves_of(one: Traced, other: Traced, *, whole: bool = False) -> Moves:
    """How the values of a program, in numbers, move from the second input to the first."""
    here, there = _released(one), _released(other)
    if (here.word, here.count) != (there.word, there.count):
        raise unsupported("outputs that tell the inputs apart without it")
    square = gaussian_square(here.parts, there.parts, here.count)
    return Moves(square, tuple(_other_moves(here.parts, there.parts)), whole)


def _everywhere(program: Program, definition: str) -> Iterator[Placed]:
    """The pairs of all inputs among which the worst is.

    Real inputs: the places of the values are linear in the move Δ of the input. What a definition
    asks of Gaussian noise rises with μ², a convex function of Δ, and a convex function is largest
    at a corner of what neighbours may do. So are the CONVEX definitions for a convex law. For all
    else there must be a corner where every value is furthest: laws that are nearer are a
    post-processing of those, for all densities here are log-concave.

    Integer inputs: entries move by −1, 0 or 1, and every such move is tried.
    """
    family, most = program.family, MOST_INTEGERS if program.integers else MOST_ENTRIES
    if family is None or len(family.entries) > most:
        raise unsupported(f"all inputs with more than {most} entries")
    traced = in_numbers(family.traced, program.eps)
    origin = (Fraction(0),) * len(family.entries)

    def at(place: Numbers) -> Traced:
        return substituted(traced, dict(zip(family.entries, place, strict=True)))

    here, tried = at(origin), set[Moves]()
    for box in boxes(program.moves or "", len(family.entries)):
        places = [*product(*(_sides(side, program.integers) for side in box))]
        steps = [moves_of(at(place), here, whole=program.integers) for place in places]
        numbers = range(len(steps)) if program.integers else _worst(steps, definition)
        for number in numbers:
            if program.integers:
                if places[number] == origin or steps[number] in tried:
                    continue
                tried |= {steps[number], steps[number].back()}
            ends = entries_label(origin), entries_label(places[number])
            forth = moves_of(here, at(places[number]), whole=program.integers).pair()
            yield Placed(ends, forth, (origin, places[number]))
            yield Placed(ends[::-1], steps[number].pair(), (places[number], origin))


def _sides(side: tuple[Fraction, Fraction], integers: bool) -> list[Fraction]:
    """The ends of what an entry may move by; of integers all that lies between as well."""
    low, high = sorted(side)
    if not integers:
        return sorted({low, high})
    return [Fraction(step) for step in range(ceil(low), floor(high) + 1)]


def _worst(steps: Sequence[Moves], definition: str) -> list[int]:
    """The places of the corners among which the worst is."""
    every = range(len(steps))
    kinds = {law for step in steps for law, _, by in step.others if by}
    if not kinds or (definition in CONVEX and all(noise_law(kind).convex for kind in kinds)):
        return [*every]
    if definition in OF_THE_LOSS and any(sum(map(bool, s.distances)) > 1 for s in steps):
        raise unsupported("all real inputs and several values that move")
    largest = [max(column) for column in zip(*(s.distances for s in steps), strict=True)]
    furthest = [number for number in every if steps[number].distances == largest]
    if not furthest:
        raise unsupported("all real inputs, and values that are not furthest apart together")
    return furthest[:1]


@dataclass(frozen=True)
class _Released:
    word: str
    count: int
    parts: list[Part]


def _released(traced: Traced) -> _Released:
    """The values of a program that has one path, no comparison on it, and noise on every value."""
    paths = [(word, path) for word, several in traced.words.items() for path in several]
    if len(paths) != 1 or paths[0][1].conditions:
        raise unsupported("comparisons before the release")
    word, path = paths[0]
    if not path.released:
        raise unsupported("no released values")
    found = parts(traced.noises, path)
    if found is None or not all(map(simple, found)):
        raise unsupported("values that share noise which is not Gaussian")
    return _Released(word, len(path.released), found)


def _other_moves(
    here: Sequence[Part], there: Sequence[Part]
) -> Iterator[tuple[str, Fraction, Fraction]]:
    for one, other in zip(_with_one_noise(here), _with_one_noise(there), strict=True):
        ((number, (terms, mean)),) = one.released
        ((noise, factor),) = terms.items()
        ((same, (others, its)),) = other.released
        if number != same or one.sources != other.sources or terms != others:
            raise unsupported("values whose noise differs between the inputs")
        # The value is factor·noise + mean, so its noise makes up for a move by that over the
        # factor. Integer noise does so by integers alone: else the laws share no number.
        source = one.sources[noise]
        yield source.law, source.size, (mean - its) / factor


def _with_one_noise(found: Sequence[Part]) -> list[Part]:
    """The parts with other noise than Gaussian, in the order of their values."""
    other = [part for part in found if any(s.law != "gaussian" for s in part.sources.values())]
    return sorted(other, key=lambda part: part.released[0][0])


class NotReleased(Undecided):
    """The program does more than release values with the same noise on both inputs."""


def unsupported(what: str) -> NotReleased:
    """What is no pair of this kind, and why."""
    return NotReleased("unsupported", of_more_than_released(what))
