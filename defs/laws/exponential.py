"""Exponential noise: what one law gives may be impossible under the other.

Scale b, t = |Δ|/b. Where P is the higher law, L = t always, and a share 1 − e^(−t) of Q is
impossible under P. Where P is the lower one, that share of P has an infinite loss and the rest the
loss −t.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar, Final

from dpverify.defs.errors import Undecided
from dpverify.defs.laws.contract import Move, NoiseLaw, Random
from dpverify.defs.numbers import INFINITY, Loss, Number, Real, Value, exp
from dpverify.defs.pairs.contract import Pair, Separated

SEVERAL: Final = (
    "several values that move, each with one-sided noise: where one is higher and another lower,"
    " outputs are impossible on either input, and the loss is no sum of known laws"
)


class ExponentialRise(Pair):
    """Exponential noise where P is the higher law: the loss is t, whatever is put out.

    Args: share t > 0, rational.
    """

    kind = "exponential noise"

    def __init__(self, share: Fraction) -> None:
        self.share = share

    def excess(self, eps: Loss | Real) -> Number:
        """max(0, 1 − e^(ε−t))."""
        return Value(0) if eps >= Loss(self.share) else Value(1) - exp(eps - Loss(self.share))

    def largest_loss(self) -> Loss:
        """The loss t of every output."""
        return Loss(self.share)

    def loss_range(self) -> Loss:
        """Infinite: the outputs that Q alone can give have the loss −∞."""
        return INFINITY

    def gaussian_distance(self) -> Loss:
        """Infinite: a test that never rejects P in error finds what Q alone can give."""
        return INFINITY

    def divergence(self, order: Fraction) -> Number:
        """The divergence t, of every order."""
        del order
        return Loss(self.share)

    def rate(self) -> Number:
        """The limit t of t/α at α → 1."""
        return Loss(self.share)

    def beyond(self, eps: Loss | Real) -> Number:
        """1 or 0."""
        return Value(int(Loss(self.share) > eps))

    beyond_either_way = beyond


class ExponentialFall(Separated):
    """Exponential noise where P is the lower law.

    Args: share t > 0, rational.
    """

    kind = "exponential noise"

    def __init__(self, share: Fraction) -> None:
        self.share = share

    def excess(self, eps: Loss | Real) -> Number:
        """1 − e^(−t), for every ε ≥ 0."""
        del eps
        return Value(1) - exp(-self.share)

    beyond = excess

    def beyond_either_way(self, eps: Loss | Real) -> Number:
        """1 where t > ε, else the share whose loss is infinite."""
        return Value(1) if Loss(self.share) > eps else Value(1) - exp(-self.share)


class ExponentialLaw(NoiseLaw):
    """Density e^(−z/b)/b for z ≥ 0."""

    title = "exponential noise"
    example: ClassVar[tuple[Any, ...]] = (1,)
    symbolic = True

    def pair(self, moves: Sequence[Move]) -> Pair:
        """The pair of one value."""
        if len(moves) > 1:
            raise Undecided("unsupported", SEVERAL)
        share = moves[0].share
        return ExponentialRise(share) if share > 0 else ExponentialFall(-share)

    def support(self, scale: Fraction) -> tuple[Fraction | None, Fraction | None]:
        """From 0 on."""
        del scale
        return Fraction(0), None

    def sample(self, random: Random, scale: float, wide: float) -> float:
        """An exponential number."""
        return random.exponential() * scale * wide


LAW: Final = ExponentialLaw()
