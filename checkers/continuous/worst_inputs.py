"""Inputs on which a program with continuous noise loses most, and how much: two bounds that meet.

Inputs walk along D_g = base + g·m for a move m of neighbours. How fast a word becomes unlikely on
the walk is a lower bound of the privacy loss for every ε (`kernel/certificates/decay.py`), an
alignment of its paths an upper one (`checkers/continuous/alignment.py`). For a word of one path
and a given move the two linear programmes are dual, and the bounds meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from time import perf_counter

from dpverify.checkers.continuous.alignment import Aligned, Unaligned, align_family
from dpverify.checkers.continuous.walks import Walk, faster, fastest_walk
from dpverify.checkers.kernel.certificates.alignment import Ranges, cost
from dpverify.checkers.kernel.certificates.corners import corner_boxes
from dpverify.checkers.kernel.certificates.moves import Box
from dpverify.checkers.kernel.certificates.moves import relation as read_relation
from dpverify.defs.clock import look
from dpverify.defs.continuous.trace import Family, trace_family
from dpverify.defs.errors import UsageError
from dpverify.defs.moves import stated_moves
from dpverify.defs.programs.mechanism import Mechanism

MOST_ALIGNED = 20_000
"""Alignments at single corners of the moves, words times corners, that are still looked for."""


@dataclass(frozen=True)
class WorstCase:
    """sup ln(P(S | D)/P(S | D')) over all real neighbours D, D' and events S, in [lower, upper].

    Args: lower and upper in units of ε where `symbolic`, for every ε > 0, else in nats; None for ∞;
        walk the certificate of the lower bound, None where it is 0 for want of one; aligned that of
        the upper one, or why there is none.
    """

    lower: Fraction | None
    upper: Fraction | None
    symbolic: bool
    walk: Walk | None
    aligned: Aligned | Unaligned
    family: Family
    relation: str
    seconds: float

    @property
    def exact(self) -> bool:
        """Whether the bounds are equal."""
        return self.lower == self.upper


def worst_inputs(mechanism: Mechanism, relation: str | None = None) -> WorstCase:
    """The tight privacy loss over all real inputs of the program's length, or an interval.

    Args: relation a text as in `moves.py` of the kernel; None for that in the mechanism's `about`.

    Raises: UsageError where there is no relation; ProgramError for a program that cannot be traced.
    """
    about = mechanism.about.get("moves")
    chosen = relation or stated_moves(mechanism.name, about, mechanism.parameters)
    if chosen is None:
        raise UsageError(
            f"{mechanism.name} does not say how its entries move; give 'A', 'M' or 'O' as relation"
        )
    started = perf_counter()
    family = trace_family(mechanism)
    return worst_of(family, chosen, started)


def worst_of(
    family: Family,
    relation: str,
    started: float | None = None,
    known: Aligned | Unaligned | None = None,
) -> WorstCase:
    """The same for a program that was traced.

    Args: started when its time began; known what `align_family` said, where it was asked before.
    """
    begun = perf_counter() if started is None else started
    aligned = align_family(family, relation) if known is None else known
    known_moves = read_relation(relation, len(family.entries))
    moves = known_moves.boxes()
    if known_moves.of_records:
        best = None  # a walk leaves the inputs that records can have
    elif known_moves.ball is None:
        best = _fastest(family, aligned, moves)
    else:  # its box holds more than the ball: alignments cover that, and walks keep to the ball
        points = tuple(tuple((x, x) for x in move) for move in known_moves.samples())
        best = _fastest(family, Unaligned("", ""), points)
    lower = Fraction(0) if best is None else best.rate
    if isinstance(aligned, Aligned) and lower != aligned.bound and _corners_are_few(family, moves):
        finer = align_family(family, corner_boxes(moves))
        if isinstance(finer, Aligned) and finer.bound < aligned.bound:
            aligned = finer
    upper = aligned.bound if isinstance(aligned, Aligned) else None
    seconds = perf_counter() - begun
    symbolic = family.traced.symbolic
    return WorstCase(lower, upper, symbolic, best, aligned, family, relation, seconds)


def _fastest(family: Family, aligned: Aligned | Unaligned, moves: tuple[Box, ...]) -> Walk | None:
    """The best walk over all words; a word that cannot be worse than what is known is left out."""
    upper = aligned.bound if isinstance(aligned, Aligned) else None
    best: Walk | None = None
    for word, most in _in_order(family, aligned, moves):
        look()
        if best is not None and most is not None and best.rate is not None and most <= best.rate:
            break
        best = faster(best, fastest_walk(family, word, moves, most, aligned))
        if best is not None and best.rate == upper:
            break
    return best


def _in_order(
    family: Family, aligned: Aligned | Unaligned, moves: tuple[Box, ...]
) -> Iterator[tuple[str, Fraction | None]]:
    """Words with their own upper bounds, the worst first."""
    if isinstance(aligned, Unaligned):
        rest = [word for word in family.traced.words if word != aligned.word]
        yield from ((word, None) for word in [*filter(None, [aligned.word]), *rest])
        return
    yield aligned.word, aligned.bound
    ranges = Ranges()
    known = {
        word: max(
            cost(aligned.noises, path, box, shifts, word, ranges)
            for path, choices in zip(aligned.words[word], certificate, strict=True)
            for box, shifts in zip(moves, choices, strict=True)
        )
        for word, certificate in aligned.certificate.items()
    }
    words = [word for word in family.traced.words if word != aligned.word]
    for word in sorted(words, key=lambda word: -known.get(word, aligned.bound)):
        yield word, known.get(word, aligned.bound)


def _corners_are_few(family: Family, moves: tuple[Box, ...]) -> bool:
    """Whether all corners can be aligned one by one."""
    corners = sum(prod(len(set(ends)) for ends in box) for box in moves)
    return corners * len(family.traced.words) <= MOST_ALIGNED
