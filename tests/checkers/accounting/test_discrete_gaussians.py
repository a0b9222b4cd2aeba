"""Many answers with discrete Gaussian noise: by one answer with more noise, and one by one."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from math import exp, fsum

import pytest

from dpverify.accounting import Plan, account, noise
from dpverify.checkers.accounting.discrete_gaussians import (
    DiscreteGaussians,
    discrete_gaussian_curve,
)
from dpverify.checkers.accounting.lattices import Exact
from dpverify.checkers.accounting.solved import eps_of
from dpverify.checkers.kernel.discrete_sums import _relative, delta_bounds
from dpverify.defs.numbers.balls import ball_bounds, working_precision

CASES = ((4, 1, 1), (4, 1, 10), (4, 3, 7), (Fraction(7, 2), 2, 30), (9, 2, 3))
LOSSES = ("0", "1/2", "3", "17")


def plan(sigma: Fraction | int, shift: int, times: int) -> Plan:
    """One event."""
    event = noise("discrete-gaussian", sigma, sensitivity=shift, times=times)
    return Plan((event,))


@pytest.mark.parametrize(("sigma", "shift", "times"), CASES)
def test_one_answer_stands_for_many(sigma: Fraction | int, shift: int, times: int) -> None:
    """δ of the sum of the answers, composed by powers of a polynomial, lies between the bounds.

    So it does for the kernel's bounds, by its own formula. All are close.
    """
    asked = plan(sigma, shift, times)
    curve = discrete_gaussian_curve(asked)
    assert isinstance(curve, DiscreteGaussians)
    composed = Exact([(asked.events[0], None)])
    for text in LOSSES:
        eps = Fraction(text)
        low, high = composed.delta(eps, 1024)
        kernel = delta_bounds(Fraction(sigma) ** 2, shift, times, eps)
        assert kernel is not None
        for below, above in (curve.delta(eps, 256), kernel):
            assert below <= high
            assert low <= above
            assert above - below <= above / 2**140


@pytest.mark.parametrize(("variance", "start"), [(16, 0), (16, 40), (Fraction(1, 2), 3)])
def test_what_follows_the_last_place(variance: Fraction | int, start: int) -> None:
    """Sums of e^((first² − x²)/(2v)) over x ≥ first in decimals of 150 digits, as far as they go.

    At 400 bits roundings hide nothing of what is left after the last place, about 2^−192 of a sum:
    the kernel's bounds must hold it.
    """
    with working_precision(400):
        quotients = _relative.__wrapped__(Fraction(variance), start, 5)
        bounds = [ball_bounds(quotient) for quotient in quotients]
    assert len(bounds) == 5
    twice = Fraction(2 * variance)
    with localcontext() as context:
        context.prec = 150
        for first, (low, high) in enumerate(bounds, start):
            squares = (first * first - x * x for x in range(first, first + 200))
            terms = ((Decimal(k * twice.denominator) / twice.numerator).exp() for k in squares)
            true = Fraction(sum(terms, Decimal(0)))
            assert Fraction(int(low.p), int(low.q)) <= true <= Fraction(int(high.p), int(high.q))
            assert Fraction(int((high - low).p), int((high - low).q)) < true / 2**185


@pytest.mark.parametrize("times", [1, 4])
def test_against_the_definition(times: int) -> None:
    """Σ over outputs of (p − e^ε·q)⁺ in floats; the sum of four by convolution."""
    weights = [exp(-(x * x) / 32) for x in range(-60, 61)]
    whole = fsum(weights)
    one = [weight / whole for weight in weights]
    masses = [1.0]
    for _ in range(times):
        masses = [
            fsum(masses[i - j] * one[j] for j in range(121) if 0 <= i - j < len(masses))
            for i in range(len(masses) + 120)
        ]
    # The loss of the sum m is (n − 2m)/32.
    middle = 60 * times
    for eps in (0.0, 0.25, 0.5):
        true = fsum(
            mass * max(1 - exp(eps - (times - 2 * (i - middle)) / 32), 0.0)
            for i, mass in enumerate(masses)
        )
        answer = account(plan(4, 1, times), eps=Fraction(eps))
        assert abs(float(answer.lower) - true) < 1e-14
        assert Fraction(answer.lower) <= Fraction(answer.upper)


def test_there_and_back() -> None:
    """The ε of the δ of an ε is this ε, to 30 digits, and the kernel has confirmed both."""
    for eps in ("1/3", "9"):
        there = account(plan(4, 1, 100), eps=eps)
        back = account(plan(4, 1, 100), delta=there.upper)
        assert there.not_rechecked is None
        assert back.not_rechecked is None
        assert abs(Fraction(back.lower) / Fraction(eps) - 1) < Fraction(1, 10**30)


def test_small_noise_is_composed_one_by_one() -> None:
    """The sum of few integers of little noise is not nearly one with more noise."""
    assert discrete_gaussian_curve(plan(1, 1, 3)) is None
    assert delta_bounds(Fraction(1), 1, 3, Fraction(1)) is None
    assert delta_bounds(Fraction(1, 100), 1, 3, Fraction(1)) is None
    answer = account(plan(1, 1, 3), eps=1)
    assert answer.not_rechecked is None
    # One answer is what it is.
    assert discrete_gaussian_curve(plan(1, 1, 1)) is not None
    mixed = Plan((*plan(4, 1, 2).events, *plan(5, 1, 2).events))
    assert discrete_gaussian_curve(mixed) is None


def test_what_is_beyond_all_digits() -> None:
    """δ(500) of one answer is below 10^−10000: between 0 and that."""
    answer = account(plan(4, 1, 1), eps=500)
    assert (answer.lower, answer.upper) == ("0", "1e-10000")
    assert answer.not_rechecked is None


PLACES = (0, 1, 39, 40, 41, 79, 80, 400)
"""Where sums are asked for; runs of places begin at multiples of 40 for σ = 4."""


@pytest.mark.parametrize("last", PLACES)
def test_sums_term_by_term(last: int) -> None:
    """δ at the loss of a place is Σ (p − e^ε·q)⁺, summed by the decimals of Python's library."""
    eps = Fraction(2 * last + 1, 32)
    with localcontext() as context:
        context.prec, context.Emin = 60, -(10**6)
        weights = [(Decimal(-x * x) / 32).exp() for x in range(last + 202)]
        odds = (Decimal(2 * last + 1) / 32).exp()
        whole = 1 + 2 * sum(weights[1:], Decimal(0))
        terms = (weights[x] - odds * weights[x + 1] for x in range(last + 1, last + 200))
        true = sum(terms, Decimal(0)) / whole
        curve = discrete_gaussian_curve(plan(4, 1, 1))
        kernel = delta_bounds(Fraction(16), 1, 1, eps)
        assert curve is not None
        assert kernel is not None
        for number in (*curve.delta(eps, 256), *kernel):
            ratio = Decimal(number.numerator) / Decimal(number.denominator) / true
            assert abs(ratio - 1) < Decimal("1e-40")


