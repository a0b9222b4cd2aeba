"""The simplified bounds on the posterior: they know p and the largest distance R alone."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.errors import DomainError
from dpverify.defs.guessing.space import growth
from dpverify.defs.numbers import ONE, ZERO, Loss, Real, Value, as_value


def simplified_bound(chance: Value, radius: Fraction, eps: Loss | Real) -> Value | Real:
    """An upper bound on the posterior of a goal of prior probability p.

    1/(1 + e^{−εR}(1−p)/p) = p·e^{εR} / (p·e^{εR} + 1 − p).

    Hypotheses: R bounds every distance between an input of the goal and one outside.

    Args:
        chance: p in [0, 1].
        radius: R ≥ 0.
        eps: ε ≥ 0 in nats.

    Returns:
        In [0, 1]; exact where e^{εR} is a value.

    Raises:
        DomainError: p or R out of range.

    Source:
        Pankova, Laud 2022, Simplification.

    >>> from dpverify.defs.numbers import ln
    >>> str(simplified_bound(Value(1) / 4, Fraction(2), ln(3)))
    '3/4'
    """
    p, odds = _checked(chance, radius), growth(eps, radius)
    return p * odds / (p * odds + (ONE - p)) if not p.is_zero else ZERO


def simplified_lower_bound(chance: Value, radius: Fraction, eps: Loss | Real) -> Value | Real:
    """The lower twin: 1/(1 + e^{εR}(1−p)/p) = p / (p + e^{εR}(1 − p)).

    Args: chance, radius and eps as for `simplified_bound`.
    """
    p, odds = _checked(chance, radius), growth(eps, radius)
    return p / (p + odds * (ONE - p)) if not p.is_zero else ZERO


def _checked(chance: Value, radius: Fraction) -> Value:
    p = as_value(chance)
    if not 0 <= p <= 1:
        raise DomainError(f"the prior probability {p} of the goal must lie in [0, 1]")
    if radius < 0:
        raise DomainError(f"the largest distance {radius} is negative")
    return p
