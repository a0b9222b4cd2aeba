"""Finding the certificate of a lemma: a linear program proposes, exact arithmetic decides.

The claim is to be Σ c_k · (product of facts ≥ 0) + Σ t_j · (a fact = 0) with c_k ≥ 0 (Krivine 1964,
Handelman 1988). Matching the coefficients of every monomial is a linear program in c and t; HiGHS
finds a vertex in floats, and the system restricted to its support is solved again over ℚ. The proof
kernel then checks the one identity that results, so nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any

from flint import fmpq, fmpq_mat

from dpverify.proofs.kernel import Fact
from dpverify.proofs.sums import Sum, number

Reference = str | tuple[str, tuple[tuple[str, str], ...]]
"""A fact by name; or with index variables replaced, each old one with its new one."""

Product = tuple[Reference, ...]
Multiple = tuple[Sum, Reference]
"""A factor, and a fact = 0 that it is multiplied with."""

Certificate = tuple[list[tuple[fmpq, Product]], list[tuple[fmpq, Multiple]]]
"""Coefficients of products of facts ≥ 0, and of multiples of facts = 0."""

NEGLIGIBLE = 1e-9
LONGEST = 600.0
"""Seconds that the solver has for one lemma; beyond them none is found."""


def products_up_to(names: Sequence[Reference], degree: int) -> list[Product]:
    """All products of at most `degree` of the named facts; the empty one is the constant 1."""
    return [c for d in range(degree + 1) for c in combinations_with_replacement(names, d)]


def certificate(
    claim: Sum,
    fact: Callable[[Reference], Fact],
    products: Sequence[Product],
    equations: Sequence[Multiple],
) -> Certificate | None:
    """Coefficients that make the claim of the products and equations; None where none are found."""
    columns = [_product(fact, names) for names in products]
    columns += [factor * fact(name).expr for factor, name in equations]
    solution = solved([column.terms for column in columns], claim.terms, len(products))
    if solution is None:
        return None
    signed = [pair for pair in zip(solution, products, strict=False) if pair[0]]
    free = [pair for pair in zip(solution[len(products) :], equations, strict=True) if pair[0]]
    return signed, free


def solved(
    columns: Sequence[Mapping[Any, fmpq]],
    claim: Mapping[Any, fmpq],
    signed: int,
    *,
    seconds: float = LONGEST,
) -> list[fmpq] | None:
    """Coefficients with which columns add up to a claim; those of the first `signed` are ≥ 0.

    Args: columns and claim as numbers by place; seconds that the solver has.
    Returns: a solution in rationals, mostly zeros; None where none is found.
    """
    keys = sorted({key for column in (*columns, claim) for key in column})
    support = _support(claim, columns, keys, signed, seconds)
    if support is None:
        return None
    solution = _solved([columns[k] for k in support], claim, keys)
    if solution is None:
        return None
    if any(c < 0 for k, c in zip(support, solution, strict=True) if k < signed):
        return None
    result = [fmpq(0)] * len(columns)
    for k, c in zip(support, solution, strict=True):
        result[k] = c
    return result


def _product(fact: Callable[[Reference], Fact], names: Product) -> Sum:
    result = number(1)
    for name in names:
        result = result * fact(name).expr
    return result


def _support(
    claim: Mapping[Any, fmpq],
    columns: Sequence[Mapping[Any, fmpq]],
    keys: Sequence[Any],
    signed: int,
    seconds: float,
) -> list[int] | None:
    """Which columns a vertex of the linear program uses; floats propose, nothing more."""
    from scipy.optimize import linprog
    from scipy.sparse import csc_matrix

    place = {key: i for i, key in enumerate(keys)}
    cells = [
        (place[key], j, _float(c)) for j, column in enumerate(columns) for key, c in column.items()
    ]
    if not cells:
        return [] if not keys else None
    rows, places, data = zip(*cells, strict=True)
    matrix = csc_matrix((data, (rows, places)), shape=(len(keys), len(columns)))
    right = [_float(claim.get(key, fmpq(0))) for key in keys]
    unsigned = len(columns) - signed
    cost = [1.0] * signed + [0.0] * unsigned
    bounds = [(0, None)] * signed + [(None, None)] * unsigned
    solved = linprog(
        cost, A_eq=matrix, b_eq=right, bounds=bounds, method="highs",
        options={"time_limit": max(0.1, min(LONGEST, seconds))},
    )  # fmt: skip
    if solved.status != 0:
        return None
    return [j for j, value in enumerate(solved.x) if abs(value) > NEGLIGIBLE]


def _float(value: fmpq) -> float:
    return float(value.p) / float(value.q)


def _solved(
    columns: Sequence[Mapping[Any, fmpq]], claim: Mapping[Any, fmpq], keys: Sequence[Any]
) -> list[fmpq] | None:
    """A rational solution of Σ c_k·column_k = claim by elimination; None if there is none."""
    zero = fmpq(0)
    table = [[*(column.get(key, zero) for column in columns), claim.get(key, zero)] for key in keys]
    reduced, rank = fmpq_mat(table).rref()
    result = [zero] * len(columns)
    for row in range(rank):
        pivot = next(j for j in range(len(columns) + 1) if reduced[row, j])
        if pivot == len(columns):
            return None
        result[pivot] = reduced[row, len(columns)]
    return result
