"""Running sums by blocks without noise on the sum of a whole block; Laplace noise elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms.continuous_smart_sum import block_sums
from dpverify.defs.mechanisms.partial_sum import bits, one_entry
from dpverify.defs.mechanisms.smart_sum import SOURCE
from dpverify.defs.programs import Draw, mechanism


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
def bad_smart_sum(
    vector: Sequence[Any],
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    n: int = 3,
    length: int = 2,
) -> tuple[Any, ...]:
    """Noise inside the blocks alone."""
    del n
    return block_sums(vector, draw, scale=1 / eps, length=length, noise_at_ends=False)
