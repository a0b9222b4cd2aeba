"""Counts and sums with Laplace noise, for all real inputs.

`moves` says how far neighbouring inputs are apart where all real ones are meant: A every entry by
at most 1, M all the same way, O one entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms.geometric import SOURCE, differ_by_one
from dpverify.defs.mechanisms.partial_sum import SOURCE as SUMS
from dpverify.defs.mechanisms.partial_sum import bits, one_entry
from dpverify.defs.programs import Draw, mechanism

COUNTS = [0, 1, 2]


@mechanism(
    inputs=COUNTS,
    neighbours=differ_by_one,
    moves="A",
    id="B01",
    name="continuous-laplace",
    title="a count plus Laplace noise of scale 1/ε",
    claim="ε",
    truth="ε, attained",
    source=SOURCE,
)
def laplace(count: Any, draw: Draw, *, eps: Fraction = Fraction(1)) -> Any:
    """The noisy count."""
    return count + draw.laplace(1 / eps)


@mechanism(
    inputs=COUNTS,
    neighbours=differ_by_one,
    moves="A",
    id="B02",
    name="continuous-parallel-laplace",
    title="a count released k times, each time plus Laplace noise of scale k/ε",
    claim="ε",
    truth="ε, attained",
    source=SOURCE,
)
def parallel_laplace(
    count: Any, draw: Draw, *, eps: Fraction = Fraction(1), k: int = 2
) -> tuple[Any, ...]:
    """k independent noisy counts."""
    return tuple(count + draw.laplace(k / eps) for _ in range(k))


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    moves="O",
    id="B03",
    name="continuous-partial-sum",
    title="the sum of n numbers plus Laplace noise of scale 1/ε",
    claim="ε",
    truth="ε, attained (one entry moves)",
    source=SUMS,
)
def partial_sum(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 3
) -> Any:
    """One noise for the whole sum."""
    del n
    return sum(vector) + draw.laplace(1 / eps)


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    moves="O",
    id="B06",
    name="continuous-prefix-sum",
    title="all prefix sums of n numbers, each number plus Laplace noise of scale 1/ε",
    claim="ε",
    truth="ε, attained (one entry moves)",
    source=SUMS,
)
def prefix_sum(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 3
) -> tuple[Any, ...]:
    """out_i = Σ_{j ≤ i} (number_j + noise_j)."""
    del n
    running: Any = 0
    out: tuple[Any, ...] = ()
    for number in vector:
        running = running + number + draw.laplace(1 / eps)
        out = (*out, running)
    return out


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    moves="O",
    id="B09",
    name="continuous-noisy-histogram",
    title="n counts, each plus Laplace noise of scale 1/ε",
    claim="ε",
    truth="ε, attained",
    source=SUMS,
)
def noisy_histogram(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 3
) -> tuple[Any, ...]:
    """One noise per count; one record moves one count."""
    del n
    return tuple(count + draw.laplace(1 / eps) for count in vector)
