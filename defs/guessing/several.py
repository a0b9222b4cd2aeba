"""Goals about several attributes: AND by the largest distance, OR by the union bound."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import mul

from dpverify.defs.errors import DomainError
from dpverify.defs.guessing.annulus_bound import annulus_bound
from dpverify.defs.numbers import ONE, ZERO, Loss, Real, Value


def product_balls(attributes: Sequence[Sequence[Value]]) -> list[Value]:
    """P[B(x, a)] under d = max_i d_i for independent attributes: the product of P[B_i(x_i, a)].

    Args: attributes the probabilities of balls of each, radius 1, 2, …; the shorter are continued
        by their last one.
    """
    if not attributes or not all(attributes):
        raise DomainError("there must be an attribute, each with the probability of a ball")
    longest = max(map(len, attributes))
    padded = [[*balls, *[balls[-1]] * (longest - len(balls))] for balls in attributes]
    return [reduce(mul, radius) for radius in zip(*padded, strict=True)]


def all_bound(attributes: Sequence[Sequence[Value]], eps: Loss | Real) -> Value | Real:
    """An upper bound on the posterior that *every* attribute is guessed within its precision.

    The repaired annulus bound with the balls of `product_balls`. Hypotheses: the attributes are
    independent under the prior, and M is ε·d-private for d = max_i |x_i − x_i'|/r_i.

    Args: attributes as for `product_balls`; eps ≥ 0 in nats.
    Source: Pankova, Laud 2022, Guessing AND of attributes, repaired.
    """
    return annulus_bound(product_balls(attributes), eps)


def any_bound(bounds: Sequence[Value | Real]) -> Value | Real:
    """An upper bound on the posterior that *some* attribute is guessed: min(1, Σ of theirs).

    Hypotheses: each bound holds for its attribute; no independence is needed.

    Args: bounds of the posterior of each attribute, in [0, 1].
    Source: Pankova, Laud 2022, Guessing OR of attributes.
    """
    result: Value | Real = ZERO
    for bound in bounds:
        result = result + bound
    return ONE if result >= 1 else result


def any_chance(chances: Sequence[Value]) -> Value:
    """P[some goal is met] for independent goals: 1 − ∏ (1 − p_i)."""
    return ONE - reduce(mul, [ONE - p for p in chances], ONE)
