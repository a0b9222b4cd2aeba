"""The loss of the Laplace mechanism at an output, against densities computed apart."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log
from random import Random

import pytest

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import parse
from dpverify.defs.sensitivity.laplace import log_density_ratio


def test_the_worked_example_of_the_course() -> None:
    """Xu 2023: at 51.33 with f = 50 and 51.33, Δ = 1.33, ε = 0.1: the ratio is e^0.1."""
    found = log_density_ratio(["51.33"], [50], ["51.33"], sensitivity="1.33", eps="0.1")
    assert found == parse("1/10")
    exact = log_density_ratio(["154/3"], [50], ["154/3"], sensitivity="4/3", eps="0.1")
    assert exact == parse("1/10")


@pytest.mark.parametrize("seed", range(10))
def test_densities(seed: int) -> None:
    """ln of the quotient of two products of densities, in floats; and the bound ε."""
    random = Random(seed)  # noqa: S311  for a test
    f, g, z = ([Fraction(random.randint(-9, 9), 3) for _ in range(3)] for _ in range(3))
    delta = sum(abs(a - b) for a, b in zip(f, g, strict=True)) or Fraction(1)
    scale = float(delta) / 0.5

    def density(center: list[Fraction]) -> float:
        made = 1.0
        for a, c in zip(center, z, strict=True):
            made *= exp(-abs(float(c - a)) / scale) / (2 * scale)
        return made

    loss = log_density_ratio(f, g, z, sensitivity=delta, eps="1/2")
    assert abs(loss.approx() - log(density(f) / density(g))) < 1e-12
    assert loss <= parse("1/2")
    assert log_density_ratio(f, g, f, sensitivity=delta, eps="1/2") >= 0


def test_what_is_refused() -> None:
    with pytest.raises(DomainError, match="the vectors have 1, 2 and 1 numbers"):
        log_density_ratio([0], [1, 2], [0], sensitivity=1, eps=1)
    with pytest.raises(DomainError, match="the sensitivity is 0, must be more than 0"):
        log_density_ratio([0], [1], [0], sensitivity=0, eps=1)
