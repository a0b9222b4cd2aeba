"""The sparse vector technique: Lyu, Su and Li's six algorithms, of which `broken/` holds three.

With Laplace noise, which their algorithms are about, ε is shown or refuted over all real answers.
With unbounded discrete noise (m = 0) a program is known by bounds: δ is enclosed, a violated ε is
refuted. With the threshold clamped to −m…m it is a finite channel, whose ε is exact. But that is
another mechanism: the proof moves the threshold by 1, which a clamp does not let happen at its
ends. What remains true is the bound for a threshold that stays: a query costs at most 1/(scale of
its noise). For algorithm 1 this is nε/(4c), and m = 1 attains it: clamped there, it is not ε-DP for
n > 4c.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from operator import sub
from typing import Any

from dpverify.defs.mechanisms import noise
from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.noise import Noise
from dpverify.defs.mechanisms.partial_sum import bits
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.loop import Loop, Step

SOURCE = "M. Lyu, D. Su, N. Li, Understanding the Sparse Vector Technique, PVLDB 10(6), 2017"
REDRAWN = (
    "C. Dwork, A. Roth, The Algorithmic Foundations of Differential Privacy, 2014, algorithm 2"
)
WITH_DELTA = (
    "G. Barthe et al., Deciding Differential Privacy for Programs with Finite Inputs and"
    " Outputs, LICS 2020, after C. Dwork, A. Roth, 2014, sec. 3.6"
)
Noises = tuple[Noise, Noise]
"""Of the threshold, and of the queries."""
LAPLACE: Noises = (noise.laplace, noise.laplace)


def queries(n: int) -> Iterable[Scores]:
    """Answers to n queries, each −1, 0 or 1, all thresholds being 0: the extreme moves."""
    return product((-1, 0, 1), repeat=n)  # not kept in memory


def all_move(x: Scores, y: Scores) -> bool:
    """Whether every answer moves by at most 1, and one does."""
    # Without a loop of Python's: half a million pairs of a thousand inputs are asked about.
    return bool(max(map(abs, map(sub, x, y))) == 1)


def same_way(x: Scores, y: Scores) -> bool:
    """Whether all answers that move, move the same way, by at most 1; one does."""
    moves = {b - a for a, b in zip(x, y, strict=True)}
    return moves <= {0, 1} and 1 in moves


def of_threshold(m: int) -> Noise:
    """Discrete noise of a threshold 0, clamped to −m…m; m = 0 for no clamp."""
    return noise.clamped(-m, m) if m else noise.discrete_laplace


def discrete(m: int) -> Noises:
    """Discrete noise, that of the threshold clamped to −m…m; m = 0 for no clamp.

    Queries are clamped to −m−1…m, which changes no comparison with a threshold in −m…m.
    """
    return of_threshold(m), noise.clamped(-m - 1, m) if m else noise.discrete_laplace


def above_threshold(
    *,
    rho: Fraction,
    nu: Fraction | None,
    c: int | None,
    redraw: bool = False,
    noises: Noises = LAPLACE,
) -> Loop:
    """1 where query plus noise of scale nu reaches the threshold 0 plus noise of scale rho.

    Args: nu None for no noise on the queries; c how many ones end the run, None to go on; redraw: a
        new threshold after each one.
    """
    of_the_threshold, of_queries = noises

    def step(threshold: Any, left: int, query: Any, draw: Draw) -> Step:
        one = (query if nu is None else of_queries(query, draw, nu)) >= threshold
        if one and c is not None:
            left -= 1
        return int(one), left or None, bool(one) and redraw

    return Loop(lambda draw: of_the_threshold(0, draw, rho), c or 1, step)


def algorithm_1(*, eps: Fraction, c: int, noises: Noises = LAPLACE) -> Loop:
    """One threshold for all."""
    return above_threshold(rho=2 / eps, nu=4 * c / eps, c=c, noises=noises)


def algorithm_2(*, eps: Fraction, c: int, noises: Noises = LAPLACE) -> Loop:
    """A new threshold after each one."""
    return above_threshold(rho=2 * c / eps, nu=4 * c / eps, c=c, redraw=True, noises=noises)


def monotone(*, eps: Fraction, c: int, noises: Noises = LAPLACE) -> Loop:
    """Half the noise on the queries."""
    return above_threshold(rho=2 / eps, nu=2 * c / eps, c=c, noises=noises)


def with_delta(*, eps: Fraction, c: int, noises: Noises = LAPLACE) -> Loop:
    """Noise on the queries that does not grow with c."""
    return above_threshold(rho=2 * c / eps, nu=4 / eps, c=c, redraw=True, noises=noises)


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
    return algorithm_1(eps=eps, c=c, noises=discrete(m)).run(vector, draw)


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
    source=REDRAWN,
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
    return algorithm_2(eps=eps, c=c, noises=discrete(m)).run(vector, draw)


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
    return monotone(eps=eps, c=c, noises=discrete(m)).run(vector, draw)


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
    source=WITH_DELTA,
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
    return with_delta(eps=eps, c=c, noises=discrete(m)).run(vector, draw)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=algorithm_1,
    id="B20",
    name="continuous-sparse-vector",
    title="sparse vector technique, algorithm 1: ρ of scale 2/ε, queries 4c/ε",
    claim="ε",
    truth="min(n/(4c), 1)·ε",
    source=SOURCE,
)
def continuous_sparse_vector(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 3
) -> tuple[int, ...]:
    """Stops after c ones."""
    del n
    return algorithm_1(eps=eps, c=c).run(vector, draw)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=algorithm_2,
    id="B21",
    name="continuous-sparse-vector-redrawn",
    title="sparse vector technique, algorithm 2: ρ of scale 2c/ε, drawn again after each 1, queries"
    " 4c/ε",
    claim="ε",
    truth="at most ε",
    source=REDRAWN,
)
def continuous_sparse_vector_redrawn(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 2, n: int = 3
) -> tuple[int, ...]:
    """Stops after c ones."""
    del n
    return algorithm_2(eps=eps, c=c).run(vector, draw)


@mechanism(
    inputs=queries,
    neighbours=same_way,
    moves="M",
    loop=monotone,
    id="B32",
    name="continuous-sparse-vector-monotone",
    title="sparse vector technique for queries that move the same way: ρ of scale 2/ε, queries"
    " 2c/ε",
    claim="ε",
    truth="ε for n ≥ 3c",
    source=SOURCE,
)
def continuous_sparse_vector_monotone(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 3
) -> tuple[int, ...]:
    """Stops after c ones."""
    del n
    return monotone(eps=eps, c=c).run(vector, draw)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=with_delta,
    id="B34",
    name="continuous-sparse-vector-delta",
    title="sparse vector technique: ρ of scale 2c/ε, drawn again after each 1, queries 4/ε",
    claim="(ε/2, δ)",
    truth="δ = 0: min(n/4, 1)·ε for c = 1; at ε/2, for n = 3, c = 1 and answers 0 or 1, δ is .01092"
    " for ε = 1 and grows with ε",
    source=WITH_DELTA,
)
def continuous_sparse_vector_delta(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 3
) -> tuple[int, ...]:
    """Stops after c ones."""
    del n
    return with_delta(eps=eps, c=c).run(vector, draw)
