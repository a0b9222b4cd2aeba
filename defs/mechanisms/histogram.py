"""Noisy counts, every one of them published."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms import noise
from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.noise import Noise
from dpverify.defs.mechanisms.partial_sum import SOURCE, bits, one_entry
from dpverify.defs.programs import Draw, mechanism


def noisy_counts(counts: Sequence[Any], draw: Draw, scale: Any, noise: Noise) -> tuple[Any, ...]:
    """One noise per count; one record moves one count."""
    return tuple(noise(count, draw, scale) for count in counts)


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
    """Noisy counts are clamped to 0…m."""
    del n
    return noisy_counts(vector, draw, 1 / eps, noise.clamped(0, m))


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    moves="O",
    id="B09",
    name="continuous-noisy-histogram",
    title="n counts, each plus Laplace noise of scale 1/ε",
    claim="ε",
    truth="ε, attained",
    source=SOURCE,
)
def continuous_noisy_histogram(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 3
) -> tuple[Any, ...]:
    """Noisy counts are told as they are."""
    del n
    return noisy_counts(vector, draw, 1 / eps, noise.laplace)
