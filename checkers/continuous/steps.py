"""Steps of a walk in numbers: two neighbouring inputs on which a word shows a loss.

A walk (`walks.py`) shows a loss in the limit, and for ∞ that some step makes the word impossible;
here that step is found, so that a claim is refuted on two inputs that a reader can check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from dpverify.checkers.answers.places import WordPlace
from dpverify.checkers.continuous.everywhere import label_of
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.continuous.spot import smooth
from dpverify.checkers.continuous.walks import Walk
from dpverify.checkers.continuous.words import probability
from dpverify.checkers.enclosures.events import EventPlace
from dpverify.checkers.enclosures.pairs import Pair
from dpverify.checkers.enclosures.parts import in_numbers
from dpverify.checkers.enclosures.told import told_event
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Traced, only, substituted
from dpverify.defs.errors import InternalError, Undecided
from dpverify.defs.numbers import Number, Value

STEPS = 24
OFFSETS = (Fraction(0), Fraction(1, 2), Fraction(1, 3))
"""Where a walk may begin: at a whole step a density may lie on its kink."""
Tick = Callable[[], None]
Numbers = tuple[Fraction, ...]


@dataclass(frozen=True)
class Step:
    """Two neighbouring inputs and the word on each."""

    entries: tuple[Numbers, Numbers]
    one: Traced
    other: Traced

    @property
    def labels(self) -> tuple[str, str]:
        """The inputs as a reader would write them."""
        here, there = (label_of(tuple(map(Shift, entry))) for entry in self.entries)
        return here, there


def steps_of(program: Program, walk: Walk, tick: Tick) -> Iterator[Step]:
    """Yield the first steps of a walk."""
    family = program.family
    if family is None:
        raise InternalError("a walk is one of all real inputs")
    word = only(family.traced, walk.word)
    for offset in OFFSETS:
        for number in range(STEPS):
            tick()
            ends = [
                tuple(
                    b + (offset + n) * m
                    for b, m in zip(walk.decay.base, walk.decay.move, strict=True)
                )
                for n in (number, number + 1)
            ]
            one, other = (
                substituted(word, dict(zip(family.entries, x, strict=True))) for x in ends
            )
            yield Step((ends[0], ends[1]), one, other)


def in_steps(
    program: Program, walk: Walk, wanted: Callable[[Value, Value], bool], tick: Tick
) -> WordPlace | None:
    """A step on which two probabilities, or densities, are as wanted; None where none was found."""
    released = tuple(map(Shift, walk.released))
    for step in steps_of(program, walk, tick):
        both = step.one, step.other
        try:
            p, q = (probability(each, walk.word, released).at(program.eps) for each in both)
        except Undecided as stop:
            if stop.code == "time":
                raise
            return None  # a word without a closed form, here as on each step
        if wanted(p, q) and all(smooth(each, walk.word, released) for each in both):
            return WordPlace(step.labels, walk.word, walk.released, (p, q), {}, step.entries)
    return None


def told_in_steps(program: Program, walk: Walk, eps: Number, tick: Tick) -> EventPlace | None:
    """A step on which a number that is told without noise moves, as an event around it."""
    pairs = (
        Pair(step.labels, in_numbers(step.one, program.eps), in_numbers(step.other, program.eps),
             step.entries)
        for step in steps_of(program, walk, tick)
    )  # fmt: skip
    return told_event(pairs, eps, Value(0), tick)
