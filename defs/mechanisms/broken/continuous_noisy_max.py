"""Report noisy max that tells the value instead of the number; continuous noise."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms.broken.noisy_max import SOURCE
from dpverify.defs.mechanisms.continuous_noisy_max import noisy_queries, raised_queries
from dpverify.defs.mechanisms.continuous_sparse_vector import queries
from dpverify.defs.mechanisms.sparse_vector import all_move
from dpverify.defs.programs import Draw, mechanism


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B13",
    name="continuous-bad-noisy-max",
    title="largest value of n queries plus Laplace noise of scale 2/ε",
    claim="ε",
    truth="nε/2: violates for n ≥ 3",
    source=SOURCE,
)
def bad_noisy_max(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 3
) -> Any:
    """The value, which a release of n queries would give as well."""
    del n
    return draw.largest(noisy_queries(vector, draw, 2 / eps))


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B14",
    name="continuous-bad-noisy-max-exponential",
    title="largest value of n queries plus exponential noise of scale 2/ε",
    claim="ε",
    truth="∞: the value is never below the largest query",
    source=SOURCE,
)
def bad_noisy_max_exponential(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2
) -> Any:
    """The same with noise that is never negative."""
    del n
    return draw.largest(raised_queries(vector, draw, 2 / eps))
