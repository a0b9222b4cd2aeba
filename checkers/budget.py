"""The time that one question may take, on the monotonic clock."""

from __future__ import annotations

from time import monotonic

from dpverify.defs.errors import DomainError, Undecided
from dpverify.defs.validate import shown

MOST_SECONDS = 31_536_000
"""A year: the clocks of the system overflow somewhere beyond."""


class Budget:
    """A deadline that loops ask about; without seconds it never runs out.

    What must never change: an exhausted budget raises Undecided("time") and nothing else, so it can
    only become the verdict "unknown".
    """

    def __init__(self, seconds: float | None = None) -> None:
        """Args: seconds from now, from 0 to MOST_SECONDS, or None for no limit."""
        if seconds is not None and not (
            isinstance(seconds, (int, float)) and 0 <= seconds <= MOST_SECONDS
        ):
            raise DomainError(
                f"a time limit of {shown(seconds)} seconds; it must be a number from 0 to"
                f" {MOST_SECONDS:,}"
            )
        self.seconds = seconds
        self._deadline = None if seconds is None else monotonic() + seconds

    def check(self) -> None:
        """Return while there is time left; raise Undecided("time") after that."""
        if self._deadline is not None and monotonic() >= self._deadline:
            raise Undecided("time", f"the time limit of {self.seconds:g} s was reached")

    def allows(self, seconds: float) -> bool:
        """Whether so many seconds are left."""
        return self._deadline is None or monotonic() + seconds < self._deadline

    def remaining(self) -> float | None:
        """Seconds left, not below 0; None without a limit."""
        return None if self._deadline is None else max(0.0, self._deadline - monotonic())


UNLIMITED = Budget()
