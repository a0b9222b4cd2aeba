"""The kernel's laws of large counts, against the definition and against an integral."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from flint import acb, arb, ctx

from dpverify.checkers.kernel.counts import Alike, Balls, Exact, Mixed, law_of, summed
from dpverify.defs.numbers import Undecided, Value, as_value
from dpverify.defs.numbers.balls import working_precision

BITS = 200


def binomial(m: int, p: Fraction, low: int, high: int) -> Fraction:
    """P(low ≤ X ≤ high) by its definition."""
    return sum((comb(m, x) * p**x * (1 - p) ** (m - x)
                for x in range(max(low, 0), min(high, m) + 1)), start=Fraction(0))  # fmt: skip


@pytest.mark.parametrize(("m", "p"), [(1, "1/2"), (7, "1/3"), (40, "9/10"), (90, "1/100")])
def test_tails_agree_with_the_definition(m: int, p: str) -> None:
    """Exact laws are equal to it, balls contain it and are narrow."""
    parts = [(as_value(p), m)]
    exact, balls = Exact(parts), Balls(parts)
    for low in range(-1, m + 2, max(m // 9, 1)):
        for high in range(low - 1, m + 2, max(m // 7, 1)):
            truth = binomial(m, Fraction(p), low, high)
            assert exact.between(low, high) == Value(truth)
            ball = Value(truth).ball(400)
            found = balls.between(low, high).ball(BITS)
            assert found.overlaps(ball)
            assert truth == 0 or found.rel_accuracy_bits() > 100


def test_a_tail_of_a_million_is_an_incomplete_beta_integral() -> None:
    """d/dp P(X ≤ k) = −(m−k)·C(m, k)·p^k (1−p)^{m−k−1}, integrated rigorously over p = u/m."""
    m, k = 10**6, 40
    near, far = (Balls([(as_value(p), m)]).between(0, k).ball(BITS) for p in ("1e-5", "3e-4"))
    with working_precision(128):
        scale = arb.bin_uiui(m, k) * (m - k) / m

        def density(u: acb, _: bool) -> acb:
            return (u / m) ** k * (1 - u / m) ** (m - k - 1) * scale

        expected = acb.integral(density, 10, 300).real
    assert (near - far).overlaps(expected)
    assert expected.rel_accuracy_bits() > 60


@pytest.mark.parametrize("block", [1, 5, 2048])
def test_blocks_do_not_matter(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tails are the same however the kept pieces are cut."""
    monkeypatch.setattr("dpverify.checkers.kernel.counts.BLOCK", block)
    with working_precision(BITS):
        law = Alike(as_value("2/7"), 60, BITS)
        for x in range(61):
            truth = Value(binomial(60, Fraction(2, 7), 0, x)).ball(400)
            assert law.below(x).overlaps(truth)
            assert law.above(x + 1).overlaps(1 - truth)


@pytest.mark.parametrize("bits", [2, 6, 12])
def test_what_a_tail_leaves_out_is_within_the_radius(
    bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped early, a tail still contains the truth."""
    monkeypatch.setattr("dpverify.checkers.kernel.counts.BLOCK", 5)
    with working_precision(BITS):
        law = Alike(as_value("1/3"), 90, BITS)
        law.bits = bits
        for x in range(91):
            truth = Value(binomial(90, Fraction(1, 3), 0, x)).ball(400)
            assert law.below(x).contains(truth.mid())
            assert law.above(x + 1).contains((1 - truth).mid())


def test_different_probabilities_are_multiplied() -> None:
    """Sure and impossible records shift the law and do nothing."""
    parts = [(as_value(p), k) for p, k in (("1/3", 3), ("1/2", 4), ("1", 2), ("0", 5), ("1/7", 1))]
    exact, balls = Exact(parts), Balls(parts)
    assert balls.ends == (2, 10)
    for low in range(16):
        for high in range(low, 16):
            truth = exact.between(low, high)
            assert balls.between(low, high).ball(BITS).overlaps(truth.ball(400))
    with working_precision(BITS):
        assert isinstance(balls.law(BITS), Mixed)


def test_small_laws_are_exact_and_large_ones_are_not() -> None:
    """Also an irrational probability asks for balls; too many different ones are refused."""
    assert isinstance(law_of([(as_value("1/2"), 100), (as_value("1/2"), 100)]), Exact)
    assert isinstance(law_of([(as_value("1/2"), 10**6)]), Balls)
    assert isinstance(law_of([(as_value("exp(-1)"), 3)]), Balls)
    with pytest.raises(Undecided):
        Mixed([(as_value("1/3"), 20_000), (as_value("1/2"), 20_000)], 64)


def test_sums_are_not_nested() -> None:
    """Ten thousand balls do not exhaust the stack."""
    number = Balls([(as_value("1/2"), 10**6)]).at(500_000)
    assert summed([number] * 10_000) > 7
    assert ctx.prec == 53
