"""Released values: densities by hand, Jacobians, what they do to the comparisons."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq

from dpverify.checkers.continuous.words import probability
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Law, Noise, Path, Traced
from dpverify.defs.numbers.exponential_polynomial import Exponent, ExpPoly
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


def test_the_determinant_of_multiples() -> None:
    """(3·z0, −2·z1) at (6, 2): z0 = 2, z1 = −1, divided by 6."""
    forms = (Form(((0, F(3)),), Shift()), Form(((1, F(-2)),), Shift()))
    found = probability(one_path([LAPLACE] * 2, released=forms), "w", shifts(6, 2))
    assert found == ExpPoly.eps() ** 2 * e(-3) * F(1, 24)


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


def slope(p: ExpPoly) -> ExpPoly:
    """The derivative along the gap g, term by term: (j/g + ε·k)·term."""
    (name,) = p.gaps
    result: dict[Exponent, fmpq] = {}
    for x, c in p.terms().items():
        (j,), (k,) = x.gap_powers, x.gap_rates
        for new, factor in (
            (x._replace(gap_powers=(max(j - 1, 0),)), F(j)),
            (x._replace(eps_power=x.eps_power + 1), k),
        ):
            more = c * fmpq(factor.numerator, factor.denominator)
            result[new] = result.get(new, fmpq(0)) + more
    return ExpPoly.from_terms((name,), {x: c for x, c in result.items() if c})


def runner_up(scores: list[Shift], law: Law, least: Shift | None) -> Traced:
    """Noisy max, winner 0: the gap to the runner-up is released, or is at least `least`."""
    paths = []
    for second in (1, 2):
        lead = difference(0, second, scores[0] - scores[second])
        other = 3 - second
        conditions = (difference(second, other, scores[second] - scores[other]),)
        if least is None:
            paths.append(Path((*conditions, lead), (lead,)))
        else:
            paths.append(Path((*conditions, Form(lead.noises, lead.shift - least))))
    return Traced((Noise(law, F(2)),) * 3, {"0•": tuple(paths)}, symbolic=True)


@pytest.mark.parametrize("law", ["laplace", "exponential"])
def test_a_density_is_the_slope_of_a_tail(law: Law) -> None:
    """Noisy max with gap: the density at g is −d/dg of the probability of a gap of at least g."""
    scores = shifts(0, "1/2", -1)
    g = Shift.of(0, g=1)
    found = probability(runner_up(scores, law, None), "0•", [g])
    tail = probability(runner_up(scores, law, g), "0•")
    assert found == -slope(tail)
    assert not found.is_zero


def test_the_slope_of_a_tail_of_a_sparse_vector() -> None:
    """Below, then above: the answer's lead over the threshold at g, and that answer at g."""
    below, lead = difference(0, 1, Shift.of(-1)), difference(2, 0, Shift.of("1/2"))
    answer = Form(((2, ONE),), Shift.of("1/2"))
    g = Shift.of(0, g=1)
    noises = [Noise("laplace", F(2)), *[Noise("laplace", F(4))] * 2]
    for form in (lead, answer):
        found = probability(one_path(noises, below, lead, released=(form,)), "w", [g])
        at_least = Form(form.noises, form.shift - g)
        tail = probability(one_path(noises, below, lead, at_least), "w")
        assert found == -slope(tail)
        assert not found.is_zero
