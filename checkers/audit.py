"""A mechanism as a black box: how often an event occurs in samples, against its exact probability.

The event is one word of a program with continuous noise, cut at a released value where there is
one. Noise is sampled in doubles: a referee of the exact value, never a verdict.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from dpverify.checkers.continuous.on_walk import put
from dpverify.checkers.continuous.walks import Walk
from dpverify.checkers.continuous.words import probability
from dpverify.defs.continuous.shift import Shift
from dpverify.defs.continuous.trace import Family
from dpverify.defs.continuous.traced import Form, Path, Traced
from dpverify.defs.errors import Undecided
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.labels import RELEASED, label_of
from dpverify.defs.programs.mechanism import Mechanism

RISK = Fraction(1, 10**6)
"""Probability that an interval does not hold the true probability."""


class Doubles(Draw):
    """Continuous noise as doubles, from a seed."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)  # noqa: S311  an audit, no secret

    def laplace(self, scale: Any) -> Any:
        """Two exponentials' difference."""
        return float(scale) * (self._rng.expovariate(1) - self._rng.expovariate(1))

    def exponential(self, scale: Any) -> Any:
        return float(scale) * self._rng.expovariate(1)

    def gaussian(self, sigma: Any) -> Any:
        return float(sigma) * self._rng.gauss()

    def uniform(self, values: Any, high: Any = None) -> Any:
        """Between two numbers; a list is a discrete draw."""
        if high is None:
            return super().uniform(values)
        return self._rng.uniform(float(values), float(high))

    def _take(self, law: Any) -> Any:
        raise Undecided("unsupported", f"the audit samples continuous noise alone, not {law}")


@dataclass(frozen=True)
class Counted:
    """One input: the event's exact probability, and its interval from the samples."""

    exact: float
    count: int
    samples: int
    low: float
    high: float

    @property
    def agrees(self) -> bool:
        """Whether the exact probability lies in the interval."""
        return self.low <= self.exact <= self.high


def clopper_pearson(count: int, samples: int, risk: Fraction = RISK) -> tuple[float, float]:
    """An interval that holds the probability with confidence 1 − risk.

    >>> clopper_pearson(0, 10, Fraction(1, 20))[0]
    0.0
    """
    from scipy.stats import beta

    half = float(risk) / 2
    low = 0.0 if count == 0 else float(beta.ppf(half, count, samples - count + 1))
    high = 1.0 if count == samples else float(beta.ppf(1 - half, count + 1, samples - count))
    return low, high


def audited(
    mechanism: Mechanism, family: Family, walk: Walk, samples: int, seed: int, gap: int = 1
) -> tuple[Counted, Counted]:
    """The event of a walk on both inputs of its step from `gap`.

    Raises: Undecided where the event's exact probability is out of reach.
    """
    eps = Fraction(mechanism.parameters["eps"])
    pair = []
    for number, side in enumerate(walk.inputs):
        given = tuple(x.at({"g": Fraction(gap)}) for x in side)
        exact = event_probability(family, walk, given, eps)
        count = _counted(mechanism, walk, given, samples, seed + number)
        pair.append(Counted(exact, count, samples, *clopper_pearson(count, samples)))
    return pair[0], pair[1]


def event_probability(
    family: Family, walk: Walk, given: Sequence[Fraction], eps: Fraction
) -> float:
    """The probability of the walk's word, its first value at most the walk's, on an input."""
    inputs, traced = [Shift.of(x) for x in given], family.traced
    values = [Shift.of(x) for x in walk.released]
    cut = tuple(_cut(put(family, path, inputs), values) for path in traced.words[walk.word])
    whole = Traced(traced.noises, {walk.word: cut}, traced.symbolic)
    found = probability(whole, walk.word)
    return float(found.ball(eps if traced.symbolic else Fraction(1), bits=256).mid())


def _cut(path: Path, values: Sequence[Shift]) -> Path:
    """Without values, and the first one at most the walk's."""
    if not path.released:
        return path
    first = path.released[0]
    negative = tuple((noise, -k) for noise, k in first.noises)
    return Path((*path.conditions, Form(negative, values[0] - first.shift)))


def _counted(
    mechanism: Mechanism, walk: Walk, given: Sequence[Fraction], samples: int, seed: int
) -> int:
    draw = Doubles(seed)
    parameters = mechanism.parameters
    some = mechanism.first_inputs(1)[0]
    argument = given if isinstance(some, (tuple, list)) else given[0]
    limit = float(walk.released[0]) if walk.released else math.inf
    found = 0
    for _ in range(samples):
        word, values = _taken(mechanism.function(argument, draw, **parameters))
        found += word == walk.word and (not values or values[0] <= limit)
    return found


def _taken(output: Any) -> tuple[str, list[float]]:
    """The word of an output, and its released values in order: the doubles."""
    values: list[float] = []

    def strip(part: Any) -> Any:
        if isinstance(part, float):
            values.append(part)
            return RELEASED
        return tuple(map(strip, part)) if isinstance(part, tuple) else part

    return label_of(strip(output)), values
