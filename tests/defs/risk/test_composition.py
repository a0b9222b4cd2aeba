"""The steps of the bound on composition, each on its own."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import factorial, log, sqrt, tanh

import pytest
from flint import arb, fmpq

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Value, exp, ln, parse
from dpverify.defs.privacy_loss import log as log_of
from dpverify.defs.risk import FiniteLaw, Laplace, NoiseDifference
from dpverify.defs.risk.composition import chord, composed_eps, printed_mean, sharp_mean, tanh_half
from dpverify.defs.risk.lattice import Lattice
from tests.defs.risk.oracles import near


@pytest.mark.parametrize("x", ["1/10", "1/2", "1", "3", "10"])
def test_the_chord(x: str) -> None:
    """Step 1: equality at l = ±x, exactly; above between, exactly on a grid; concave."""
    a, s = chord(x)
    end = Value(Fraction(x))
    assert a - s * exp(-end) == end
    assert a - s * exp(end) == -end
    for i in range(-19, 20):
        level = end * i / 20
        assert a - s * exp(-level) > level
    assert s > 0  # so that −S·e^(−l) is concave
    assert a - s == end * tanh_half(end)


def _positive(evaluate: Callable[[arb, arb], arb], cell: tuple[fmpq, fmpq, fmpq, fmpq]) -> bool:
    """Whether a function of two numbers is positive on a rectangle, by halving it."""
    waiting, seen = [cell], 0
    while waiting:
        a, b, c, d = waiting.pop()
        seen += 1
        if seen > 50_000:
            return False
        if evaluate(arb(a).union(arb(b)), arb(c).union(arb(d))) > 0:
            continue
        if b - a > d - c:
            waiting += [(a, (a + b) / 2, c, d), ((a + b) / 2, b, c, d)]
        else:
            waiting += [(a, b, c, (c + d) / 2), (a, b, (c + d) / 2, d)]
    return True


@pytest.mark.slow
def test_the_chord_by_enclosures() -> None:
    """Step 1 with l = s·x, |s| ≤ 9/10: cosh x − e^(−s·x) − s·sinh x > 0."""
    cell = (fmpq(1, 4), fmpq(4), fmpq(-9, 10), fmpq(9, 10))
    assert _positive(lambda x, s: x.cosh() - (-s * x).exp() - s * x.sinh(), cell)
    assert not _positive(lambda x, s: x.cosh() - (-s * x).exp() - 2 * s * x.sinh(), cell)


def test_monotonicity_by_enclosures() -> None:
    """Steps 3 and 4 for x in [1/10, 10]; nearer to 0 the power series below decide."""
    line = (fmpq(1, 10), fmpq(10), fmpq(0), fmpq(1, 1000))
    assert _positive(lambda x, _: (2 * x).sinh() - 2 * x, line)
    assert _positive(lambda x, _: x * x.cosh() - x.sinh(), line)
    assert _positive(lambda x, _: x - x.tanh(), line)


def test_monotonicity_by_power_series() -> None:
    """sinh 2x − 2x and x·cosh x − sinh x (so x ≥ tanh x) have no negative coefficient."""
    for k in range(1, 40):
        odd, even = factorial(2 * k + 1), factorial(2 * k)
        assert Fraction(2 ** (2 * k + 1), odd) > 0
        assert Fraction(1, even) - Fraction(1, odd) > 0


@pytest.mark.parametrize(
    ("confidence", "eps", "eps0"), [("4/5", "1/2", "1"), ("0", "1", "2"), ("1", "1/3", "5")]
)
def test_the_means(confidence: str, eps: str, eps0: str) -> None:
    """μ' < μ, and both are the formulas in floats."""
    g, a, b = (float(Fraction(x)) for x in (confidence, eps, eps0))
    sharp = g * a * tanh(a / 2) + (1 - g) * b * tanh(b / 2)
    assert abs(sharp_mean(confidence, eps, eps0).approx() - sharp) < 1e-12
    assert (
        abs(printed_mean(confidence, eps, eps0).approx() - (g * a * a + (1 - g) * b * b) / 2)
        < 1e-12
    )
    assert sharp_mean(confidence, eps, eps0) < printed_mean(confidence, eps, eps0)


