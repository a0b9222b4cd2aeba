"""The exponential mechanism on a few candidates with small integer scores."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from dpverify.defs.programs import Draw, mechanism

Scores = tuple[int, ...]


def scores(candidates: int, largest: int) -> list[Scores]:
    """Every vector of scores from 0 to the largest."""
    return list(product(range(largest + 1), repeat=candidates))


def one_apart(x: Scores, y: Scores) -> bool:
    """Whether every score moves by at most 1, and one does."""
    return max(abs(a - b) for a, b in zip(x, y, strict=True)) == 1


@mechanism(
    inputs=scores,
    neighbours=one_apart,
    id="B16",
    name="exponential-mechanism",
    title="exponential mechanism: candidate c with probability ∝ base^score, base = e^{ε/2}",
    claim="2·ln(base)",
    truth="less on finitely many scores: ratio 3 for base 2 and scores {0,1,2}³, claim 4",
    source="F. McSherry, K. Talwar, Mechanism Design via Differential Privacy, FOCS 2007",
)
def exponential_mechanism(
    vector: Scores,
    draw: Draw,
    *,
    base: Fraction = Fraction(2),
    candidates: int = 3,
    largest: int = 2,
) -> int:
    """The number of the chosen candidate."""
    del candidates, largest
    weights = [base**score for score in vector]
    whole = sum(weights)
    return int(draw.choice({c: weight / whole for c, weight in enumerate(weights)}))
