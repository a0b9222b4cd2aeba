"""A coin: a number between 0 and 1 that is compared with rational numbers and never released."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from dpverify.defs.errors import Undecided
from dpverify.defs.laws.contract import Move, NoiseLaw, Random
from dpverify.defs.pairs.contract import Pair


class CoinLaw(NoiseLaw):
    """Density 1 for 0 ≤ z ≤ 1."""

    def pair(self, moves: Sequence[Move]) -> Pair:
        """Refused: no program releases a coin as a number."""
        raise Undecided("unsupported", f"{len(moves)} coins that are released as numbers")

    def support(self, scale: Fraction) -> tuple[Fraction | None, Fraction | None]:
        """From 0 to 1."""
        return Fraction(0), scale

    def sample(self, random: Random, scale: float, wide: float) -> float:
        """A number between 0 and 1."""
        del wide
        return random.random() * scale


LAW: Final = CoinLaw()
