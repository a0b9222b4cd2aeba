"""Running sums by blocks without noise on the sum of a whole block."""

from __future__ import annotations

from fractions import Fraction

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
    return block_sums(vector, draw, scale=1 / eps, length=length, m=m, noise_at_ends=False)
