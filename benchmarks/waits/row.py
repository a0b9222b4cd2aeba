"""A row of the table of waits: one question at several sizes, beside a cheap limit or a peer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

PATIENCE = 60.0
"""Processor seconds of a process after which its cell is given up."""


class Cost(NamedTuple):
    """What an action says of itself, where it is not this process that does the work."""

    seconds: float
    mib: float
    said: str = ""


class Work(NamedTuple):
    """What is measured of a row at one size.

    `ours` returns what it was asked, or a `Cost`. `limit` may be a part of the whole, of which
    there are `times` alike: 1,000 rows of floats need not be sorted to know what they take.
    """

    ours: Callable[[], Any]
    limit: Callable[[], Any]
    times: float = 1.0


class Goal(NamedTuple):
    """What was asked of a row at a size: seconds, or a multiple of the limit."""

    size: int
    kind: Literal["s", "limit"]
    most: float

    def __str__(self) -> str:
        return f"{self.most:.3g} {'s' if self.kind == 's' else '× the limit'}"


@dataclass(frozen=True)
class Row:
    """A question at several sizes.

    `item` is the group it stands in, `size` says what n counts, `limit` what is beside it. `then`
    holds what version 0.1.0 took or said, by size; a size that is missing there was not noted.
    `needs` is a module without which the row cannot be measured.
    """

    item: int
    name: str
    size: str
    limit: str
    sizes: tuple[int, ...]
    work: Callable[[int], Work]
    then: Mapping[int, str] = field(default_factory=dict)
    note: str = ""
    goal: Goal | None = None
    needs: str = ""
    patience: float = PATIENCE
    clock: bool = False
    """Whether seconds are by the clock, and not of the processor."""


ITEMS: dict[int, str] = {
    0: "What was at its limit already",
    1: "Re-checking saved results",
    2: "All pairs of a channel, for every definition",
    3: "Loading and writing",
    4: "Programs",
    5: "Scenarios of partial knowledge",
    6: "Noise and many queries, over all real inputs",
    7: "Questions to solvers",
    8: "The suite of claims",
    9: "Many claims, many samples",
    10: "Starting",
}
"""The groups; the numbers are those of the list by which this work was planned."""
