"""The sparse vector technique with discrete Laplace noise: Lyu, Su and Li's six algorithms.

With unbounded noise (m = 0) a program is known by bounds: δ is enclosed, a violated ε is refuted.
With the threshold clamped to −m…m it is a finite channel, whose ε is exact. But that is another
mechanism: the proof moves the threshold by 1, which a clamp does not let happen at its ends. What
remains true is the bound for a threshold that stays: a query costs at most 1/(scale of its noise).
For algorithm 1 this is nε/(4c), and m = 1 attains it: clamped there, it is not ε-DP for n > 4c.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dpverify.defs.mechanisms.exponential_mechanism import Scores, scores
from dpverify.defs.mechanisms.geometric import noisy
from dpverify.defs.mechanisms.partial_sum import bits
from dpverify.defs.programs import Draw, mechanism

SOURCE = "M. Lyu, D. Su, N. Li, Understanding the Sparse Vector Technique, PVLDB 10(6), 2017"


def queries(n: int) -> Sequence[Scores]:
    """Answers to n queries, each −1, 0 or 1, all thresholds being 0: the extreme moves."""
    return [tuple(q - 1 for q in vector) for vector in scores(n, 2)]


def all_move(x: Scores, y: Scores) -> bool:
    """Whether every answer moves by at most 1, and one does."""
    return max(abs(a - b) for a, b in zip(x, y, strict=True)) == 1


def same_way(x: Scores, y: Scores) -> bool:
    """Whether all answers that move, move the same way, by at most 1; one does."""
    moves = {b - a for a, b in zip(x, y, strict=True)}
    return moves <= {0, 1} and 1 in moves


def threshold_of(draw: Draw, scale: Fraction, m: int) -> int:
    """The threshold 0 plus noise, clamped to −m…m; m = 0 for no clamp."""
    return noisy(0, draw, scale, -m, m) if m else draw.discrete_laplace(scale)


def query_of(query: int, draw: Draw, scale: Fraction | None, m: int) -> int:
    """A query plus noise; scale None for none.

    Clamped to −m−1…m, which changes no comparison with a threshold in −m…m; m as above.
    """
    if scale is None:
        return query
    return noisy(query, draw, scale, -m - 1, m) if m else query + draw.discrete_laplace(scale)


def above_threshold(
    vector: Scores,
    draw: Draw,
    *,
    rho: Fraction,
    nu: Fraction | None,
    c: int,
    m: int = 0,
    redraw: bool = False,
) -> tuple[int, ...]:
    """1 where query plus noise of scale nu reaches the threshold 0 plus noise of scale rho.

    Args: nu None for no noise on the queries; c how many ones end the run; m the noise of the
        threshold is clamped to −m…m, 0 for no clamp; redraw: a new threshold after each one.
    """
    threshold = threshold_of(draw, rho, m)
    answers: tuple[int, ...] = ()
    for query in vector:
        one = query_of(query, draw, nu, m) >= threshold
        answers = (*answers, int(one))
        if sum(answers) == c:
            break
        if one and redraw:
            draw.checkpoint(answers)
            threshold = threshold_of(draw, rho, m)
        # From here on only the threshold and the answers matter.
        draw.checkpoint(threshold, answers)
    return answers


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B20d",
    name="sparse-vector",
    title="sparse vector technique, algorithm 1, discrete noise: ρ of scale 2/ε, queries 4c/ε",
    claim="ε",
    truth="at most ε without clamp (m = 0), at most nε/(4c) with any; attained at m = 1",
    source=SOURCE,
)
def sparse_vector(
    vector: Scores,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    c: int = 1,
    n: int = 1,
    m: int = 0,
) -> tuple[int, ...]:
    """Stops after c ones; ρ clamped to −m…m, 0 for no clamp."""
    del n
    return above_threshold(vector, draw, rho=2 / eps, nu=4 * c / eps, c=c, m=m)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B21d",
    name="sparse-vector-redrawn",
    title="sparse vector technique, algorithm 2, discrete noise: ρ of scale 2c/ε, drawn again after"
    " each 1, queries 4c/ε",
    claim="ε",
    truth="at most ε without clamp (m = 0), at most nε/(4c) with any; attained at m = 1; at"
    " the defaults .2233",
    source="C. Dwork, A. Roth, The Algorithmic Foundations of Differential Privacy, 2014,"
    " algorithm 2",
)
def sparse_vector_redrawn(
    vector: Scores,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    c: int = 2,
    n: int = 2,
    m: int = 2,
) -> tuple[int, ...]:
    """Stops after c ones; ρ clamped to −m…m, 0 for no clamp."""
    del n
    return above_threshold(vector, draw, rho=2 * c / eps, nu=4 * c / eps, c=c, m=m, redraw=True)


@mechanism(
    inputs=queries,
    neighbours=same_way,
    moves="M",
    id="B32d",
    name="sparse-vector-monotone",
    title="sparse vector technique for queries that move the same way, discrete noise: ρ of scale"
    " 2/ε, queries 2c/ε",
    claim="ε",
    truth="at most ε without clamp (m = 0), at most nε/(2c) with any; attained at m = 1; at"
    " the defaults .6380",
    source=SOURCE,
)
def sparse_vector_monotone(
    vector: Scores,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    c: int = 1,
    n: int = 2,
    m: int = 2,
) -> tuple[int, ...]:
    """Stops after c ones; ρ clamped to −m…m, 0 for no clamp."""
    del n
    return above_threshold(vector, draw, rho=2 / eps, nu=2 * c / eps, c=c, m=m)


@mechanism(
    inputs=bits,
    neighbours=all_move,
    moves="A",
    id="B34d",
    name="sparse-vector-delta",
    title="sparse vector technique for bits, discrete noise: ρ of scale 2c/ε, drawn again after"
    " each 1, queries 4/ε",
    claim="(ε/2, δ)",
    truth="δ at ε/2 is above 0: for ε = 1, c = 1, n = 3 it is .0114 without clamp (m = 0), and"
    " .01549 for m = 2",
    source="G. Barthe et al., Deciding Differential Privacy for Programs with Finite Inputs and"
    " Outputs, LICS 2020, after C. Dwork, A. Roth, 2014, sec. 3.6",
)
def sparse_vector_delta(
    vector: Scores,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    c: int = 1,
    n: int = 3,
    m: int = 2,
) -> tuple[int, ...]:
    """Stops after c ones; ρ clamped to −m…m, 0 for no clamp."""
    del n
    return above_threshold(vector, draw, rho=2 * c / eps, nu=4 / eps, c=c, m=m, redraw=True)
