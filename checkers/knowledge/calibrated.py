"""A scenario whose count is released with Laplace noise on the integers, so that it can be decided.

Used to check a scale that a mechanism for correlated records asks for. What must never change: the
ratio is rounded up, so that there is never less noise than was asked for; clamping to 0…n is
post-processing that merges only outputs of one likelihood ratio, so it hides no loss.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import ceil, prod
from typing import Final

from dpverify.defs.errors import DomainError, Undecided
from dpverify.defs.knowledge.chain import Chain
from dpverify.defs.knowledge.noise import MOST, Noise
from dpverify.defs.knowledge.queries import COUNTS
from dpverify.defs.knowledge.scenario import MAX_DATABASES, Joint, Scenario, Theta
from dpverify.defs.numbers import Loss, Real, Value, exp

ROUNDING: Final = 2**32
"""Ratios are multiples of one part in so many: rational, so that what is decided stays fast."""


def check_counts(scenario: Scenario, what: str) -> None:
    """Refuse all but counts without noise, of which one record changes the number by at most 1.

    Raises: DomainError.
    """
    query = scenario.query
    if query.name in COUNTS and query.noise is None:
        return
    name = query.name + (" with noise" if query.noise is not None else "")
    raise DomainError(
        f"the mechanism is {name}; {what} is computed of count and thresholded-count without noise"
    )


def ratio_at_least(rate: Loss | Real) -> Fraction:
    """e^(−rate) rounded up to a multiple of 1/ROUNDING, for a rate above 0.

    >>> from dpverify.defs.numbers import ln
    >>> ratio_at_least(ln(2)), ratio_at_least(Loss(1)) > exp("-1")
    (Fraction(1, 2), True)
    """
    exact = exp(-rate)
    guess = ceil(exact.approx() * ROUNDING) - 1
    # The float proposes; the exact comparison decides.
    while Fraction(guess, ROUNDING) < exact:
        guess += 1
    return Fraction(guess, ROUNDING)


def with_noise(scenario: Scenario, rate: Loss | Real) -> Scenario:
    """The scenario with noise P(N = k) ∝ r^|k| on its count, r ≥ e^(−rate), clamped to 0…n.

    The rate is 1 / scale. A chain becomes the joint law of its records, with nothing known.

    Raises: DomainError for a rate so small that r is 1; Undecided("unsupported") for more than
        300,000 databases, or 10,000 records.
    """
    ratio = ratio_at_least(rate)
    if ratio >= 1:
        raise DomainError(f"a scale above {ROUNDING} is not released; ask for a larger eps")
    n = max(theta.n for theta in scenario.family)
    if n > MOST:
        raise Undecided("unsupported", f"{n} records; a noisy count is clamped to at most {MOST}")
    noise = Noise("discrete-laplace", (), Value(ratio), Fraction(0), Fraction(n))
    return dataclasses.replace(
        scenario,
        family=tuple(_listed(theta) for theta in scenario.family),
        query=dataclasses.replace(scenario.query, noise=noise),
    )


def _listed(theta: Theta) -> Theta:
    if not isinstance(theta, Chain):
        return theta
    if theta.random or theta.known[1]:
        raise Undecided("unsupported", "noise on a chain is decided where nothing is known")
    if len(theta.values) ** theta.n > MAX_DATABASES:
        raise Undecided(
            "unsupported", f"{theta.n} records have more than {MAX_DATABASES} databases"
        )
    return Joint(tuple(_rows(theta)))


def _rows(chain: Chain) -> Iterator[tuple[tuple[str, ...], str, Value]]:
    for states in product(range(len(chain.values)), repeat=chain.n):
        p = prod((chain.matrix[u][v] for u, v in pairwise(states)), start=chain.first[states[0]])
        if p:
            yield tuple(chain.values[v] for v in states), "nothing", Value(p)
