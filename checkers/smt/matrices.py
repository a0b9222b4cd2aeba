"""Channels whose entries are terms, and the compositions of `dpverify.defs.operations` on them.

Only the shape matters here: entry (i, j) is the probability of output j on input i. Outputs of a
pair are ordered as in `defs.operations`: the second part runs fastest. `tests/checkers/smt`
compares every composition with the exact one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dpverify.checkers.smt.terms import ONE, SMT, Formula, Term


@dataclass(frozen=True)
class Matrix:
    """Rows of terms, and the ordered pairs of neighbouring rows."""

    rows: tuple[tuple[Term, ...], ...]
    pairs: tuple[tuple[int, int], ...]

    def constraints(self) -> list[Formula]:
        """Every row is a distribution."""
        formulas: list[Formula] = []
        for row in self.rows:
            formulas.extend(SMT.le(SMT.number(0), entry) for entry in row)
            formulas.append(SMT.equal(SMT.total(row), ONE))
        return formulas


def variables(name: str, n: int, m: int, pairs: Sequence[tuple[int, int]]) -> Matrix:
    """An arbitrary channel: entry (i, j) is the variable `name_i_j`."""
    rows = tuple(tuple(Term(f"{name}_{i}_{j}") for j in range(m)) for i in range(n))
    return Matrix(rows, tuple(pairs))


def post_process(channel: Matrix, kernel: Matrix) -> Matrix:
    """Σ_j channel[i][j] · kernel[j][k]."""
    columns = list(zip(*kernel.rows, strict=True))
    return _rows(
        channel,
        [
            [
                SMT.total(SMT.times(a, b) for a, b in zip(row, column, strict=True))
                for column in columns
            ]
            for row in channel.rows
        ],
    )


def adaptive(channel: Matrix, kernels: Sequence[Matrix]) -> Matrix:
    """Output (j, k) with probability channel[i][j] · kernels[j][i][k]."""
    return _rows(
        channel,
        [
            [
                SMT.times(a, b)
                for a, second in zip(row, kernels, strict=True)
                for b in second.rows[i]
            ]
            for i, row in enumerate(channel.rows)
        ],
    )


def product(first: Matrix, second: Matrix) -> Matrix:
    """Both outputs, with independent coins."""
    return adaptive(first, [second] * len(first.rows[0]))


def mixture(weight: Term, first: Matrix, second: Matrix) -> Matrix:
    """With probability `weight` the first, else the second; which one stays hidden."""
    rest = SMT.minus(ONE, weight)
    return _rows(
        first,
        [
            [
                SMT.plus(SMT.times(weight, a), SMT.times(rest, b))
                for a, b in zip(row, other, strict=True)
            ]
            for row, other in zip(first.rows, second.rows, strict=True)
        ],
    )


def visible_mixture(weight: Term, first: Matrix, second: Matrix) -> Matrix:
    """The same with the branch shown: the outputs are those of the first, then of the second."""
    rest = SMT.minus(ONE, weight)
    return _rows(
        first,
        [
            [SMT.times(weight, a) for a in row] + [SMT.times(rest, b) for b in other]
            for row, other in zip(first.rows, second.rows, strict=True)
        ],
    )


def restrict(channel: Matrix, kept: Sequence[int]) -> Matrix:
    """The rows at the positions `kept`, in that order, with the pairs among them."""
    new = {old: position for position, old in enumerate(kept)}
    pairs = [(new[i], new[j]) for i, j in channel.pairs if i in new and j in new]
    return Matrix(tuple(channel.rows[i] for i in kept), tuple(sorted(pairs)))


def _rows(model: Matrix, rows: Sequence[Sequence[Term]]) -> Matrix:
    return Matrix(tuple(tuple(row) for row in rows), model.pairs)
