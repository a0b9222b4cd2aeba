"""The channel of a program, or what is known of it when a budget ends.

Passes leave out branches below a mass that falls from pass to pass. A pass that left out nothing
gives the channel exactly. Otherwise it gives lower bounds of all probabilities and what remains;
the next pass has less remaining. What must never change: an enumeration that is not whole never
passes for a channel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from math import lcm
from typing import Any, Literal

from flint import arb, fmpq

from dpverify.defs.channel import Channel
from dpverify.defs.clock import watched
from dpverify.defs.errors import InputError, ProgramError, Undecided
from dpverify.defs.numbers import Value, total
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.numbers.decimals import decimal_text
from dpverify.defs.programs.explore import Draws, Purse, outcome, unsteady
from dpverify.defs.programs.laws import forget
from dpverify.defs.programs.mechanism import Mechanism, unreadable
from dpverify.defs.programs.merging import merging_draws
from dpverify.defs.programs.paths import SubLaw, law_of, retraced
from dpverify.defs.programs.pieces.laws import cut, laws_by_states
from dpverify.defs.programs.replay import Prefix, Replay
from dpverify.defs.programs.tail import TailBound
from dpverify.defs.validate import shown

MOST_PATHS = 3_000_000
"""Paths that an enumeration may run, over all inputs and passes, unless told otherwise."""
MOST_CELLS = 4_000_000
"""Inputs × outputs of a channel that an enumeration may grow to."""
PASSES = (12, 24, 32, 48, 72, 108, 162, 243, 365, 547, 820, 1230, 1845)
RETRACED = 10_000
"""Paths of an input up to which each of them is run again, in another order."""
CHECKPOINT = (
    "draw.checkpoint(): what happens from there on depends on the variables that it names alone"
    " (tested, but on more paths than were followed without it)"
)
STATELESS = (
    "the program keeps nothing from one run to the next: what it can change did change, or cannot"
    f" be watched (tested: where an input has at most {RETRACED:,} paths and the program runs in"
    " processes of its own, named by file.py:name, on every path in two orders)"
)
FIRST = 300
"""Paths that are run before anything else: of most programs, all of them."""
MAIN, COARSER = 24, (16, 20, 24)
"""Branches below 2^−bits are left out, in this order; these where the main pass is too long."""


def _no_clock() -> None:
    """In-process there is no limit unless one is given."""


@dataclass(frozen=True)
class Enumeration:
    """What one pass found: for each input the masses of outputs.

    `bits`: branches below 2^−bits were left out; `stopped`: why there is no further pass; `tail`:
    what the program says of outputs beyond a core; `assumptions`: what its author promises, and
    was tested but not seen on every path; `data_sets`: whether inputs are data sets in the order of
    their size, all that are asked about or some larger ones.
    """

    inputs: tuple[str, ...]
    neighbours: Any
    laws: tuple[SubLaw, ...]
    bits: int
    stopped: str | None = None
    tail: TailBound | None = None
    assumptions: tuple[str, ...] = ()
    data_sets: Literal["", "all", "larger"] = ""

    @property
    def whole(self) -> bool:
        """Whether nothing was left out: the masses are the probabilities."""
        return all(law.whole for law in self.laws)

    @property
    def paths(self) -> int:
        """How many paths this pass followed."""
        return sum(law.paths for law in self.laws)

    @property
    def outputs(self) -> tuple[str, ...]:
        """The labels of all outputs seen, numbers in their order first."""
        return tuple(sorted(set[str]().union(*(law.masses for law in self.laws)), key=_place))

    @property
    def remaining(self) -> Value:
        """The most that remains on any input."""
        return max(law.remaining for law in self.laws)

    @property
    def remains(self) -> str:
        """An upper bound of what remains on any input, as a decimal."""
        if self.whole:
            return "0"
        # By balls, each mass by itself: an exact sum of thousands of quotients takes minutes.
        bits = 128 + 2 * self.bits
        with working_precision(bits):
            rests = [
                1 - sum((Value(mass).ball(bits) for mass in law.masses.values()), arb(0))
                for law in self.laws
                if not law.whole
            ]
        upper = max(ball_bounds(rest)[1] for rest in rests)
        return decimal_text(upper, 3, up=True)

    def channel(self, **notes: Any) -> Channel:
        """The channel, with what it rests on; raises Undecided where something was left out."""
        if not self.whole:
            raise Undecided("time", self.account())
        outputs = self.outputs
        weights = [_weights(law, outputs) for law in self.laws]
        if all(weights):
            made = Channel.from_weights(self.inputs, outputs, weights, self.neighbours, **notes)
        else:
            matrix = [[_entry(law, label) for label in outputs] for law in self.laws]
            made = Channel(self.inputs, outputs, matrix, self.neighbours, **notes)
        return made.resting_on(self.assumptions)

    def account(self) -> str:
        """Where the enumeration stands, in one line."""
        end = f"; {self.stopped}" if self.stopped else ""
        return (
            f"{self.paths} paths of probability at least 2^-{self.bits} were followed; at most"
            f" {self.remains} of the probability of an input remains{end}"
        )


def enumerations(
    mechanism: Mechanism,
    *,
    paths: int = MOST_PATHS,
    tick: Callable[[], None] = _no_clock,
    backward: bool = False,
) -> Iterator[Enumeration]:
    """Enumerate a program, pass after pass; the last one is whole, or says why it stopped.

    Args: paths the budget; tick is called often and raises where time is up; backward whether the
        last input and the last branch come first, so that a state which is kept from run to run
        shows where another process goes forward.
    Raises: ProgramError for a program that cannot be enumerated; what `tick` raises.
    """
    forget()
    start = _pass(mechanism, PASSES[0], min(paths, FIRST), tick, backward=backward, merging=False)
    enumeration = start if start.whole else _by_states(mechanism, paths, tick)
    if enumeration is not None:
        yield enumeration
        return
    left, order, merging = paths, list(PASSES), False
    while order:
        bits = order.pop(0)
        # Half of the budget is kept for coarser passes, in case this one is too long.
        some = left // 2 if bits == MAIN else left
        enumeration = _pass(mechanism, bits, some, tick, backward=backward, merging=merging)
        # The first pass follows paths one by one; of a program with more of them, those that meet
        # in a state that can be seen are followed once.
        merging = merging or not any(law.merged for law in enumeration.laws)
        left -= enumeration.paths
        if not _cut(enumeration):
            yield enumeration
            if enumeration.whole:
                return
        elif bits == MAIN:
            order = list(COARSER)
        else:
            yield _stopped(enumeration, f"the budget of {paths} paths is used up")
            return
    if enumeration is not None:
        yield _stopped(enumeration, f"branches below 2^-{enumeration.bits} are not followed")


def closed(
    mechanism: Mechanism,
    known: Enumeration,
    *,
    tick: Callable[[], None] = _no_clock,
    backward: bool = False,
) -> Enumeration | None:
    """A program with infinitely many paths as a finite channel; None where it is not known as one.

    Args: known a pass over paths one by one, which must not contradict it; tick and backward as for
        `enumerations`.
    Raises: what `tick` raises.
    """
    # Loaded here: most programs have finitely many paths.
    from dpverify.defs.programs.closing import closed_laws

    inputs = list(mechanism.cases().items())
    found = closed_laws(mechanism, inputs[::-1] if backward else inputs, tick, backward=backward)
    if found is None:
        return None
    laws, tails = found
    if backward:
        laws.reverse()
    if any(_contradicts(law, whole, tails) for law, whole in zip(known.laws, laws, strict=True)):
        return None
    return replace(known, laws=tuple(laws), stopped=None)


def _contradicts(part: SubLaw, whole: SubLaw, tails: frozenset[str]) -> bool:
    """Whether paths that were followed one by one weigh more than all paths are said to.

    A number that stands in a tail has a label that the tail has not, so these are added up.
    """
    weights = {label: Value(whole.masses.get(label, _NOTHING)) for label in part.masses}
    alone = total(Value(part.masses[label]) for label in part.masses if weights[label].is_zero)
    told = any(
        Value(mass) > weights[label]
        for label, mass in part.masses.items()
        if not weights[label].is_zero
    )
    return told or alone > total(Value(whole.masses.get(label, _NOTHING)) for label in tails)


def channel_of(
    mechanism: Mechanism, *, paths: int = MOST_PATHS, tick: Callable[[], None] = _no_clock
) -> Channel:
    """The channel of a program, by running it on every path.

    Where its numbers rest on a promise of the program's author, its `assumptions` name that, and so
    does every answer about it.

    Args: paths the budget of paths; tick as for `enumerations`.
    Raises: ProgramError for a program that cannot be enumerated; Undecided where the budget ends
        first, as it must where the program has infinitely many paths.
    """
    if not isinstance(mechanism, Mechanism):
        raise ProgramError(
            f"{shown(mechanism)} is no mechanism; write @mechanism(inputs=[…]) above it"
        )
    last = None
    for last in enumerations(mechanism, paths=paths, tick=tick):
        if last.bits >= PATIENCE:
            break
    if last is None:
        raise ProgramError(f"{mechanism.name} was not enumerated")
    notes = {name: mechanism.about.get(name) for name in ("title", "source")}
    return last.channel(**notes)


def _by_states(mechanism: Mechanism, paths: int, tick: Callable[[], None]) -> Enumeration | None:
    """A program with many paths by its states alone; None where it is not cut at its draws."""
    if isinstance(mechanism.inputs, Iterator):
        return None  # they are gone through once
    pieces = cut(mechanism)
    if pieces is None:
        return None
    with watched(tick):
        cases, relation, tail = form_of(mechanism)
    with mechanism.examined() as reached:
        rows = laws_by_states(mechanism, pieces, cases, paths, tick)
        keeps = reached.keeps
    if rows is None:
        return None
    outputs = len({label for masses, _ in rows for label in masses})
    if outputs * len(cases) > MOST_CELLS:
        raise Undecided("bits", f"{mechanism.name} has more than {outputs - 1} outputs so far")
    laws = tuple(SubLaw(masses, True, count, merged=True) for masses, count in rows)
    mechanism.confirm(cases, laws)
    promises = (*mechanism.promises(), *promises_of(laws, keeps=keeps))
    return Enumeration(tuple(cases), relation, laws, PASSES[0], None, tail, promises)


def _pass(
    mechanism: Mechanism,
    bits: int,
    paths: int,
    tick: Callable[[], None],
    *,
    backward: bool,
    merging: bool,
) -> Enumeration:
    purse = Purse(paths, tick)
    with watched(tick):
        cases, relation, tail = form_of(mechanism)
    with mechanism.examined() as reached:
        draws = merging_draws(reached) if merging and reached.loops else Replay
        laws = _laws(
            mechanism, cases, bits, purse, draws, again=not reached.ours, backward=backward
        )
        keeps = reached.keeps
        mechanism.confirm(cases, laws)
    cut = "the paths are used up" if purse.paths < 0 else None
    promises = (*mechanism.promises(), *promises_of(laws, keeps=keeps))
    return Enumeration(tuple(cases), relation, tuple(laws), bits, cut, tail, promises)


def promises_of(laws: Sequence[SubLaw], *, keeps: bool) -> tuple[str, ...]:
    """What the author of a program promises, and was not seen to be kept on every path.

    Args: laws of all inputs; keeps whether the program may keep something from run to run.
    """
    promises = []
    if any(law.promised for law in laws):
        promises.append(CHECKPOINT)
    # That each path was run twice, in two orders, shows no state: a counter may wait for longer.
    if keeps:
        promises.append(STATELESS)
    return tuple(promises)


def _is_run_again(law: SubLaw) -> bool:
    """Whether every path of a law is run again in another order."""
    one_by_one = law.whole or not law.merged
    return law.paths <= RETRACED and one_by_one and not law.promised


def _laws(
    mechanism: Mechanism,
    cases: Mapping[str, Any],
    bits: int,
    purse: Purse,
    draws: Draws,
    *,
    again: bool,
    backward: bool,
) -> list[SubLaw]:
    """The law of every input; then its first path once more, or `again` all, the last first."""
    reached: dict[str, SubLaw] = {}
    runs = {label: mechanism.run(given) for label, given in cases.items()}
    labels: set[str] = set()
    for label in reversed(runs) if backward else runs:
        try:
            reached[label] = law_of(runs[label], -float(bits), purse, draws, backward=backward)
        except ProgramError as error:
            raise ProgramError(f"{mechanism.name}, input {label}: {error}") from error
        labels |= reached[label].masses.keys()
        if len(labels) * len(cases) > MOST_CELLS:
            raise Undecided("bits", f"{mechanism.name} has more than {len(labels)} outputs so far")
    laws = [reached[label] for label in runs]
    for (label, run), law in zip(runs.items(), laws, strict=True):
        _still_the_same(mechanism, label, run, law, bits, backward=backward)
    if again and purse.paths >= 0:
        for (label, run), law in reversed(list(zip(runs.items(), laws, strict=True))):
            if _is_run_again(law):
                try:
                    retraced(run, -float(bits), law, purse.tick)
                except ProgramError as error:
                    raise ProgramError(f"{mechanism.name}, input {label}: {error}") from error
    return laws


def form_of(mechanism: Mechanism) -> tuple[dict[str, Any], Any, TailBound | None]:
    """Inputs, neighbours and tail; what the user's own functions raise is their fault."""
    try:
        cases = mechanism.cases()
        return cases, mechanism.relation(cases), mechanism.bound_of_tail()
    except (InputError, KeyboardInterrupt, MemoryError, Undecided):
        raise
    except BaseException as error:
        raise unreadable(mechanism.name, error) from error


