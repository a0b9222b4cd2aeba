"""Sparse vector with numbers: what is above the threshold is told as a noisy answer or a gap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms.continuous_sparse_vector import queries
from dpverify.defs.mechanisms.numeric_sparse_vector import GAP_SOURCE
from dpverify.defs.mechanisms.sparse_vector import SOURCE, all_move
from dpverify.defs.programs import Draw, mechanism

Answers = tuple[Any, ...]


def numbers_above(
    vector: Sequence[Any],
    draw: Draw,
    *,
    rho: Fraction,
    nu: Fraction,
    c: int,
    tell: Callable[[Any, Any, Any], Any],
) -> Answers:
    """None where query plus noise is below the threshold 0 plus noise, else what is told of it.

    Args: rho, nu the scales; c how many numbers end the run; tell of query, noisy query, threshold.
    """
    threshold: Any = draw.laplace(rho)
    answers: Answers = ()
    told = 0
    for query in vector:
        value = query + draw.laplace(nu)
        above = value >= threshold
        answers = (*answers, tell(query, value, threshold) if above else None)
        told += above
        if told == c:
            break
    return answers


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
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

    def tell(query: Any, value: Any, threshold: Any) -> Any:
        del value, threshold
        return query + draw.laplace(3 * c / eps)

    return numbers_above(vector, draw, rho=3 / eps, nu=6 * c / eps, c=c, tell=tell)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
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

    def tell(query: Any, value: Any, threshold: Any) -> Any:
        del query
        return value - threshold

    return numbers_above(vector, draw, rho=2 / eps, nu=4 * c / eps, c=c, tell=tell)
