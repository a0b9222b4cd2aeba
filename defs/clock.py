"""The clock of the question that is being decided, for loops deep inside an exact computation.

An integral is many products of polynomials, each a pure function of its arguments; handing the
clock down to them would put it into every signature on the way. What must never change: where time
is up, what was handed to `watched` raises, and nothing here catches that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Tick = Callable[[], None]
Left = Callable[[], float | None]


def no_clock() -> None:
    """There is no limit."""


_TICK: ContextVar[Tick] = ContextVar("tick", default=no_clock)
_LEFT: ContextVar[Left] = ContextVar("left", default=no_clock)


@contextmanager
def watched(tick: Tick, left: Left = no_clock) -> Iterator[None]:
    """Within this, `look` calls tick, which returns while there is time left and else raises.

    Args: left says how many seconds are left; None where nobody knows.

    >>> with watched(lambda: print("looked")):
    ...     look()
    looked
    >>> look()
    """
    token, before = _TICK.set(tick), _LEFT.set(left)
    try:
        yield
    finally:
        _TICK.reset(token)
        _LEFT.reset(before)


def look() -> None:
    """Look at the clock of the question, if it has one."""
    _TICK.get()()


def seconds_left(most: float) -> float:
    """Seconds until the time of the question is up, for a library that is given a limit of its own.

    Args: most so many at most, and where the question has no clock.

    >>> with watched(no_clock, lambda: 2.5):
    ...     seconds_left(30.0), seconds_left(1.0)
    (2.5, 1.0)
    """
    left = _LEFT.get()()
    return most if left is None else min(left, most)
