"""Every prefix sum of a sequence of bits, each bit with a noise of its own."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.partial_sum import SOURCE, bits, one_entry
from dpverify.defs.programs import Draw, mechanism


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
    """out_i = Σ_{j ≤ i} (bit_j + noise_j)."""
    del n
    running, out = 0, []
    for bit in vector:
        running += bit + draw.discrete_laplace(1 / eps, low=-bit, high=m - bit)
        out.append(running)
    return tuple(out)
