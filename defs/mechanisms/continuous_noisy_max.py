"""Report noisy max with Laplace or exponential noise: the number of the best query is told."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms.continuous_sparse_vector import queries
from dpverify.defs.mechanisms.noisy_max import SOURCE
from dpverify.defs.mechanisms.noisy_max_gap import SOURCE as GAP_SOURCE
from dpverify.defs.mechanisms.sparse_vector import all_move
from dpverify.defs.programs import Draw, mechanism


def noisy_queries(vector: Sequence[Any], draw: Draw, scale: Fraction) -> list[Any]:
    """Each query plus Laplace noise."""
    return [query + draw.laplace(scale) for query in vector]


def raised_queries(vector: Sequence[Any], draw: Draw, scale: Fraction) -> list[Any]:
    """Each query plus exponential noise, which is never negative."""
    return [query + draw.exponential(scale) for query in vector]


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B11",
    name="continuous-noisy-max",
    title="number of the largest of n queries plus Laplace noise of scale 2/ε",
    claim="ε",
    truth="ε for n ≥ 2, not attained: for n = 2 it is approached like 1/gap",
    source=SOURCE,
)
def noisy_max(vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2) -> int:
    """The number of the largest noisy value."""
    del n
    return draw.argmax(noisy_queries(vector, draw, 2 / eps))


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B12",
    name="continuous-noisy-max-exponential",
    title="number of the largest of n queries plus exponential noise of scale 2/ε",
    claim="ε",
    truth="ε for n ≥ 2, attained",
    source="Z. Ding et al., The Permute-and-Flip Mechanism is Identical to Report-Noisy-Max with"
    " Exponential Noise, 2021",
)
def noisy_max_exponential(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2
) -> int:
    """The same with noise that is never negative."""
    del n
    return draw.argmax(raised_queries(vector, draw, 2 / eps))


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    least=2,
    id="B17",
    name="continuous-noisy-max-gap",
    title="number of the largest of n queries plus Laplace noise of scale 2/ε, and its lead over"
    " the next one",
    claim="ε",
    truth="at most ε",
    source=GAP_SOURCE,
)
def noisy_max_gap(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2
) -> tuple[int, Any]:
    """The lead is told as it is: with continuous noise nothing ties."""
    del n
    values = noisy_queries(vector, draw, 2 / eps)
    best = draw.argmax(values)
    others = values[:best] + values[best + 1 :]
    return best, values[best] - draw.largest(others)
