"""From a traced program to pairs of laws, where its values have the same noise on both inputs.

What must never change: a program that does more than release such values is refused with the
reason; a pair is made only of what both inputs have in common, law by law and scale by scale.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never

from dpverify.checkers.additive.ball import worst_move
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.enclosures.pairs import Numbers, corners_apart, entries_label
from dpverify.checkers.enclosures.parts import Part, in_numbers, parts
from dpverify.checkers.enclosures.vectors import gaussian_square, simple
from dpverify.checkers.unsupported import NotReleased, Shape, not_released
from dpverify.defs.definitions.declared import WorstCorner
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.documents.traced import Traced, substituted
from dpverify.defs.errors import InternalError, Undecided
from dpverify.defs.laws.contract import Move
from dpverify.defs.laws.gaussian import GaussianShift
from dpverify.defs.laws.registry import noise_law
from dpverify.defs.pairs.contract import Identical, Pair


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
            raise not_released(Shape.LAWS_TOGETHER, ", ".join(sorted(kinds)))
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


def placed_pairs(program: Program, definition: Definition) -> Iterator[Placed]:
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
        yield Placed((first, second), _listed(numbers[first], numbers[second], whole))


def _listed(one: Traced, other: Traced, whole: bool) -> Pair:
    """The laws on two inputs; where values depend on comparisons or scales differ, by densities."""
    try:
        return moves_of(one, other, whole=whole).pair()
    except NotReleased as stop:
        from dpverify.checkers.additive.along import along_pair

        try:
            return along_pair(one, other)
        except Undecided as limit:
            if limit.code != "unsupported":
                raise
            raise stop from None


def moves_of(one: Traced, other: Traced, *, whole: bool = False) -> Moves:
    """How the values of a program, in numbers, move from the second input to the first."""
    here, there = _released(one), _released(other)
    if (here.word, here.count) != (there.word, there.count):
        raise not_released(Shape.TELLING_OUTPUTS)
    square = gaussian_square(here.parts, there.parts, here.count)
    return Moves(square, tuple(_other_moves(here.parts, there.parts)), whole)


def _everywhere(program: Program, definition: Definition) -> Iterator[Placed]:
    """The pairs of all inputs among which the worst is.

    Real inputs: the places of the values are linear in the move Δ of the input. What a definition
    asks of Gaussian noise rises with μ², a convex function of Δ, and a convex function is largest
    at a corner of what neighbours may do. For other noise the definition says where its
    `worst_corner` is: laws that are nearer are a post-processing of those that are further apart,
    for all densities here are log-concave.

    Integer inputs: every move of integers is tried.
    """
    family, moves = program.family, program.relation
    if family is None:
        raise InternalError("the program is not traced on all inputs")
    traced = in_numbers(family.traced, program.eps)
    origin = (Fraction(0),) * len(family.entries)

    known, tried = _Linear(traced, family.entries, program.integers), set[Moves]()
    for places in _polytopes(program, traced, definition):
        steps = [known.moves(place) for place in places]
        numbers = range(len(steps)) if program.integers else _worst(steps, definition.worst_corner)
        for number in numbers:
            if program.integers:
                if places[number] == origin or steps[number] in tried:
                    continue
                tried |= {steps[number], steps[number].back()}
            base = moves.base(places[number])
            there = tuple(x + step for x, step in zip(base, places[number], strict=True))
            ends = entries_label(base), entries_label(there)
            yield Placed(ends, steps[number].back().pair(), (base, there))
            yield Placed(ends[::-1], steps[number].pair(), (there, base))


class _Linear:
    """How released values move: a linear function of how the input does."""

    def __init__(self, traced: Traced, entries: Sequence[str], whole: bool) -> None:
        self.whole = whole
        self.here = _released(substituted(traced, dict.fromkeys(entries, Fraction(0))))
        ((path,),) = traced.words.values()
        number = {name: i for i, name in enumerate(entries)}
        self.slopes = [[(number[n], k) for n, k in form.shift.gaps] for form in path.released]
        self.part = {i: n for n, part in enumerate(self.here.parts) for i, _ in part.released}
        alone = _with_one_noise(self.here.parts)
        self.still = dict(
            zip((part.released[0][0] for part in alone), _other_moves(alone, alone), strict=True)
        )

    def moves(self, step: Numbers) -> Moves:
        """Of the values where the input moves by a step; parts that stay are not looked at."""
        ahead = {
            i: by
            for i, slopes in enumerate(self.slopes)
            if (by := sum((k * step[j] for j, k in slopes), Fraction(0)))
        }
        there = [self.here.parts[n] for n in sorted({self.part[i] for i in ahead})]
        here = [
            replace(
                part,
                released=tuple(
                    (i, (terms, mean + ahead.get(i, Fraction(0))))
                    for i, (terms, mean) in part.released
                ),
            )
            for part in there
        ]
        moved = (part.released[0][0] for part in _with_one_noise(there))
        others = {**self.still, **dict(zip(moved, _other_moves(here, there), strict=True))}
        square = gaussian_square(here, there, self.here.count)
        return Moves(square, tuple(others.values()), self.whole)


def _polytopes(program: Program, traced: Traced, definition: Definition) -> Iterable[list[Numbers]]:
    """The moves among which the worst is, for each polytope of moves; of integers all."""
    if program.integers:
        return [program.relation.whole()]
    if program.relation.ball is None:
        return corners_apart(program.relation)
    worst = worst_move(program, traced, definition.name)
    if worst is None:
        raise not_released(Shape.NO_RATIONAL_MOVE)
    return [[worst]]


def placed(program: Program, move: Numbers) -> Placed:
    """The pair of an input and the one that a move leads to."""
    family = program.family
    if family is None:
        raise InternalError("the program is not traced on all inputs")
    traced = in_numbers(family.traced, program.eps)
    start = program.relation.base(move)
    there = tuple(x + step for x, step in zip(start, move, strict=True))
    one, other = (
        substituted(traced, dict(zip(family.entries, place, strict=True)))
        for place in (start, there)
    )
    pair = moves_of(one, other, whole=program.integers).pair()
    return Placed((entries_label(start), entries_label(there)), pair, (start, there))


def _worst(steps: Sequence[Moves], worst_corner: WorstCorner) -> list[int]:
    """The places of the corners among which the worst is."""
    every = range(len(steps))
    laws = {law for step in steps for law, _, by in step.others if by}
    if not laws:
        return [*every]
    match worst_corner:
        case "a corner":
            if all(noise_law(law).convex for law in laws):
                return [*every]
        case "the furthest":
            pass
        case "the furthest of one":
            if any(sum(map(bool, step.distances)) > 1 for step in steps):
                raise not_released(Shape.SEVERAL_MOVE)
        case _:
            assert_never(worst_corner)
    largest = [max(column) for column in zip(*(s.distances for s in steps), strict=True)]
    furthest = [number for number in every if steps[number].distances == largest]
    if not furthest:
        raise not_released(Shape.NOT_TOGETHER)
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
        raise not_released(Shape.COMPARISONS_BEFORE)
    word, path = paths[0]
    if not path.released:
        raise not_released(Shape.NOTHING_RELEASED)
    found = parts(traced.noises, path)
    if found is None or not all(map(simple, found)):
        raise not_released(Shape.SHARED_NOT_GAUSSIAN)
    return _Released(word, len(path.released), found)


def _other_moves(
    here: Sequence[Part], there: Sequence[Part]
) -> Iterator[tuple[str, Fraction, Fraction]]:
    for one, other in zip(_with_one_noise(here), _with_one_noise(there), strict=True):
        ((number, (terms, mean)),) = one.released
        ((noise, factor),) = terms.items()
        ((same, (others, its)),) = other.released
        if number != same or one.sources != other.sources or terms != others:
            raise not_released(Shape.DIFFERING_NOISE)
        # The value is factor·noise + mean, so its noise makes up for a move by that over the
        # factor. Integer noise does so by integers alone: else the laws share no number.
        source = one.sources[noise]
        yield source.law, source.size, (mean - its) / factor


def _with_one_noise(found: Sequence[Part]) -> list[Part]:
    """The parts with other noise than Gaussian, in the order of their values."""
    other = [part for part in found if any(s.law != "gaussian" for s in part.sources.values())]
    return sorted(other, key=lambda part: part.released[0][0])
