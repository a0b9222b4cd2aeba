"""The law of the loss of Laplace noise on one number."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import acb, arb

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import ln, parse
from dpverify.defs.risk import Laplace
from tests.defs.risk.oracles import SAMPLES, agrees_with_samples, integral, near


def test_the_numbers_for_half_and_one() -> None:
    """The true confidence of S1's Laplace mechanism at (ε, ε₀) = (1/2, 1), two- and one-sided."""
    law = Laplace(1)
    assert near(law.confidence("1/2"), "0.153217")
    assert near(law.at_most("1/2"), "0.389400")
    assert law.delta("1/2") == parse("1-exp(-1/4)")
    assert law.expected_loss() == parse("exp(-1)")


@pytest.mark.parametrize(
    ("eps0", "eps"), [("1", "1/2"), ("5", "3"), ("ln(4)", "ln(2)"), ("1/3", "0")]
)
def test_samples_agree(eps0: str, eps: str) -> None:
    """Sampled losses have these probabilities, within 5 standard errors (fixed seed)."""
    e = parse(eps0).approx()
    noise = np.random.default_rng(1).laplace(size=SAMPLES)
    agrees_with_samples(Laplace(eps0), np.abs(noise - e) - np.abs(noise), eps)


def test_integration_agrees() -> None:
    """∫ of the noise's density over the x with |loss| ≤ ε, and of P − e^ε·Q where positive."""
    eps0, eps = Fraction(3, 2), Fraction(2, 3)
    law = Laplace(eps0)
    ends = [(eps0 - eps) / 2, (eps0 + eps) / 2]
    confidence = integral(lambda x: (-x).exp() / 2, ends)
    assert confidence.overlaps(law.confidence(eps).ball(64))
    # Below 0 the loss is ε₀, from 0 to (ε₀ − ε)/2 it exceeds ε.
    p = arb(1) / 2 + integral(lambda x: (-x).exp() / 2, [Fraction(0), ends[0]])
    q = integral(lambda x: (x - acb(3) / 2).exp() / 2, [Fraction(0), ends[0]])
    q += (arb(-3) / 2).exp() / 2
    delta = p - (arb(2) / 3).exp() * q
    assert delta.overlaps(law.delta(eps).ball(64))


def test_ends() -> None:
    """From ε₀ on everything is certain; at ε = 0 the loss is 0 with probability 0."""
    law = Laplace("ln(9)")
    assert law.confidence("ln(9)") == law.at_most("ln(9)") == 1
    assert law.delta("ln(9)") == law.delta(7) == 0
    assert law.confidence(0) == 0
    assert law.at_most("-ln(9)") == parse("1/18")
    assert law.at_most(-3) == 0
    assert law.largest == ln(9)
    assert law.delta(0) == parse("2/3")


@pytest.mark.parametrize("eps0", [0, -1, "inf"])
def test_refuses(eps0: object) -> None:
    """ε₀ must be positive and finite."""
    with pytest.raises((DomainError, ValueError)):
        Laplace(eps0)
    with pytest.raises(DomainError, match="at least 0"):
        Laplace(1).confidence(-1)
    with pytest.raises(DomainError, match="infinite"):
        Laplace(1).at_most("inf")
