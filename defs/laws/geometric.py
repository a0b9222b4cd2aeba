"""Geometric noise, P[z] ∝ e^(−z/b) over the integers z ≥ 0: one value that moves by m.

Where P is the higher law, the loss is m/b on all that P gives, and a share 1 − e^(−m/b) of Q is
impossible under P; where it is the lower one the other way round. So with t = m/b the pair is that
of exponential noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dpverify.defs.laws.contract import Move
from dpverify.defs.laws.exponential import ExponentialLaw
from dpverify.defs.pairs.contract import Disjoint, Pair


class GeometricLaw(ExponentialLaw):
    """P[z] = (1 − r)·r^z with r = e^(−1/b)."""

    title = "geometric noise"
    example = ("exp(-1)",)

    def pair(self, moves: Sequence[Move]) -> Pair:
        """The pair of one value; that of laws on different numbers where it moves by no integer."""
        if any(move.distance.denominator > 1 for move in moves):
            return Disjoint()
        return super().pair(moves)


LAW: Final = GeometricLaw()
