"""Running sums by blocks: the noise of a running sum grows with the number of blocks."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.geometric import noisy
from dpverify.defs.mechanisms.partial_sum import bits, one_entry
from dpverify.defs.programs import Draw, mechanism

SOURCE = "T.-H. H. Chan, E. Shi, D. Song, Private and Continual Release of Statistics, ICALP 2010"


def block_sums(
    vector: Scores, draw: Draw, *, scale: Fraction, length: int, m: int, noise_at_ends: bool
) -> tuple[int, ...]:
    """Every running sum; the noisy block sums so far, then noisy bits inside the block.

    Args: scale of the noise; length of a block; m noisy bits and block sums are clamped to 0…m,
        which only processes them; noise_at_ends: whether block sums get noise.
    """
    blocks = running = inside = 0
    out = []
    for i, bit in enumerate(vector, start=1):
        inside += bit
        if i % length:
            running += noisy(bit, draw, scale, 0, m)
        else:
            blocks += noisy(inside, draw, scale, 0, m) if noise_at_ends else inside
            running, inside = blocks, 0
        out.append(running)
    return tuple(out)


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
    return block_sums(vector, draw, scale=1 / eps, length=length, m=m, noise_at_ends=True)
