"""The sparse vector technique with Laplace noise: what Lyu, Su and Li's algorithms are about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from dpverify.defs.mechanisms.sparse_vector import SOURCE, above_threshold, all_move, same_way
from dpverify.defs.programs import Draw, mechanism


def queries(n: int) -> Iterable[tuple[int, ...]]:
    """Answers to n queries, each −1, 0 or 1, all thresholds being 0; not kept in memory."""
    return product((-1, 0, 1), repeat=n)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B20",
    name="continuous-sparse-vector",
    title="sparse vector technique, algorithm 1: ρ of scale 2/ε, queries 4c/ε",
    claim="ε",
    truth="min(n/(4c), 1)·ε",
    source=SOURCE,
)
def sparse_vector(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 3
) -> tuple[int, ...]:
    """Stops after c ones."""
    del n
    return above_threshold(tuple(vector), draw, rho=2 / eps, nu=4 * c / eps, c=c, m=None)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B21",
    name="continuous-sparse-vector-redrawn",
    title="sparse vector technique, algorithm 2: ρ of scale 2c/ε, drawn again after each 1, queries"
    " 4c/ε",
    claim="ε",
    truth="at most ε",
    source="C. Dwork, A. Roth, The Algorithmic Foundations of Differential Privacy, 2014,"
    " algorithm 2",
)
def sparse_vector_redrawn(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 2, n: int = 3
) -> tuple[int, ...]:
    """Stops after c ones."""
    del n
    rho, nu = 2 * c / eps, 4 * c / eps
    return above_threshold(tuple(vector), draw, rho=rho, nu=nu, c=c, m=None, redraw=True)


@mechanism(
    inputs=queries,
    neighbours=same_way,
    moves="M",
    id="B32",
    name="continuous-sparse-vector-monotone",
    title="sparse vector technique for queries that move the same way: ρ of scale 2/ε, queries"
    " 2c/ε",
    claim="ε",
    truth="ε for n ≥ 3c",
    source=SOURCE,
)
def sparse_vector_monotone(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 3
) -> tuple[int, ...]:
    """Stops after c ones."""
    del n
    return above_threshold(tuple(vector), draw, rho=2 / eps, nu=2 * c / eps, c=c, m=None)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B34",
    name="continuous-sparse-vector-delta",
    title="sparse vector technique: ρ of scale 2c/ε, drawn again after each 1, queries 4/ε",
    claim="(ε/2, δ)",
    truth="δ = 0: min(n/4, 1)·ε for c = 1; at ε/2, for n = 3, c = 1 and answers 0 or 1, δ is .01092"
    " for ε = 1 and grows with ε",
    source="G. Barthe et al., Deciding Differential Privacy for Programs with Finite Inputs and"
    " Outputs, LICS 2020, after C. Dwork, A. Roth, 2014, sec. 3.6",
)
def sparse_vector_delta(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 3
) -> tuple[int, ...]:
    """Stops after c ones."""
    del n
    rho, nu = 2 * c / eps, 4 / eps
    return above_threshold(tuple(vector), draw, rho=rho, nu=nu, c=c, m=None, redraw=True)
