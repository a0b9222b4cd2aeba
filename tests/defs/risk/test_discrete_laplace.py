"""The law of the loss of discrete Laplace noise."""

from __future__ import annotations

import numpy as np
import pytest

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Loss, Value, exp, parse, total
from dpverify.defs.risk import DiscreteLaplace
from tests.defs.risk.oracles import SAMPLES, agrees_with_samples


@pytest.mark.parametrize(("alpha", "distance"), [("1/2", 1), ("1/10", 10), ("1", 3)])
def test_samples_agree(alpha: str, distance: int) -> None:
    """Differences of two geometric numbers have these losses, within 5 standard errors."""
    a = parse(alpha).approx()
    rng = np.random.default_rng(4)
    x = rng.geometric(1 - np.exp(-a), SAMPLES) - rng.geometric(1 - np.exp(-a), SAMPLES)
    losses = a * (np.abs(x - distance) - np.abs(x))
    agrees_with_samples(DiscreteLaplace(alpha, distance), losses, "1/2")


def test_sums_over_the_noise_agree() -> None:
    """Σ over x in −N…N of the definition, plus a bound on the rest, encloses what is computed."""
    ratio, d, reach = exp("-1/2"), 3, 60
    norm = (1 - ratio) / (1 + ratio)
    law = DiscreteLaplace("1/2", d)
    rest = 2 * ratio ** (reach - d)
    delta, odds = Value(0), exp(1)
    for x in range(-reach, reach + 1):
        p, q = norm * ratio ** abs(x), norm * ratio ** abs(x - d)
        if p > odds * q:
            delta = delta + p - odds * q
    assert delta <= law.delta(1) <= delta + rest


def test_one_step_is_randomised_response() -> None:
    """At distance 1 there are two losses, ±α."""
    law = DiscreteLaplace("ln(3)", 1)
    assert law.confidence("ln(3)") == 1
    assert law.confidence(1) == 0
    assert law.at_most(0) == parse("1/4")
    assert law.expected_loss() == parse("1/2*ln(3)")


def test_it_is_a_law_with_the_right_ends() -> None:
    """The masses sum to 1 (checked on construction), E[e^(−L)] = 1, the largest loss is α·d."""
    law = DiscreteLaplace("1/4", 8)
    assert law.largest == Loss(2)
    assert total(mass * (-loss).odds() for loss, mass in law.points) == 1
    assert law.delta(2) == 0


@pytest.mark.parametrize(
    ("alpha", "distance", "message"),
    [(0, 1, "more than 0"), (1, 0, "integer"), (1, "1/2", "integer"), ("2**(1/2)", 1, "exact")],
)
def test_refuses(alpha: object, distance: object, message: str) -> None:
    """Each bad parameter has its own line."""
    with pytest.raises(DomainError, match=message):
        DiscreteLaplace(alpha, distance)