@pytest.mark.parametrize(
    ("sigma", "shift", "times", "delta"),
    [
        (4, 1, 1, "9/100"), (4, 1, 100, "1/1048576"), (4, 3, 7, "2/5"), (9, 2, 3, "1e-80"),
        (Fraction(7, 2), 50, 30, "1e-9"), (100, 1, 1, "1/1000"),
    ],
)  # fmt: skip
def test_the_closed_form_of_eps(sigma: Fraction | int, shift: int, times: int, delta: str) -> None:
    """It lies within the bounds that a search on the curve finds, whose δ is above and below δ."""
    curve = discrete_gaussian_curve(plan(sigma, shift, times))
    assert curve is not None
    root = curve.root(Fraction(delta))
    assert root is not None
    low, high = eps_of(curve, Fraction(delta))
    assert high is not None
    assert low <= root[0] <= root[1] <= high
    assert root[1] - root[0] <= root[1] / 10**36


def test_no_closed_form_of_eps() -> None:
    """δ(0) is below δ, numbers are too large, or the guess is beyond the root: a search is made."""
    cases = ((4, 1, "1/2"), (4, 1, "0.999"), (4, 10**400, "1/2"), (4, 10**7, "1/2"))
    for sigma, shift, delta in (*cases, (Fraction(1, 5), 1, "3/10")):
        curve = discrete_gaussian_curve(plan(sigma, shift, 1))
        assert curve is not None
        assert curve.root(Fraction(delta)) is None
    assert account(plan(4, 1, 1), delta="1/2").upper == "0"


def test_eps_at_a_corner_of_the_curve() -> None:
    """Where δ is that of a loss itself, the ball of ε may be on both sides of the corner."""
    curve = discrete_gaussian_curve(plan(4, 1, 1))
    assert curve is not None
    corner = Fraction(33, 32)
    low, high = curve.delta(corner, 512)
    for delta in (low, high):
        answer = account(plan(4, 1, 1), delta=delta)
        assert Fraction(answer.lower) <= corner * (1 + Fraction(1, 10**30))
        assert Fraction(answer.upper) >= corner * (1 - Fraction(1, 10**30))
        assert answer.not_rechecked is None
