"""From a program that says of which loop it is a run to its steps, for however many queries.

The loop's step is traced once from each state (`defs/documents/stepwise.py`), so that no run is
listed. That the program is the run of its loop is compared: its traces on a few queries are those
of the loop, and at its own length both give the same answers on concrete noise. There each query is
once the first after which the loop is in another state, or stops: at points of chance alone nobody
sees a query that is treated otherwise where it is that one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any

from dpverify.checkers.continuous.loop_source import is_written_as_its_loop
from dpverify.checkers.continuous.loops import MOST_STATES, SAME_FOR, loop_of, refuse_other_traces
from dpverify.checkers.continuous.program import eps_of
from dpverify.defs.clock import Tick
from dpverify.defs.continuous.concrete import Concrete, Difference, places_of
from dpverify.defs.continuous.dice import Dice
from dpverify.defs.continuous.trace import EPS, Family, trace, trace_family
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.stepwise import (
    ENTRIES,
    MOST_QUERIES,
    PLAIN,
    QUERY,
    THRESHOLD,
    After,
    Step,
    Stepwise,
)
from dpverify.defs.documents.traced import Form, Noise, Traced, is_one_sided, with_shifts
from dpverify.defs.errors import ProgramError
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.labels import label_of
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.states import Tokens, Unseen
from dpverify.defs.validate import shown

SHORT = 12
"""Up to so many queries a program is traced as a whole, word by word."""
POINTS = 40
"""Runs on concrete noise on which program and steps are compared, wherever they end."""
MOST_STEPS = 1 << 17
"""Steps in the runs that leave the first state after one query after the other: of 362 all do."""
TRIES = 8
"""How often a step looks for the word that is wished before it takes any."""
GRAIN = 64
"""Concrete numbers are multiples of 1/GRAIN, so that sums of floats are exact."""
SPREAD, MARGIN, FAR = Fraction(4), Fraction(1, 4), Fraction(1000)
"""How far noise lies from 0, conditions from their ends, and queries from 0 at most."""


def stepwise_of(mechanism: Mechanism, tick: Tick) -> tuple[Stepwise, Mapping[str, int]] | None:
    """The steps of a program on more than a few queries, and at how many points it was compared.

    Returns: None for a program that says of no loop that it runs it, that is short, or whose steps
        release values or say too much.
    Raises: ProgramError where the program is not the run of its loop.
    """
    some = mechanism.first_inputs(1) if "loop" in mechanism.about else []
    if not some or not isinstance(some[0], tuple | list):
        return None
    queries = len(some[0])
    if not SHORT < queries <= MOST_QUERIES:
        return None
    found = _traced_steps(mechanism, queries, tick)
    if found is None:
        return None
    refuse_other_traces(mechanism, "loop", SAME_FOR, tick)
    # Where nothing but the run of the loop is written, no query is treated otherwise.
    left = 0 if is_written_as_its_loop(mechanism) else min(queries, MOST_STEPS // queries)
    visited = _compared(mechanism, found, type(some[0]), left, tick)
    return found, {"points": POINTS + left, "paths": found.words, "visited": visited}


def _traced_steps(mechanism: Mechanism, queries: int, tick: Tick) -> Stepwise | None:
    loop = loop_of(mechanism)
    threshold = _threshold(mechanism, tick)
    numbers: dict[Any, int] = {_told_apart(mechanism, loop.start): 0}
    waiting, steps = [loop.start], list[Step]()
    while waiting:
        tick()
        if threshold is None or len(numbers) > MOST_STATES:
            return None
        step, ends = _step(mechanism, waiting.pop(0), tick)
        if step is None or not step.symbolic:
            return None
        after = {}
        for word, (state, anew) in ends.items():
            if state is None:
                after[word] = After(None)
                continue
            key = _told_apart(mechanism, state)
            if key not in numbers:
                numbers[key] = len(numbers)
                waiting.append(state)
            after[word] = After(numbers[key], anew)
        steps.append(Step(step, after))
    return None if threshold is None else Stepwise(queries, threshold, tuple(steps))


def _threshold(mechanism: Mechanism, tick: Tick) -> Noise | None:
    """The noise that is the threshold; None where it is more than that."""

    def draw_it(given: Any, draw: Draw, *, eps: Any = Fraction(1)) -> Any:
        del given
        return loop_of(mechanism, eps=eps).threshold(draw)

    traced = trace(Mechanism(draw_it, [0]), 0, tick=tick)
    paths = [path for several in traced.words.values() for path in several]
    alone = Form(((0, Fraction(1)),), paths[0].released[0].shift) if paths[0].released else None
    good = len(paths) == len(traced.noises) == 1 and traced.symbolic and alone is not None
    if not good or alone is None or paths[0].released != (alone,) or alone.shift.constant:
        return None
    return traced.noises[0]


def _step(
    mechanism: Mechanism, state: Any, tick: Tick
) -> tuple[Traced | None, dict[str, tuple[Any, bool]]]:
    """The step from one state, and what follows each of its words; None where it says too much."""
    ends: dict[Any, tuple[int, Any, bool]] = {}

    def one(given: Any, draw: Draw, *, eps: Any = Fraction(1)) -> Any:
        threshold, query = given
        answer, after, anew = loop_of(mechanism, eps=eps).step(threshold, state, query, draw)
        key = _told_apart(mechanism, after), bool(anew)
        number, *_ = ends.setdefault(key, (len(ends), after, bool(anew)))
        return number, answer

    family = trace_family(Mechanism(one, [(0, 0)]), tick=tick)
    words, follows = {}, {}
    known = [(after, anew) for _, after, anew in ends.values()]
    for word, paths in _with_entries(family).words.items():
        number, _, answer = word[1:-1].partition(", ")
        if not PLAIN.fullmatch(answer) or answer in words or any(p.released for p in paths):
            return None, {}
        words[answer] = paths
        follows[answer] = known[int(number)]
    return Traced(family.traced.noises, words, family.traced.symbolic), follows


def _told_apart(mechanism: Mechanism, state: Any) -> Any:
    """What tells everything about a state: `True` is equal to 1 and may go on differently.

    Raises: ProgramError for a state that may tell more than what it is equal to.
    """
    try:
        return Tokens(mechanism, lists=False).of(state)  # no state is the mechanism itself
    except Unseen:
        raise ProgramError(
            f"{mechanism.name}: a state of its loop is {shown(state)}; numbers, texts and tuples"
            " of these are states"
        ) from None


def _with_entries(family: Family) -> Traced:
    """The step with the names of its two entries."""
    names = dict(zip(family.entries, ENTRIES, strict=True))
    return with_shifts(family.traced, {old: Shift.of(0, **{new: 1}) for old, new in names.items()})


def _compared(
    mechanism: Mechanism, program: Stepwise, kind: Callable[[Any], Any], left: int, tick: Tick
) -> int:
    """How many words were visited where the program gave the answers of its steps.

    Args: left after how many of the queries the first state is left once, one after the other.
    Raises: ProgramError at the first point at which it did not.
    """
    visited = set[tuple[int, str]]()
    eps = eps_of(mechanism, program.symbolic)
    given = {EPS: eps} if EPS in mechanism.parameters else {}
    with mechanism.examined():
        for point, walk in enumerate(_walks(program, left)):
            tick()
            visited |= walk.visited
            exact = bool(point % 2)
            queries = kind(walk.queries if exact else list(map(float, walk.queries)))
            places = places_of(walk.kinds, eps)

            def number(place: int, walk: ConcreteRun = walk, exact: bool = exact) -> Any:
                return walk.noises[place] if exact else float(walk.noises[place])

            try:
                output = mechanism.run(queries, **given)(Concrete(places, number, whole=False))
            except Difference as difference:
                raise ProgramError(
                    f"{mechanism.name}: it is not the run of its loop: it {difference}"
                ) from None
            if not isinstance(output, tuple) or [*map(label_of, output)] != walk.run:
                raise ProgramError(
                    f"{mechanism.name}: it is not the run of its loop: after {len(walk.run)}"
                    " queries it does not say what the steps of the loop say"
                )
    return len(visited)


def _walks(program: Stepwise, left: int) -> Iterator[ConcreteRun]:
    """Runs at random, and runs that leave the first state after one query after the other."""
    dice = Dice(program.queries << 20 | program.words)
    for point in range(POINTS):
        yield concrete_run(program, dice, 1 << 3 * (point % 4))
    order = [*range(program.queries)]
    order.sort(key=[dice.random() for _ in order].__getitem__)  # whose turn never comes is chance
    for last in order[:left]:
        yield concrete_run(program, dice, 1, last)


@dataclass
class ConcreteRun:
    """A run, with numbers for all queries and noises that lead along it."""

    queries: list[Fraction] = field(default_factory=list)
    noises: list[Fraction] = field(default_factory=list)
    kinds: list[Noise] = field(default_factory=list)
    run: list[str] = field(default_factory=list)
    visited: set[tuple[int, str]] = field(default_factory=set)

    def draw(self, noise: Noise, dice: Dice) -> Fraction:
        """A number for a noise that is drawn next."""
        low = Fraction(0) if is_one_sided(noise.law) else -SPREAD
        number = low + Fraction(1 + int(dice.random() * GRAIN * (SPREAD - low)), GRAIN)
        self.noises.append(number)
        self.kinds.append(noise)
        return number


def concrete_run(
    program: Stepwise, dice: Dice, patience: int, last: int | None = None
) -> ConcreteRun:
    """A run at random, whose steps are in the middle of their words.

    Args: patience how often as likely as any other a word is that changes no state; last after
        which query the first state is left, where that can be.
    """
    walk, state = ConcreteRun(), 0
    threshold = walk.draw(program.threshold, dice)
    while len(walk.run) < program.queries:
        step = program.steps[state]
        words = _wished(step, state, None if last is None else last - len(walk.run), patience)
        word, query = _chosen(walk, step, threshold, dice, words)
        walk.visited.add((state, word))
        walk.run.append(word)
        walk.queries.append(query)
        after = step.after[word]
        if after.state is None:
            break
        state = after.state
        if after.anew:  # after the last query too: a program need not know that it is the last
            threshold = walk.draw(program.threshold, dice)
    walk.queries += [Fraction(0)] * (program.queries - len(walk.queries))
    return walk


def _wished(step: Step, state: int, ahead: int | None, patience: int) -> list[str]:
    """The words that a step may take, each as often as it is likely.

    Args: ahead how many queries come before the one after which the state is left; None where
        that is no matter.
    """
    same = After(state)
    if ahead is not None and ahead >= 0:
        wished = [w for w, after in step.after.items() if (after == same) is (ahead > 0)]
        if wished:
            return wished
    return [w for w, after in step.after.items() for _ in range(patience if after == same else 1)]


def _chosen(
    walk: ConcreteRun, step: Step, threshold: Fraction, dice: Dice, words: Sequence[str]
) -> tuple[str, Fraction]:
    """A word of a step and a query for it; its noises are drawn."""
    left = TRIES
    while True:
        word = dice.choice(words if left > 0 else [*step.after])
        left -= 1
        path = dice.choice(step.traced.words[word])
        drawn = ConcreteRun()
        for noise in step.traced.noises:
            drawn.draw(noise, dice)
        wished = Fraction(int(dice.uniform(-1, 1) * SPREAD * GRAIN), GRAIN)
        query = _query_inside(path.conditions, drawn.noises, threshold, wished)
        if query is not None:
            walk.noises += drawn.noises
            walk.kinds += drawn.kinds
            return word, query


def _query_inside(
    conditions: Sequence[Form], noises: Sequence[Fraction], threshold: Fraction, wished: Fraction
) -> Fraction | None:
    """The query nearest to a wish at which all conditions hold with a margin; None without any."""
    low, high = -FAR, FAR
    for form in conditions:
        gaps = dict(form.shift.gaps)
        rest = form.shift.constant + gaps.get(THRESHOLD, Fraction(0)) * threshold - MARGIN
        rest += sum((k * noises[number] for number, k in form.noises), Fraction(0))
        slope = gaps.get(QUERY, Fraction(0))
        if slope > 0:
            low = max(low, -rest / slope)
        elif slope < 0:
            high = min(high, -rest / slope)
        elif rest < 0:
            return None
    low, high = Fraction(ceil(low * GRAIN), GRAIN), Fraction(floor(high * GRAIN), GRAIN)
    return None if low > high else max(low, min(high, wished))