def test_the_composed_eps() -> None:
    """ε₀·√(2n·ln(1/δ)) + nμ, against floats; logarithms are welcome."""
    found = composed_eps(2000, "1/100", "ln(2)", parse("1/10"))
    assert abs(found.approx() - (log(2) * sqrt(4000 * log(100)) + 200)) < 1e-9
    assert composed_eps(1, 1, 1, Value(0)).approx() == 0


def _law(p: list[Fraction], q: list[Fraction]) -> FiniteLaw:
    points = zip(p, q, strict=True)
    return FiniteLaw([(log_of(Value(a / b)), Value(a)) for a, b in points])


ONE_SIDED = ([Fraction(n, 75) for n in (60, 4, 11)], [Fraction(n, 75) for n in (30, 1, 44)])


def test_confidence_under_p_alone_does_not_bound_the_mean() -> None:
    """P=(60,4,11)/75, Q=(30,1,44)/75, ε=ln 2, ε₀=ln 4, γ=4/5: KL = (46/75)·ln 2 > (4/5)·ln²2."""
    law = _law(*ONE_SIDED)
    assert law.confidence("ln(2)") == parse("4/5")
    assert law.largest == ln(4)
    assert law.expected_loss() == parse("46/75*ln(2)")
    mean = printed_mean("4/5", "ln(2)", "ln(4)")
    assert abs((mean - parse("4/5*ln(2)") * parse("ln(2)")).approx()) < 1e-15
    assert law.expected_loss() > mean


def test_nor_does_it_bound_the_composition() -> None:
    """n = 20,000, δ = 1/100: the composition has δ > 97/100 at the ε' of the formula."""
    mean = printed_mean("4/5", "ln(2)", "ln(4)")
    eps = composed_eps(20_000, "1/100", "ln(4)", mean)
    delta = Lattice.exact(_law(*ONE_SIDED), "ln(2)").composed(20_000).delta(eps)
    assert delta > parse("97/100")
    assert near(delta, "0.978123")


def test_an_averaged_confidence_does_not_bound_the_mean() -> None:
    """Losses −ln 1.1, ln 2, −ln 2 with P = 83/100, 253/1500, 1/750; γ the mean of both laws'."""
    p = [Fraction(83, 100), Fraction(253, 1500), Fraction(1, 750)]
    q = [p[0] * Fraction(11, 10), p[1] / 2, p[2] * 2]
    assert sum(q) == 1
    law = _law(p, q)
    average = (p[0] + q[0]) / 2
    assert law.expected_loss() > printed_mean(average, "ln(11/10)", "ln(2)")
    # Under both laws the confidence is at least 83/100, and with that the bound holds.
    assert law.expected_loss() < sharp_mean(p[0], "ln(11/10)", "ln(2)")


@pytest.mark.long
def test_gamma1_does_not_bound_the_composition() -> None:
    """ε₀ = 1, ε = 1/2, n = 2000, δ = 1/100 with γ₁ for γ: the true δ is at least .96."""
    mean = printed_mean(NoiseDifference(1).gamma1("1/2", 1), "1/2", 1)
    eps = composed_eps(2000, "1/100", 1, mean)
    below = Lattice.rounded(Laplace(1), "1/200", up=False).composed(2000).delta(eps)
    assert below >= parse("96/100")


def test_the_true_bound_holds() -> None:
    """With the true confidence of Laplace noise the composed δ stays below 1/100."""
    mean = sharp_mean(Laplace(1).confidence("1/2"), "1/2", 1)
    eps = composed_eps(2000, "1/100", 1, mean)
    above = Lattice.rounded(Laplace(1), "1/50", up=True).composed(2000).delta(eps)
    assert above < parse("1/100")
    assert Laplace(1).expected_loss() < mean


def test_refuses() -> None:
    """ε above ε₀, no n, δ out of range."""
    with pytest.raises(DomainError, match="above"):
        sharp_mean("1/2", 2, 1)
    with pytest.raises(DomainError, match="n is 0"):
        composed_eps(0, "1/2", 1, Value(1))
    with pytest.raises(DomainError, match="δ"):
        composed_eps(1, 0, 1, Value(1))
