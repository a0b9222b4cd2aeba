"""Running sums by blocks with Laplace noise, for all real inputs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms.partial_sum import bits, one_entry
from dpverify.defs.mechanisms.smart_sum import SOURCE
from dpverify.defs.programs import Draw, mechanism


def block_sums(
    vector: Sequence[Any], draw: Draw, *, scale: Fraction, length: int, noise_at_ends: bool
) -> tuple[Any, ...]:
    """Every running sum; the noisy block sums so far, then noisy numbers inside the block.

    Args: scale of the noise; length of a block; noise_at_ends: whether block sums get noise.
    """
    blocks: Any = 0
    running: Any = 0
    inside: Any = 0
    out: tuple[Any, ...] = ()
    for i, number in enumerate(vector, start=1):
        inside = inside + number
        if i % length:
            running = running + number + draw.laplace(scale)
        else:
            blocks = blocks + inside + (draw.laplace(scale) if noise_at_ends else 0)
            running, inside = blocks, 0
        out = (*out, running)
    return out


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
def smart_sum(
    vector: Sequence[Any],
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    n: int = 3,
    length: int = 2,
) -> tuple[Any, ...]:
    """A number has a noise of its own, unless it ends its block, and is in one block sum."""
    del n
    return block_sums(vector, draw, scale=1 / eps, length=length, noise_at_ends=True)
