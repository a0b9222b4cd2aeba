"""For the kernel: two laws of the output, of which one is the other shifted, and what is asked.

Trusted. P is the law of the output on the first input, Q that on the second, L = ln(P/Q). A method
that is not overridden is a question that is not answered here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify.defs import numbers as num


class Shifted:
    """Two laws of the output, one shifted against the other; no question is answered by default."""

    name = "noise"

    def excess(self, eps: Any) -> Any:
        """δ(ε) = sup over events S of P(S) − e^ε·Q(S)."""
        del eps
        raise self.unknown("delta")

    def largest_loss(self) -> Any:
        """sup L."""
        raise self.unknown("the largest loss")

    def loss_range(self) -> Any:
        """sup L − inf L."""
        raise self.unknown("the range of the loss")

    def divergence(self, order: Fraction) -> Any:
        """D_α(P‖Q)."""
        del order
        raise self.unknown("the Rényi divergence")

    def rate(self) -> Any:
        """sup over α > 1 of D_α(P‖Q)/α."""
        raise self.unknown("the divergences of all orders")

    def beyond(self, eps: Any) -> Any:
        """P[L > ε]."""
        del eps
        raise self.unknown("the law of the loss")

    def beyond_either_way(self, eps: Any) -> Any:
        """P[|L| > ε]."""
        del eps
        raise self.unknown("the law of the absolute loss")

    def gaussian_distance(self) -> Any:
        """The smallest μ at which N(0,1) and N(μ,1) are as easy to tell apart."""
        raise self.unknown("the comparison with normal laws")

    def unknown(self, question: str) -> num.Undecided:
        """The refusal of a question."""
        return num.Undecided("unsupported", f"{question} of {self.name} is not re-checked here")


class Equal(Shifted):
    """P = Q."""

    def excess(self, eps: Any) -> Any:
        """0."""
        del eps
        return num.Value(0)

    def largest_loss(self) -> Any:
        """0."""
        return num.Value(0)

    def divergence(self, order: Fraction) -> Any:
        """0."""
        del order
        return num.Value(0)

    loss_range = rate = gaussian_distance = largest_loss
    beyond = beyond_either_way = excess


class Missed(Shifted):
    """A share of P is impossible under Q, and elsewhere the loss is 0."""

    def __init__(self, share: Any) -> None:
        self.share = share

    def excess(self, eps: Any) -> Any:
        """That share."""
        del eps
        return self.share

    def largest_loss(self) -> Any:
        """Infinite."""
        return num.INFINITY

    def divergence(self, order: Fraction) -> Any:
        """Infinite."""
        del order
        return num.INFINITY

    loss_range = rate = gaussian_distance = largest_loss
    beyond = beyond_either_way = excess
