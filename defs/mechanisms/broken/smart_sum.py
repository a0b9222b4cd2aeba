"""Running sums by blocks without noise on the sum of a whole block."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms import noise
from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.partial_sum import bits, one_entry
from dpverify.defs.mechanisms.smart_sum import SOURCE, block_sums
from dpverify.defs.programs import Draw, mechanism


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    id="B08d",
    name="bad-smart-sum",
    title="as smart-sum, without noise on the block sums",
    claim="2ε",
    truth="∞ from one whole block on: its sum is told; else ε, attained",
    source=f"{SOURCE}, with a mistake",
)
def bad_smart_sum(
    vector: Scores,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1, 2),
    n: int = 3,
    length: int = 2,
    m: int = 2,
) -> tuple[int, ...]:
    """Noise inside the blocks alone."""
    del n
    own = noise.clamped(0, m)
    return block_sums(vector, draw, scale=1 / eps, length=length, noise=own, noise_at_ends=False)


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    moves="O",
    id="B08",
    name="continuous-bad-smart-sum",
    title="as continuous-smart-sum, without noise on the block sums",
    claim="2ε",
    truth="∞ from one whole block on: its sum is told; else ε, attained",
    source=f"{SOURCE}, with a mistake",
)
def continuous_bad_smart_sum(
    vector: Sequence[Any],
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    n: int = 3,
    length: int = 2,
) -> tuple[Any, ...]:
    """Noise inside the blocks alone."""
    del n
    own = noise.laplace
    return block_sums(vector, draw, scale=1 / eps, length=length, noise=own, noise_at_ends=False)
