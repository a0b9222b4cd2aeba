"""The noisy sum of some numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import sub
from typing import Any

from dpverify.defs.mechanisms import noise
from dpverify.defs.mechanisms.exponential_mechanism import Scores, scores
from dpverify.defs.programs import Draw, mechanism

SOURCE = "Benchmark set of Wang, Ding, Wang, Kifer, Zhang: ShadowDP, PLDI 2019"


def bits(n: int) -> list[Scores]:
    """Every vector of n bits."""
    return scores(n, 1)


def one_entry(x: Scores, y: Scores) -> bool:
    """Whether one entry moves by 1 and the others stay."""
    # Without a loop of Python's: half a million pairs of a thousand inputs are asked about.
    return bool(sum(map(abs, map(sub, x, y))) == 1)


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    id="B03d",
    name="partial-sum",
    title="the sum of n bits plus discrete Laplace noise of scale 1/ε, clamped to 0…n",
    claim="ε",
    truth="ε, attained",
    source=SOURCE,
)
def partial_sum(vector: Scores, draw: Draw, *, eps: Fraction = Fraction(1, 2), n: int = 3) -> int:
    """One noise for the whole sum."""
    return int(noise.clamped(0, n)(sum(vector), draw, 1 / eps))


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    moves="O",
    id="B03",
    name="continuous-partial-sum",
    title="the sum of n numbers plus Laplace noise of scale 1/ε",
    claim="ε",
    truth="ε, attained (one entry moves)",
    source=SOURCE,
)
def continuous_partial_sum(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 3
) -> Any:
    """One noise for the whole sum."""
    del n
    return noise.laplace(sum(vector), draw, 1 / eps)
