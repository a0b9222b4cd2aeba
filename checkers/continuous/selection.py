"""From a program that says of which selection it is a run to its argmax, for however many entries.

The noise of an entry is traced once. That the program is the run of its selection is compared
where it is not written so: its traces on a few entries are those of the selection, and at its own
length both give the same answers on concrete noise. There each entry is once the largest, with the
one after it next: at points of chance alone nobody sees an entry that is treated otherwise where it
wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from heapq import nlargest
from typing import Any

from dpverify.checkers.continuous.loop_source import is_written_as_its_selection
from dpverify.checkers.continuous.loops import refuse_other_traces, run_of
from dpverify.checkers.continuous.program import eps_of
from dpverify.defs.clock import Tick
from dpverify.defs.continuous.concrete import Concrete, Difference, places_of
from dpverify.defs.continuous.dice import Dice
from dpverify.defs.continuous.trace import EPS, trace
from dpverify.defs.documents.argmax import MOST_ENTRIES, Argmax
from dpverify.defs.documents.traced import Form, Noise, is_one_sided
from dpverify.defs.errors import ProgramError
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.labels import label_of
from dpverify.defs.programs.mechanism import Mechanism

SHORT, SHORT_WITH_LEAD = 40, 12
"""Up to so many entries a program is traced as a whole, word by word."""
SAME_FOR = (2, 3, 4)
"""Numbers of entries at which the program is compared with its selection."""
POINTS = 40
"""Runs on concrete noise on which both are compared, whoever wins there."""
MOST_DRAWS = 1 << 20
"""Draws in the runs in which one entry after the other wins: of 1,024 entries, each does."""
GRAIN, SPREAD = 1024, 4
"""Concrete numbers are multiples of 1/GRAIN, so that sums of floats are exact; noise is small."""


def argmax_of(mechanism: Mechanism, tick: Tick) -> tuple[Argmax, Mapping[str, int]] | None:
    """The argmax that a program is on many entries, and at how many points it was compared.

    Returns: None for a program that says of no selection that it runs it, that is short, or whose
        noise is more than one symbol in units of 1/ε.
    Raises: ProgramError where the program is not the run of its selection.
    """
    some = mechanism.first_inputs(1) if "selection" in mechanism.about else []
    if not some or not isinstance(some[0], tuple | list):
        return None
    count, lead = len(some[0]), bool(run_of(mechanism, "selection").lead)
    if not (SHORT_WITH_LEAD if lead else SHORT) < count <= MOST_ENTRIES:
        return None
    noise = _noise(mechanism, tick)
    if noise is None:
        return None
    found = Argmax(count, noise, True, lead)
    refuse_other_traces(mechanism, "selection", SAME_FOR, tick)
    won = 0 if is_written_as_its_selection(mechanism) else min(count, MOST_DRAWS // count)
    visited = _compared(mechanism, found, type(some[0]), won, tick)
    return found, {"points": POINTS + won, "paths": count, "visited": visited}


def _noise(mechanism: Mechanism, tick: Tick) -> Noise | None:
    """The noise of an entry; None where it is more than that."""

    def draw_it(given: Any, draw: Draw, *, eps: Any = Fraction(1)) -> Any:
        del given
        return run_of(mechanism, "selection", eps=eps).noise(draw)

    traced = trace(Mechanism(draw_it, [0]), 0, tick=tick)
    paths = [path for several in traced.words.values() for path in several]
    if len(paths) != 1 or len(traced.noises) != 1 or not traced.symbolic:
        return None
    (form, *more) = paths[0].released or (None,)
    alone = form is not None and form == Form(((0, Fraction(1)),), form.shift)
    if more or not alone or form is None or form.shift.gaps or form.shift.constant:
        return None
    return traced.noises[0]


def _compared(mechanism: Mechanism, program: Argmax, kind: Any, won: int, tick: Tick) -> int:
    """How many words were visited where the program said what its selection says.

    Args: won how many of the entries win once, one after the other.
    Raises: ProgramError at the first point at which it did not.
    """
    visited, eps = set[int](), eps_of(mechanism, program.symbolic)
    given = {EPS: eps} if EPS in mechanism.parameters else {}
    places = places_of([program.noise] * program.count, eps)
    with mechanism.examined():
        for number, (noises, sums) in enumerate(_points(program, won)):
            tick()
            exact = number < POINTS and bool(number % 2)
            own = [_number(k, exact) for k in noises]
            vector = kind(_number(a - k, exact) for a, k in zip(sums, noises, strict=True))
            first, second = nlargest(2, range(program.count), key=sums.__getitem__)
            visited.add(first)
            lead = _number(sums[first] - sums[second], True)
            wanted: Any = (first, lead) if program.lead else first
            try:
                output = mechanism.run(vector, **given)(
                    Concrete(places, own.__getitem__, whole=False)
                )
            except Difference as difference:
                raise ProgramError(
                    f"{mechanism.name}: it is not the run of its selection: it {difference}"
                ) from None
            if not _same(output, wanted):
                raise ProgramError(
                    f"{mechanism.name}: it is not the run of its selection: of {program.count}"
                    f" entries it does not tell the largest, {first}, as that does"
                )
    return len(visited)


def _number(grains: int, exact: bool) -> Any:
    return Fraction(grains, GRAIN) if exact else grains / GRAIN


def _points(program: Argmax, won: int) -> Iterator[tuple[list[int], list[int]]]:
    """Numbers for all noises, and for the noisy entries; all in units of 1/GRAIN.

    The last ones are one point whose noisy entries are exchanged, so that one entry after the other
    is the largest, and the entry after it is next.
    """
    dice = Dice(program.count << 20 | program.lead)
    yield from (_concrete(program, dice) for _ in range(POINTS))
    noises, sums = _concrete(program, dice)
    values, order = sorted(sums), [*range(program.count)]
    order.sort(key=[dice.random() for _ in order].__getitem__)  # whose turn never comes is chance
    for first in order[:won]:
        second = (first + 1) % program.count
        rest = [entry for entry in order if entry not in (first, second)]
        for entry, value in zip((*rest, second, first), values, strict=True):
            sums[entry] = value
        yield noises, sums


def _concrete(program: Argmax, dice: Dice) -> tuple[list[int], list[int]]:
    """Numbers for all noises, and for the noisy entries, which all differ and lie near each other.

    So near that whoever forgets the noise of any entry, or draws it elsewhere, tells another.
    """
    low = 0 if is_one_sided(program.noise.law) else -SPREAD * GRAIN
    noises = [
        low + 1 + int(dice.random() * (SPREAD * GRAIN - low - 1)) for _ in range(program.count)
    ]
    order = [dice.random() for _ in range(program.count)]
    sums = [0] * program.count
    for place, number in enumerate(sorted(range(program.count), key=order.__getitem__)):
        sums[number] = place
    sums[number] += int(dice.random() * GRAIN / 8)  # so that leads differ
    return noises, sums


def _same(output: Any, wanted: Any) -> bool:
    """Whether the program says the same; a lead may be a float of that value."""
    if not isinstance(wanted, tuple):
        return label_of(output) == label_of(wanted)
    pair = isinstance(output, tuple) and len(output) == len(wanted)
    return pair and label_of(output[0]) == label_of(wanted[0]) and bool(output[1] == wanted[1])
