"""Sparse vector that tells the very number that it compared: this bounds the threshold."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.numeric_sparse_vector import GAP_SOURCE, Answers, numbers_above
from dpverify.defs.mechanisms.sparse_vector import SOURCE, all_move, queries
from dpverify.defs.programs import Draw, mechanism


def equal_queries(n: int) -> list[Scores]:
    """n equal answers, −1, 0 or 1: the worst case is among them."""
    return [(q,) * n for q in (-1, 0, 1)]


def compared(vector: Scores, draw: Draw, rho: Fraction, nu: Fraction, c: int, m: int) -> Answers:
    """The noisy query that reached the threshold is told, clamped to at most m."""
    return numbers_above(
        vector, draw, rho=rho, nu=nu, c=c, m=m, top=m, tell=lambda _, value, __: value
    )


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
    return compared(vector, draw, 2 / eps, 2 * c / eps, c, m)


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
    return compared(vector, draw, 2 / eps, 4 * c / eps, c, m)
