"""The Wasserstein mechanism: Laplace noise for a count of records that depend on each other.

W_∞ of two laws is the least d for which a coupling moves nothing by more than d. If the laws of a
count given two values of a target are coupled like that, then noise of scale d/ε makes what is
released ε-indistinguishable. W is the largest W_∞ over Θ, targets, their values and what is known.

Source: S. Song, Y. Wang, K. Chaudhuri, Pufferfish privacy mechanisms for correlated data, SIGMOD
2017, Definition 3.1, Algorithm 1, Theorem 3.2.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from dpverify.checkers.budget import Budget
from dpverify.checkers.knowledge.calibrated import check_counts, with_noise
from dpverify.checkers.knowledge.convolution import views
from dpverify.defs.errors import DomainError
from dpverify.defs.knowledge.parameter import ParametrisedRecords
from dpverify.defs.knowledge.scenario import Scenario
from dpverify.defs.numbers import Loss, Number, Real, Value, as_eps


@dataclass(frozen=True)
class FarthestLaws:
    """Two laws of the count that are the farthest apart: of which θ, target, values and knowledge.

    `distance`: their W_∞.
    """

    theta: int
    target: int
    values: tuple[str, str]
    known: str
    distance: int


@dataclass(frozen=True)
class WassersteinNoise:
    """The scale of the noise of a count, and the two laws that ask for it.

    Args: scenario, eps as they were given; worst the two laws that are the farthest apart, None
        where no target has two values.
    """

    scenario: Scenario
    eps: Loss | Real
    worst: FarthestLaws | None

    @property
    def distance(self) -> int:
        """W, the largest distance; 0 where the count tells nothing."""
        return 0 if self.worst is None else self.worst.distance

    @property
    def scale(self) -> Number:
        """W / ε, the scale of the Laplace noise, exact."""
        return Value(self.distance) / self.eps

    def release(self) -> Scenario:
        """The scenario with integer Laplace noise of this scale (e^(−1/scale) rounded up).

        A chain becomes the joint law of its records: at most 300,000 databases, nothing known.
        """
        if not self.distance:
            return self.scenario
        return with_noise(self.scenario, self.eps / self.distance)


def wasserstein_noise(
    scenario: Scenario, eps: Any, *, time_limit: float | None = None
) -> WassersteinNoise:
    """The scale of noise that the Wasserstein mechanism asks for, exact.

    Args:
        scenario: independent records, a joint law or a chain, or a family of them, whose mechanism
            is a count without noise. A threshold comes after the noise. What is known is given.
        eps: ε > 0 in nats, a text or an exact number.
        time_limit: seconds; None for no limit.

    Returns:
        The distance W, the scale W/ε, and the laws that attain it.

    Raises:
        DomainError: the scenario is of another kind, or eps is not above 0.
        Undecided: out of time, or the laws are too large to be written out.

    Source:
        Song, Wang, Chaudhuri 2017, Algorithm 1.
    """
    rate = as_eps(eps)
    if rate <= 0:
        raise DomainError(f"eps = {rate}; the noise needs an eps above 0")
    check_counts(scenario, "the distance of the Wasserstein mechanism")
    if any(isinstance(theta, ParametrisedRecords) for theta in scenario.family):
        raise DomainError('the distance is not computed over an interval; give "values" of it')
    budget = Budget(time_limit)
    # The count itself, of which noise and threshold are post-processing.
    count = dataclasses.replace(scenario.query, name="count", threshold=None)
    worst: FarthestLaws | None = None
    for view in views(dataclasses.replace(scenario, query=count), budget):
        for slice_ in view.slices:
            for t, u in combinations(view.values, 2):
                budget.check()
                apart = wasserstein_distance(*(_counts(slice_.laws[v]) for v in (t, u)))
                if worst is None or apart > worst.distance:
                    worst = FarthestLaws(view.theta, view.target, (t, u), slice_.known, apart)
    return WassersteinNoise(scenario, rate, worst)


def wasserstein_distance(p: Mapping[int, Value], q: Mapping[int, Value]) -> int:
    """W_∞ of two laws on integers: on a line, the coupling by quantiles is a best one.

    >>> from fractions import Fraction
    >>> half, third = Value(Fraction(1, 2)), Value(Fraction(1, 3))
    >>> wasserstein_distance({0: half, 3: half}, {1: third, 2: 2 * third})
    2
    """
    first, second = (sorted((x, m) for x, m in law.items() if not m.is_zero) for law in (p, q))
    farthest = i = j = 0
    left, right = first[0][1], second[0][1]
    while True:
        farthest = max(farthest, abs(first[i][0] - second[j][0]))
        moved = min(left, right)
        left, right = left - moved, right - moved
        if left.is_zero:
            i += 1
            if i == len(first):
                return farthest  # both laws sum to 1, so that the other one is used up too
            left = first[i][1]
        if right.is_zero:
            j += 1
            if j == len(second):
                return farthest
            right = second[j][1]


def _counts(law: Mapping[str, Value]) -> dict[int, Value]:
    return {int(output): p for output, p in law.items()}