def _still_the_same(
    mechanism: Mechanism,
    label: str,
    run: Callable[[Any], Any],
    law: SubLaw,
    bits: int,
    *,
    backward: bool,
) -> None:
    """Run the first path of each input again at the end: what changed slowly shows now."""
    draw = Replay(Prefix(), -float(bits), _no_clock)
    draw.backward = backward
    fault: ProgramError | None = None
    try:
        again = outcome(run, draw, {})
        if law.first is not None and again != law.first:
            fault = ProgramError(unsteady(law.first, again))
    except ProgramError as error:
        fault = error
    if fault is not None:
        raise ProgramError(f"{mechanism.name}, input {label}: {fault}") from fault


def _cut(enumeration: Enumeration) -> bool:
    return enumeration.stopped is not None and not enumeration.whole


def _stopped(enumeration: Enumeration, why: str) -> Enumeration:
    return replace(enumeration, stopped=why)


def _weights(law: SubLaw, outputs: Sequence[str]) -> list[int] | None:
    """A law as integers over their sum; None where it is none of rational probabilities."""
    # By whose object it is: many outputs may share one, and there may be a million.
    given = [*map(law.masses.get, outputs, repeat(_NOTHING))]
    masses = dict(zip(map(id, given), given, strict=True))
    if not all(isinstance(mass, fmpq) for mass in masses.values()):
        return None
    whole = lcm(*(int(mass.q) for mass in masses.values()))
    weights = {key: int(mass.p) * (whole // int(mass.q)) for key, mass in masses.items()}
    row = [*map(weights.__getitem__, map(id, given))]
    # Weights may have any sum: what does not sum to 1 is told where a matrix is checked.
    return row if sum(row) == whole else None


def _entry(law: SubLaw, label: str) -> Value:
    return Value(law.masses.get(label, _NOTHING))


def _place(label: str) -> tuple[int, int, str]:
    digits = label.removeprefix("-")
    if digits.isdecimal() and digits.isascii() and len(digits) < 100:
        return 0, int(label), label
    return 1, 0, label


PATIENCE = 500
"""Bits from which on `channel_of` takes a program for one with infinitely many paths."""
_NOTHING = fmpq(0)
