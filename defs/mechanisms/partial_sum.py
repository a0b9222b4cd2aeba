"""A noisy sum of bits."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.mechanisms.exponential_mechanism import Scores, scores
from dpverify.defs.programs import Draw, mechanism

SOURCE = "Benchmark set of Wang, Ding, Wang, Kifer, Zhang: ShadowDP, PLDI 2019"


def bits(n: int) -> list[Scores]:
    """Every vector of n bits."""
    return scores(n, 1)


def one_entry(x: Scores, y: Scores) -> bool:
    """Whether one entry moves by 1 and the others stay."""
    return sum(abs(a - b) for a, b in zip(x, y, strict=True)) == 1


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
    whole = sum(vector)
    return whole + draw.discrete_laplace(1 / eps, low=-whole, high=n - whole)
