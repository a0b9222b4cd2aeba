"""One count released k times, with a k-th of the budget each time."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms import noise
from dpverify.defs.mechanisms.noise import Noise
from dpverify.defs.mechanisms.noisy_count import COUNTS, SOURCE, counts, differ_by_one
from dpverify.defs.programs import Draw, mechanism


def released(count: Any, draw: Draw, scale: Any, k: int, noise: Noise) -> tuple[Any, ...]:
    """k independent noisy counts."""
    return tuple(noise(count, draw, scale) for _ in range(k))


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
    """Each of them clamped to 0…n."""
    return released(count, draw, k / eps, k, noise.clamped(0, n))


@mechanism(
    inputs=COUNTS,
    neighbours=differ_by_one,
    moves="A",
    id="B02",
    name="continuous-parallel-laplace",
    title="a count released k times, each time plus Laplace noise of scale k/ε",
    claim="ε",
    truth="ε, attained",
    source=SOURCE,
)
def continuous_parallel_laplace(
    count: Any, draw: Draw, *, eps: Fraction = Fraction(1), k: int = 2
) -> tuple[Any, ...]:
    """Each of them as it is."""
    return released(count, draw, k / eps, k, noise.laplace)
