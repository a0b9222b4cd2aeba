"""The sparse vector technique with Laplace noise: what Lyu, Su and Li's algorithms are about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from dpverify.defs.mechanisms.sparse_vector import SOURCE, all_move, same_way
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.loop import Loop, Step


def queries(n: int) -> Iterable[tuple[int, ...]]:
    """Answers to n queries, each −1, 0 or 1, all thresholds being 0; not kept in memory."""
    return product((-1, 0, 1), repeat=n)


def above_threshold(
    *, rho: Fraction, nu: Fraction | None, c: int | None, redraw: bool = False
) -> Loop:
    """1 where query plus noise of scale nu reaches the threshold 0 plus noise of scale rho.

    Args: nu None for no noise on the queries; c how many ones end the run, None to go on; redraw: a
        new threshold after each one.
    """

    def step(threshold: Any, left: int, query: Any, draw: Draw) -> Step:
        one = query + (0 if nu is None else draw.laplace(nu)) >= threshold
        if one and c is not None:
            left -= 1
        return int(one), left or None, bool(one) and redraw

    return Loop(lambda draw: draw.laplace(rho), c or 1, step)


def algorithm_1(*, eps: Fraction, c: int) -> Loop:
    """One threshold for all."""
    return above_threshold(rho=2 / eps, nu=4 * c / eps, c=c)


def algorithm_2(*, eps: Fraction, c: int) -> Loop:
    """A new threshold after each one."""
    return above_threshold(rho=2 * c / eps, nu=4 * c / eps, c=c, redraw=True)


def monotone(*, eps: Fraction, c: int) -> Loop:
    """Half the noise on the queries."""
    return above_threshold(rho=2 / eps, nu=2 * c / eps, c=c)


def with_delta(*, eps: Fraction, c: int) -> Loop:
    """Noise on the queries that does not grow with c."""
    return above_threshold(rho=2 * c / eps, nu=4 / eps, c=c, redraw=True)


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
def sparse_vector(
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
    source="C. Dwork, A. Roth, The Algorithmic Foundations of Differential Privacy, 2014,"
    " algorithm 2",
)
def sparse_vector_redrawn(
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
def sparse_vector_monotone(
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
    source="G. Barthe et al., Deciding Differential Privacy for Programs with Finite Inputs and"
    " Outputs, LICS 2020, after C. Dwork, A. Roth, 2014, sec. 3.6",
)
def sparse_vector_delta(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 3
) -> tuple[int, ...]:
    """Stops after c ones."""
    del n
    return with_delta(eps=eps, c=c).run(vector, draw)
