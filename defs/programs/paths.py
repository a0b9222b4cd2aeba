"""The law of a program on one input, from its paths between checkpoints."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import log2
from typing import Any

from flint import fmpq

from dpverify.defs.errors import ProgramError, Undecided
from dpverify.defs.numbers import Value, total
from dpverify.defs.programs.absorb import Row, absorbed
from dpverify.defs.programs.explore import Arrival, Draws, Purse, Run, Step, explore
from dpverify.defs.programs.laws import Mass, log2_of
from dpverify.defs.programs.replay import Key, Prefix, Replay
from dpverify.defs.programs.states import VERIFIED

MAX_STATES = 20_000
"""Checkpoints of one input that are told apart; the mass of further ones remains."""
MAX_TESTS, MAX_TESTED = 200, 20_000
"""Checkpoints of one input whose promise is tested, and the paths from one up to which it is."""


MAX_FREE, FREE_BITS = 5_000, 32.0
"""Paths of one input that are followed without its checkpoints, down to a mass of 2^−bits."""
BROKEN = (
    "breaks the promise of a checkpoint: reached in two ways with the same variables, it goes on"
    " differently; name in checkpoint() every variable that matters"
)


@dataclass(frozen=True)
class SubLaw:
    """Lower bounds of the probabilities of outputs; `whole` where they are the probabilities.

    `paths` counts runs, those made to test the program apart; `first` is the output of the first
    path, if it ends without a checkpoint; `promised`: whether it rests on the promise of a
    checkpoint, because there were too many paths to follow all of them without it; `merged`:
    whether it came to a checkpoint.
    """

    masses: dict[str, Mass]
    whole: bool
    paths: int
    first: str | None = None
    promised: bool = False
    merged: bool = False

    @property
    def remaining(self) -> Value:
        """What the masses lack to 1: the most that they can be too small by, together."""
        return Value(0) if self.whole else 1 - total(map(Value, self.masses.values()))


class _Chain:
    """The checkpoints met so far, numbered in the order of their discovery."""

    def __init__(
        self, run: Run, floor: float, purse: Purse, draws: Draws, *, backward: bool
    ) -> None:
        self.backward = backward
        self.run, self.floor, self.purse, self.draws = run, floor, purse, draws
        self.rows: list[Row] = [{}]
        self.floors: dict[int, float] = {}
        self.numbers: dict[Key, int] = {}
        self.second: dict[int, Prefix] = {}
        self.whole, self.full = True, False
        self.paths = 0
        self.first: str | None = None
        self.ways: dict[int, Prefix] = {0: Prefix()}
        self.logs: dict[int, float] = {0: 0.0}
        self.waiting: deque[int] = deque([0])

    def follow(self) -> None:
        """Explore from the checkpoint that waits longest, if enough of the mass has reached it."""
        state = self.waiting.popleft()
        log = self.logs[state]
        if log < self.floor:
            return  # comes back where more mass reaches it
        if self.purse.paths <= 0:
            self.purse.paths = -1  # overdrawn, also where the input before used up all exactly
            return
        floor = self.floor - log
        step, ways = explore(
            self.run, self.ways.pop(state), floor, self.purse, self.draws, backward=self.backward
        )
        self.paths += step.paths
        self.whole = self.whole and step.whole
        for key, arrivals in ways.items():
            self._meet(key, arrivals, log + log2_of(step.following[key]))
        self.rows[state] = self._row(step)
        if not state:
            self.first = step.first
        if self.purse.paths > 0 and step.paths <= MAX_TESTED:
            self.floors[state] = floor

    def test(self) -> None:
        """Go on from the second way to each checkpoint; the same must happen.

        Raises: ProgramError where it does not: the promise of the checkpoint is broken.
        """
        for state, prefix in list(self.second.items())[:MAX_TESTS]:
            if state not in self.floors:
                continue
            purse = Purse(2 * MAX_TESTED, self.purse.tick)
            again, _ = explore(self.run, prefix, self.floors[state], purse, self.draws)
            if self._row(again) != self.rows[state] and not self.full:
                raise ProgramError(BROKEN)

    def _row(self, step: Step) -> Row:
        row: Row = dict(step.outputs)
        for key, mass in step.following.items():
            number = self.numbers.get(key)
            if number is not None:
                row[number] = mass
        return row

    def _meet(self, key: Key, ways: list[Arrival], log: float) -> None:
        known = self.numbers.get(key)
        if known is None:
            if len(self.rows) >= MAX_STATES:
                self.whole, self.full = False, True
                return
            known = self.numbers[key] = len(self.rows)
            self.rows.append({})
            self.ways[known] = ways.pop(0).prefix
            self.logs[known] = log
            self.waiting.append(known)
        elif known in self.ways:  # not followed yet: its mass grows
            before, self.logs[known] = self.logs[known], _sum(self.logs[known], log)
            if before < self.floor <= self.logs[known] and known not in self.waiting:
                self.waiting.append(known)
        if ways:
            self.second.setdefault(known, ways[0].prefix)


def law_of(
    run: Run, floor: float, purse: Purse, draws: Draws = Replay, *, backward: bool = False
) -> SubLaw:
    """The law of the output of a program on one input.

    Args: run the program; floor log2 of the smallest mass that is followed; purse the budget;
        draws makes what the program draws from; backward whether its paths are run in the opposite
        order, from which the same must come.
    Raises: ProgramError for a program that cannot be enumerated; what the clock raises.
    """
    chain = _Chain(run, floor, purse, draws, backward=backward)
    while chain.waiting:
        chain.follow()
    chain.test()
    chain.whole = chain.whole and not chain.ways
    if len(chain.rows) == 1:
        return SubLaw(_outputs(chain.rows[0]), chain.whole, chain.paths, chain.first)
    merged = SubLaw(_outputs(absorbed(chain.rows)), chain.whole, chain.paths, chain.first)
    promises = any(key[0] != VERIFIED for key in chain.numbers)
    promised = promises and not _kept(run, floor, merged, purse, draws)
    return replace(merged, merged=True, promised=promised)


def _kept(run: Run, floor: float, merged: SubLaw, purse: Purse, draws: Draws) -> bool:
    """Whether the promises of checkpoints were seen to be kept on every path.

    The program is run again as if it had no checkpoints, on every path where they are few. Then
    nothing rests on a promise. Where there are too many (or no end of them), the paths that were
    followed are a test: no output can be likelier by some of the paths than by all.

    Raises: ProgramError where a promise is broken.
    """
    if not merged.whole:
        return False  # there is no end of them
    own_purse = Purse(MAX_FREE, purse.tick)
    least = max(floor, -FREE_BITS)
    try:
        step, _ = explore(run, Prefix(), least, own_purse, draws, merging=False, backward=True)
    except Undecided as stop:
        if stop.code != "unsupported":
            raise
        return False  # with ε as a symbol long paths are not followed
    alone = _outputs(step.outputs)
    if step.whole:
        broken = alone != merged.masses
    else:
        broken = any(
            _exceeds(mass, merged.masses.get(label, _NOTHING)) for label, mass in alone.items()
        )
    if broken:
        raise ProgramError(BROKEN)
    return step.whole


def _exceeds(part: Mass, whole: Mass) -> bool:
    """Whether a part is more than the whole; a mass that depends on ε is not compared."""
    if hasattr(part, "exponential") or hasattr(whole, "exponential"):
        return False
    return bool(Value(part) > Value(whole))


def retraced(
    run: Run, floor: float, law: SubLaw, tick: Callable[[], None], draws: Draws = Replay
) -> None:
    """Run every path of a law again, in another order; the same must come of it.

    Raises: ProgramError where something else does: the program remembers what it did before.
    """
    purse = Purse(law.paths + MAX_FREE, tick)
    step, _ = explore(run, Prefix(), floor, purse, draws, merging=False, backward=True)
    if step.whole == law.whole and _outputs(step.outputs) != law.masses:
        raise ProgramError(
            "is no function of its input and its draws: when its paths are run in another order,"
            " their outputs differ; keep nothing from one run to the next"
        )


def _sum(a: float, b: float) -> float:
    """log2(2^a + 2^b), without leaving the range of floats."""
    high, low = max(a, b), min(a, b)
    return high + log2(1 + 2.0 ** (low - high))


def _outputs(row: dict[Any, Mass]) -> dict[str, Mass]:
    return {str(label): mass for label, mass in row.items() if mass != _NOTHING}


_NOTHING = fmpq(0)
