"""The masses of the words of a program with continuous noise that is a finite channel, exactly.

What must never change: each mass is exact, and those of an input sum to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from dpverify.checkers.continuous.program import Program
from dpverify.checkers.continuous.words import Words
from dpverify.checkers.enclosures.parts import in_numbers
from dpverify.checkers.mixtures.cells import in_cells
from dpverify.checkers.mixtures.chances import NEVER, exact_total
from dpverify.checkers.mixtures.parts import tries_of, unsupported
from dpverify.defs.clock import watched
from dpverify.defs.continuous.races import race_masses, race_of
from dpverify.defs.documents.traced import AGAIN, Traced, shaped
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Value, total
from dpverify.defs.programs.laws import Mass, mass_of


def masses_of(program: Program, tick: Callable[[], None]) -> Iterator[dict[str, Mass]]:
    """The masses on each input, in order; rounded values far out are one word."""
    if any(map(shaped, program.inputs.values())):
        yield from _of_cells(program, tick)
        return
    for traced in program.inputs.values():
        yield _of_words(traced, program, tick)


def _of_words(traced: Traced, program: Program, tick: Callable[[], None]) -> dict[str, Mass]:
    """Of words alone; what begins again is left out, and the others divided by what they have."""
    masses = _of_each(traced, program, tick)
    if AGAIN not in traced.words:
        return masses
    masses.pop(AGAIN, None)
    whole = total(Value(mass) for mass in masses.values())
    if whole.sign() <= 0:
        raise Undecided("unsupported", NEVER)
    return {word: mass_of(Value(mass) / whole) for word, mass in masses.items()}


def _of_each(traced: Traced, program: Program, tick: Callable[[], None]) -> dict[str, Mass]:
    """The probabilities of the words; that of beginning again, which nobody needs, may be there."""
    race = race_of(traced)
    if race is not None:
        with watched(tick):
            eps = program.eps if traced.symbolic else Fraction(1)
            return {word: mass_of(p) for word, p in race_masses(race, eps, tick).items()}
    words = Words(traced)
    masses = {}
    for word in traced.words:
        tick()
        if word != AGAIN:
            with watched(tick):
                masses[word] = words.probability(word).at(program.eps)
    return masses


def _of_cells(program: Program, tick: Callable[[], None]) -> Iterator[dict[str, Mass]]:
    tries = {
        label: tries_of(in_numbers(traced, program.eps)) for label, traced in program.inputs.items()
    }
    for mixture in in_cells(tries).values():
        masses = {}
        for word, parts in mixture.items():
            tick()
            with watched(tick):
                mass = exact_total(parts)
            if mass is None:
                raise unsupported("probabilities that are not exact")
            masses[word] = mass_of(mass)
        yield masses
