"""Adaptive sparse vector with gaps: a coarse test first, a fine one where it fails.

ε/2 is for the threshold, the rest is 2c units: a coarse success costs 1, a fine one 2. With
discrete noise a checkpoint between the two tests keeps the paths few; a `Loop` has no place for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms import noise
from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.noisy_max_gap import SOURCE
from dpverify.defs.mechanisms.sparse_vector import all_move, of_threshold, queries
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.loop import Loop, Step

Branches = tuple[tuple[str, Any] | None, ...]


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
    of_coarse, of_fine = noise.clamped(lead - m - 1, m + lead + g), noise.clamped(-m - 1, m + g)
    threshold = of_threshold(m)(0, draw, 2 / eps)
    answers: Branches = ()
    units = 2 * c
    for query in vector:
        answer: tuple[str, int] | None = None
        coarse = of_coarse(query, draw, 8 * c / eps)
        if coarse >= threshold + lead:
            told = min(coarse - threshold - lead, g) if gap else min(coarse, m + lead)
            answer, units = ("coarse", told), units - 1
        else:
            draw.checkpoint(threshold, answers, units)
            fine = of_fine(query, draw, 4 * c / eps)
            if fine >= threshold:
                answer, units = ("fine", min(fine - threshold, g)), units - 2
        answers = (*answers, answer)
        if units < 2:
            break
        draw.checkpoint(threshold, answers, units)
    return answers


def adaptive_loop(*, eps: Fraction, c: int, lead: int, gap: bool = True) -> Loop:
    """For each query None, or the branch that succeeded and the gap.

    The state is the number of units left; a run ends where fewer than two are, which is what a fine
    success costs.

    Args: lead by how much the coarse test must reach beyond the threshold; gap: False to tell the
        noisy query itself in the coarse branch.
    """

    def step(threshold: Any, units: int, query: Any, draw: Draw) -> Step:
        coarse = noise.laplace(query, draw, 8 * c / eps)
        if coarse >= threshold + lead:
            told = coarse - threshold - lead if gap else coarse
            return ("coarse", told), _next(units - 1), False
        fine = noise.laplace(query, draw, 4 * c / eps)
        if fine >= threshold:
            return ("fine", fine - threshold), _next(units - 2), False
        return None, units, False

    return Loop(lambda draw: noise.laplace(0, draw, 2 / eps), 2 * c, step)


def _next(units: int) -> int | None:
    return units if units >= 2 else None


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


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=adaptive_loop,
    id="B30",
    name="continuous-adaptive-sparse-vector",
    title="adaptive sparse vector with gaps: ρ of scale 2/ε, coarse 8c/ε, fine 4c/ε",
    claim="ε",
    truth="at most ε",
    source=SOURCE,
)
def continuous_adaptive_sparse_vector(
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
    return adaptive_loop(eps=eps, c=c, lead=lead).run(vector, draw)
