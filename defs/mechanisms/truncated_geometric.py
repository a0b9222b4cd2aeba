"""The truncated geometric mechanism by integers alone (Balcer and Vadhan).

With r = 2^k/(2^k+1) the law of a count c plus two-sided geometric noise, clamped to 0…n, has the
common denominator d = (2^{k+1}+1)·(2^k+1)^{n−1}, so an integer below d and cumulative integers do.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dpverify.defs.mechanisms.noisy_count import counts, differ_by_one
from dpverify.defs.programs import Draw, mechanism

SOURCE = "V. Balcer, S. Vadhan, Differential Privacy on Finite Computers, JPC 9(2), 2019"


def cumulative(count: int, n: int, k: int) -> tuple[Sequence[int], int]:
    """The integers d·P(output ≤ z) for z = 0…n, and d."""
    base = 2**k + 1
    d = (2 ** (k + 1) + 1) * base ** (n - 1)
    below = [2 ** (k * (count - z)) * base ** (n - count + z) for z in range(count)]
    above = [
        d - 2 ** (k * (z - count + 1)) * base ** (n - (z - count + 1)) for z in range(count, n)
    ]
    return [*below, *above, d], d


def inverse(count: int, draw: Draw, n: int, k: int) -> int:
    """The least z whose cumulative integer exceeds one drawn uniformly below d."""
    steps, d = cumulative(count, n, k)
    weights = [b - a for a, b in zip([0, *steps], steps, strict=False)]
    return int(draw.choice({z: Fraction(weight, d) for z, weight in enumerate(weights)}))


@mechanism(
    inputs=counts,
    neighbours=differ_by_one,
    id="B39",
    name="truncated-geometric",
    title="truncated geometric noise by integer arithmetic, k = ⌈log2(2/ε)⌉",
    claim="ε",
    truth="ln(1+2^−k), attained; at most ε/2",
    source=SOURCE,
)
def truncated_geometric(
    count: int, draw: Draw, *, eps: Fraction = Fraction(1, 10), n: int = 3
) -> int:
    """The count plus two-sided geometric noise of ratio 2^k/(2^k+1), clamped to 0…n."""
    k = 0
    while 2**k * eps < 2:
        k += 1
    return inverse(count, draw, n, k)
