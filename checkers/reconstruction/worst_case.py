"""The worst case of the inefficient attack, by trying every pair of databases.

Answers R with |Σ_S C − R_S| ≤ E and |Σ_S D − R_S| ≤ E exist exactly if |Σ_S C − Σ_S D| ≤ 2E; the
middle of the two true answers is one. So the worst case is a largest distance over pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dpverify.defs.errors import DomainError
from dpverify.defs.reconstruction.subsets import answer, distance, every

MOST_RECORDS = 7
"""8^n steps: two million."""


@dataclass(frozen=True)
class WorstCase:
    """A database, the survivor that is furthest from it, and answers that fit both.

    Args:
        errors: in how many records they differ.
        database: what is true.
        survivor: what the attacker may take for it.
        answers: to all queries in binary order, within the bound of both.
    """

    errors: int
    database: str
    survivor: str
    answers: tuple[Fraction, ...]


def worst_case(n: int, bound: Fraction) -> WorstCase:
    """The largest number of records in which a survivor of all 2^n queries is wrong.

    Args: n from 1 to 7 records; bound E ≥ 0, rational.
    Returns: the first pair, in binary order, that attains the largest distance; exhaustive, exact.
    Raises: DomainError for other n, or a negative bound.
    """
    if not 1 <= n <= MOST_RECORDS:
        raise DomainError(f"n is {n}, must be from 1 to {MOST_RECORDS}: every pair is tried")
    if bound < 0:
        raise DomainError(f"the bound is {bound}, must be at least 0")
    queries = every(n)
    answers = {database: [answer(database, query) for query in queries] for database in queries}
    best: tuple[int, str, str] | None = None
    for true, released in answers.items():
        for other, heard in answers.items():
            far = distance(true, other)
            fits = all(abs(a - b) <= 2 * bound for a, b in zip(released, heard, strict=True))
            if fits and (best is None or far > best[0]):
                best = far, true, other
    errors, true, other = best if best is not None else (0, queries[0], queries[0])
    middle = (Fraction(a + b, 2) for a, b in zip(answers[true], answers[other], strict=True))
    return WorstCase(errors, true, other, tuple(middle))
