"""A count plus noise: Laplace, or two-sided geometric on a finite range, clamped or renormalised.

`moves` of a mechanism says how far neighbouring inputs are apart where all real ones are meant: A
every entry by at most 1, M all the same way, O one entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms import noise
from dpverify.defs.programs import Draw, mechanism

SOURCE = (
    "A. Ghosh, T. Roughgarden, M. Sundararajan, Universally utility-maximizing privacy"
    " mechanisms, STOC 2009"
)

COUNTS = [0, 1, 2]
"""Examples of counts where all real ones are meant."""


def counts(n: int) -> Sequence[int]:
    """The counts 0 to n."""
    return range(n + 1)


def differ_by_one(x: int, y: int) -> bool:
    """Whether two counts are neighbours."""
    return abs(x - y) == 1


@mechanism(
    inputs=counts,
    neighbours=differ_by_one,
    id="B01d",
    name="geometric",
    title="a count in 0…n plus discrete Laplace noise of scale 1/ε, clamped to 0…n",
    claim="ε",
    truth="ε, attained",
    source=SOURCE,
)
def geometric(count: int, draw: Draw, *, eps: Fraction = Fraction(1, 2), n: int = 5) -> int:
    """The count plus noise of ratio e^{−ε}; what leaves 0…n goes to the nearest end."""
    return int(noise.clamped(0, n)(count, draw, 1 / eps))


@mechanism(
    inputs=counts,
    neighbours=differ_by_one,
    name="geometric-clamped",
    title="a count in 0…n plus two-sided geometric noise of ratio α, clamped to 0…n",
    claim="ln(1/α)",
    truth="ln(1/α), attained",
    source=SOURCE,
)
def geometric_clamped(
    count: int, draw: Draw, *, alpha: Fraction = Fraction(1, 2), n: int = 5
) -> int:
    """The same with the ratio given, walking step by step: a loop of at most n coins."""
    if draw.flip((1 - alpha) / (1 + alpha)):
        return count
    step = 1 if draw.flip("1/2") else -1
    count += step
    while draw.flip(alpha) and 0 <= count <= n:
        count += step
    return max(0, min(n, count))


@mechanism(
    inputs=counts,
    neighbours=differ_by_one,
    name="geometric-renormalised",
    title="a count in 0…n plus two-sided geometric noise of ratio α, drawn again outside 0…n",
    claim="ln(1/α)",
    truth="more: at α = 1/2 the ratio is 2, 16/7, 12/5, 52/21 for n = 1, 2, 3, 5",
    source=SOURCE,
)
def geometric_renormalised(
    count: int, draw: Draw, *, alpha: Fraction = Fraction(1, 2), n: int = 5
) -> int:
    """Noise is drawn until the sum lies in 0…n: the law is divided by what the row has there."""
    while True:
        draw.checkpoint()
        noisy = count + draw.discrete_laplace(ratio=alpha, low=-count - 1, high=n - count + 1)
        if 0 <= noisy <= n:
            return noisy


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
    return noise.laplace(count, draw, 1 / eps)
