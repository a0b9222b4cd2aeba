"""The law of the loss of Gaussian noise."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import acb, arb

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import INFINITY, number_json, parse
from dpverify.defs.numbers.decimals import enclosure
from dpverify.defs.risk import Gaussian
from tests.defs.risk.oracles import SAMPLES, agrees_with_samples, integral, near


def _density(x: acb) -> acb:
    return (-x * x / 2).exp() / (2 * arb.pi()).sqrt()


@pytest.mark.parametrize(("mu", "eps"), [("1", "1/2"), ("1/3", "1"), ("2", "0"), ("5/2", "3")])
def test_samples_agree(mu: str, eps: str) -> None:
    """Losses of sampled noise, from the densities themselves, agree within 5 standard errors."""
    m = float(Fraction(mu))
    noise = np.random.default_rng(3).normal(size=SAMPLES)
    agrees_with_samples(Gaussian(mu), ((noise - m) ** 2 - noise**2) / 2, eps)


def test_integration_agrees() -> None:
    """∫ of the density over the noise whose loss is small, and of P − e^ε·Q where it is large."""
    mu, eps = Fraction(3, 2), Fraction(2, 3)
    law = Gaussian(mu)
    # The loss at x is μ²/2 − μ·x.
    low, high = (mu / 2 - eps / mu), (mu / 2 + eps / mu)
    assert integral(_density, [low, high]).overlaps(law.confidence(eps).ball(64))
    far = Fraction(-30)  # Φ(−30) < 1e-190
    p = integral(_density, [far, low])
    q = integral(lambda x: _density(x - acb(3) / 2), [far, low])
    delta = p - (arb(2) / 3).exp() * q + arb(0, 1e-100)
    assert delta.overlaps(law.delta(eps).ball(64))


def test_known_values() -> None:
    """Φ(1/2) − Φ(−1/2) is the total variation at μ = 1; at μ = 1, ε = 1/2 the median is reached."""
    law = Gaussian(1)
    assert near(law.delta(0), "0.382924922548")
    assert near(law.at_most("1/2"), "0.5")
    assert law.expected_loss() == parse("1/2")
    assert law.largest == INFINITY


def test_extremes() -> None:
    """At ε = 0 the confidence is exactly 0; a risk of about e^(−4.5·10⁶) is still enclosed."""
    assert Gaussian(50).confidence(0) == 0
    assert Gaussian(50).risk(0) == 1
    tiny = Gaussian("1/1000")
    assert "e-195" in enclosure(tiny.risk(3))[0]  # about e^(−4.5·10⁶) = 10^(−1954325)
    assert tiny.delta(3) > 0
    assert number_json(tiny.at_most(3))["lower"].startswith("0.99999")
    assert (1 - Gaussian(1).confidence(2)).ball(64).overlaps(Gaussian(1).risk(2).ball(64))


@pytest.mark.parametrize("mu", [0, -1])
def test_refuses(mu: int) -> None:
    """μ must be positive, ε finite and not negative."""
    with pytest.raises(DomainError, match="more than 0"):
        Gaussian(mu)
    with pytest.raises(DomainError, match="at least 0"):
        Gaussian(1).delta("-1/2")
