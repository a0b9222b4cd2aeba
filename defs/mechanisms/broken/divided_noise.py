"""Mechanisms whose noise has a scale divided by r: the ε that holds is r times theirs."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.mechanisms.broken.budget import SOURCE
from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.geometric import counts, differ_by_one, geometric
from dpverify.defs.mechanisms.histogram import noisy_histogram
from dpverify.defs.mechanisms.partial_sum import bits, one_entry
from dpverify.defs.mechanisms.sparse_vector import all_move, queries, sparse_vector
from dpverify.defs.programs import Draw, mechanism


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
