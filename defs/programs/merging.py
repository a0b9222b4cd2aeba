"""Paths that meet in a state that can be seen are followed once.

A loop that comes back to where it was is then a geometric series, without a word of the author.
What must never change: paths meet only where `states` gives both the same key.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Final

from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.explore import Draws
from dpverify.defs.programs.laws import Law
from dpverify.defs.programs.reach import Reached
from dpverify.defs.programs.replay import Key, Prefix, Replay, Stop
from dpverify.defs.programs.states import Token, Tokens, Unseen, holds_what_changes, key_of
from dpverify.defs.programs.unbounded import Geometric, Unbounded

ENOUGH: Final = 1000
"""Draws at which no state was seen, after which none is looked for: looking is most of the work."""
MOST_VALUES: Final = 200
"""Values of a draw that are part of the key of a state."""


@dataclass
class Seen:
    """What was seen of a program: states with their numbers, and draws at which there was none.

    `promised`: whether it has checkpoints. What leads to one counts the draws that were looked at
    on the way, so all of them go on being looked at.
    """

    states: dict[Key, int] = field(default_factory=dict)
    unseen: int = 0
    promised: bool = False

    @property
    def hopeless(self) -> bool:
        """Whether no state will be looked for any more."""
        return self.unseen >= ENOUGH and not self.states and not self.promised


def merging_draws(reached: Reached) -> Draws:
    """What makes the draws of a program whose states are seen; `reached` what it can get at."""
    seen = Seen()

    def draws(prefix: Prefix, floor: float, tick: Callable[[], None]) -> Replay:
        return Merging(prefix, floor, tick, reached, seen)

    return draws


class Merging(Replay):
    """Draws along paths that end where a state is met that can be seen.

    Args: reached what the program can get at; seen what was seen of it so far.
    """

    __slots__ = ("_first", "_lists", "_looks", "_noises", "_outside", "_reached", "_seen", "_stays")

    def __init__(
        self,
        prefix: Prefix,
        floor: float,
        tick: Callable[[], None],
        reached: Reached,
        seen: Seen,
    ) -> None:
        super().__init__(prefix, floor, tick)
        self._reached, self._seen = reached, seen
        self._looks = self._stays = reached.clear
        self._lists = not reached.contents
        self._restart()

    def begin(self, frames: int) -> None:
        """Start a run."""
        super().begin(frames)
        self._looks = self._stays and self.merging and not self._seen.hopeless
        self._outside = sys._getframe(1)
        self._restart()

    def _restart(self) -> None:
        self.path.met = self._prefix.met
        # Frames that wait for draws, held so that none has the place of another one, with the
        # number of draws before the first, and how much of older noise was drawn by then. None
        # where it may change what others hold too: its variables do not tell what it changed.
        self._first: dict[FrameType, tuple[int, list[int]] | None] = {}
        self._noises: list[Geometric] = []

    def _take(self, law: Law, request: Any = None) -> Any:
        if not law.certain:
            self._meet(law)
        return super()._take(law, request)

    def checkpoint(self, *variables: Any) -> None:
        self._seen.promised = True
        super().checkpoint(*variables)

    # Not the short ways of Replay where states are looked for: a draw that is repeated counts too.

    def flip(self, p: Any) -> bool:
        return Draw.flip(self, p) if self._looks else super().flip(p)

    def uniform(self, values: Any, high: Any = None) -> Any:
        return Draw.uniform(self, values, high) if self._looks else super().uniform(values, high)

    def _meet(self, law: Law) -> None:
        """End the path where its state can be seen; a path that goes on from there does not."""
        if not self._looks or self.stopped:
            return
        frames = self._program()
        if not frames:
            return
        for frame in frames:
            if frame in self._first:
                break  # and so are those outside it
            begun = self._position, [noise.drawn for noise in self._noises]
            within = frame is not frames[-1]  # nothing is outside the outermost
            self._first[frame] = None if within and holds_what_changes(frame, self) else begun
        self._passed += 1
        if self._passed <= self._prefix.passed:
            return
        token = None if self._reached.changed else _token(law)
        key = None
        if token is not None:
            key = key_of(frames, self, token, self._before, lists=self._lists)
        if key is None:
            self._seen.unseen += 1
            return
        number = self._seen.states.setdefault(key, len(self._seen.states))
        self._met()
        if self._position < len(self._values):
            raise self._noted(self._unsteady("comes to a state", self._position))
        self.path.met = (*self._prefix.met, (self._position, number))
        self.stopped = True
        raise Stop(key)

    def _met(self) -> None:
        """A state was met."""

    def _before(self, frame: FrameType) -> Token | None:
        """What tells all outside a frame; None where the frame may have changed it since."""
        begun = self._first[frame]
        if begun is None:
            return None
        start, drawn = begun
        if any(noise.drawn != n for noise, n in zip(self._noises, drawn, strict=False)):
            return None
        place, state = max((one for one in self._prefix.met if one[0] <= start), default=(0, -1))
        return (state, *self._taken[place:start])

    def _program(self) -> list[FrameType]:
        """The frames of the program, from the one that draws; none inside an operation of noise."""
        frame: FrameType | None = sys._getframe(2)
        frames = []
        while frame is not None and frame is not self._outside:
            if frame.f_globals.get("__name__") == _SYMBOLS:
                return []
            if not _is_draw(frame):
                frames.append(frame)
            frame = frame.f_back
        return frames


def _is_draw(frame: FrameType) -> bool:
    name = frame.f_globals.get("__name__", "")
    return isinstance(name, str) and name.startswith("dpverify.defs.programs")


_SYMBOLS: Final = Unbounded.__module__


def _token(law: Law) -> Token | None:
    """What a law is, in a key; None for one of many values."""
    if law.size is None:
        return (law.name,)
    if law.size > MOST_VALUES:
        return None
    values = [branch[0] for k in range(law.size) if (branch := law.branch(k)) is not None]
    try:  # not the texts of the values, which objects of the program write as they like
        return (law.name, *map(Tokens(law, lists=False).of, values))
    except Unseen:
        return None
