"""Running sums by blocks: the noise of a running sum grows with the number of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms import noise
from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.noise import Noise
from dpverify.defs.mechanisms.partial_sum import bits, one_entry
from dpverify.defs.programs import Draw, mechanism

SOURCE = "T.-H. H. Chan, E. Shi, D. Song, Private and Continual Release of Statistics, ICALP 2010"


def block_sums(
    vector: Sequence[Any],
    draw: Draw,
    *,
    scale: Any,
    length: int,
    noise: Noise,
    noise_at_ends: bool,
) -> tuple[Any, ...]:
    """Every running sum; the noisy block sums so far, then noisy numbers inside the block.

    Args: scale of the noise; length of a block; noise of numbers and block sums; noise_at_ends:
        whether block sums get noise.
    """
    blocks: Any = 0
    running: Any = 0
    inside: Any = 0
    out: tuple[Any, ...] = ()
    for i, number in enumerate(vector, start=1):
        inside = inside + number
        if i % length:
            running = running + noise(number, draw, scale)
        else:
            blocks = blocks + (noise(inside, draw, scale) if noise_at_ends else inside)
            running, inside = blocks, 0
        out = (*out, running)
    return out


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    id="B07d",
    name="smart-sum",
    title="all prefix sums of n bits by blocks of a length, discrete Laplace noise of scale 1/ε on"
    " each bit inside and on each block sum, clamped to 0…m",
    claim="2ε",
    truth="2ε, attained, from one whole block of at least 2 bits on; else ε, attained",
    source=SOURCE,
)
def smart_sum(
    vector: Scores,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1, 2),
    n: int = 3,
    length: int = 2,
    m: int = 2,
) -> tuple[int, ...]:
    """A bit has a noise of its own, unless it ends its block, and is in one block sum."""
    del n
    own = noise.clamped(0, m)
    return block_sums(vector, draw, scale=1 / eps, length=length, noise=own, noise_at_ends=True)


@mechanism(
    inputs=bits,
    neighbours=one_entry,
    moves="O",
    id="B07",
    name="continuous-smart-sum",
    title="all prefix sums of n numbers by blocks of a length, Laplace noise of scale 1/ε on each"
    " number inside and on each block sum",
    claim="2ε",
    truth="2ε, attained, from one whole block of at least 2 numbers on; else ε, attained",
    source=SOURCE,
)
def continuous_smart_sum(
    vector: Sequence[Any],
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    n: int = 3,
    length: int = 2,
) -> tuple[Any, ...]:
    """A number has a noise of its own, unless it ends its block, and is in one block sum."""
    del n
    own = noise.laplace
    return block_sums(vector, draw, scale=1 / eps, length=length, noise=own, noise_at_ends=True)
