"""One count released k times, with a k-th of the budget each time."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.mechanisms.geometric import SOURCE, counts, differ_by_one, noisy
from dpverify.defs.programs import Draw, mechanism


@mechanism(
    inputs=counts,
    neighbours=differ_by_one,
    id="B02d",
    name="parallel-laplace",
    title="a count in 0…n released k times, each time plus discrete Laplace noise of scale k/ε,"
    " clamped to 0…n",
    claim="ε",
    truth="ε, attained",
    source=SOURCE,
)
def parallel_laplace(
    count: int,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1, 2),
    k: int = 2,
    n: int = 2,
) -> tuple[int, ...]:
    """k independent noisy counts."""
    return tuple(noisy(count, draw, k / eps, 0, n) for _ in range(k))
