"""For the kernel of guesses: the bounds on a posterior and the worst prior, computed again.

Trusted, beside `spaces.py`, `dpverify.defs.numbers` and the standard library. Throughout p is the
prior probability of the goal, R the largest distance of two inputs, and M any ε·d-private channel.
The formulas stand in `dpverify.defs.guessing` as well, for those who search; nothing of it is used.

Source: A. Pankova, P. Laud, *Interpreting ε of Differential Privacy in Terms of Advantage in
Guessing or Approximating Sensitive Attributes*, 2022; the bound by annuli as repaired there.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from operator import add

from dpverify.checkers.kernel.goals import Sign
from dpverify.checkers.kernel.spaces import Space, chance, growth
from dpverify.defs.numbers import INFINITY, ONE, ZERO, Loss, Real, Value, ln, total

Probability = Value | Real
FEW = 12
"""Irrational quotients that are added exactly; the common denominator of more would be huge."""


def simplified_bound(prior: Value, radius: Fraction, eps: Loss | Real) -> Probability:
    """p·e^{εR} / (p·e^{εR} + 1 − p): likelihoods of an output differ by e^{εR} at most.

    Args: prior p in [0, 1]; radius R ≥ 0; eps ε ≥ 0, in nats.
    """
    if prior == 0:
        return ZERO
    weight = prior * growth(eps, radius)
    return weight / (weight + (1 - prior))


def simplified_eps(prior: Value, radius: Fraction, eta: Value) -> Loss | Real:
    """The largest ε whose simplified bound is q = p + η at most: ln((1−p)/p · q/(1−q))/R.

    Args: prior p in [0, 1]; radius R > 0; eta η in [0, 1].
    Returns: in nats; inf where every ε will do, p = 0, p = 1 or p + η ≥ 1.
    """
    after = prior + eta
    if prior in (0, 1) or after >= 1:
        return INFINITY
    return ln((1 - prior) * after / (prior * (1 - after))) * Value(1 / radius)


def annulus_bound(balls: Sequence[Value], eps: Loss | Real) -> Probability:
    """1/(1 + Σ_{a≥1} e^{−ε(a+2)}·P[A_a]/P[B(x,1)]), with the annuli A_a = B(x, a+1) ∖ B(x, a).

    A point of A_a is at most a+1 from x, and so at most a+2 from any point of the goal B(x, 1).

    Args: balls P[B(x, 1)], P[B(x, 2)], … up to the ball of all inputs; eps ε ≥ 0, in nats.
    """
    if balls[0] == 0:
        return ZERO
    outside: Probability = ZERO
    for a, (inner, outer) in enumerate(pairwise(balls), start=1):
        if outer != inner:
            outside = outside + (outer - inner) / growth(eps, Fraction(a + 2))
    return ONE / (ONE + outside / balls[0])


def main_bound(space: Space, eps: Loss | Real) -> Probability:
    """1/(1 + Σ_{x∉g} π(x) / Σ_{z∈g} e^{ε·d(z,x)}·π(z)): each x outside the goal is bounded alone.

    Args: space as in `dpverify.checkers.kernel.spaces`; eps ε ≥ 0, in nats.
    """
    if chance(space) == 0:
        return ZERO
    powers: dict[Fraction, Probability] = {}
    quotients = []
    for x in range(space.size):
        if x not in space.goal and space.prior[x] != 0:
            weight = _weight_of_goal(space, eps, x, powers)
            if weight is not None:
                quotients.append((space.prior[x], weight))
    return ONE / (ONE + _sum_of(quotients))


def _weight_of_goal(
    space: Space, eps: Loss | Real, x: int, powers: dict[Fraction, Probability]
) -> Probability | None:
    """Σ_{z∈g} e^{ε·d(z,x)}·π(z); None where it is infinite.

    Args: powers those e^{ε·d} that are known; each is computed once.
    """
    priors: dict[Fraction, list[Value]] = {}
    for z in space.goal:
        apart = space.distance(z, x)
        if apart is not None:
            priors.setdefault(apart, []).append(space.prior[z])
        elif space.prior[z] != 0:
            return None
    weight: Probability = ZERO
    for apart, several in priors.items():
        if apart not in powers:
            powers[apart] = growth(eps, apart)
        weight = weight + powers[apart] * total(several)
    return weight


def _sum_of(quotients: list[tuple[Value, Probability]]) -> Probability:
    """Σ a/b, exact where that is cheap; else in pairs, so that no expression becomes deep."""
    irrational = [b for _, b in quotients if not (isinstance(b, Value) and b.is_rational)]
    if len(irrational) <= FEW:
        return reduce(add, (a / b for a, b in quotients), ZERO)
    layer = [Real("/", a, b) for a, b in quotients]
    while len(layer) > 1:
        rest = layer[len(layer) - len(layer) % 2 :]
        layer = [Real("+", a, b) for a, b in zip(layer[::2], layer[1::2], strict=False)] + rest
    return layer[0]


def worst_prior(radius: Fraction, eps: Loss | Real, sign: Sign) -> Probability:
    """The p at which the simplified bound allows most: 1/(1+s) or, for "drop", s/(1+s).

    Here s = e^{Rε/2}.
    """
    s = growth(eps, radius / 2)
    return ONE / (ONE + s) if sign == "gain" else s / (ONE + s)


def worst_advantage(radius: Fraction, eps: Loss | Real) -> Probability:
    """The most that the simplified bound allows, over all priors: (s−1)/(s+1) with s = e^{Rε/2}."""
    s = growth(eps, radius / 2)
    return (s - ONE) / (s + ONE)


def worst_prior_for(eta: Value, sign: Sign) -> Value:
    """The p that needs the smallest ε for η: (1−η)/2, for "drop" (1+η)/2."""
    return (1 - eta) / 2 if sign == "gain" else (1 + eta) / 2


def safe_eps(radius: Fraction, eta: Value) -> Loss | Real:
    """The largest ε that is safe for every prior: (2/R)·ln((1+η)/(1−η)); inf for η = 1."""
    if eta == 1:
        return INFINITY
    return ln((1 + eta) / (1 - eta)) * Value(2 / radius)
