"""Sparse vector that tells the very number that it compared: this bounds the threshold."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.numeric_sparse_vector import (
    GAP_SOURCE,
    Answers,
    discrete,
    numbers_above,
)
from dpverify.defs.mechanisms.sparse_vector import LAPLACE, SOURCE, Noises, all_move, queries
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.loop import Loop


def equal_queries(n: int) -> list[Scores]:
    """n equal answers, −1, 0 or 1: the worst case is among them."""
    return [(q,) * n for q in (-1, 0, 1)]


def compared(query: Any, value: Any, threshold: Any, draw: Draw) -> Any:
    """The noisy query that reached the threshold."""
    del query, threshold, draw
    return value


def algorithm_3(*, eps: Fraction, c: int, noises: Noises = LAPLACE) -> Loop:
    """Tells the number that was compared."""
    return numbers_above(rho=2 / eps, nu=2 * c / eps, c=c, tell=compared, noises=noises)


def bad_gaps(*, eps: Fraction, c: int, noises: Noises = LAPLACE) -> Loop:
    """The same with the noise of the gaps."""
    return numbers_above(rho=2 / eps, nu=4 * c / eps, c=c, tell=compared, noises=noises)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    id="B22d",
    name="sparse-vector-roth",
    title="sparse vector technique, algorithm 3, discrete noise: ρ of scale 2/ε, queries 2c/ε, told"
    " if above",
    claim="ε",
    truth="nε/(2c), attained for every m: violates for n > 2c; output (None, …, None, 0)",
    source=SOURCE,
)
def sparse_vector_roth(
    vector: Scores,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    c: int = 1,
    n: int = 3,
    m: int = 1,
) -> Answers:
    """Stops after c numbers; ρ clamped to −m…m."""
    del n
    return algorithm_3(eps=eps, c=c, noises=discrete(m, top=m)).run(vector, draw)


@mechanism(
    inputs=equal_queries,
    neighbours=all_move,
    id="B29d",
    name="bad-gap-sparse-vector",
    title="gap sparse vector that forgets to subtract the threshold, discrete noise: ρ of scale"
    " 2/ε, queries 4c/ε",
    claim="ε",
    truth="nε/(4c), attained for every m: violates for n > 4c; output (None, …, None, 0)",
    source=f"{GAP_SOURCE}, with a mistake",
)
def bad_gap_sparse_vector(
    vector: Scores,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    c: int = 1,
    n: int = 5,
    m: int = 1,
) -> Answers:
    """Stops after c numbers; ρ clamped to −m…m."""
    del n
    return bad_gaps(eps=eps, c=c, noises=discrete(m, top=m)).run(vector, draw)


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
def continuous_sparse_vector_roth(
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
def continuous_bad_gap_sparse_vector(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 5
) -> Answers:
    """Stops after c numbers."""
    del n
    return bad_gaps(eps=eps, c=c).run(vector, draw)
