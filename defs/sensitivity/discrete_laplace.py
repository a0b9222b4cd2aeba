"""Discrete Laplace noise on k integers, clamped: a channel with exact numbers.

Each coordinate x in {0, …, m} becomes x plus noise of mass (1 − q)/(1 + q)·q^|d| on every integer
d, and what leaves {0, …, m} is clamped to its nearer end. With q = e^(−ε/Δ) it is ε-DP for
neighbours up to Δ apart in ℓ1.

Source: Ghosh, Roughgarden, Sundararajan, Universally utility-maximizing privacy mechanisms, STOC
2009 (one coordinate).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

from dpverify.defs.channel import Channel
from dpverify.defs.errors import DomainError
from dpverify.defs.validate import shown

MOST_INPUTS = 256


def clamped(
    coordinates: int, largest: int, apart: int = 1, q: Fraction = Fraction(1, 2)
) -> Channel:
    """All vectors of k integers as inputs and outputs, neighbours at most Δ apart.

    Args:
        coordinates: k ≥ 1.
        largest: m ≥ 1; at most 256 vectors in all.
        apart: Δ ≥ 1, the largest ℓ1 distance of neighbours.
        q: between 0 and 1.

    Raises: DomainError outside these ranges.

    >>> [str(mass) for mass in clamped(1, 2).row(0)]
    ['2/3', '1/6', '1/6']
    """
    if coordinates < 1 or largest < 1 or (largest + 1) ** min(coordinates, 9) > MOST_INPUTS:
        raise DomainError(
            f"{shown(coordinates)} integers from 0 to {shown(largest)}; give at least one, and at"
            f" most {MOST_INPUTS} vectors"
        )
    if apart < 1:
        raise DomainError(f"Δ is {shown(apart)}, must be at least 1")
    if not 0 < q < 1:
        raise DomainError(f"q is {q}, must lie between 0 and 1")
    vectors = list(product(range(largest + 1), repeat=coordinates))
    rows = [
        [
            prod(_mass(x, z, largest, q) for x, z in zip(true, released, strict=True))
            for released in vectors
        ]
        for true in vectors
    ]
    labels = [",".join(map(str, vector)) for vector in vectors]
    near = [
        (labels[i], labels[j])
        for i, first in enumerate(vectors)
        for j, second in enumerate(vectors[:i])
        if sum(abs(a - b) for a, b in zip(first, second, strict=True)) <= apart
    ]
    return Channel(labels, labels, rows, near)


def _mass(true: int, released: int, largest: int, q: Fraction) -> Fraction:
    """P[said | true]; an end takes all that is beyond it: q^d/(1 + q)."""
    share = q ** abs(true - released) / (1 + q)
    return share if released in (0, largest) else share * (1 - q)
