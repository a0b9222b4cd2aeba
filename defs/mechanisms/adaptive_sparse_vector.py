"""Adaptive sparse vector with gaps: a coarse test first, a fine one where it fails.

ε/2 is for the threshold, the rest is 2c units: a coarse success costs 1, a fine one 2.
"""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.geometric import noisy
from dpverify.defs.mechanisms.noisy_max_gap import SOURCE
from dpverify.defs.mechanisms.sparse_vector import all_move, queries, threshold_of
from dpverify.defs.programs import Draw, mechanism

Branches = tuple[tuple[str, int] | None, ...]


def adaptive(
    vector: Scores,
    draw: Draw,
    *,
    eps: Fraction,
    c: int,
    m: int,
    lead: int,
    g: int,
    gap: bool = True,
) -> Branches:
    """For each query None, or the branch that succeeded and a number.

    Args: m the threshold's noise is clamped to −m…m; lead by how much the coarse test must reach
        beyond the threshold; g the largest gap that is told; gap: False to tell the noisy query
        itself in the coarse branch, at most m + lead.
    """
    threshold = threshold_of(draw, 2 / eps, m)
    answers: Branches = ()
    units = 2 * c
    for query in vector:
        answer: tuple[str, int] | None = None
        coarse = noisy(query, draw, 8 * c / eps, lead - m - 1, m + lead + g)
        if coarse >= threshold + lead:
            told = min(coarse - threshold - lead, g) if gap else min(coarse, m + lead)
            answer, units = ("coarse", told), units - 1
        else:
            draw.checkpoint(threshold, answers, units)
            fine = noisy(query, draw, 4 * c / eps, -m - 1, m + g)
            if fine >= threshold:
                answer, units = ("fine", min(fine - threshold, g)), units - 2
        answers = (*answers, answer)
        if units < 2:
            break
        draw.checkpoint(threshold, answers, units)
    return answers


@mechanism(
    inputs=queries,
    neighbours=all_move,
    id="B30d",
    name="adaptive-sparse-vector",
    title="adaptive sparse vector with gaps, discrete noise: ρ of scale 2/ε, coarse 8c/ε,"
    " fine 4c/ε",
    claim="ε",
    truth="at most ε without clamp, at most 3nε/(8c) with any; at the defaults .5872; exactly: ?",
    source=SOURCE,
)
def adaptive_sparse_vector(
    vector: Scores,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    c: int = 1,
    n: int = 2,
    m: int = 2,
    lead: int = 1,
    g: int = 1,
) -> Branches:
    """Stops when fewer than two units are left, which is what a fine success costs."""
    del n
    return adaptive(vector, draw, eps=eps, c=c, m=m, lead=lead, g=g)
