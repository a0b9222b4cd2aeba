"""From a traced program to pairs of laws, where its values have the same noise on both inputs.

What must never change: a program that does more than release such values is refused with the
reason; a pair is made only of what both inputs have in common, law by law and scale by scale.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final

from dpverify.checkers.continuous.program import Program
from dpverify.checkers.enclosures.pairs import MOST_ENTRIES, Numbers, entries_label
from dpverify.checkers.enclosures.parts import Part, in_numbers, parts
from dpverify.checkers.enclosures.vectors import gaussian_square, simple
from dpverify.checkers.kernel.certificates.alignment import boxes
from dpverify.checkers.unsupported import NO_LAW
from dpverify.defs.documents.traced import Traced, substituted
from dpverify.defs.errors import Undecided
from dpverify.defs.pairs.contract import Identical, Pair
from dpverify.defs.pairs.gaussian import GaussianShift
from dpverify.defs.pairs.laplace import LaplaceShift
from dpverify.defs.pairs.one_sided import ExponentialFall, ExponentialRise, UniformShift

CONVEX: Final = frozenset({"pure-dp", "local-dp", "bounded-range", "renyi-dp", "zcdp"})
"""Definitions whose value for independent Laplace noise is a sum, over the released values, of
convex functions of how far the value moves."""
OF_THE_LOSS: Final = frozenset({"probabilistic-dp", "privacy-at-risk"})
"""Definitions that no post-processing argument covers: P[L > ε] may grow under post-processing."""


@dataclass(frozen=True)
class Placed:
    """The pair of laws of an ordered pair of inputs; `entries` where all real inputs are meant."""

    inputs: tuple[str, str]
    pair: Pair
    entries: tuple[Numbers, Numbers] | None = None


@dataclass(frozen=True)
class Moves:
    """By how much the released values differ between two inputs.

    Args: square μ² of the Gaussian values; others law and signed distance, in scales, of each
        other value in turn, zeros included; a positive one is further along its noise on the first
        input.
    """

    square: Fraction
    others: tuple[tuple[str, Fraction], ...]

    def pair(self) -> Pair:
        """The laws on the two inputs.

        Raises: Undecided("unsupported") where noise of several kinds moves.
        """
        moved = [(law, share) for law, share in self.others if share]
        kinds = {law for law, _ in moved} | ({"gaussian"} if self.square else set())
        if len(kinds) > 1:
            raise unsupported(f"laws that move together: {', '.join(sorted(kinds))}")
        return _pair(min(kinds, default=None), self.square, [share for _, share in moved])


def placed_pairs(program: Program, definition: str) -> Iterator[Placed]:
    """The pairs of the listed inputs, or for all real inputs those among which the worst is.

    Raises: Undecided("unsupported") where more is done than values released, or where noise of
        several kinds moves.
    """
    if program.everywhere:
        yield from _at_corners(program, definition)
        return
    numbers = {label: in_numbers(one, program.eps) for label, one in program.inputs.items()}
    for first, second in program.pairs:
        yield Placed((first, second), moves_of(numbers[first], numbers[second]).pair())


def moves_of(one: Traced, other: Traced) -> Moves:
    """How the values of a program, in numbers, move from the second input to the first."""
    here, there = _released(one), _released(other)
    if (here.word, here.count) != (there.word, there.count):
        raise unsupported("outputs that tell the inputs apart without it")
    square = gaussian_square(here.parts, there.parts, here.count)
    return Moves(square, tuple(_other_moves(here.parts, there.parts)))


def _at_corners(program: Program, definition: str) -> Iterator[Placed]:
    """The pairs where the input moves to a corner of what neighbours may do.

    The places of the values are linear in the move Δ of the input. What a definition asks of
    Gaussian noise rises with μ², a convex function of Δ, and a convex function is largest at a
    corner. So are the CONVEX definitions for Laplace noise. For all else there must be a corner
    where every value is furthest: laws that are nearer are a post-processing of those.
    """
    family = program.family
    if family is None or len(family.entries) > MOST_ENTRIES:
        raise unsupported(f"all real inputs with more than {MOST_ENTRIES} entries")
    traced = in_numbers(family.traced, program.eps)
    origin = (Fraction(0),) * len(family.entries)
    here = substituted(traced, dict(zip(family.entries, origin, strict=True)))
    for box in boxes(program.moves or "", len(family.entries)):
        corners = list(product(*(sorted(set(side)) for side in box)))
        inputs = [
            substituted(traced, dict(zip(family.entries, corner, strict=True)))
            for corner in corners
        ]
        steps = [moves_of(there, here) for there in inputs]
        for number in _worst(steps, definition):
            ends = entries_label(origin), entries_label(corners[number])
            forth = moves_of(here, inputs[number]).pair()
            yield Placed(ends, forth, (origin, corners[number]))
            yield Placed(ends[::-1], steps[number].pair(), (corners[number], origin))


def _worst(steps: Sequence[Moves], definition: str) -> list[int]:
    """The places of the corners among which the worst is."""
    every = range(len(steps))
    kinds = {law for step in steps for law, share in step.others if share}
    if not kinds or (kinds == {"laplace"} and definition in CONVEX):
        return [*every]
    if definition in OF_THE_LOSS and any(sum(map(bool, _distances(s))) > 1 for s in steps):
        raise unsupported("all real inputs and several values that move")
    largest = [max(column) for column in zip(*map(_distances, steps), strict=True)]
    furthest = [number for number in every if _distances(steps[number]) == largest]
    if not furthest:
        raise unsupported("all real inputs, and values that are not furthest apart together")
    return furthest[:1]


def _distances(step: Moves) -> list[Fraction]:
    return [step.square, *(abs(share) for _, share in step.others)]


def _pair(law: str | None, square: Fraction, shares: Sequence[Fraction]) -> Pair:
    match law:
        case None:
            return Identical()
        case "gaussian":
            return GaussianShift(square)
        case "laplace":
            return LaplaceShift([abs(share) for share in shares])
        case "uniform":
            both = Fraction(1)
            for share in shares:
                both *= max(Fraction(0), 1 - abs(share) / 2)
            return UniformShift(1 - both)
        case "exponential" if len(shares) == 1:
            (share,) = shares
            return ExponentialRise(share) if share > 0 else ExponentialFall(-share)
        case "exponential":
            raise unsupported("several values that move, each with exponential noise")
        case _:
            raise unsupported(f"a law that is not known here, {law}")


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


def _other_moves(here: Sequence[Part], there: Sequence[Part]) -> Iterator[tuple[str, Fraction]]:
    for one, other in zip(_with_one_noise(here), _with_one_noise(there), strict=True):
        ((number, (terms, mean)),) = one.released
        ((noise, factor),) = terms.items()
        ((same, (others, its)),) = other.released
        if number != same or one.sources != other.sources or terms != others:
            raise unsupported("values whose noise differs between the inputs")
        source = one.sources[noise]
        yield source.law, (mean - its) / (factor * source.size)


def _with_one_noise(found: Sequence[Part]) -> list[Part]:
    """The parts with other noise than Gaussian, in the order of their values."""
    other = [part for part in found if any(s.law != "gaussian" for s in part.sources.values())]
    return sorted(other, key=lambda part: part.released[0][0])


def unsupported(what: str) -> Undecided:
    """What is no pair of this kind, and why."""
    return Undecided(
        "unsupported",
        f"not decided for programs with continuous noise and {what}; pure-dp, local-dp and"
        f" approx-dp may be. For others: {NO_LAW}",
    )
