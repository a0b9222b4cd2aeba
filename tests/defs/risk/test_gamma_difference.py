"""γ₁ for every k: against the exact polynomials, quadrature and samples."""

from __future__ import annotations

import itertools
from math import gamma, pi, sqrt

import numpy as np
import pytest

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Number
from dpverify.defs.risk import NoiseDifference
from dpverify.defs.risk.gamma_difference import GammaDifference, difference
from tests.defs.risk.oracles import near

SHAPES = ["1/100", "1/2", "3/2", "7/3", "5/2", "21/2"]


def middle(number: Number) -> float:
    return float(number.ball(64).mid())


@pytest.mark.parametrize("k", [1, 2, 3, 10, 40])
@pytest.mark.parametrize(("eps", "eps0"), [("1/2", "1"), ("1", "5/2"), ("3", "30")])
def test_whole_k(k: int, eps: str, eps0: str) -> None:
    """The same number as the exact polynomial, to 100 bits."""
    ball = GammaDifference(k).gamma1(eps, eps0).ball(160)
    assert ball.overlaps(NoiseDifference(k).gamma1(eps, eps0).ball(400))
    assert ball.rel_accuracy_bits() > 100


def test_the_numbers_of_the_source() -> None:
    """At (1/2, 1) and k = 1, 2, 3."""
    for k, printed in ((1, "0.62245933"), (2, "0.53959620"), (3, "0.51928334")):
        assert near(GammaDifference(k).gamma1("1/2", 1), printed)


@pytest.mark.parametrize("k", SHAPES)
@pytest.mark.parametrize("t", ["1/10", "1", "6"])
def test_quadrature(k: str, t: str) -> None:
    """The density t^ν·K_ν(t)/(2^(ν−1)·√π·Γ(k)), summed by another library."""
    from scipy.integrate import quad
    from scipy.special import kv

    shape, end = (float(eval_fraction(text)) for text in (k, t))
    order = shape - 0.5
    scale = 2 ** (order - 1) * sqrt(pi) * gamma(shape)
    # x = y^(1/(2k)) takes the singularity of x^(2k−1) at 0 away for k < 1/2.
    power = 1 / min(1.0, 2 * shape)
    total, _ = quad(
        lambda y: power * y ** (power - 1) * (y**power) ** order * kv(order, y**power) / scale,
        0, end ** (1 / power), epsabs=1e-11, epsrel=1e-11, limit=400,
    )  # fmt: skip
    assert abs(total - middle(GammaDifference(k).at_most(t))) < 1e-7


def eval_fraction(text: str) -> float:
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom or 1)


@pytest.mark.parametrize("k", ["1/2", "5/2", "21/2"])
def test_samples(k: str) -> None:
    """Two Gamma variables apart, within 5 standard errors of 400,000 draws."""
    rng, n = np.random.default_rng(8), 400_000
    x, y = (rng.gamma(eval_fraction(k), size=n) for _ in range(2))
    share = float((np.abs(x - y) <= 0.75).mean())
    error = 5 * sqrt(share * (1 - share) / n)
    assert abs(share - middle(GammaDifference(k).at_most("3/4"))) < error


@pytest.mark.parametrize("k", SHAPES)
def test_a_law(k: str) -> None:
    """From 0 up to nearly 1, increasing; the enclosure is fine where the terms are huge."""
    law = GammaDifference(k)
    places = ["0", "1/1000", "1/4", "1", "5", "20", "100"]
    values = [law.at_most(place).ball(100) for place in places]
    assert values[0] == 0
    assert all(bool(a < b) for a, b in itertools.pairwise(values))
    assert 1 - values[-1] < 1e-20
    assert values[-1].rel_accuracy_bits() > 80


def test_it_decreases_with_k() -> None:
    """γ₁ at (1/2, 1) falls from 1 towards 1/2: between whole k as between all others."""
    values = [middle(GammaDifference(k).gamma1("1/2", 1)) for k in (*SHAPES[:3], "2", *SHAPES[3:])]
    assert values == sorted(values, reverse=True)
    assert all(0.5 < value < 1 for value in values)


def test_refuses() -> None:
    for bad in ("0", "-1", "201", "exp(1)"):
        with pytest.raises(DomainError, match="k is"):
            GammaDifference(bad)
    with pytest.raises(DomainError, match="ε is 2"):
        GammaDifference("1/2").gamma1(2, 1)
    with pytest.raises(DomainError, match="t is -1"):
        GammaDifference("1/2").at_most(-1)
    with pytest.raises(DomainError, match="ε₀ is 0"):
        GammaDifference("1/2").gamma1(0, 0)


def test_the_law_for_a_k() -> None:
    """Exact where there is an exact formula."""
    assert isinstance(difference("3"), NoiseDifference)
    assert isinstance(difference("6/2"), NoiseDifference)
    assert isinstance(difference("5/2"), GammaDifference)
    with pytest.raises(DomainError, match="k is"):
        difference("0")
