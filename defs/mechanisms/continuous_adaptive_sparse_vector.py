"""Adaptive sparse vector with gaps and Laplace noise: a coarse test, then a fine one.

ε/2 is for the threshold, the rest is 2c units: a coarse success costs 1, a fine one 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms.continuous_sparse_vector import queries
from dpverify.defs.mechanisms.noisy_max_gap import SOURCE
from dpverify.defs.mechanisms.sparse_vector import all_move
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.loop import Loop, Step

Branches = tuple[tuple[str, Any] | None, ...]


def adaptive(*, eps: Fraction, c: int, lead: int, gap: bool = True) -> Loop:
    """For each query None, or the branch that succeeded and the gap.

    The state is the number of units left; a run ends where fewer than two are, which is what a fine
    success costs.

    Args: lead by how much the coarse test must reach beyond the threshold; gap: False to tell the
        noisy query itself in the coarse branch.
    """

    def step(threshold: Any, units: int, query: Any, draw: Draw) -> Step:
        coarse = query + draw.laplace(8 * c / eps)
        if coarse >= threshold + lead:
            told = coarse - threshold - lead if gap else coarse
            return ("coarse", told), _next(units - 1), False
        fine = query + draw.laplace(4 * c / eps)
        if fine >= threshold:
            return ("fine", fine - threshold), _next(units - 2), False
        return None, units, False

    return Loop(lambda draw: draw.laplace(2 / eps), 2 * c, step)


def _next(units: int) -> int | None:
    return units if units >= 2 else None


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=adaptive,
    id="B30",
    name="continuous-adaptive-sparse-vector",
    title="adaptive sparse vector with gaps: ρ of scale 2/ε, coarse 8c/ε, fine 4c/ε",
    claim="ε",
    truth="at most ε",
    source=SOURCE,
)
def adaptive_sparse_vector(
    vector: Sequence[Any],
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    c: int = 1,
    n: int = 2,
    lead: int = 16,
) -> Branches:
    """Stops when fewer than two units are left, which is what a fine success costs."""
    del n
    return adaptive(eps=eps, c=c, lead=lead).run(vector, draw)
