"""The source's γ₁, and what it is not."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import sqrt

import numpy as np
import pytest
from flint import acb, arb

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import exp, parse
from dpverify.defs.risk import Laplace, LaplaceVector, NoiseDifference
from tests.defs.risk.oracles import near

TEN_PAIRS = [
    (Fraction(a), Fraction(b))
    for a, b in (
        ("1/2", "1/10"), ("1/2", "1/4"), ("1", "1/4"), ("1", "1/2"), ("1", "3/4"),
        ("3/2", "1/2"), ("2", "1"), ("2", "3/2"), ("5/2", "1"), ("5", "3"),
    )
]  # fmt: skip


@pytest.mark.parametrize(
    ("k", "decimal"), [(1, "0.62245933"), (2, "0.53959620"), (3, "0.51928334")]
)
def test_the_numbers_at_half_and_one(k: int, decimal: str) -> None:
    """γ₁ of S1's formula at (ε, ε₀) = (1/2, 1) for k = 1, 2, 3."""
    assert near(NoiseDifference(k).gamma1("1/2", 1), decimal)


def test_one_number_is_the_printed_formula() -> None:
    """k = 1: (1 − e^(−ε))/(1 − e^(−ε₀)), exactly, at logarithms too."""
    assert NoiseDifference(1).gamma1(1, 3) == (1 - exp(-1)) / (1 - exp(-3))
    assert NoiseDifference(1).gamma1("ln(2)", "ln(4)") == parse("2/3")


@pytest.mark.parametrize("k", [1, 2, 3, 7])
def test_it_is_the_bessel_law(k: int) -> None:
    """Rigorous quadrature of t^ν·K_ν(t), ν = k − 1/2, gives the same ratio."""
    order = arb(k) - arb(1) / 2

    def density(t: acb, _: bool) -> acb:
        return t ** acb(order) * t.bessel_k(acb(order))

    def below(end: Fraction) -> arb:
        # The density falls from 2^(ν−1)·Γ(ν), so what lies below 2^-40 is at most that wide.
        first = arb(2) ** -40
        limit = arb(2) ** (order - 1) * order.gamma()
        result = first * limit * arb(0.5, 0.5)
        start = acb(first)
        for i in range(-39, 1):
            stop = acb(arb(2) ** i * end.numerator / end.denominator)
            result += acb.integral(density, start, stop).real
            start = stop
        return result

    ratio = below(Fraction(1, 2)) / below(Fraction(1))
    assert ratio.overlaps(NoiseDifference(k).gamma1("1/2", 1).ball(64))
    assert ratio.rad() < 1e-9


@pytest.mark.parametrize("k", [1, 3])
def test_it_is_the_difference_of_two_noises(k: int) -> None:
    """Sampled |‖X‖₁ − ‖Y‖₁| ≤ ε, given ≤ ε₀, within 5 standard errors (fixed seed)."""
    rng = np.random.default_rng(5)
    x, y = (np.abs(rng.laplace(size=(200_000, k))).sum(axis=1) for _ in range(2))
    kept = np.abs(x - y)[np.abs(x - y) <= 2]
    share = float((kept <= 0.75).mean())
    error = 5 * sqrt(share * (1 - share) / len(kept))
    assert abs(share - NoiseDifference(k).gamma1("3/4", 2).approx()) < error


@pytest.mark.parametrize(("eps0", "eps"), TEN_PAIRS)
def test_it_is_no_confidence_of_the_laplace_mechanism(eps0: Fraction, eps: Fraction) -> None:
    """In the 99.9 % Clopper–Pearson interval of 10⁶ samples: the exact confidence, and not γ₁."""
    from scipy.stats import beta

    n = 1_000_000
    noise = np.random.default_rng(6).laplace(size=n)
    losses = np.abs(noise - float(eps0)) - np.abs(noise)
    hits = int((np.abs(losses) <= float(eps)).sum())
    low, high = beta.ppf(0.0005, hits, n - hits + 1), beta.ppf(0.9995, hits + 1, n - hits)
    assert low <= Laplace(eps0).confidence(eps).approx() <= high
    assert not low <= NoiseDifference(1).gamma1(eps, eps0).approx() <= high


@pytest.mark.parametrize("k", [1, 2, 3])
def test_it_bounds_the_truth_on_neither_side(k: int) -> None:
    """With ε₀ = 1 in k equal shares, γ₁ at ε = 1/2 is above the truth for k < 3, below at k = 3."""
    truth = LaplaceVector([Fraction(1, k)] * k).confidence("1/2")
    printed = NoiseDifference(k).gamma1("1/2", 1)
    assert (truth < printed) == (k < 3)


@pytest.mark.parametrize("k", [1, 2, 3, 10])
def test_it_is_above_the_truth_at_the_worst_pair(k: int) -> None:
    """Where one number alone differs, by all of the sensitivity, the truth is .153217."""
    truth = LaplaceVector([1, *[0] * (k - 1)]).confidence("1/2")
    assert near(truth, "0.153217")
    assert truth < NoiseDifference(k).gamma1("1/2", 1)


def test_weak_post_processing_with_it_fails() -> None:
    """ε₀ = 5, ε = 3: δ = .632121 although 1 − γ₁ = .043341."""
    assert near(Laplace(5).delta(3), "0.632121")
    assert near(1 - NoiseDifference(1).gamma1(3, 5), "0.043341")


def test_the_curve() -> None:
    """From 0 to 1, increasing."""
    values = [y for _, y in NoiseDifference(2).curve("3/2", 6)]
    assert values[0] == 0
    assert values[-1] == 1
    assert all(a < b for a, b in pairwise(values))


@pytest.mark.parametrize(
    ("k", "eps", "eps0", "message"),
    [(0, 1, 2, "k is 0"), (201, 1, 2, "200"), (1, 3, 2, "above"), (1, 0, 0, "more than 0")],
)
def test_refuses(k: int, eps: int, eps0: int, message: str) -> None:
    """Each bad parameter has its own line."""
    with pytest.raises(DomainError, match=message):
        NoiseDifference(k).gamma1(eps, eps0)
