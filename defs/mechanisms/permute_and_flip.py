"""Permute-and-flip on a few candidates with small integer scores."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.mechanisms.exponential_mechanism import Scores, one_apart, scores
from dpverify.defs.programs import Draw, mechanism


@mechanism(
    inputs=scores,
    neighbours=one_apart,
    id="B40",
    name="permute-and-flip",
    title="permute-and-flip: in random order, accept c with probability base^(score − best)",
    claim="2·ln(base)",
    truth="that, attained: ratio 4 for base 2 and scores {0,1,2}³",
    source="R. McKenna, D. Sheldon, Permute-and-Flip, NeurIPS 2020",
)
def permute_and_flip(
    vector: Scores,
    draw: Draw,
    *,
    base: Fraction = Fraction(2),
    candidates: int = 3,
    largest: int = 2,
) -> int:
    """The first candidate whose coin falls; the best one's always does."""
    del candidates, largest
    waiting = tuple(range(len(vector)))
    while True:
        draw.checkpoint(waiting)
        candidate = draw.uniform(waiting)
        if draw.flip(1 / base ** (max(vector) - vector[candidate])):
            return int(candidate)
        waiting = tuple(c for c in waiting if c != candidate)
