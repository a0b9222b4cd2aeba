"""Noisy counts whose noise has scale ε instead of 1/ε."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms import noise
from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.histogram import noisy_counts, noisy_histogram
from dpverify.defs.mechanisms.partial_sum import SOURCE, bits, one_entry
from dpverify.defs.programs import Draw, mechanism


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    id="B10d",
    name="bad-histogram",
    title="n counts in 0…1, each plus discrete Laplace noise of scale ε, clamped to 0…m",
    claim="ε",
    truth="1/ε, attained: violates ε-DP exactly for ε < 1",
    source=SOURCE,
)
def bad_histogram(
    vector: Scores, draw: Draw, *, eps: Fraction = Fraction(1, 2), n: int = 2, m: int = 2
) -> tuple[int, ...]:
    """As `noisy-histogram`, the scale turned upside down."""
    found: tuple[int, ...] = noisy_histogram.function(vector, draw, eps=1 / eps, n=n, m=m)
    return found


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
def continuous_bad_histogram(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1, 2), n: int = 2
) -> tuple[Any, ...]:
    """The scale turned upside down."""
    del n
    return noisy_counts(vector, draw, eps, noise.laplace)
