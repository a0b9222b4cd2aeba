"""A noisy sum with half of the noise."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms import noise
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


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    moves="O",
    id="B04",
    name="continuous-bad-partial-sum",
    title="the sum of n numbers plus Laplace noise of scale 1/(2ε)",
    claim="ε",
    truth="2ε, attained",
    source=SOURCE,
)
def continuous_bad_partial_sum(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 3
) -> Any:
    """Half of the noise that the claim needs."""
    del n
    return noise.laplace(sum(vector), draw, 1 / (2 * eps))
