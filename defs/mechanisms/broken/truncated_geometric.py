"""The truncated geometric mechanism with the natural logarithm in place of the binary one."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.mechanisms.noisy_count import counts, differ_by_one
from dpverify.defs.mechanisms.truncated_geometric import SOURCE, inverse
from dpverify.defs.numbers import exp
from dpverify.defs.programs import Draw, mechanism


@mechanism(
    inputs=counts,
    neighbours=differ_by_one,
    id="B39w",
    name="truncated-geometric-natural-log",
    title="truncated geometric noise by integer arithmetic, k = ⌈ln(2/ε)⌉",
    claim="ε",
    truth="ln(1+2^−k), attained; k = 3 at ε = 1/10: .11778 > .1",
    source=f"{SOURCE}, with a mistake of an implementation",
)
def truncated_geometric_natural_log(
    count: int, draw: Draw, *, eps: Fraction = Fraction(1, 10), n: int = 3
) -> int:
    """As `truncated-geometric`; k is too small."""
    k = 0
    while exp(k) * eps < 2:
        k += 1
    return inverse(count, draw, n, k)
