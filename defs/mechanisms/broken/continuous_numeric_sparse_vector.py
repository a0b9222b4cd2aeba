"""Sparse vector that tells the very number that it compared, with Laplace noise."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms.continuous_numeric_sparse_vector import Answers, numbers_above
from dpverify.defs.mechanisms.continuous_sparse_vector import queries
from dpverify.defs.mechanisms.numeric_sparse_vector import GAP_SOURCE
from dpverify.defs.mechanisms.sparse_vector import SOURCE, all_move
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.loop import Loop


def compared(query: Any, value: Any, threshold: Any, draw: Draw) -> Any:
    """The noisy query that reached the threshold."""
    del query, threshold, draw
    return value


def algorithm_3(*, eps: Fraction, c: int) -> Loop:
    """Tells the number that was compared."""
    return numbers_above(rho=2 / eps, nu=2 * c / eps, c=c, tell=compared)


def bad_gaps(*, eps: Fraction, c: int) -> Loop:
    """The same with the noise of the gaps."""
    return numbers_above(rho=2 / eps, nu=4 * c / eps, c=c, tell=compared)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=algorithm_3,
    id="B22",
    name="continuous-sparse-vector-roth",
    title="sparse vector technique, algorithm 3: ρ of scale 2/ε, queries 2c/ε, told if above",
    claim="ε",
    truth="at most as the alignment bound says; more than ε for large n",
    source=SOURCE,
)
def sparse_vector_roth(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 3
) -> Answers:
    """Stops after c numbers."""
    del n
    return algorithm_3(eps=eps, c=c).run(vector, draw)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=bad_gaps,
    id="B29",
    name="continuous-bad-gap-sparse-vector",
    title="gap sparse vector that forgets to subtract the threshold: ρ of scale 2/ε, queries 4c/ε",
    claim="ε",
    truth="at most as the alignment bound says; for c = 1 ε holds for n ≤ 4, not for n = 5",
    source=f"{GAP_SOURCE}, with a mistake",
)
def bad_gap_sparse_vector(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 5
) -> Answers:
    """Stops after c numbers."""
    del n
    return bad_gaps(eps=eps, c=c).run(vector, draw)
