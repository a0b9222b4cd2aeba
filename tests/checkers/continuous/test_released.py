"""Released values: densities by hand, Jacobians, what they do to the comparisons."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.continuous.words import probability
from dpverify.defs.continuous.ring import ExpPoly
from dpverify.defs.continuous.shift import Shift
from dpverify.defs.continuous.traced import Form, Noise
from tests.checkers.continuous.programs import difference, e, one_path, shifts

F = Fraction
ONE = F(1)
LAPLACE = Noise("laplace", ONE)


@pytest.mark.parametrize("value", [-2, 0, F(5, 3)])
def test_the_density_of_a_released_answer(value: int | F) -> None:
    """q + Lap(2/ε) at v has density ε/4·e^{−ε|v−q|/2}, with respect to v."""
    traced = one_path([Noise("laplace", F(2))], released=(Form(((0, ONE),), Shift.of(1)),))
    found = probability(traced, "w", shifts(value))
    assert found == ExpPoly.eps() * e(-abs(F(value) - 1) / 2) * F(1, 4)


def test_the_density_of_a_difference() -> None:
    """Two equal Laplace noises: z0 − z1 has density ε(1 + ε|v|)e^{−ε|v|}/4; twice it, half that."""
    form = difference(0, 1, Shift())
    found = probability(one_path([LAPLACE] * 2, released=(form,)), "w", shifts(-3))
    eps = ExpPoly.eps()
    assert found == eps * (1 + 3 * eps) * e(-3) * F(1, 4)
    double = Form(tuple((n, 2 * k) for n, k in form.noises), Shift())
    again = probability(one_path([LAPLACE] * 2, released=(double,)), "w", shifts(-6))
    assert again == found * F(1, 2)


def test_prefix_sums_released() -> None:
    """z0, z0 + z1, z0 + z1 + z2 at values: the product of the densities of the increments."""
    forms = tuple(Form(tuple((i, ONE) for i in range(n + 1)), Shift()) for n in range(3))
    found = probability(one_path([LAPLACE] * 3, released=forms), "w", shifts(1, 3, "1/2"))
    assert found == ExpPoly.eps() ** 3 * e(F(-1) - 2 - F(5, 2)) * F(1, 8)


def test_a_determinant() -> None:
    """(z0 + z1, z0 − z1) has half the density of (z0, z1): z0 = 2, z1 = 1 at (3, 1)."""
    forms = (Form(((0, ONE), (1, ONE)), Shift()), difference(0, 1, Shift()))
    found = probability(one_path([LAPLACE] * 2, released=forms), "w", shifts(3, 1))
    assert found == ExpPoly.eps() ** 2 * e(-3) * F(1, 8)


def test_bits_and_a_value() -> None:
    """Threshold ρ, first answer below, second released at v and above: an integral up to v.

    ∫_{−∞}^{v} p(ρ)·P(z1 < ρ) dρ · p(v) with Lap(1), v = 1, ε = 1 in exponents: P(max(ρ, z1) ≤ v)/2.
    """
    below, above = difference(0, 1, Shift()), difference(2, 0, Shift())
    traced = one_path([LAPLACE] * 3, below, above, released=(Form(((2, ONE),), Shift()),))
    upto = 1 - e(-1) * F(1, 2)
    found = probability(traced, "w", shifts(1))
    assert found == upto * upto * F(1, 2) * (ExpPoly.eps() * e(-1) * F(1, 2))


def test_a_released_gap_joins_two_noises() -> None:
    """z1 − z0 = 2 released and z2 ≤ z1 =: m: the integral of p(m)·p(m − 2)·P(z2 ≤ m) by hand.

    m < 0: e^{2m−2}/4·e^m/2; 0 < m < 2: e^{−2}/4·(1 − e^{−m}/2); m > 2: e^{2−2m}/4·(1 − e^{−m}/2).
    """
    gap = difference(1, 0, Shift())
    below = difference(1, 2, Shift())
    with_both = probability(one_path([LAPLACE] * 3, below, released=(gap,)), "w", shifts(2))
    above = difference(2, 1, Shift())
    other = probability(one_path([LAPLACE] * 3, above, released=(gap,)), "w", shifts(2))
    alone = probability(one_path([LAPLACE] * 2, released=(gap,)), "w", shifts(2))
    assert with_both + other == alone
    first = e(-2) * F(1, 24)
    second = e(-2) * F(1, 4) * (2 * ExpPoly.eps() - F(1, 2) + e(-2) * F(1, 2))
    third = e(-2) * F(1, 8) - e(-4) * F(1, 24)
    assert with_both == ExpPoly.eps() * (first + second + third)
