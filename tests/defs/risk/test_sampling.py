"""Sensitivity estimated from samples."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp as float_exp
from math import sqrt

import numpy as np
import pytest
from flint import fmpq

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Value, parse
from dpverify.defs.risk import Laplace
from dpverify.defs.risk.sampling import (
    dkw_confidence,
    exchangeable_share,
    fresh_share,
    printed_joint,
    printed_share,
    samples_needed,
    sound_joint,
    sound_share,
)


@pytest.mark.parametrize(("n", "rho"), [(10, 0.3), (100, 0.1), (400, 0.07)])
def test_dkw_by_simulation(n: int, rho: float) -> None:
    """Uniform samples: the largest gap exceeds ρ at most as often as said, but for 5 errors."""
    runs = 20_000
    ordered = np.sort(np.random.default_rng(7).random((runs, n)), axis=1)
    above = np.abs(np.arange(1, n + 1) / n - ordered).max(axis=1)
    below = np.abs(np.arange(n) / n - ordered).max(axis=1)
    kept = float((np.maximum(above, below) <= rho).mean())
    said = dkw_confidence(n, str(rho)).approx()
    assert kept >= said - 5 * sqrt(said * (1 - said) / runs)
    assert abs(said - max(0.0, 1 - 2 * float_exp(-2 * n * rho * rho))) < 1e-12


def test_the_number_of_samples() -> None:
    """The smallest n that suffices, by trying the one before."""
    questions = [("1/100", "95/100"), ("1/10", "1/2"), ("1/3", "0"), ("1", "1e-40")]
    # Numbers of samples that no float holds.
    questions += [("1e-9", "95/100"), ("7e-11", "99/100"), ("1e-40", "1/2")]
    for rho, confidence in questions:
        n = samples_needed(rho, confidence)
        assert dkw_confidence(n, rho) >= parse(confidence)
        assert n == 1 or dkw_confidence(n - 1, rho) < parse(confidence)
    with pytest.raises(DomainError, match="no number"):
        samples_needed("1/10", 1)


@pytest.mark.parametrize("q", ["1/2", "2/3", "1"])
def test_a_fresh_share_by_brute_force(q: str) -> None:
    """Three samples and a fresh one from three sensitivities: all 81 outcomes."""
    law = {1: Fraction(1, 2), 2: Fraction(1, 3), 5: Fraction(1, 6)}
    rank = -(-Fraction(q) * 3 // 1)
    covered = Fraction(0)
    for fresh, *sample in product(law, repeat=4):
        chance = law[fresh] * law[sample[0]] * law[sample[1]] * law[sample[2]]
        covered += chance * (fresh <= sorted(sample)[int(rank) - 1])
    assert fresh_share(list(law.items()), q, 3) == covered
    assert exchangeable_share(q, 3) <= covered


def test_the_product_is_too_large() -> None:
    """γ₂ of the largest of ten, ρ = 1/2: .986524; the truth for a thousand values is .909590."""
    law = [(i, fmpq(1, 1000)) for i in range(1000)]
    truth = fresh_share(law, 1, 10)
    assert printed_share(1, 10, "1/2") > truth
    assert sound_share(1, 10, "1/2") < truth
    assert exchangeable_share(1, 10) <= truth
    assert truth - exchangeable_share(1, 10) < parse("1/1000")


@pytest.mark.parametrize("n", [5, 20, 100])
@pytest.mark.parametrize("q", ["1/2", "9/10", "1"])
@pytest.mark.parametrize("rho", ["1/20", "1/4"])
def test_the_sound_shares_are_sound(n: int, q: str, rho: str) -> None:
    """Below the exact share for laws with and without many ties."""
    for law in ([(i, fmpq(1, 50)) for i in range(50)], [(0, "9/10"), (1, "1/10")]):
        truth = fresh_share(law, q, n)
        assert sound_share(q, n, rho) <= truth
        assert exchangeable_share(q, n) <= truth


def test_the_joint_bound() -> None:
    """|L| ≤ ε over samples, pair and noise together, for uniform sensitivities: simulated."""
    n, eps0, eps, runs = 9, 2.0, 1.0, 200_000
    rng = np.random.default_rng(8)
    largest = rng.random((runs, n)).max(axis=1)
    shift = eps0 * rng.random(runs) / largest
    noise = rng.laplace(size=runs)
    kept = float((np.abs(np.abs(noise - shift) - np.abs(noise)) <= eps).mean())
    bound = sound_joint(1, n, 1, 2)
    assert bound == Laplace(2).confidence(1) * Value(9) / 10
    assert kept >= bound.approx()
    assert printed_joint(1, n, "1/2", 1, 2, 1) > 0


def test_refuses() -> None:
    """Shares and numbers out of range."""
    with pytest.raises(DomainError, match="q is 2"):
        printed_share(2, 10, "1/2")
    with pytest.raises(DomainError, match="ρ is 0"):
        dkw_confidence(10, 0)
    with pytest.raises(DomainError, match="sum to 1"):
        fresh_share([(1, "1/2")], 1, 3)
