"""Adaptive sparse vector whose coarse branch tells the noisy query; Laplace noise."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms.continuous_adaptive_sparse_vector import Branches, adaptive
from dpverify.defs.mechanisms.continuous_sparse_vector import queries
from dpverify.defs.mechanisms.noisy_max_gap import SOURCE
from dpverify.defs.mechanisms.sparse_vector import all_move
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.loop import Loop


def bad_adaptive(*, eps: Fraction, c: int, lead: int) -> Loop:
    """The coarse branch forgets to subtract the threshold."""
    return adaptive(eps=eps, c=c, lead=lead, gap=False)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=bad_adaptive,
    id="B31",
    name="continuous-bad-adaptive-sparse-vector",
    title="adaptive sparse vector that tells the noisy query in its coarse branch: ρ of scale 2/ε,"
    " coarse 8c/ε, fine 4c/ε",
    claim="ε",
    truth="at most as the alignment bound says; more than ε for large n",
    source=f"{SOURCE}, with a mistake",
)
def bad_adaptive_sparse_vector(
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
    return bad_adaptive(eps=eps, c=c, lead=lead).run(vector, draw)
