"""Sparse vector with numbers: what is above the threshold is told as a noisy answer or a gap.

The noise of the threshold is clamped to −m…m, m ≥ 1; `sparse_vector` says what that bends. It is
the one change to the mechanism with unbounded noise: noisy queries are clamped where no comparison
sees it, and numbers in the output where that only processes them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.geometric import noisy
from dpverify.defs.mechanisms.sparse_vector import SOURCE, all_move, queries, threshold_of
from dpverify.defs.programs import Draw, mechanism

Answers = tuple[int | None, ...]

GAP_SOURCE = "Y. Wang, Z. Ding, G. Wang, D. Kifer, D. Zhang, ShadowDP, PLDI 2019"


def numbers_above(
    vector: Scores,
    draw: Draw,
    *,
    rho: Fraction,
    nu: Fraction,
    c: int,
    m: int,
    top: int,
    tell: Callable[[int, int, int], int],
) -> Answers:
    """None where query plus noise is below the threshold 0 plus noise, else what is told of it.

    Args: rho, nu the scales; c how many numbers end the run; m the end of the threshold's noise;
        top ≥ m the largest noisy query; tell of query, noisy query and threshold.
    """
    threshold = threshold_of(draw, rho, m)
    answers: Answers = ()
    for query in vector:
        value = noisy(query, draw, nu, -m - 1, top)
        answers = (*answers, tell(query, value, threshold) if value >= threshold else None)
        if sum(answer is not None for answer in answers) == c:
            break
        draw.checkpoint(threshold, answers)
    return answers


@mechanism(
    inputs=queries,
    neighbours=all_move,
    id="B27d",
    name="numeric-sparse-vector",
    title="sparse vector with noisy answers, discrete noise: ρ of scale 3/ε, queries 6c/ε, answers"
    " 3c/ε",
    claim="ε",
    truth="at most ε without clamp, at most (n/(6c) + 1/3)ε with any; at the defaults .6269"
    "; exactly: ?",
    source=SOURCE,
)
def numeric_sparse_vector(
    vector: Scores,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    c: int = 1,
    n: int = 2,
    m: int = 2,
) -> Answers:
    """The answer that is told has fresh noise, clamped to −m…m."""
    del n

    def tell(query: int, value: int, threshold: int) -> int:
        del value, threshold
        return noisy(query, draw, 3 * c / eps, -m, m)

    return numbers_above(vector, draw, rho=3 / eps, nu=6 * c / eps, c=c, m=m, top=m, tell=tell)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    id="B28d",
    name="gap-sparse-vector",
    title="sparse vector with gaps, discrete noise: ρ of scale 2/ε, queries 4c/ε, above it the"
    " difference of the two, at most g",
    claim="ε",
    truth="at most ε without clamp, at most nε/(4c) with any; attained at m = 1; at"
    " the defaults .4799",
    source=GAP_SOURCE,
)
def gap_sparse_vector(
    vector: Scores,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    c: int = 1,
    n: int = 2,
    m: int = 2,
    g: int = 2,
) -> Answers:
    """Tells noisy query − noisy threshold, clamped to 0…g."""
    del n
    return numbers_above(
        vector,
        draw,
        rho=2 / eps,
        nu=4 * c / eps,
        c=c,
        m=m,
        top=m + g,
        tell=lambda _, value, threshold: min(value - threshold, g),
    )
