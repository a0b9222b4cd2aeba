"""Exact linear algebra on small systems: elimination, and feasibility by the simplex method.

Everything is exact; nothing here is a float. Entries are values, so that irrational ones are
treated like the others, only more slowly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpq, fmpq_mat

from dpverify.checkers.budget import UNLIMITED, Budget
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import ONE, ZERO, Value, total

Row = list[Value]
MAX_CELLS = 300_000
"""Entries of a tableau; a larger question is left open."""


@dataclass(frozen=True)
class Feasible:
    """A solution x ≥ 0 of M·x = b."""

    solution: tuple[Value, ...]


@dataclass(frozen=True)
class Infeasible:
    """Multipliers y with yᵀM ≤ 0 and yᵀb > 0: M·x = b has no solution x ≥ 0 (Farkas 1902)."""

    multipliers: tuple[Value, ...]


def solved(matrix: Sequence[Sequence[Value]], right: Sequence[Value]) -> tuple[Value, ...] | None:
    """A solution of M·x = b, with 0 for the unknowns that are free; None where there is none.

    Args: matrix r × c; right r entries.
    """
    table = [[*row, goal] for row, goal in zip(matrix, right, strict=True)]
    width = len(table[0]) - 1
    solution = [ZERO] * width
    for row in _reduced(table):
        pivot = next(j for j, cell in enumerate(row) if cell)
        if pivot == width:
            return None
        solution[pivot] = row[width]
    return tuple(solution)


def _reduced(table: list[Row]) -> list[Row]:
    """The rows of the reduced row echelon form that are not zero."""
    exact = [[cell.as_rational() for cell in row] for row in table]
    if all(cell is not None for row in exact for cell in row):
        reduced, rank = fmpq_mat([[cell or fmpq(0) for cell in row] for row in exact]).rref()
        return [[Value(cell) for cell in row] for row in reduced.tolist()[:rank]]
    return _eliminated([list(row) for row in table])


def _eliminated(table: list[Row]) -> list[Row]:
    done = 0
    for column in range(len(table[0])):
        at = next((i for i in range(done, len(table)) if table[i][column]), None)
        if at is None:
            continue
        table[done], table[at] = table[at], table[done]
        _pivot(table, done, column)
        done += 1
    return table[:done]


def _pivot(table: list[Row], row: int, column: int) -> None:
    """Make the column that of a unit matrix, with its 1 in the row."""
    scale = table[row][column].inverse()
    chosen = [cell * scale for cell in table[row]]
    table[row] = chosen
    support = [j for j, cell in enumerate(chosen) if cell]
    for i, other in enumerate(table):
        factor = other[column]
        if i != row and factor:
            for j in support:
                other[j] = other[j] - factor * chosen[j]


def feasible(
    matrix: Sequence[Sequence[Value]], right: Sequence[Value], budget: Budget = UNLIMITED
) -> Feasible | Infeasible:
    """Whether M·x = b has a solution x ≥ 0, with the solution or the multipliers that exclude one.

    The first phase of the simplex method with Bland's rule, which always ends.

    Args:
        matrix: r × c.
        right: r entries ≥ 0.
        budget: the time that it may take.

    Raises:
        Undecided: out of time, or the tableau is beyond MAX_CELLS.
    """
    r, c = len(matrix), len(matrix[0])
    if r * (r + c + 1) > MAX_CELLS:
        raise Undecided("unsupported", f"an exact linear programme of {r} × {c} is too large here")
    table = [
        [*row, *(ONE if i == k else ZERO for k in range(r)), goal]
        for i, (row, goal) in enumerate(zip(matrix, right, strict=True))
    ]
    # Reduced costs of "the sum of the r artificial unknowns"; its value stands last, negated.
    cost = [-total(row[j] for row in table) for j in range(c)] + [ZERO] * r
    table.append([*cost, -total(right)])
    basis = list(range(c, c + r))
    while (entering := next((j for j in range(c + r) if table[r][j] < 0), None)) is not None:
        budget.check()
        leaving = _leaving(table, basis, entering)
        _pivot(table, leaving, entering)
        basis[leaving] = entering
    if table[r][-1]:
        return Infeasible(tuple(ONE - table[r][c + i] for i in range(r)))
    values = dict(zip(basis, (row[-1] for row in table), strict=False))
    return Feasible(tuple(values.get(j, ZERO) for j in range(c)))


def _leaving(table: list[Row], basis: Sequence[int], entering: int) -> int:
    """The row of the smallest ratio; of equal ones that of the first unknown (Bland 1977)."""
    best: tuple[Value, int, int] | None = None
    for i, unknown in enumerate(basis):
        if table[i][entering] > 0:
            ratio = table[i][-1] / table[i][entering]
            if best is None or (ratio, unknown) < best[:2]:
                best = ratio, unknown, i
    if best is None:
        raise ValueError("a sum of unknowns ≥ 0 is bounded below")
    return best[2]
