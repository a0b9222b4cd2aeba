"""The pairs of mixtures that a claim is about: of listed inputs, or those that are worst of all.

Over all real inputs: where every part of a word has its mode at the same place, and the input moves
that place alone, δ(ε) of a move Δ rises with |Δ| for every ε ≥ 0. For let f be the density, with
its mode at 0, and Δ > 0. Where f(y − Δ) > e^ε·f(y) is y > 0, and on an interval (a, b) of such y
the derivative of ∫ f(y − Δ) − e^ε·f(y) by Δ is f(a − Δ) − f(b − Δ) = e^ε·(f(a) − f(b)) ≥ 0. With
δ of both orders rise all divergences of two laws. So a corner of the moves is worst: of laws that
are not even, one for each combination of directions in which words move.
Where the input decides what is drawn again, `domain.py` knows the worst inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Final

from dpverify.checkers.continuous.program import Program
from dpverify.checkers.enclosures.pairs import (
    MOST_ENTRIES,
    Numbers,
    corners_apart,
    entries_label,
)
from dpverify.checkers.enclosures.parts import in_numbers
from dpverify.checkers.mixtures.cells import Smooth, before_rounding, in_cells
from dpverify.checkers.mixtures.domain import KNOWN, Domain, domain_of, worst_pairs
from dpverify.checkers.mixtures.pair import MixturePair
from dpverify.checkers.mixtures.parts import Mixture, Window, mixture_of, tries_of, unsupported
from dpverify.defs.clock import Tick
from dpverify.defs.documents.traced import Traced, substituted

OF_THE_LOSS: Final = frozenset({"probabilistic-dp", "privacy-at-risk"})
"""Definitions that no such argument covers: P[L > ε] may fall with the distance."""

EVEN: Final = frozenset({"laplace", "gaussian", "uniform", "logistic"})
"""Laws whose density is the same on both sides of its mode."""


@dataclass(frozen=True)
class Placed:
    """The mixtures of an ordered pair of inputs; `entries` where all real inputs are meant."""

    inputs: tuple[str, str]
    pair: MixturePair
    entries: tuple[Numbers, Numbers] | None = None


def placed_pairs(program: Program, definition: str, tick: Tick) -> Iterator[Placed]:
    """The pairs of the listed inputs, or for all real inputs those among which the worst is.

    Raises: Undecided("unsupported") for programs that do more.
    """
    if program.everywhere:
        yield from _everywhere(program, definition, tick)
        return
    programs = {x: in_numbers(one, program.eps) for x, one in program.inputs.items()}
    if not any(path.shape and path.shape.step for one in programs.values()
               for paths in one.words.values() for path in paths):  # fmt: skip
        known: Mapping[str, Mixture] = {x: mixture_of(one) for x, one in programs.items()}
        for first, second in program.pairs:
            yield Placed((first, second), MixturePair(known[first], known[second], tick))
        return
    tries = {label: tries_of(one) for label, one in programs.items()}
    known, smooth = in_cells(tries), {label: before_rounding(one) for label, one in tries.items()}
    for first, second in program.pairs:
        before = _on_one_grid(smooth[first], smooth[second])
        yield Placed((first, second), MixturePair(known[first], known[second], tick, before))


def _on_one_grid(one: Smooth | None, other: Smooth | None) -> tuple[Mixture, Mixture] | None:
    """Both laws before they are rounded, where that is done on the same grid."""
    if one is None or other is None or one.grids != other.grids:
        return None
    return one.mixture, other.mixture


def _everywhere(program: Program, definition: str, tick: Tick) -> Iterator[Placed]:
    family = program.family
    if family is None or len(family.entries) > MOST_ENTRIES:
        raise unsupported(f"all real inputs of more than {MOST_ENTRIES} entries")
    if definition in OF_THE_LOSS:
        raise unsupported(f"all real inputs under {definition}, which may fall with the distance")
    traced = in_numbers(family.traced, program.eps)

    def at(place: Numbers) -> Mixture:
        return mixture_of(substituted(traced, dict(zip(family.entries, place, strict=True))))

    domain = domain_of(traced)
    if domain is not None and domain.centre.gaps:
        yield from _at_an_end(program, definition, domain, at, tick)
        return
    _refuse_other_moves(traced)
    origin = (Fraction(0),) * len(family.entries)
    here = at(origin)
    if program.relation.of_records:
        raise unsupported("all inputs that are records, which move in other ways")
    for corners in corners_apart(program.relation):
        for corner in _furthest(here, {corner: _places(at(corner)) for corner in corners}):
            there, labels = at(corner), (entries_label(origin), entries_label(corner))
            yield Placed(labels, MixturePair(here, there, tick), (origin, corner))
            yield Placed(labels[::-1], MixturePair(there, here, tick), (corner, origin))


def _furthest(here: Mixture, places: Mapping[Numbers, Mapping[str, Fraction]]) -> list[Numbers]:
    """The corners that take all words furthest, one for each way to go that matters.

    Raises: Undecided("unsupported") where a move may be worse than all of these.
    """
    start = _places(here)
    moves = {
        corner: {word: place - start[word] for word, place in own.items()}
        for corner, own in places.items()
    }
    most = {word: max(abs(move[word]) for move in moves.values()) for word in start}
    uneven = [
        word
        for word, far in most.items()
        if far and any(part.spread and part.spread.law not in EVEN for part in here[word])
    ]
    # Words that move in proportion to each other are told apart by their sign alone.
    leaders = dict[tuple[Fraction, ...], str]()
    for word in uneven:
        column = [move[word] for move in moves.values()]
        first = next(x for x in column if x)
        leaders.setdefault(tuple(x / first for x in column), word)
    chosen = dict[frozenset[tuple[bool, ...]], Numbers]()
    for corner, move in moves.items():
        if all(abs(move[word]) == far for word, far in most.items()):
            way = tuple(move[word] > 0 for word in leaders.values())
            chosen.setdefault(_either(way), corner)
    if not chosen:
        raise unsupported("values that no one move of the input takes furthest at once")
    sides = [{move[w] > 0 for move in moves.values() if move[w]} for w in leaders.values()]
    if prod(map(len, sides)) > 2 * len(chosen) or any(
        _either(way) not in chosen for way in product(*sides)
    ):
        raise unsupported("values of laws that are not even, which may move in several ways")
    return [*chosen.values()]


def _either(way: tuple[bool, ...]) -> frozenset[tuple[bool, ...]]:
    """A way to go and the way back, which both orders of a pair cover."""
    return frozenset({way, tuple(not up for up in way)})


def _at_an_end(
    program: Program,
    definition: str,
    domain: Domain,
    at: Callable[[Numbers], Mixture],
    tick: Tick,
) -> Iterator[Placed]:
    """Both orders of the worst pairs of inputs of a domain."""
    if definition not in KNOWN:
        raise unsupported(f"all real inputs that decide what is drawn again, under {definition}")
    entries = () if program.family is None else program.family.entries
    seen: set[frozenset[Numbers]] = set()
    for one, other in worst_pairs(program, domain, entries):
        if frozenset((one, other)) in seen:
            continue  # of a move and its opposite, which are polytopes of their own
        seen.add(frozenset((one, other)))
        pair, labels = MixturePair(at(one), at(other), tick), (one, other)
        names = entries_label(one), entries_label(other)
        yield Placed(names, pair, labels)
        yield Placed(names[::-1], pair.turned(), labels[::-1])


def _refuse_other_moves(traced: Traced) -> None:
    """Raise Undecided where the input does more than move what is released."""
    paths = [path for paths in traced.words.values() for path in paths]
    if any(path.shape for path in paths):
        raise unsupported("all real inputs of rounded values and remainders")
    if any(form.shift.gaps for path in paths for form in path.conditions):
        raise unsupported("all real inputs that are compared")
    for several in traced.words.values():
        moves = {form.shift for path in several for form in path.released}
        if len(moves) > 1:
            raise unsupported(
                "all real inputs, where one coin moves a value otherwise than another; the listed"
                " inputs may be decided"
            )


def _places(mixture: Mixture) -> dict[str, Fraction]:
    """Where the mode of each word that releases a value is."""
    found = {}
    for word, parts in mixture.items():
        for part in parts:
            if part.spread is not None:
                if part.window != Window():
                    raise unsupported("all real inputs and a value that is cut off")
                found[word] = part.spread.centre
    return found
