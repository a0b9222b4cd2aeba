"""What may be asked of a pair of laws, however it is known.

Every definition of privacy about two neighbours is a functional of a pair (P, Q): the laws of the
output on one input and on its neighbour, in that order. A pair answers each question exactly, by
an enclosure, or says why it cannot. What must never change: a question without an answer raises
`Undecided` with its reason; nothing is approximated in silence.
"""

from __future__ import annotations

from abc import ABC
from fractions import Fraction
from typing import ClassVar, Final, NoReturn

from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import INFINITY, Loss, Number, Real, Value


class Pair(ABC):
    """Two laws of the output; L(o) = ln(P(o)/Q(o)) is the privacy loss of an output o from P.

    Losses and divergences are in nats. A method that is not overridden is a question that this
    kind of pair does not answer.
    """

    kind: ClassVar[str]
    """The pair in words, for the reason of a refusal: "Laplace noise on several values"."""

    def excess(self, eps: Loss | Real) -> Number:
        """δ(ε) = sup over events S of P(S) − e^ε·Q(S), for ε ≥ 0."""
        del eps
        self.refuse("δ(ε)")

    def largest_loss(self) -> Loss | Real:
        """The supremum of L; infinite where an output of P is impossible under Q."""
        self.refuse("the largest loss")

    def loss_range(self) -> Loss | Real:
        """The supremum of L(o) − L(o') over outputs o, o' that P or Q can give."""
        self.refuse("the range of the loss")

    def divergence(self, order: Fraction) -> Number:
        """The Rényi divergence D_α(P‖Q) of an order α > 1."""
        del order
        self.refuse("the Rényi divergence")

    def rate(self) -> Number:
        """The supremum of D_α(P‖Q)/α over all real orders α > 1."""
        self.refuse("the divergences of all orders")

    def beyond(self, eps: Loss | Real) -> Number:
        """P[L > ε], for ε ≥ 0."""
        del eps
        self.refuse("the law of the loss")

    def beyond_either_way(self, eps: Loss | Real) -> Number:
        """P[|L| > ε], for ε ≥ 0."""
        del eps
        self.refuse("the law of the absolute loss")

    def gaussian_distance(self) -> Number:
        """The smallest μ for which telling P and Q apart is as hard as N(0,1) and N(μ,1)."""
        self.refuse("the comparison with normal laws")

    def refuse(self, question: str, why: str = "") -> NoReturn:
        """Say that this kind of pair does not answer a question, and why where that helps."""
        reason = f": {why}" if why else ""
        raise Undecided("unsupported", f"{question} is not known for {self.kind}{reason}")


NO_WORST_TEST: Final = "no test of the sum of their losses is proved to need the largest mu"


class Identical(Pair):
    """P = Q: nothing can be learnt."""

    kind = "two equal laws"

    def excess(self, eps: Loss | Real) -> Number:
        """0."""
        del eps
        return Loss(0)

    def largest_loss(self) -> Loss:
        """0."""
        return Loss(0)

    loss_range = rate = gaussian_distance = largest_loss

    def divergence(self, order: Fraction) -> Number:
        """0."""
        del order
        return Loss(0)

    beyond = beyond_either_way = excess


class Separated(Pair):
    """An event that P can give and Q cannot makes every bound on the loss infinite."""

    kind = "laws one of which gives what the other cannot"

    def largest_loss(self) -> Loss:
        """Infinite: the loss of that event."""
        return INFINITY

    loss_range = rate = gaussian_distance = largest_loss

    def divergence(self, order: Fraction) -> Number:
        """Infinite for every order α > 1."""
        del order
        return INFINITY


class Disjoint(Separated):
    """Nothing that P gives can Q give: values of integer noise that differ by no integer."""

    kind = "laws on different numbers"

    def excess(self, eps: Loss | Real) -> Number:
        """1, for every ε ≥ 0."""
        del eps
        return Value(1)

    beyond = beyond_either_way = excess


def comparable(number: Number) -> Number:
    """A rational loss as a Value, so that exact answers of both classes can be compared."""
    rational = number.as_rational() if isinstance(number, Loss) else None
    return number if rational is None else Value(rational)
