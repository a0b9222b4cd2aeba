"""Mechanisms whose noise has a scale divided by r: the ε that holds is r times theirs.

In all of them the noise's scale is a multiple of 1/ε, so that dividing it by r is asking for rε.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms.broken.budget import SOURCE
from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.histogram import noisy_histogram
from dpverify.defs.mechanisms.noisy_count import (
    COUNTS,
    counts,
    differ_by_one,
    geometric,
    laplace,
)
from dpverify.defs.mechanisms.noisy_max import continuous_noisy_max
from dpverify.defs.mechanisms.partial_sum import bits, one_entry
from dpverify.defs.mechanisms.sparse_vector import algorithm_1, all_move, queries, sparse_vector
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.loop import Loop

TWICE = Fraction(2)


def divided_algorithm_1(*, eps: Fraction, c: int, r: Fraction) -> Loop:
    """Scales 2/(rε) and 4c/(rε)."""
    return algorithm_1(eps=r * eps, c=c)


@mechanism(
    inputs=counts,
    neighbours=differ_by_one,
    id="B50a",
    name="geometric-divided",
    title="as geometric, the scale of the noise divided by r",
    claim="ε",
    truth="rε, attained",
    source=SOURCE,
)
def geometric_divided(
    count: int,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1, 2),
    n: int = 5,
    r: Fraction = Fraction(2),
) -> int:
    """Noise of scale 1/(rε)."""
    return int(geometric.function(count, draw, eps=r * eps, n=n))


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    id="B50b",
    name="noisy-histogram-divided",
    title="as noisy-histogram, the scale of the noise divided by r",
    claim="ε",
    truth="rε, attained",
    source=SOURCE,
)
def noisy_histogram_divided(
    vector: Scores,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1, 2),
    n: int = 2,
    m: int = 2,
    r: Fraction = Fraction(2),
) -> tuple[int, ...]:
    """Noise of scale 1/(rε)."""
    found: tuple[int, ...] = noisy_histogram.function(vector, draw, eps=r * eps, n=n, m=m)
    return found


@mechanism(
    inputs=queries,
    neighbours=all_move,
    id="B50c",
    name="sparse-vector-divided",
    title="as sparse-vector, the scales of the noise divided by r",
    claim="ε",
    truth="at most rε without clamp (m = 0); more than ε at the defaults",
    source=SOURCE,
)
def sparse_vector_divided(
    vector: Scores,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    c: int = 1,
    n: int = 2,
    m: int = 2,
    r: Fraction = Fraction(4),
) -> tuple[int, ...]:
    """Scales 2/(rε) and 4c/(rε)."""
    found: tuple[int, ...] = sparse_vector.function(vector, draw, eps=r * eps, c=c, n=n, m=m)
    return found


@mechanism(
    inputs=COUNTS,
    neighbours=differ_by_one,
    moves="A",
    id="B50d",
    name="continuous-laplace-divided",
    title="as continuous-laplace, the scale of the noise divided by r",
    claim="ε",
    truth="rε, attained",
    source=SOURCE,
)
def laplace_divided(
    count: Any, draw: Draw, *, eps: Fraction = Fraction(1), r: Fraction = TWICE
) -> Any:
    """Noise of scale 1/(rε)."""
    return laplace.function(count, draw, eps=r * eps)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B50e",
    name="continuous-noisy-max-divided",
    title="as continuous-noisy-max, the scale of the noise divided by r",
    claim="ε",
    truth="rε for n ≥ 2, not attained",
    source=SOURCE,
)
def noisy_max_divided(
    vector: Sequence[Any],
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    n: int = 2,
    r: Fraction = TWICE,
) -> int:
    """Noise of scale 2/(rε)."""
    return int(continuous_noisy_max.function(vector, draw, eps=r * eps, n=n))


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=divided_algorithm_1,
    id="B50f",
    name="continuous-sparse-vector-divided",
    title="as continuous-sparse-vector, the scales of the noise divided by r",
    claim="ε",
    truth="r·min(n/(4c), 1)·ε",
    source=SOURCE,
)
def continuous_sparse_vector_divided(
    vector: Sequence[Any],
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    c: int = 1,
    n: int = 3,
    r: Fraction = TWICE,
) -> tuple[int, ...]:
    """Scales 2/(rε) and 4c/(rε)."""
    del n
    return divided_algorithm_1(eps=eps, c=c, r=r).run(vector, draw)
