"""Values with uniform or exponential noise: what one law gives may be impossible under the other.

- Uniform noise of half-width b on a value that moves by Δ: where both laws have a density it is
  the same, and a share m = min(1, |Δ|/(2b)) of P lies where Q gives nothing. So L is 0 or infinite.
- Exponential noise of scale b, t = |Δ|/b. Where P is the higher law, L = t always, and a share
  1 − e^(−t) of Q is impossible under P. Where P is the lower one, that share of P has an infinite
  loss and the rest the loss −t.
"""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.numbers import INFINITY, Loss, Number, Real, Value, exp
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
