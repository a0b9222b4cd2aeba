"""Adaptive sparse vector whose coarse branch tells the noisy query instead of the gap."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms.adaptive_sparse_vector import (
    Branches,
    adaptive,
    adaptive_loop,
)
from dpverify.defs.mechanisms.broken.numeric_sparse_vector import equal_queries
from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.noisy_max_gap import SOURCE
from dpverify.defs.mechanisms.sparse_vector import all_move, queries
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.loop import Loop


def bad_adaptive_loop(*, eps: Fraction, c: int, lead: int) -> Loop:
    """The coarse branch forgets to subtract the threshold."""
    return adaptive_loop(eps=eps, c=c, lead=lead, gap=False)


@mechanism(
    inputs=equal_queries,
    neighbours=all_move,
    id="B31d",
    name="bad-adaptive-sparse-vector",
    title="adaptive sparse vector that tells the noisy query in its coarse branch, discrete noise:"
    " ρ of scale 2/ε, coarse 8c/ε, fine 4c/ε",
    claim="ε",
    truth="(3n−2)ε/8, attained, for c = 1 and n ≥ 4: output (None, …, (coarse, v)), v ≤ 0; for"
    " more successes: ?",
    source=f"{SOURCE}, with a mistake",
)
def bad_adaptive_sparse_vector(
    vector: Scores,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    c: int = 1,
    n: int = 4,
    m: int = 2,
    lead: int = 1,
    g: int = 0,
) -> Branches:
    """A noisy query at most 0 shows that the threshold is deep below all queries."""
    del n
    return adaptive(vector, draw, eps=eps, c=c, m=m, lead=lead, g=g, gap=False)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=bad_adaptive_loop,
    id="B31",
    name="continuous-bad-adaptive-sparse-vector",
    title="adaptive sparse vector that tells the noisy query in its coarse branch: ρ of scale 2/ε,"
    " coarse 8c/ε, fine 4c/ε",
    claim="ε",
    truth="at most as the alignment bound says; more than ε for large n",
    source=f"{SOURCE}, with a mistake",
)
def continuous_bad_adaptive_sparse_vector(
    vector: Sequence[Any],
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    c: int = 1,
    n: int = 4,
    lead: int = 16,
) -> Branches:
    """A noisy query that is told bounds the threshold from above."""
    del n
    return bad_adaptive_loop(eps=eps, c=c, lead=lead).run(vector, draw)
