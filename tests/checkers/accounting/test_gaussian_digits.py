"""Many Gaussian answers against two other routes, in 30 digits; both are decimals of Python alone.

- *A series*: Φ(x) = 1/2 + φ(x)·Σ x^(2n+1)/(1·3·5·…·(2n+1)), for the closed form of all answers
  together. (Marsaglia, "Evaluating the normal distribution", 2004.)
- *A quadrature*: the loss of one answer has E[e^(sL)] = e^(μ²(s² + s)/2), so for any a > 0

      δ(ε) = 1/(2π)·∫ (e^(μ²(s² + s)/2))^k·e^(−sε)/(s·(s + 1)) du,  s = a + iu,

  since ∫ over ε of e^(sε)·(1 − e^(ε−l))⁺ is e^(sl)/(s·(s + 1)). That multiplies k answers and uses
  no normal law. The integrand is analytic in a strip of half the width a, so sums at steps of h
  err by e^(−2πa/h).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

from dpverify.accounting import Plan, account, gaussian

CLOSE = Decimal(10) ** -30
QUESTIONS = (("20", 100, "1/2"), ("20", 100, "4"), ("4", 10, "5"), ("20", 10_000, "33"))
"""σ, how often, ε."""


@contextmanager
def digits(count: int = 90) -> Iterator[None]:
    """Decimals of so many digits."""
    with localcontext() as context:
        context.prec = count
        yield


def pi() -> Decimal:
    """Machin's formula: 16·arctan(1/5) − 4·arctan(1/239)."""

    def arctan(inverse: int) -> Decimal:
        power = total = Decimal(1) / inverse
        for n in range(3, 400, 2):
            power /= -inverse * inverse
            total += power / n
        return total

    return 16 * arctan(5) - 4 * arctan(239)


def phi(x: Decimal) -> Decimal:
    """Φ(x), by the series; for large −x it cancels, which 90 digits allow for."""
    term = total = x
    n = 1
    while abs(term) > Decimal(10) ** -95:
        term *= x * x / (2 * n + 1)
        total += term
        n += 1
    return Decimal("0.5") + total * (-x * x / 2).exp() / (2 * pi()).sqrt()


def by_series(sigma: str, times: int, eps: str) -> Decimal:
    """Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ) with μ = √k/σ."""
    mu, loss = Decimal(times).sqrt() / Decimal(sigma), decimal(eps)
    return phi(mu / 2 - loss / mu) - loss.exp() * phi(-mu / 2 - loss / mu)


def decimal(text: str) -> Decimal:
    """A fraction as a decimal."""
    exact = Fraction(text)
    return Decimal(exact.numerator) / exact.denominator


def turn(angle: Decimal) -> tuple[Decimal, Decimal]:
    """Cosine and sine, by their series after halving the angle until it is small."""
    halvings = 0
    while abs(angle) > Decimal("0.1"):
        angle, halvings = angle / 2, halvings + 1
    cosine = sine = Decimal(0)
    term, n = Decimal(1), 0
    while n < 60:
        cosine += term
        term *= angle / (n + 1)
        sine += term
        term *= -angle / (n + 2)
        n += 2
    for _ in range(halvings):
        cosine, sine = cosine * cosine - sine * sine, 2 * cosine * sine
    return cosine, sine


def by_quadrature(sigma: str, times: int, eps: str) -> Decimal:
    """The integral by trapezoids: the integrand is even in its real part."""
    variance, loss = 1 / Decimal(sigma) ** 2, decimal(eps)
    whole = times * variance
    # The saddle point, about: there the integrand is not larger than the integral by much.
    a = max(loss / whole - Decimal("0.5"), Decimal(1))
    step = min(a, Decimal(1)) / 18
    total, u = Decimal(0), Decimal(0)
    while whole * u * u < 240:
        # E[e^(sL)] of one answer is r·(cos v + i·sin v); its k-th power, by k.
        r, v = variance * (a * a - u * u + a) / 2, variance * (a * u + u / 2)
        size = (times * r - a * loss).exp()
        cosine, sine = turn(times * v - u * loss)
        # 1/(s(s + 1)) is the conjugate of (x + iy) by its squared size.
        x, y = a * a - u * u + a, 2 * a * u + u
        value = size * (cosine * x + sine * y) / (x * x + y * y)
        total += value / 2 if not u else value
        u += step
    return total * step / pi()


@pytest.mark.parametrize(("sigma", "times", "eps"), QUESTIONS)
def test_many_gaussian_answers(sigma: str, times: int, eps: str) -> None:
    """Both routes lie within one part in 10^30 of both bounds, which are that close."""
    answer = account(Plan((gaussian(sigma, times=times),)), eps=eps)
    with digits():
        for delta in (by_series(sigma, times, eps), by_quadrature(sigma, times, eps)):
            for bound in (answer.lower, answer.upper):
                assert abs(Decimal(bound) / delta - 1) < CLOSE


@pytest.mark.parametrize(("sigma", "times", "eps"), QUESTIONS)
def test_the_loss_of_many_gaussian_answers(sigma: str, times: int, eps: str) -> None:
    """The other way round: from δ in 60 digits back to ε."""
    with digits():
        delta = by_series(sigma, times, eps)
        text = f"{delta:.60e}"
    answer = account(Plan((gaussian(sigma, times=times),)), delta=text)
    with digits():
        for bound in (answer.lower, answer.upper):
            assert abs(Decimal(bound) / decimal(eps) - 1) < CLOSE


def test_the_oracles_notice_a_last_digit() -> None:
    """An answer that is off by three parts in 10^30 is off for both."""
    with digits():
        true = by_series("4", 10, "5")
        assert abs(by_quadrature("4", 10, "5") / true - 1) < CLOSE / 10**6
        assert abs(true * (1 + 3 * CLOSE) / by_quadrature("4", 10, "5") - 1) > CLOSE
        # A hundredth more noise, or one answer more, is another number from the third digit on.
        assert abs(by_series("4.04", 10, "5") / true - 1) > Decimal("0.01")
        assert abs(by_quadrature("4", 11, "5") / true - 1) > Decimal("0.01")
