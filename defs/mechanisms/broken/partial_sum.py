"""A noisy sum of bits with half of the noise."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.partial_sum import SOURCE, bits, one_entry, partial_sum
from dpverify.defs.programs import Draw, mechanism


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    id="B04d",
    name="bad-partial-sum",
    title="the sum of n bits plus discrete Laplace noise of scale 1/(2ε), clamped to 0…n",
    claim="ε",
    truth="2ε, attained",
    source=SOURCE,
)
def bad_partial_sum(
    vector: Scores, draw: Draw, *, eps: Fraction = Fraction(1, 2), n: int = 3
) -> int:
    """As `partial-sum`, with ε doubled on the way."""
    return int(partial_sum.function(vector, draw, eps=2 * eps, n=n))
