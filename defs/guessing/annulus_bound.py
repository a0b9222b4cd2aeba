"""Bounds by annuli: all that is needed are the probabilities of balls about the true input.

The goal is a ball, g(x) = B(x, 1), distances being measured in units of the precision r.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from dpverify.defs.errors import DomainError, Undecided
from dpverify.defs.guessing.space import growth
from dpverify.defs.numbers import ONE, ZERO, Loss, Real, Value, as_value, total

MAX_RADIUS = 1_000_000
"""Balls about a value: there is one for each whole number of precisions."""

REPAIRED, PRINTED = 2, 0


def annulus_bound(balls: Sequence[Value], eps: Loss | Real) -> Value | Real:
    """An upper bound on the posterior of B(x, 1): 1/(1 + Σ_{a≥1} e^{−ε(a+2)} P[A_a] / P[B(x, 1)]).

    A_a = B(x, a+1) ∖ B(x, a). A point of it is at most a+1 from x, and so at most a+2 from any
    point of B(x, 1).

    Hypotheses: d is a metric (the triangle inequality is used), the goal is B(x, 1).

    Args:
        balls: P[B(x, 1)], P[B(x, 2)], … up to the first that is all there is; increasing.
        eps: ε ≥ 0 in nats.

    Returns:
        In [0, 1]; exact where the powers of e^ε are values.

    Raises:
        DomainError: no ball, or probabilities that decrease or exceed 1.

    Source:
        Pankova, Laud 2022, Guessing a single attribute, repaired.
    """
    return _bound(balls, eps, REPAIRED)


def annulus_bound_as_printed(balls: Sequence[Value], eps: Loss | Real) -> Value | Real:
    """The same with e^{−εa}, as the source has it: refuted as a bound.

    Args: balls and eps as for `annulus_bound`.

    >>> from dpverify.defs.numbers import ln
    >>> str(annulus_bound_as_printed([Value(2) / 3, Value(1)], ln(2)))
    '4/5'
    """
    return _bound(balls, eps, PRINTED)


def balls_about(points: Sequence[tuple[Fraction, Value]]) -> list[Value]:
    """P[B(x, 1)], P[B(x, 2)], … from the distance and the probability of every input.

    Raises: Undecided where the largest radius is beyond MAX_RADIUS.
    """
    farthest = max((apart for apart, p in points if not p.is_zero), default=Fraction(0))
    shells: dict[int, list[Value]] = {}
    for apart, p in points:
        shells.setdefault(max(1, ceil(apart)), []).append(p)
    if farthest > MAX_RADIUS:
        raise Undecided(
            "bits", f"the values lie more than {MAX_RADIUS:,} precisions apart; take a larger one"
        )
    weights: list[Value] = []
    for radius in range(1, max(1, ceil(farthest)) + 1):
        shell = total(shells.get(radius, ()))
        weights.append(weights[-1] + shell if weights else shell)
    return weights


def _bound(balls: Sequence[Value], eps: Loss | Real, shift: int) -> Value | Real:
    chances = [as_value(ball) for ball in balls]
    if not chances or chances[0] < 0 or chances[-1] > 1:
        raise DomainError("the probabilities of balls must lie in [0, 1], one at least")
    if any(a > b for a, b in itertools.pairwise(chances)):
        raise DomainError("the probabilities of balls must increase with the radius")
    if chances[0].is_zero:
        return ZERO
    rest: Value | Real = ZERO
    for a, (inner, outer) in enumerate(itertools.pairwise(chances), start=1):
        if outer != inner:
            rest = rest + (outer - inner) / growth(eps, Fraction(a + shift))
    return ONE / (ONE + rest / chances[0])
