"""The pairs of inputs that a claim is about, as programs in numbers.

Over all real inputs a program that releases values alone, each with noise of its own or all with
Gaussian noise, is worst where its inputs are furthest apart: δ rises with every |Δ_i|, and for
Gaussian noise with a norm of Δ, which is convex. So it is worst at a corner of the moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from dpverify.checkers.continuous.program import Program
from dpverify.checkers.enclosures.parts import Part, in_numbers, parts
from dpverify.checkers.enclosures.vectors import simple
from dpverify.checkers.kernel.certificates.moves import Relation
from dpverify.checkers.unsupported import Shape, not_enclosed
from dpverify.defs.documents.traced import Traced, substituted

Numbers = tuple[Fraction, ...]
MOST_ENTRIES = 12
NONE = Fraction(0)


@dataclass(frozen=True)
class Pair:
    """Two programs in numbers; `entries` are the inputs where all real ones are meant."""

    inputs: tuple[str, str]
    one: Traced
    other: Traced
    entries: tuple[Numbers, Numbers] | None = None


def pairs_of(program: Program) -> list[Pair]:
    """The listed pairs, or for all real inputs those that are worst.

    Raises: Undecided("unsupported") where these are not known.
    """
    if program.everywhere:
        return list(_worst(program))
    numbers = {x: in_numbers(one, program.eps) for x, one in program.inputs.items()}
    return [Pair((a, b), numbers[a], numbers[b]) for a, b in program.pairs]


def _worst(program: Program) -> Iterator[Pair]:
    family = program.family
    if family is None or len(family.entries) > MOST_ENTRIES:
        raise not_enclosed(Shape.MANY_ENTRIES, MOST_ENTRIES)
    traced = in_numbers(family.traced, program.eps)
    for corners in corners_apart(program.relation):
        move = _corner(traced, family.entries, corners)
        start = program.relation.base(move)
        end = tuple(x + step for x, step in zip(start, move, strict=True))
        here, there = (
            substituted(traced, dict(zip(family.entries, x, strict=True))) for x in (start, end)
        )
        for one, other, ends in ((here, there, (start, end)), (there, here, (end, start))):
            yield Pair((entries_label(ends[0]), entries_label(ends[1])), one, other, ends)


def corners_apart(moves: Relation) -> Iterator[list[Numbers]]:
    """The corners of each polytope of moves, the one that leads nowhere last.

    Where no value moves all are as bad, and the first of the worst is named: by two inputs.
    """
    for corners in moves.hulls():
        yield sorted(corners, key=lambda corner: not any(corner))


def entries_label(entries: Numbers) -> str:
    """An input as a reader would write it."""
    return "(" + ", ".join(map(str, entries)) + ")"


def _corner(traced: Traced, entries: tuple[str, ...], corners: list[Numbers]) -> Numbers:
    """The corner of a polytope of moves at which a program of releases alone is worst."""
    origin = dict.fromkeys(entries, NONE)
    still = _released(substituted(traced, origin))
    gaussian = all(s.law == "gaussian" for part in still for s in part.sources.values())
    known = ("gaussian", "laplace", "uniform")  # which fall as one goes away from 0, either way
    others = {s.law for part in still for s in part.sources.values()} - {*known}
    if others:
        raise not_enclosed(Shape.UNKNOWN_WORST, min(others))
    moved = {c: _steps(traced, dict(zip(entries, c, strict=True)), still) for c in corners}
    if gaussian:
        return max(corners, key=lambda c: _norm(still, moved[c]))
    largest = [max(steps) for steps in zip(*moved.values(), strict=True)]
    for corner, steps in moved.items():
        if list(steps) == largest:
            return corner
    raise not_enclosed(Shape.NOT_TOGETHER)


def _released(traced: Traced) -> list[Part]:
    found = [parts(traced.noises, path) for paths in traced.words.values() for path in paths]
    if len(found) != 1 or found[0] is None or not all(map(simple, found[0])):
        raise not_enclosed(Shape.NOT_RELEASED_ALONE)
    return found[0]


def _steps(traced: Traced, at: dict[str, Fraction], still: list[Part]) -> Numbers:
    """By how much each value moves."""
    here = _means(still)
    there = _means(_released(substituted(traced, at)))
    return tuple(abs(there[i] - here[i]) for i in sorted(here))


def _means(found: list[Part]) -> dict[int, Fraction]:
    return {i: mean for part in found for i, (_, mean) in part.released}


def _norm(still: list[Part], steps: Numbers) -> Fraction:
    """What δ rises with where every value has a Gaussian noise of its own: Σ (Δ_i/σ_i)²."""
    total = NONE
    for part in still:
        if len(part.released) != 1:
            raise not_enclosed(Shape.SHARED)
        ((i, (terms, _)),) = part.released
        variance = sum((k**2 * part.sources[n].size for n, k in terms.items()), NONE)
        total += steps[i] ** 2 / variance
    return total
