"""Re-checks bounds of the privacy loss of a program by steps, whatever the number of its queries.

An alignment of a run moves the threshold by a fixed number s, and the noise of each step so that it
says the same word; what that costs depends on the state and the word alone. A step is aligned once
for each state, with the threshold as an entry that moves by s and the query as one that moves as
neighbours do (`alignment.py`). A run of n queries then costs |s|/b for each threshold that it draws
and the sum over its steps, and the dearest run is found by counting backwards from the last query.

From below, a run is a word like any other: one list of conditions on its noises, `unrolled`.

What must never change: a number is returned only where each path of each word of each state was
aligned, in fractions, and the largest sum over all runs is at most that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpverify.checkers.kernel.certificates.alignment import Ranges, Shifts, cost, family_moved
from dpverify.checkers.kernel.certificates.moves import Box
from dpverify.checkers.kernel.outcome import Fault
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.stepwise import ENTRIES, QUERY, THRESHOLD, Step, Stepwise
from dpverify.defs.documents.traced import Form, Noise, Path, Traced, is_one_sided
from dpverify.defs.numbers.errors import Undecided

ZERO = Fraction(0)
Side = tuple[Fraction, Fraction]
"""The least and the largest move of a query."""
Prices = Sequence[Mapping[str, Fraction]]
"""For each state what each word costs."""


@dataclass(frozen=True)
class StepShifts:
    """By how much the threshold moves; for each state, word and path the shift of each noise."""

    threshold: Fraction
    steps: tuple[Mapping[str, Sequence[Shifts]], ...]


def sides(boxes: Sequence[Box]) -> list[Side]:
    """How each query moves, for each box of moves.

    Raises: Undecided where queries move differently, which steps that are aligned once do not say.
    """
    if any(len(set(box)) != 1 for box in boxes):
        raise Undecided("unsupported", "by steps, every query moves as the others do")
    return [box[0] for box in boxes]


def prices(program: Stepwise, side: Side, shifts: StepShifts) -> Prices:
    """What each word costs from each state.

    Raises: Fault where the shifts do not keep a path.
    """
    moved = shifts.threshold
    if is_one_sided(program.threshold.law) and moved < 0:
        raise Fault("exponential noise, the threshold, is shifted downwards")
    if len(shifts.steps) != len(program.steps):
        raise Fault("the certificate does not have each state")
    box = (moved, moved), side
    return [
        _prices_of_step(step, box, own)
        for step, own in zip(program.steps, shifts.steps, strict=True)
    ]


def _prices_of_step(
    step: Step, box: Box, shifts: Mapping[str, Sequence[Shifts]]
) -> dict[str, Fraction]:
    words, ranges = family_moved(step.traced, ENTRIES), Ranges()
    if shifts.keys() != words.keys():
        raise Fault("the certificate is about other words of a step")
    found = {}
    for word, paths in words.items():
        if len(shifts[word]) != len(paths):
            raise Fault(f"the certificate does not have each path of the word {word}")
        found[word] = max(
            cost(step.traced.noises, path, box, own, word, ranges)
            for path, own in zip(paths, shifts[word], strict=True)
        )
    return found


def losses(program: Stepwise, costs: Prices, threshold: Fraction) -> list[Fraction]:
    """The cost of the dearest run of 1, 2, … queries, up to those of the program.

    Args: threshold by how much it moves.
    """
    drawn = abs(threshold) / program.threshold.scale
    ahead, found = [ZERO] * len(program.steps), list[Fraction]()
    while len(found) < program.queries:
        again = drawn if found else ZERO  # a threshold after the last query is compared with none
        better = [
            max(
                costs[state][word]
                + (
                    ZERO
                    if after.state is None
                    else ahead[after.state] + (again if after.anew else ZERO)
                )
                for word, after in step.after.items()
            )
            for state, step in enumerate(program.steps)
        ]
        settled = len(found) > 1 and better == ahead
        ahead = better
        found.append(drawn + ahead[0])
        if settled:  # longer runs cost the same from every state
            found += [found[-1]] * (program.queries - len(found))
    return found


def certified_runs(
    program: Stepwise, boxes: Sequence[Box], certificate: Sequence[StepShifts]
) -> Fraction:
    """The largest privacy loss over all runs and moves that the certificate shows.

    Returns: k ≥ 0, in units of ε where the scales are in units of 1/ε, else in nats.
    Raises: Fault where the certificate does not show it.
    """
    ways = sides(boxes)
    if len(certificate) != len(ways):
        raise Fault("the certificate does not have each box of moves")
    return max(
        losses(program, prices(program, side, shifts), shifts.threshold)[-1]
        for side, shifts in zip(ways, certificate, strict=True)
    )


def unrolled(program: Stepwise, run: Sequence[str]) -> tuple[tuple[Noise, ...], Path]:
    """The noises and the conditions of "the first answers are these", query i being an entry.

    Raises: Fault where the program cannot say so, or by more than one path.
    """
    noises, conditions = [program.threshold], list[Form]()
    threshold, state = 0, 0
    for number, word in enumerate(run):
        step = program.steps[state]
        paths = step.traced.words.get(word, ())
        if len(paths) != 1:
            raise Fault(f"a step has not one path of the word {word[:60]!a}")
        names = {QUERY: program.entries[number]}
        conditions += [_placed(form, len(noises), threshold, names) for form in paths[0].conditions]
        noises += step.traced.noises
        after = step.after[word]
        if number + 1 == len(run):
            break
        if after.state is None:
            raise Fault("the run goes on after the program has stopped")
        state = after.state
        if after.anew:
            threshold = len(noises)
            noises.append(program.threshold)
    return tuple(noises), Path(tuple(conditions))


def _placed(form: Form, first: int, threshold: int, names: Mapping[str, str]) -> Form:
    """A condition of a step as one of the run; its own noises begin at `first`."""
    factors = {first + number: factor for number, factor in form.noises}
    shift = Shift(form.shift.constant)
    for name, factor in form.shift.gaps:
        if name == THRESHOLD:
            factors[threshold] = factor
        else:
            shift = shift + Shift.of(0, **{names[name]: factor})
    return Form(tuple(sorted(factors.items())), shift)


def as_word(program: Stepwise, text: str, run: Sequence[str]) -> Traced:
    """A run as the one word of a traced program."""
    noises, path = unrolled(program, run)
    return Traced(noises, {text: (path,)}, program.symbolic)
