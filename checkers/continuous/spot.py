"""The privacy loss at one word and released values, exact; and numbers for gaps that show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import cast

from dpverify.checkers.answers import documents as stated
from dpverify.checkers.answers.documents import Approached
from dpverify.checkers.answers.places import WordPlace
from dpverify.checkers.continuous.limits import Limit
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.continuous.released import eliminate
from dpverify.checkers.continuous.words import probability
from dpverify.defs.clock import look
from dpverify.defs.continuous.known import sign
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Traced, exact_law, only, substituted
from dpverify.defs.errors import InternalError, Undecided
from dpverify.defs.numbers import INFINITY, Loss, Value, ln
from dpverify.defs.numbers.exponential_polynomial import ExpPoly

ROUNDS = 40
"""Doublings of the gaps that are tried."""


@dataclass(frozen=True)
class Spot:
    """A word with released values on an ordered pair of inputs; gaps may occur in all of them.

    p, q: probabilities, or densities where values are released; `limit` that of p/q.
    """

    pair: tuple[str, str]
    word: str
    released: tuple[Shift, ...]
    p: ExpPoly
    q: ExpPoly
    limit: Limit
    eps: Fraction

    @cached_property
    def loss(self) -> Loss:
        """ln of the limit, exact.

        Raises: InternalError where numerator or denominator is not positive at this ε.
        """
        top = self.limit.numerator.at(self.eps)
        if self.limit.infinite:
            return INFINITY
        bottom = self.limit.denominator.at(self.eps)
        if not (top > 0 and bottom > 0):
            raise InternalError(f"a probability of the word {self.word} is not positive")
        return cast("Loss", ln(top / bottom))

    @property
    def gaps(self) -> tuple[str, ...]:
        """The gaps that occur, in order; one of a released value may cancel in its densities."""
        released = {name for value in self.released for name, _ in value.gaps}
        return tuple(sorted({*self.p.gaps, *self.q.gaps, *released}))

    def approached(self) -> Approached:
        """The spot as a result holds it where the loss is a limit that no input attains."""
        limit = stated.Limit(str(self.limit.numerator), str(self.limit.denominator))
        return Approached(self.pair, self.word, tuple(map(str_of, self.released)), limit)


def str_of(shift: Shift) -> str:
    """A shift as a reader would write it."""
    parts = [
        f"{'-' if k < 0 else ''}{'' if abs(k) == 1 else f'{abs(k)}*'}{n}" for n, k in shift.gaps
    ]
    if shift.constant or not parts:
        parts.append(str(shift.constant))
    return " + ".join(parts).replace("+ -", "- ")


def smooth(traced: Traced, word: str, values: Sequence[Shift]) -> bool:
    """Whether the density of a word is continuous at the values.

    It can jump only where numbers without noise tie, or a value puts exponential noise at 0.
    """
    if not values:
        return True
    for path in traced.words.get(word, ()):
        look()
        try:
            solved = eliminate(path, values)
        except Undecided:
            return False
        forms = [solved.of(form) for form in path.conditions]
        laws = {n: exact_law(traced.noises[n].law) for n in solved.fixed}
        forms += [made for n, made in solved.fixed.items() if laws[n] == "exponential"]
        if any(not form.noises and sign(form.shift) == 0 for form in forms):
            return False
    return True


def in_numbers(
    program: Program, spot: Spot, wanted: Callable[[Value, Value], bool], tick: Callable[[], None]
) -> WordPlace | None:
    """Numbers for the gaps at which two probabilities are as wanted; None where none were found.

    Each gap is the square of the next, or more.
    """
    for round_ in range(ROUNDS if spot.gaps else 1):
        tick()
        base = Fraction(2) ** (round_ + 1)
        numbers = {name: base ** (2**i) for i, name in enumerate(reversed(spot.gaps))}
        released = tuple(Shift(value.at(numbers)) for value in spot.released)
        both = [substituted(only(program.inputs[label], spot.word), numbers) for label in spot.pair]
        p, q = (_at(one, spot, released) for one in both)
        if wanted(p, q) and all(smooth(one, spot.word, released) for one in both):
            return WordPlace(
                spot.pair, spot.word, tuple(value.constant for value in released), (p, q),
                {k: v for k, v in numbers.items() if _in_inputs(program, spot, k)},
                _entries(program, spot, numbers),
            )  # fmt: skip
    return None


def _at(traced: Traced, spot: Spot, released: Sequence[Shift]) -> Value:
    if spot.word not in traced.words:
        return Value(0)
    return probability(traced, spot.word, released).at(spot.eps)


def _in_inputs(program: Program, spot: Spot, gap: str) -> bool:
    return not any(gap in dict(value.gaps) for value in spot.released) or any(
        gap in dict(entry.gaps) for label in spot.pair for entry in program.vectors.get(label, ())
    )


def _entries(
    program: Program, spot: Spot, numbers: Mapping[str, Fraction]
) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]] | None:
    """Both inputs as numbers, gaps included; None where they are no numbers."""
    if not all(label in program.vectors for label in spot.pair):
        return None
    known = {gap: numbers.get(gap, Fraction(1)) for label in spot.pair
             for entry in program.vectors[label] for gap, _ in entry.gaps}  # fmt: skip
    first, second = (tuple(x.at(known) for x in program.vectors[label]) for label in spot.pair)
    return first, second
