"""Independent oracles for laws of losses: sampling with a stated error, rigorous integration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import exp, sqrt
from typing import Any

import numpy as np
from flint import acb, arb

from dpverify.defs.numbers import Number, parse
from dpverify.defs.risk import LossLaw

SAMPLES = 200_000
# A correct law misses a bound of 5 standard errors with probability below 6e-7.
WIDTH = 5.0


def near(number: Number, decimal: str) -> bool:
    """Whether a number rounds to the decimal, half a unit of whose last digit is allowed."""
    digits = len(decimal.partition(".")[2])
    gap = number - parse(decimal)
    half = Fraction(1, 2 * 10**digits)
    return bool(-half <= gap) and bool(gap <= half)


def agrees_with_samples(law: LossLaw, losses: np.ndarray[Any, Any], eps: str) -> None:
    """Compare P[|L| ≤ ε], P[L ≤ ε], δ(ε) and E[L] with sampled losses, within 5 standard errors."""
    limit = parse(eps).approx()
    excess = np.maximum(0.0, -np.expm1(limit - losses))
    pairs = (
        (law.confidence(eps), np.abs(losses) <= limit + 1e-12),
        (law.at_most(eps), losses <= limit + 1e-12),
        (law.delta(eps), excess),
        (law.expected_loss(), losses),
    )
    for exact, sampled in pairs:
        values = np.asarray(sampled, dtype=float)
        error = WIDTH * (values.std() / sqrt(len(values)) + exp(-30))
        assert abs(values.mean() - exact.approx()) <= error


def integral(function: Callable[[acb], acb], ends: Sequence[Fraction]) -> arb:
    """∫ of a function that is analytic between neighbouring ends, as a rigorous ball."""
    result = arb(0)
    for low, high in pairwise(ends):
        a, b = (acb(arb(x.numerator) / x.denominator) for x in (low, high))
        result += acb.integral(lambda z, _: function(z), a, b).real
    return result
