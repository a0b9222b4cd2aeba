"""From the steps between checkpoints to the law of the output.

The checkpoints are the states of a Markov chain whose absorbing states are the outputs. States are
eliminated one by one: with self-loop s, a row is divided by 1 − s (the sum of the geometric series
of returns) and put into every row that leads to it. So a rejection loop gets its exact closed form.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq

from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import Value
from dpverify.defs.programs.laws import Mass

Target = Any
"""The label of an output (a text), or the number of a state."""

Row = dict[Target, Mass]


def absorbed(rows: Sequence[Row]) -> dict[str, Mass]:
    """The masses of the outputs from state 0.

    Args: rows for each state the masses of outputs (by label) and of next states (by number); what
        is missing to 1 is not known, and is missing from the result in proportion.
    Raises: ProgramError where a state returns to itself with probability 1: no run ends there.
    """
    work = [dict(row) for row in rows]
    into: list[set[int]] = [set() for _ in rows]
    for i, row in enumerate(work):
        for target in row:
            if isinstance(target, int):
                into[target].add(i)
    for k in range(len(work) - 1, -1, -1):
        row = work[k]
        _close(row, k)
        into[k].discard(k)
        states = [target for target in row if isinstance(target, int)]
        for j in sorted(into[k]):
            _substitute(work[j], k, row)
            for target in states:
                into[target].add(j)
        if k:
            for target in states:
                into[target].discard(k)
            work[k] = {}
    return {str(target): mass for target, mass in work[0].items()} if work else {}


def _close(row: Row, k: int) -> None:
    """Take the self-loop out of a row."""
    loop = row.pop(k, None)
    if loop is None:
        return
    left = 1 - loop
    if left == 0:
        raise ProgramError("never ends on some paths: a loop comes back to its checkpoint for ever")
    factor = 1 / left if isinstance(left, Value) else fmpq(1) / left
    for target in row:
        row[target] = row[target] * factor


def _substitute(row: Row, k: int, closed: Row) -> None:
    mass = row.pop(k)
    for target, share in closed.items():
        known = row.get(target)
        row[target] = mass * share if known is None else known + mass * share
