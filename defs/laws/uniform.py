"""Uniform noise of half-width b: where both laws have a density it is the same.

A share m = min(1, |Δ|/(2b)) of P lies where Q gives nothing. So L is 0 or infinite.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from dpverify.defs.laws.contract import Move, NoiseLaw, Random
from dpverify.defs.numbers import Loss, Number, Real, Value
from dpverify.defs.pairs.contract import Pair, Separated


class UniformShift(Separated):
    """Uniform noise; with several values of independent noise what both can give is a product.

    Args: missed the share of P that is impossible under Q, in (0, 1].
    """

    kind = "uniform noise"

    def __init__(self, missed: Fraction) -> None:
        self.missed = missed

    def excess(self, eps: Loss | Real) -> Number:
        """The share that is impossible under Q, for every ε ≥ 0."""
        del eps
        return Value(self.missed)

    beyond = beyond_either_way = excess


class UniformLaw(NoiseLaw):
    """Density 1/(2b) for |z| ≤ b."""

    title = "uniform noise"
    example = (-1, 1)

    def pair(self, moves: Sequence[Move]) -> Pair:
        """What both can give is a product of intervals."""
        both = Fraction(1)
        for move in moves:
            both *= max(Fraction(0), 1 - abs(move.share) / 2)
        return UniformShift(1 - both)

    def support(self, scale: Fraction) -> tuple[Fraction | None, Fraction | None]:
        """From −b to b."""
        return -scale, scale

    def sample(self, random: Random, scale: float, wide: float) -> float:
        """A number a little inside the ends."""
        del wide
        return random.uniform(-1, 1) * scale * 0.9999


LAW: Final = UniformLaw()
