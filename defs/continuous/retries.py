"""Notices that a program with continuous noise is again where it first drew: it tries anew.

`while True: y = x + draw.laplace(b); if low <= y <= high: return y` comes back to its first draw
with the same variables, whenever the value is rejected. All that it draws from there on is
independent of what it drew before, so the law of its output is the law of one try, conditioned on
the end of the program. What must never change: a program is said to be where it first drew only
where all of its state can be seen (`dpverify.defs.programs.states`), is the same, and holds no
noise.
"""

from __future__ import annotations

import dis
import sys
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any, Final

from dpverify.defs.continuous.epsilon import Epsilon, power_of
from dpverify.defs.continuous.noisy import Noisy, held
from dpverify.defs.documents.shift import Shift
from dpverify.defs.programs.code_states import JUMPS
from dpverify.defs.programs.reach import Reached
from dpverify.defs.programs.states import Token, Tokens, Unseen, key_of

OURS: Final = tuple(f"dpverify.defs.{folder}" for folder in ("programs", "continuous", "laws"))
"""Modules whose frames lie between a program and its draws, or around it."""


class Again(BaseException):
    """A run is where it first drew; no handler of the program sees it, see `code_states`."""


class Retries:
    """Compares the state of a program at its draws with that at the first draw of the run.

    Args: reached what the program can get at: one that changes what outlives a draw is not seen.
    """

    def __init__(self, reached: Reached) -> None:
        self._reached = reached
        self._stays = reached.clear
        self._outside: FrameType | None = None
        self._drawn = False
        self._site: Any = None
        self._key: tuple[object, ...] | None = None

    def begin(self, outside: FrameType) -> None:
        """Start a run.

        Args: outside the frame that runs the program.
        """
        self._outside = outside
        self._drawn, self._site, self._key = False, None, None

    def meet(self, draw: Any, law: Token) -> None:
        """A draw; raises Again where the program is where it first drew.

        Args: draw what the program draws from; law what it asks for.
        """
        first, self._drawn = not self._drawn, True
        if not self._stays or not (first or self._key):
            return
        frames = self._frames()
        site: Any = frames and (frames[0].f_code, frames[0].f_lasti)
        if not site or (site != self._site and not first):
            return
        if first and not any(_in_loop(frame.f_code, frame.f_lasti) for frame in frames):
            return
        key = None
        if not self._reached.changed:
            lists = not self._reached.contents
            key = key_of(frames, draw, law, lambda _: None, lists=lists, kind=_Tokens)
        if first:
            self._site, self._key = site, key
        elif key == self._key:
            raise Again

    def _frames(self) -> list[FrameType]:
        """The frames of the program, from the one that draws."""
        frame: FrameType | None = sys._getframe(2)
        found = []
        while frame is not None and frame is not self._outside:
            if not str(frame.f_globals.get("__name__", "")).startswith(OURS):
                found.append(frame)
            frame = frame.f_back
        return found


class _Tokens(Tokens):
    """And inputs that are symbols, and ε; noise that is still held makes a state another one."""

    def of(self, value: Any) -> Token:
        """Raises: Unseen."""
        kind = type(value)
        if kind is Noisy:
            form = held(value)
            if form.noises:
                raise Unseen
            return ("input", form.shift)
        if kind is Shift:
            return ("shift", value)
        if kind is Epsilon:
            return ("epsilon", *power_of(value))
        return super().of(value)


@lru_cache(maxsize=1024)
def _in_loop(code: CodeType, offset: int) -> bool:
    """Whether a jump leads from behind an instruction back to it, or to what is before it."""
    return any(
        step.opcode in JUMPS and step.argval <= offset < step.offset
        for step in dis.get_instructions(code)
    )
