"""The privacy loss over all real inputs: walks of inputs from below, alignments from above."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from dpverify.checkers.answers.documents import Approached
from dpverify.checkers.continuous.alignment import Aligned, Unaligned
from dpverify.checkers.continuous.bound import Upper, in_nats
from dpverify.checkers.continuous.certificates import stated_decay
from dpverify.checkers.continuous.lower import largest_loss
from dpverify.checkers.continuous.program import Program, Vector, is_move
from dpverify.checkers.continuous.spot import Spot, str_of
from dpverify.checkers.continuous.walks import GAP, Walk
from dpverify.checkers.continuous.worst_inputs import WorstCase, worst_of
from dpverify.checkers.kernel.certificates.alignment import boxes
from dpverify.defs.continuous.trace import Family
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Traced, only, with_shifts
from dpverify.defs.errors import InternalError, Undecided
from dpverify.defs.numbers import INFINITY, Loss

MOST_STILL = 3
"""Entries that stay on a walk, up to which it is tried whether they had better move."""


@dataclass(frozen=True)
class Everywhere:
    """Both bounds; `spot` is on two inputs of the walk, which are those of `pair`."""

    upper: Upper | Unaligned
    walk: Walk | None
    walked: Loss
    pair: Program | None
    spot: Spot | None

    def approached(self) -> Approached | None:
        """How a result shows that a loss is approached: by the decay along the walk."""
        at_spot = None if self.spot is None else self.spot.approached()
        if self.walk is None:
            return at_spot
        decay = stated_decay(self.walk.decay)
        if at_spot is not None:
            return replace(at_spot, decay=decay)
        first, second = map(label_of, self.walk.inputs)
        return Approached((first, second), self.walk.word, decay=decay)


def everywhere(
    program: Program,
    tick: Callable[[], None],
    known: Aligned | Unaligned | WorstCase | None = None,
) -> Everywhere:
    """Both bounds of the loss over all real inputs; known: what was aligned, or found, before."""
    if program.family is None or program.moves is None:
        raise InternalError("the program is not traced on all real inputs")
    tick()
    worst = known
    if not isinstance(worst, WorstCase):
        worst = worst_of(program.family, program.moves, known=worst)
    unit = program.eps if worst.symbolic else Fraction(1)
    tick()
    upper: Upper | Unaligned = Unaligned("", "")
    if isinstance(worst.aligned, Aligned):
        nats = worst.aligned.bound * unit
        corners = worst.aligned.moves != boxes(program.moves, len(program.family.entries))
        upper = Upper(nats, worst.aligned.word, worst.aligned, {}, corners)
    else:
        upper = worst.aligned
    if worst.walk is None:
        return Everywhere(upper, None, in_nats(Fraction(0)), None, None)
    rate = worst.walk.rate
    walked = INFINITY if rate is None else in_nats(rate * unit)
    pair, spot = _best(program, program.family, worst.walk, walked, tick)
    return Everywhere(upper, worst.walk, walked, pair, spot)


def _best(
    program: Program, family: Family, walk: Walk, walked: Loss, tick: Callable[[], None]
) -> tuple[Program, Spot | None]:
    """The spot on the walk; on one beside it, if that attains as much and the walk does not."""
    only_word = Family(only(family.traced, walk.word), family.entries)
    best: tuple[Program, Spot | None] | None = None
    for here, there in _beside(walk, program.moves or ""):
        pair = _on(program, only_word, here, there)
        try:
            spot = largest_loss(pair, walk.word, lambda s: bool(s.loss >= walked), tick, alone=True)
        except Undecided as stop:
            if stop.code == "time":
                raise
            spot = None  # the walk shows the loss without it
        enough = spot is not None and spot.loss >= walked
        if best is None or (enough and spot is not None and spot.limit.attained):
            best = pair, spot
        if not enough or (spot is not None and spot.limit.attained):
            break
    if best is None:
        raise InternalError("a walk has no inputs")
    return best


def _beside(walk: Walk, moves: str) -> Iterator[tuple[Vector, Vector]]:
    """The inputs of the walk, then those where entries that stay move as others do."""
    yield walk.inputs
    here, there = walk.inputs
    still = [i for i, m in enumerate(walk.decay.move) if not m]
    for steps in product((1, -1), repeat=len(still)) if 0 < len(still) <= MOST_STILL else ():
        a, b = list(here), list(there)
        for i, step in zip(still, steps, strict=True):
            gap = Shift.of(0, **{GAP: step})
            a[i], b[i] = a[i] + gap, b[i] + gap + Shift(Fraction(step))
        if is_move(moves, tuple(a), tuple(b)):
            yield tuple(a), tuple(b)


def _on(program: Program, family: Family, here: Vector, there: Vector) -> Program:
    """The program on two neighbouring inputs with a gap."""
    labels = label_of(here), label_of(there)
    traced = {
        label: _at(family, vector) for label, vector in zip(labels, (here, there), strict=True)
    }
    return Program(
        program.eps, traced, dict(zip(labels, (here, there), strict=True)), (labels,), [],
        program.moves, family, True,
    )  # fmt: skip


def _at(family: Family, vector: Vector) -> Traced:
    return with_shifts(family.traced, dict(zip(family.entries, vector, strict=True)))


def label_of(vector: Vector) -> str:
    """An input as a reader would write it."""
    inside = ", ".join(map(str_of, vector))
    return f"({inside},)" if len(vector) == 1 else f"({inside})"
