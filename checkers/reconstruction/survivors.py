"""The inefficient attack: which databases the answers to all 2^n subset queries leave over.

The largest excess of a candidate C, max_S (Σ_S C − R_S), is taken over one bit of S after the
other: max over s of c·s + (what is left). So all 2^n candidates get theirs together, in n·2^n exact
integer steps instead of 4^n; a candidate is discarded exactly if an answer rules it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from dpverify.defs.errors import DomainError
from dpverify.defs.reconstruction.subsets import most_errors, records_asked
from dpverify.defs.validate import shown_number

MOST_RECORDS = 20
WORD = 1 << 61
"""Integers below it, in size, are added in machine words; larger ones as Python's own."""


@dataclass(frozen=True)
class Survivors:
    """What is left after all subset queries.

    Args:
        n: how many records.
        bound: E, what an answer may be off.
        databases: the candidates that no answer rules out, in binary order.
    """

    n: int
    bound: Fraction
    databases: tuple[str, ...]

    @property
    def agreed(self) -> str:
        """What all survivors say of each record: 0, 1, or ? where they differ; "" without any."""
        columns = (set(column) for column in zip(*self.databases, strict=True))
        return "".join(column.pop() if len(column) == 1 else "?" for column in columns)

    @property
    def most_errors(self) -> int:
        """In how many records two survivors can differ at most, whatever the answers."""
        return most_errors(self.n, self.bound)


def survivors(answers: Sequence[Fraction | int], bound: Fraction | int) -> Survivors:
    """The candidates within the bound of every answer.

    Args:
        answers: 2^n rational numbers, the answers to all subsets of n ≤ 20 records in binary order,
            the first record the most significant bit.
        bound: E ≥ 0, rational.

    Returns: exactly the candidates C with |Σ_S C − R_S| ≤ E for all S.
    Raises: DomainError for another number of answers, or a negative bound.
    Source: Dinur, Nissim 2003, theorem 3 (the attack of unlimited power).

    >>> survivors([Fraction(x, 2) for x in (1, 1, 2, 2, 1, 3, 3, 5)], Fraction(1, 2)).databases
    ('110',)
    """
    n = records_asked(answers)
    if n > MOST_RECORDS:
        raise DomainError(f"{n} records are too many; at most {MOST_RECORDS} are tried in turn")
    limit = Fraction(bound)
    if limit < 0:
        raise DomainError(f"the bound is {shown_number(limit)}, must be at least 0")
    unit = lcm(limit.denominator, *(Fraction(answer).denominator for answer in answers))
    scaled = [int(answer * unit) for answer in answers]
    worst = _largest_error(scaled, unit, n)
    kept = (worst <= int(limit * unit)).nonzero()[0]
    return Survivors(n, limit, tuple(format(int(c), f"0{n}b") for c in kept))


def _largest_error(scaled: Sequence[int], unit: int, n: int) -> Any:
    """max_S |unit·Σ_S C − R_S| for every candidate C, as an array of 2^n exact integers."""
    import numpy as np

    small = max(map(abs, scaled)) + unit * n < WORD
    released = np.array(scaled, dtype=np.int64 if small else object)
    return np.maximum(_largest(-released, unit, n), _largest(released, -unit, n))


def _largest(start: Any, step: int, n: int) -> Any:
    """max_S (start_S + step·Σ_S C) for every C, bit by bit."""
    import numpy as np

    table = start
    for bit in range(n):
        halves = table.reshape(1 << bit, 2, -1)
        without, within = halves[:, 0], halves[:, 1]
        chosen = [np.maximum(without, within), np.maximum(without, within + step)]
        table = np.stack(chosen, axis=1)
    return table.reshape(-1)
