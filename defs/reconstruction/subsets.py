"""Subset queries: databases, queries, answers, and what it means that a candidate survives.

A database is a text of n bits such as "101", one for each record. A query S is a text of n bits
too: it asks for Σ_{i in S} D[i]. "All queries" are in binary order, the first bit the most
significant. A candidate C *survives* the answers R with the bound E if |Σ_{i in S} C[i] − R_S| ≤ E
for every query S that was asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from dpverify.defs.errors import DomainError


def every(n: int) -> list[str]:
    """All texts of n bits in binary order.

    >>> every(2)
    ['00', '01', '10', '11']
    """
    return ["".join(bits) for bits in product("01", repeat=n)]


def answer(database: str, query: str) -> int:
    """The true answer Σ_{i in S} D[i]: how many records of the query have a 1.

    >>> answer("10101", "10100"), answer("10101", "01011")
    (2, 1)
    """
    return sum(bit == chosen == "1" for bit, chosen in zip(database, query, strict=True))


def survives(candidate: str, answers: Mapping[str, Fraction], bound: Fraction) -> bool:
    """Whether no answer rules a candidate out; answers by query."""
    return all(
        abs(answer(candidate, query) - answered) <= bound for query, answered in answers.items()
    )


def distance(first: str, second: str) -> int:
    """In how many records two databases differ."""
    return sum(a != b for a, b in zip(first, second, strict=True))


def most_errors(n: int, bound: Fraction) -> int:
    """min(n, 2⌊2E⌋): the most records in which a survivor of all queries can be wrong.

    Two databases survive the same answers exactly if Σ_S C − Σ_S D is at most 2E in size for all S,
    which is that C has at most ⌊2E⌋ ones too many and at most ⌊2E⌋ too few. It is at most 4E.

    Args: n ≥ 1 records; bound E ≥ 0, rational.
    Source: the proof of Dinur, Nissim 2003, theorem 3, with the integers minded.

    >>> most_errors(3, Fraction(1, 2)), most_errors(5, Fraction(1)), most_errors(5, Fraction(0))
    (2, 4, 0)
    """
    return min(n, 2 * (2 * bound.numerator // bound.denominator))


def records_asked(answers: Sequence[object]) -> int:
    """n, where there are 2^n answers; DomainError otherwise."""
    count = len(answers)
    n = count.bit_length() - 1
    if count < 2 or count != 1 << n:
        raise DomainError(
            f"{count} answers are not 2^n: give the answers to all subsets of n records in binary"
            " order, such as 0,1 for one record"
        )
    return n
