"""What the exit statuses of the command line mean.

What must never change: the five numbers, and the order in which several outcomes are combined.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class ExitStatus(IntEnum):
    """One outcome of a run, as scripts see it."""

    DONE = 0  # holds; every entry ended as registered; re-checked
    FAILED = 1  # fails; an entry ended otherwise; does not re-check
    BAD_INPUT = 2  # one clear line on standard error
    UNKNOWN = 3  # undecided within the budget, or nothing the kernel can re-check
    INTERNAL_ERROR = 70  # a bug in dpverify
    INTERRUPTED = 130  # what shells expect after Ctrl-C
    TERMINATED = 143  # ... and after SIGTERM or SIGHUP


PRECEDENCE = (
    ExitStatus.INTERNAL_ERROR,
    ExitStatus.BAD_INPUT,
    ExitStatus.FAILED,
    ExitStatus.UNKNOWN,
    ExitStatus.DONE,
)


def combined(statuses: Iterable[ExitStatus]) -> ExitStatus:
    """Return the outcome of several claims or files: the first of 2, 1, 3, 0 that occurred."""
    occurred = set(statuses)
    return next((status for status in PRECEDENCE if status in occurred), ExitStatus.DONE)
