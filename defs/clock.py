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


def no_clock() -> None:
    """There is no limit."""


_TICK: ContextVar[Tick] = ContextVar("tick", default=no_clock)


@contextmanager
def watched(tick: Tick) -> Iterator[None]:
    """Within this, `look` calls tick, which returns while there is time left and else raises.

    >>> with watched(lambda: print("looked")):
    ...     look()
    looked
    >>> look()
    """
    token = _TICK.set(tick)
    try:
        yield
    finally:
        _TICK.reset(token)


def look() -> None:
    """Look at the clock of the question, if it has one."""
    _TICK.get()()
