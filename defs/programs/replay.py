"""The draw that tries every path of a program, one after the other, by running it again.

The state is one stack: for each draw of the current path what was asked for, which branch was
taken and the mass of the path up to there. A run repeats the stack and extends it by first
branches; `advance` goes to the next path, depth first. Memory is proportional to the number of
draws on a path. What must never change: a run that asks for other draws than before is an error,
and masses are exact: floats only leave small masses out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, NoReturn, TypeVar

from flint import fmpq

from dpverify.defs.errors import ProgramError, Undecided
from dpverify.defs.programs import laws
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.labels import label_of
from dpverify.defs.programs.laws import Branch, Law, Mass

MAX_DRAWS = 20_000
"""Draws on one path with a choice; what is deeper is left out, its mass remains."""
CHECK_EVERY = 1024
"""Draws without a choice between two looks at the clock."""

E = TypeVar("E", ProgramError, Undecided)
Key = tuple[object, ...]
"""A checkpoint: the places in the code from the program inward, and the label of the variables."""


class Stop(BaseException):
    """Ends a run of the program from inside a draw; `key` is the checkpoint, None if left out."""

    def __init__(self, key: Key | None) -> None:
        super().__init__()
        self.key = key


class Prefix:
    """How a checkpoint is reached: the draws before it, and how many checkpoints were passed.

    `met` are the states that were seen on the way: the draws before each, and its number.
    """

    __slots__ = ("asked", "laws", "met", "passed", "taken", "values")

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.laws: list[Law] = []
        self.taken: list[int] = []
        self.values: list[Any] = []
        self.met: tuple[tuple[int, int], ...] = ()
        self.passed = 0

    def copied(self, passed: int) -> Prefix:
        """The same path, as the way to a checkpoint."""
        prefix = Prefix()
        prefix.asked, prefix.laws = list(self.asked), list(self.laws)
        prefix.taken, prefix.values = list(self.taken), list(self.values)
        prefix.passed, prefix.met = passed, self.met
        return prefix


class Replay(Draw):
    """Draws along one path after the other, from the end of a prefix on.

    Args: prefix the way to where exploration starts; floor log2 of the mass below which a branch
        is left out; frames how many stack frames lie outside the program; tick is called often and
        raises where time is up.
    """

    __slots__ = (
        "_asked",
        "_floor",
        "_frames",
        "_idle",
        "_laws",
        "_logs",
        "_masses",
        "_passed",
        "_position",
        "_prefix",
        "_taken",
        "_tick",
        "_values",
        "backward",
        "frozen",
        "merging",
        "path",
        "pruned",
        "stopped",
        "trouble",
    )

    def __init__(self, prefix: Prefix, floor: float, tick: Callable[[], None]) -> None:
        self.path = prefix.copied(prefix.passed)
        self._prefix = prefix
        self._asked, self._laws = self.path.asked, self.path.laws
        self._taken, self._values = self.path.taken, self.path.values
        known = len(self._values)
        self._masses: list[Mass] = [fmpq(1)] * (known + 1)
        self._logs = [0.0] * (known + 1)
        self._floor, self._tick = floor, tick
        self._frames = self._idle = 0
        self._position = self._passed = 0
        self.frozen = False
        self.merging = True
        self.backward = False
        self.pruned = False
        self.stopped = False
        self.trouble: ProgramError | Undecided | None = None

    # ------------------------------------------------------------ what the program calls

    def flip(self, p: Any) -> bool:
        # Mostly a repetition of a draw with the same object: worth a short way.
        position = self._position
        if position < len(self._values) and self._asked[position] is p:
            self._position = position + 1
            return self._values[position]  # type: ignore[no-any-return]  # of a flip
        try:
            law = laws.flip(p)
        except TypeError:
            return super().flip(p)
        except ProgramError as error:
            raise self._noted(error) from None
        return bool(self._take(law, p))

    def uniform(self, values: Any, high: Any = None) -> Any:
        if high is not None:
            return super().uniform(values, high)
        position = self._position
        known = position < len(self._values) and self._asked[position] is values
        if known and type(values) in (range, tuple):  # a list may have changed since
            self._position = position + 1
            return self._values[position]
        try:
            law = laws.uniform(values)
        except ProgramError as error:
            raise self._noted(error) from None
        return self._take(law, values)

    def take(self, law: Law) -> Any:
        """A value of any law that lists its branches."""
        return self._take(law)

    def checkpoint(self, *variables: Any) -> None:
        self._passed += 1
        if self._passed <= self._prefix.passed or not self.merging:
            return
        if self.stopped:
            self._go_on()
        try:
            key = (*_places(self._frames), label_of(variables))
        except ProgramError as error:
            text = f"a checkpoint {error}"
            raise self._noted(ProgramError(text.replace("returns", "is given", 1))) from None
        if self._position < len(self._values):
            raise self._noted(self._unsteady("comes to a checkpoint", self._position))
        self.stopped = True
        raise Stop(key)

    def _take(self, law: Law, request: Any = None) -> Any:
        if self.stopped:
            self._go_on()
        if law.certain:
            self._idle += 1
            if self._idle >= CHECK_EVERY:
                self._idle = 0
                self._tick()
            return law.sure
        position = self._position
        self._position = position + 1
        if position < len(self._values):
            known = self._laws[position]
            if known is not law and not known.same(law):
                raise self._noted(self._unsteady(f"draws {law.name}", position))
            return self._values[position]
        if self.frozen:
            raise self._noted(self._unsteady(f"draws {law.name}", position))
        return self._extend(law, request)

    def _go_on(self) -> NoReturn:
        """End a run again that caught its end; the mass of the path is given up."""
        self.pruned = True
        raise Stop(None)

    def _noted(self, error: E) -> E:
        """Remember an error, in case the program catches it."""
        self.trouble = self.trouble or error
        return error

    # ------------------------------------------------------------ what the explorer calls

    def begin(self, frames: int) -> None:
        """Start a run; `frames` is the depth of the stack outside the program."""
        self._position = self._passed = 0
        self._frames = frames
        self.stopped = False

    @property
    def mass(self) -> Mass:
        """The probability of the current path, given that its prefix was reached."""
        return self._masses[-1]

    @property
    def log_mass(self) -> float:
        """log2 of the mass, as a float."""
        return self._logs[-1]

    @property
    def passed(self) -> int:
        """How many checkpoints the last run came to."""
        return self._passed

    def finished(self) -> None:
        """Raise unless the last run repeated every draw of the path."""
        if self._position < len(self._values):
            raise self._unsteady("ends", self._position)

    def advance(self) -> bool:
        """Go to the next path; False where there is none."""
        first = len(self._prefix.values)
        while len(self._values) > first:
            law, taken = self._laws[-1], self._taken[-1]
            self._values.pop()
            self._masses.pop()
            self._logs.pop()
            if self._choose(law, taken + 1):
                return True
            self._asked.pop()
            self._laws.pop()
            self._taken.pop()
        return False

    def _extend(self, law: Law, request: Any) -> Any:
        if len(self._values) < MAX_DRAWS:
            self._asked.append(request)
            self._laws.append(law)
            self._taken.append(0)
            if self._choose(law, 0):
                return self._values[-1]
            self._asked.pop()
            self._laws.pop()
            self._taken.pop()
        self.pruned = self.stopped = True
        raise Stop(None)

    def _choose(self, law: Law, i: int) -> bool:
        """Take the first branch from number i on that is not too small."""
        log = self._logs[-1]
        while (branch := self._branch(law, i)) is not None:
            value, p, width = branch
            if log + width >= self._floor:
                self._taken[-1] = i
                self._values.append(value)
                self._masses.append(self._masses[-1] * p)
                self._logs.append(log + width)
                return True
            self.pruned = True
            if law.decreasing:  # of finite laws only uniform ones: all branches are as likely
                return False
            i += 1
        return False

    def _branch(self, law: Law, i: int) -> Branch | None:
        if not self.backward or law.size is None:
            return law.branch(i)
        return law.branch(law.size - 1 - i) if i < law.size else None

    def _unsteady(self, now: str, position: int) -> ProgramError:
        known = self._laws[position].name if position < len(self._laws) else "ended"
        return ProgramError(
            f"is no function of its input and its draws: run again with the same draws, it {now}"
            f" where it {'drew ' if position < len(self._laws) else ''}{known}; keep time, global"
            " state and other randomness out of it"
        )


def _places(outside: int) -> tuple[object, ...]:
    """Where the program stands: code and position of every frame inside it."""
    frame: FrameType | None = sys._getframe(2)
    places: list[object] = []
    frames = []
    while frame is not None:
        frames.append(frame)
        frame = frame.f_back
    for inner in frames[: len(frames) - outside]:
        places += [id(inner.f_code), inner.f_lasti]
    return tuple(places)
