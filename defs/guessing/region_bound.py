"""The region form: inputs outside the goal are grouped by their distance from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from dpverify.defs.guessing.space import Space, growth
from dpverify.defs.numbers import ONE, ZERO, Loss, Real, Value


def region_bound(space: Space, eps: Loss | Real) -> Value | Real:
    """An upper bound on the posterior: 1/(1 + Σ_{x∉g} e^{−ε·D(x)} π(x) / P[g]).

    D(x) is the distance of x from the *farthest* point of g.

    Hypotheses: d ≥ 0. It lies between the main and the simplified bound.

    Args:
        space: prior, goal, distances.
        eps: ε ≥ 0 in nats.

    Returns:
        In [0, 1]; exact where every e^{ε·d} is a value.

    Source:
        Pankova, Laud 2022, Less of a simplification, read with the farthest point.
    """
    return _bound(space, eps, max)


def region_bound_as_printed(space: Space, eps: Loss | Real) -> Value | Real:
    """The same with the distance of x from the *nearest* point of g: refuted as a bound.

    With g = {0, 1} on the line {0, 1, 2} the input 2 is at distance 1 from g, yet at distance 2
    from 0, whose likelihood may be e^{2ε} times its own.
    """
    return _bound(space, eps, min)


def _bound(
    space: Space, eps: Loss | Real, choose: Callable[[Iterable[Fraction]], Fraction]
) -> Value | Real:
    goal = [z for z in space.goal if not space.prior[z].is_zero]
    if not goal:
        return ZERO
    rest: Value | Real = ZERO
    for x in range(space.size):
        if x in space.goal or space.prior[x].is_zero:
            continue
        every = [space.distance(z, x) for z in goal]
        finite = [apart for apart in every if apart is not None]
        if finite and (choose is min or len(finite) == len(every)):
            rest = rest + space.prior[x] / growth(eps, choose(finite))
    return ONE / (ONE + rest / space.chance)
