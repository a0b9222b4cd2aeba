"""Sparse vector with numbers: what is above the threshold is told as a noisy answer or a gap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms.continuous_sparse_vector import queries
from dpverify.defs.mechanisms.numeric_sparse_vector import GAP_SOURCE
from dpverify.defs.mechanisms.sparse_vector import SOURCE, all_move
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.loop import Loop, Step

Answers = tuple[Any, ...]
Tell = Callable[[Any, Any, Any, Draw], Any]


def numbers_above(*, rho: Fraction, nu: Fraction, c: int, tell: Tell) -> Loop:
    """None where query plus noise is below the threshold 0 plus noise, else what is told of it.

    Args: rho, nu the scales; c how many numbers end the run; tell of query, noisy query, threshold,
        with a draw.
    """

    def step(threshold: Any, left: int, query: Any, draw: Draw) -> Step:
        value = query + draw.laplace(nu)
        if value < threshold:
            return None, left, False
        return tell(query, value, threshold, draw), left - 1 or None, False

    return Loop(lambda draw: draw.laplace(rho), c, step)


def numeric(*, eps: Fraction, c: int) -> Loop:
    """The answer that is told has fresh noise."""

    def tell(query: Any, value: Any, threshold: Any, draw: Draw) -> Any:
        del value, threshold
        return query + draw.laplace(3 * c / eps)

    return numbers_above(rho=3 / eps, nu=6 * c / eps, c=c, tell=tell)


def gaps(*, eps: Fraction, c: int) -> Loop:
    """Tells noisy query − noisy threshold."""

    def tell(query: Any, value: Any, threshold: Any, draw: Draw) -> Any:
        del query, draw
        return value - threshold

    return numbers_above(rho=2 / eps, nu=4 * c / eps, c=c, tell=tell)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=numeric,
    id="B27",
    name="continuous-numeric-sparse-vector",
    title="sparse vector with noisy answers: ρ of scale 3/ε, queries 6c/ε, answers 3c/ε",
    claim="ε",
    truth="at most ε",
    source=SOURCE,
)
def numeric_sparse_vector(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 2
) -> Answers:
    """The answer that is told has fresh noise."""
    del n
    return numeric(eps=eps, c=c).run(vector, draw)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=gaps,
    id="B28",
    name="continuous-gap-sparse-vector",
    title="sparse vector with gaps: ρ of scale 2/ε, queries 4c/ε, above it the difference of the"
    " two",
    claim="ε",
    truth="at most min(n/(4c), 1)·ε",
    source=GAP_SOURCE,
)
def gap_sparse_vector(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 2
) -> Answers:
    """Tells noisy query − noisy threshold."""
    del n
    return gaps(eps=eps, c=c).run(vector, draw)
