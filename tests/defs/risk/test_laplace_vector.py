"""The law of the loss of Laplace noise on several numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from flint import acb, arb

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Value, exp, parse, total
from dpverify.defs.risk import Laplace, LaplaceVector
from tests.defs.risk.oracles import SAMPLES, agrees_with_samples, integral


@pytest.mark.parametrize("eps", ["-2", "-1/2", "0", "1/2", "1", "2", "ln(2)"])
def test_one_number_is_the_closed_form(eps: str) -> None:
    """k = 1 agrees with the closed forms, exactly."""
    one, vector = Laplace(1), LaplaceVector([0, 1, 0])
    assert one.at_most(eps) == vector.at_most(eps)
    if not eps.startswith("-"):
        assert one.confidence(eps) == vector.confidence(eps)
        assert one.delta(eps) == vector.delta(eps)
    assert one.expected_loss() == vector.expected_loss()


@pytest.mark.parametrize(
    "shares",
    [("1/2", "1/2"), ("1/2", "1/3", "1/6"), ("1/10",) * 12, ("1", "2"), ("1/7", "3", "2/5", "1")],
)
@pytest.mark.parametrize("eps", ["1/10", "1/2", "1"])
def test_samples_agree(shares: tuple[str, ...], eps: str) -> None:
    """Sampled losses have these probabilities, within 5 standard errors (fixed seed)."""
    e = np.array([float(Fraction(share)) for share in shares])
    noise = np.random.default_rng(2).laplace(size=(SAMPLES, len(e)))
    losses = (np.abs(noise - e) - np.abs(noise)).sum(axis=1)
    agrees_with_samples(LaplaceVector(shares), losses, eps)


def test_integration_agrees() -> None:
    """P[L₁ + L₂ ≤ ε] by integrating the closed form of one over the law of the other."""
    a, b, eps = Fraction(1, 2), Fraction(4, 3), Fraction(3, 5)

    def second(place: acb, middle: float) -> acb:
        """P[L₂ ≤ place] for places on the same side of ±b as `middle`."""
        if middle >= b:
            return acb(1)
        return acb(0) if middle < -b else ((place - acb(4) / 3) / 2).exp() / 2

    def ball(x: Fraction) -> arb:
        return arb(x.numerator) / x.denominator

    ends = sorted({-a, a, *(x for x in (eps - b, eps + b) if -a < x < a)})
    value = second(acb(ball(eps - a)), float(eps - a)).real / 2
    value += (-ball(a)).exp() / 2 * second(acb(ball(eps + a)), float(eps + a)).real
    for low, high in pairwise(ends):
        middle = float(eps - (low + high) / 2)

        def weighted(z: acb, middle: float = middle) -> acb:
            density: acb = ((z - acb(1) / 2) / 2).exp() / 4
            return density * second(acb(ball(eps)) - z, middle)

        value += integral(weighted, [low, high])
    assert value.overlaps(LaplaceVector([a, b]).at_most(eps).ball(64))
    assert value.rad() < 1e-12


@pytest.mark.parametrize("shares", [("1/2", "1/3"), ("2", "1/5", "1/5", "1")])
def test_expected_losses_add_up(shares: tuple[str, ...]) -> None:
    """E[L] = Σ (ε_j + e^(−ε_j) − 1)."""
    added = total(Value(Fraction(s)) + exp(-Fraction(s)) - 1 for s in shares)
    assert LaplaceVector(shares).expected_loss() == added


def test_delta_is_the_integral_of_the_tail() -> None:
    """At ε = 0, δ is the total variation, P[L > 0] − Q[L > 0]."""
    law = LaplaceVector(["1/2", "1/3"])
    below = law.at_most(0)
    # Under Q the loss is distributed as −L under P, so Q[L > 0] = P[L < 0] = P[L ≤ 0] − P[L = 0].
    assert law.delta(0) == (1 - below) - (below - law.confidence(0))


def test_ends_and_symmetry() -> None:
    """At ε₀ = Σ ε_j all is certain; the order of the shares does not matter."""
    law = LaplaceVector(["1/2", "1/3"])
    assert law.confidence("5/6") == law.at_most("5/6") == 1
    assert law.delta("5/6") == 0
    assert law.at_most("-5/6") == exp("-5/6") / 4
    assert law.largest == Laplace("5/6").largest
    assert law.confidence("1/9") == LaplaceVector(["1/3", "1/2"]).confidence("1/9")


@pytest.mark.parametrize(
    ("shares", "message"),
    [
        ([], "all shares"),
        ([0, 0], "all shares"),
        (["1/2", "-1/3"], "negative"),
        (["ln(2)"], "rational"),
        ([Fraction(1, p) for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)], "signed sums"),
    ],
)
def test_refuses(shares: list[object], message: str) -> None:
    """Each bad list of shares has its own line."""
    with pytest.raises(DomainError, match=message):
        LaplaceVector(shares)


@pytest.mark.parametrize("eps", ["-1", "-1/2", "0", "1/2", "1", "2"])
def test_strictly_below(eps: str) -> None:
    """P[L < ε] leaves out the atoms at ±ε₀ alone, and agrees for one number and for a vector."""
    one, vector = Laplace(1), LaplaceVector([1])
    assert one.below(eps) == vector.below(eps)
    atoms = {"1": parse("1/2"), "-1": parse("1/2*exp(-1)")}
    assert one.at_most(eps) - one.below(eps) == atoms.get(eps, Value(0))
