"""Sums and counts with too little Laplace noise."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms.partial_sum import SOURCE, bits, one_entry
from dpverify.defs.programs import Draw, mechanism


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
def bad_partial_sum(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 3
) -> Any:
    """Half of the noise that the claim needs."""
    del n
    return sum(vector) + draw.laplace(1 / (2 * eps))


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    moves="O",
    id="B10",
    name="continuous-bad-histogram",
    title="n counts, each plus Laplace noise of scale ε",
    claim="ε",
    truth="1/ε, attained: violates ε-DP exactly for ε < 1",
    source=SOURCE,
)
def bad_histogram(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1, 2), n: int = 2
) -> tuple[Any, ...]:
    """The scale turned upside down."""
    del n
    return tuple(count + draw.laplace(eps) for count in vector)
