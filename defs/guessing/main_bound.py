"""The main bound on the posterior of a goal under ε·d-privacy."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import add

from dpverify.defs.guessing.space import Space, growth
from dpverify.defs.numbers import ONE, ZERO, Loss, Real, Value, total


def main_bound(space: Space, eps: Loss | Real) -> Value | Real:
    """An upper bound on P[X ∈ g | M(X) ∈ Y] for every ε·d-private M and event Y.

    1 / (1 + Σ_{x∉g} π(x) / Σ_{x'∈g} e^{ε·d(x',x)} π(x')).

    Hypotheses: d ≥ 0; neither symmetry nor the triangle inequality is needed. It is attained by
    some spaces and not by others: each x ∉ g is bounded alone, as if all could be extreme at once.

    Args:
        space: prior, goal, distances.
        eps: ε ≥ 0 in nats.

    Returns:
        In [0, 1]; exact where e^{ε·d} is rational or there are few inputs, else a ball.

    Source:
        Pankova, Laud 2022, Main theorem (there "this is precise", which does not hold in general).

    >>> line = Space.line([0, 1, 2, 3], ["1/4"] * 4, [0, 3])
    >>> from dpverify.defs.numbers import ln
    >>> str(main_bound(line, ln(2)))
    '3/4'
    """
    if space.chance.is_zero:
        return ZERO
    terms: list[Term] = []
    powers: dict[Fraction, Value | Real] = {}
    for x in range(space.size):
        if x not in space.goal and not space.prior[x].is_zero:
            weight = _weight(space, eps, x, powers)
            if weight is not None:
                terms.append((space.prior[x], weight))
    return ONE / (ONE + _sum(terms))


def main_lower_bound(space: Space, eps: Loss | Real) -> Value | Real:
    """A lower bound on the same posterior: 1 − the main bound of the complement of g.

    Args: space and eps as for `main_bound`.
    """
    return ONE - main_bound(space.complement(), eps)


Term = tuple[Value, Value | Real]
MOST_QUOTIENTS = 12
"""Irrational terms that are added exactly; beyond it their common denominator would be huge."""


def _sum(terms: list[Term]) -> Value | Real:
    """Σ p/weight, exact where it can be; else in pairs, so that no expression becomes deep."""
    irrational = [w for _, w in terms if not (isinstance(w, Value) and w.is_rational)]
    if len(irrational) <= MOST_QUOTIENTS:
        return reduce(add, (p / w for p, w in terms), ZERO)
    layer = [Real("/", p, w) for p, w in terms]
    while len(layer) > 1:
        odd = layer[len(layer) - len(layer) % 2 :]
        layer = [Real("+", a, b) for a, b in zip(layer[::2], layer[1::2], strict=False)] + odd
    return layer[0]


def _weight(
    space: Space, eps: Loss | Real, x: int, powers: dict[Fraction, Value | Real]
) -> Value | Real | None:
    """Σ_{x'∈g} e^{ε·d(x',x)} π(x'); None where it is infinite."""
    weight: Value | Real = ZERO
    by_distance: dict[Fraction, list[Value]] = {}
    for z in space.goal:
        apart = space.distance(z, x)
        if apart is None and not space.prior[z].is_zero:
            return None
        if apart is not None:
            by_distance.setdefault(apart, []).append(space.prior[z])
    for apart, weights in by_distance.items():
        if apart not in powers:
            powers[apart] = growth(eps, apart)
        weight = weight + powers[apart] * total(weights)
    return weight
