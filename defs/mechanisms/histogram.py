"""Noisy counts, every one of them published."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.partial_sum import SOURCE, bits, one_entry
from dpverify.defs.programs import Draw, mechanism


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    id="B09d",
    name="noisy-histogram",
    title="n counts in 0…1, each plus discrete Laplace noise of scale 1/ε, clamped to 0…m",
    claim="ε",
    truth="ε, attained",
    source=SOURCE,
)
def noisy_histogram(
    vector: Scores, draw: Draw, *, eps: Fraction = Fraction(1, 2), n: int = 2, m: int = 2
) -> tuple[int, ...]:
    """One noise per count; one record moves one count."""
    del n
    return tuple(c + draw.discrete_laplace(1 / eps, low=-c, high=m - c) for c in vector)
