"""Every prefix sum of a sequence of numbers, each with a noise of its own."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms import noise
from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.noise import Noise
from dpverify.defs.mechanisms.partial_sum import SOURCE, bits, one_entry
from dpverify.defs.programs import Draw, mechanism


def running_sums(vector: Sequence[Any], draw: Draw, scale: Any, noise: Noise) -> tuple[Any, ...]:
    """out_i = Σ_{j ≤ i} (number_j + noise_j)."""
    running: Any = 0
    out: tuple[Any, ...] = ()
    for number in vector:
        running = running + noise(number, draw, scale)
        out = (*out, running)
    return out


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    id="B06d",
    name="prefix-sum",
    title="all prefix sums of n bits, each bit plus discrete Laplace noise clamped to 0…m",
    claim="ε",
    truth="ε, attained (one entry moves)",
    source=SOURCE,
)
def prefix_sum(
    vector: Scores, draw: Draw, *, eps: Fraction = Fraction(1, 2), n: int = 2, m: int = 2
) -> tuple[int, ...]:
    """Noisy bits are clamped to 0…m."""
    del n
    return running_sums(vector, draw, 1 / eps, noise.clamped(0, m))


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    moves="O",
    id="B06",
    name="continuous-prefix-sum",
    title="all prefix sums of n numbers, each number plus Laplace noise of scale 1/ε",
    claim="ε",
    truth="ε, attained (one entry moves)",
    source=SOURCE,
)
def continuous_prefix_sum(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 3
) -> tuple[Any, ...]:
    """Noisy numbers are summed as they are."""
    del n
    return running_sums(vector, draw, 1 / eps, noise.laplace)
