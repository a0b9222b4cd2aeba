"""Discrete Laplace noise on an integer."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Loss, Value, as_eps
from dpverify.defs.privacy_loss import odds_of
from dpverify.defs.risk.finite_law import FiniteLaw
from dpverify.defs.risk.parameters import count, positive

MOST_STEPS = 10_000


class DiscreteLaplace(FiniteLaw):
    """Noise with P[x] ∝ e^(−α|x|) over the integers, on an integer that differs by d.

    The loss is α·d on x ≤ 0, −α·d on x ≥ d and α(d − 2x) between; all outputs beyond an end share
    one loss, so the law is finite, and exact.

    Args:
        alpha: α > 0 in nats; e^(−α) must be a Value (α rational, or the logarithm of a rational).
        distance: d, an integer from 1 to 10,000.

    Raises:
        DomainError: a parameter out of its range.

    Source:
        Ghosh, Roughgarden, Sundararajan 2009 (the geometric mechanism).

    >>> str(DiscreteLaplace("ln(2)", 2).confidence("ln(2)"))
    '1/6'
    """

    def __init__(self, alpha: Any, distance: Any = 1) -> None:
        positive(alpha, "α")
        rate = as_eps(alpha)
        steps = count(distance, "the distance d", most=MOST_STEPS)
        ratio = odds_of(-rate)
        if not isinstance(rate, Loss) or not isinstance(ratio, Value):
            raise DomainError(f"e^-α is not an exact number for α = {alpha}; give a rational α")
        end = 1 / (1 + ratio)  # P[x ≤ 0]
        inner = (1 - ratio) * end
        points = [(_loss(rate, steps, 0), end)]
        points += [(_loss(rate, steps, x), inner * ratio**x) for x in range(1, steps)]
        points.append((_loss(rate, steps, steps), end * ratio**steps))
        super().__init__(points)


def _loss(rate: Loss, steps: int, x: int) -> Loss:
    result = rate * fmpq(steps - 2 * x)
    if not isinstance(result, Loss):
        raise TypeError("an integer multiple of a loss is a loss")
    return result
