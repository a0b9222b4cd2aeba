"""Losses that take finitely many values."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import INFINITY, ZERO, Loss, Number, Real, Value, total
from dpverify.defs.privacy_loss import odds_of
from dpverify.defs.risk.contract import LossLaw
from dpverify.defs.risk.parameters import Eps, finite_eps, nonnegative_eps


class FiniteLaw(LossLaw):
    """The law of a loss on finitely many outputs, under P alone.

    Args:
        points: pairs (loss in nats, its probability > 0); equal losses may occur more than once.

    Raises:
        DomainError: a probability is not positive, or they do not sum to exactly 1.

    >>> from dpverify.defs.numbers import ln
    >>> law = FiniteLaw([(ln(3), Value(3) / 4), (-ln(3), Value(1) / 4)])
    >>> str(law.delta(0)), str(law.at_most(1))
    ('1/2', '1/4')
    """

    def __init__(self, points: Iterable[tuple[Loss, Value]]) -> None:
        self.points = tuple(points)
        if any(mass.sign() <= 0 for _, mass in self.points):
            raise DomainError("a probability of the law is not positive; leave such losses out")
        mass = total(mass for _, mass in self.points)
        if mass != 1:
            raise DomainError(f"the probabilities of the law sum to {mass}, must be 1")

    @property
    def largest(self) -> Loss:
        """The largest |L|."""
        return max((abs_loss(loss) for loss, _ in self.points), key=_Key)

    def at_most(self, eps: Eps) -> Value:
        limit = finite_eps(eps)
        return total(mass for loss, mass in self.points if loss <= limit)

    def below(self, eps: Eps) -> Value:
        limit = finite_eps(eps)
        return total(mass for loss, mass in self.points if loss < limit)

    def confidence(self, eps: Eps) -> Value:
        limit = nonnegative_eps(eps)
        return total(mass for loss, mass in self.points if -limit <= loss <= limit)

    def delta(self, eps: Eps) -> Number:
        """Σ (1 − e^(ε−l))·P[L = l] over the losses l > ε."""
        limit = nonnegative_eps(eps)
        odds = odds_of(limit)
        above = [(loss, mass) for loss, mass in self.points if loss > limit]
        parts: list[Number] = [
            mass if loss.is_infinite else mass - odds * mass * odds_of(-loss)
            for loss, mass in above
        ]
        return reduce(add, parts, ZERO)

    def expected_loss(self) -> Number:
        """Σ l·P[L = l]."""
        if any(loss.is_infinite for loss, _ in self.points):
            return INFINITY
        result: Number = ZERO
        for loss, mass in self.points:
            result = result + times(mass, loss)
        return result


class _Key:
    """An order by exact comparison, for losses have no hash and max wants a key."""

    def __init__(self, loss: Loss) -> None:
        self._loss = loss

    def __lt__(self, other: _Key) -> bool:
        return bool(self._loss < other._loss)

    def __gt__(self, other: _Key) -> bool:
        return bool(self._loss > other._loss)


def abs_loss(loss: Loss) -> Loss:
    """|l|."""
    return -loss if loss.sign() < 0 else loss


def times(weight: Value, loss: Loss | Real) -> Number:
    """weight · loss, exact wherever the product lies in the exact classes."""
    exact = loss.as_rational() if isinstance(loss, Loss) else None
    return weight * loss if exact is None else weight * Value(exact)
