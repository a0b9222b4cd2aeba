"""Events of programs with continuous noise: a word, cut at a released value where there is one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from dpverify.checkers.audit.draws import Doubles
from dpverify.checkers.audit.interval import Counted, counted
from dpverify.checkers.continuous.on_walk import put
from dpverify.checkers.continuous.walks import Walk
from dpverify.checkers.continuous.words import probability
from dpverify.defs.continuous.trace import Family
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Path, Traced
from dpverify.defs.errors import Undecided
from dpverify.defs.programs.labels import RELEASED, label_of
from dpverify.defs.programs.mechanism import Mechanism

GAPS = (Fraction(1), Fraction(0), Fraction(1, 2), Fraction(3, 2), Fraction(2))
"""Places on the walk at which the event is looked at."""
FAR = Fraction(1000)
"""Entries that are to play no part are put so far below."""
OFTEN = 0.04
"""An event of this probability is often enough; no other pair is looked for."""
BITS = 256
Input = tuple[Fraction, ...]
Pair = tuple[tuple[Input, Input], tuple[arb, arb]]


@dataclass(frozen=True)
class Event:
    """Outputs of a word whose first noisy value is at most a limit, those without noise as given.

    Args: noisy the place of that value among the released ones, None where there is none; fixed
        (place, value) of those without noise; limit of the first noisy one.
    """

    word: str
    noisy: int | None
    limit: Fraction
    fixed: tuple[tuple[int, Fraction], ...]

    def holds(self, word: str, values: Sequence[float]) -> bool:
        """Whether an output is in the event."""
        return (
            word == self.word
            and (self.noisy is None or values[self.noisy] <= self.limit)
            and all(math.isclose(values[i], x, abs_tol=1e-9) for i, x in self.fixed)
        )


Choice = Callable[[Family, Walk, Event, Fraction], Pair]


def event_of(family: Family, walk: Walk) -> Event:
    """The event that a walk is about.

    Raises: Undecided where some paths of the word release a value with noise and others without.
    """
    kinds = {
        tuple(bool(form.noises) for form in path.released)
        for path in family.traced.words[walk.word]
    }
    if len(kinds) != 1:
        raise Undecided("unsupported", "a value of the word has noise on some paths alone")
    (kind,) = kinds
    noisy = kind.index(True) if True in kind else None
    fixed = tuple((i, walk.released[i]) for i, each in enumerate(kind) if not each)
    limit = Fraction(0) if noisy is None else walk.released[noisy]
    return Event(walk.word, noisy, limit, fixed)


def audited(
    mechanism: Mechanism,
    family: Family,
    walk: Walk,
    samples: int,
    seed: int,
    choose: Choice | None = None,
) -> tuple[Counted, Counted]:
    """The event of a walk on a pair of neighbours on it, in samples and exactly.

    Args: choose which pair, `best_pair` if left out.
    Raises: Undecided where the event's exact probability is out of reach.
    """
    event = event_of(family, walk)
    eps = Fraction(mechanism.parameters["eps"])
    pair, exact = (choose or best_pair)(family, walk, event, eps)
    first, second = (
        counted(p, _count(mechanism, event, given, samples, seed + number), samples)
        for number, (given, p) in enumerate(zip(pair, exact, strict=True))
    )
    return first, second


def best_pair(family: Family, walk: Walk, event: Event, eps: Fraction) -> Pair:
    """The first pair on which the event often occurs, else that on which it differs most.

    Returns: the pair, and the event's probabilities.
    """
    best: Pair | None = None
    lead = -1.0
    for pair in pairs_of(walk):
        exact = tuple(event_probability(family, event, given, eps) for given in pair)
        here, there = (float(p.mid()) for p in exact)
        if abs(here - there) > lead:
            best, lead = (pair, (exact[0], exact[1])), abs(here - there)
        if here > OFTEN:
            break
    if best is None:
        raise Undecided("unsupported", "the walk has no pair")
    return best


def pairs_of(walk: Walk) -> Iterator[tuple[Input, Input]]:
    """The steps of the walk; then those where one entry moves, and all others are far below."""
    moving = [i for i, move in enumerate(walk.decay.move) if move]
    for alone in (None, *(moving if len(walk.decay.move) > 1 else ())):
        for gap in GAPS:
            here, there = (tuple(x.at({"g": gap}) for x in side) for side in walk.inputs)
            if alone is not None:
                here, there = (
                    tuple(x if i == alone else -FAR for i, x in enumerate(side))
                    for side in (here, there)
                )
            yield here, there


def event_probability(family: Family, event: Event, given: Input, eps: Fraction) -> arb:
    """The exact probability of an event on an input, in a ball."""
    inputs, traced = [Shift.of(x) for x in given], family.traced
    placed = (put(family, path, inputs) for path in traced.words[event.word])
    cut = tuple(_cut(path, event) for path in placed if _fits(path, event))
    whole = Traced(traced.noises, {event.word: cut}, traced.symbolic)
    mass = probability(whole, event.word)
    return mass.ball(eps if traced.symbolic else Fraction(1), bits=BITS)


def _fits(path: Path, event: Event) -> bool:
    """Whether the values without noise are those of the event."""
    return all(path.released[i].shift == Shift.of(x) for i, x in event.fixed)


def _cut(path: Path, event: Event) -> Path:
    """Without values, and the first noisy one at most the limit."""
    if event.noisy is None:
        return Path(path.conditions)
    first = path.released[event.noisy]
    negative = tuple((noise, -k) for noise, k in first.noises)
    return Path((*path.conditions, Form(negative, Shift.of(event.limit) - first.shift)))


def _count(mechanism: Mechanism, event: Event, given: Input, samples: int, seed: int) -> int:
    draw, parameters = Doubles(seed), mechanism.parameters
    some = mechanism.first_inputs(1)[0]
    # Doubles, so that whatever depends on the input is seen as a released value.
    doubles = tuple(map(float, given))
    argument: Any = doubles if isinstance(some, (tuple, list)) else doubles[0]
    return sum(
        event.holds(*_taken(mechanism.function(argument, draw, **parameters)))
        for _ in range(samples)
    )


def _taken(output: Any) -> tuple[str, list[float]]:
    """The word of an output, and its released values in order: the doubles."""
    values: list[float] = []

    def strip(part: Any) -> Any:
        if isinstance(part, float):
            values.append(part)
            return RELEASED
        return tuple(map(strip, part)) if isinstance(part, tuple) else part

    return label_of(strip(output)), values
