"""Rényi divergences: by hand, by decimals, and their order among themselves."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from math import log

import pytest

from dpverify.checkers.decide import measure
from dpverify.defs.channel import Channel
from dpverify.defs.divergences.max_divergence import max_divergence
from dpverify.defs.divergences.renyi import balanced, kullback_leibler, renyi_divergence
from dpverify.defs.numbers import INFINITY, Real, Value, as_value, enclosure, ln
from tests.defs.divergences.pairs import decimal_renyi, law, random_pairs

F = Fraction
P, Q = law([3, 1]), law([1, 3])


def test_randomised_response() -> None:
    """D_2 = ln(9/4 + 1/12), D_3 = ln(27/4 + 1/36)/2, D_{3/2} = 2·ln(3√3/4 + 1/(4√3))."""
    assert renyi_divergence(P, Q, F(2)) == ln("7/3")
    assert renyi_divergence(P, Q, F(3)) == ln("61/9") / 2
    assert renyi_divergence(P, Q, F(3, 2)) == ln("25/12")
    assert kullback_leibler(P, Q) == ln(3) / 2


@pytest.mark.parametrize("order", [F(2), F(5), F(3, 2), F(7, 3), F(101, 100), F(200)])
def test_against_decimals(order: Fraction) -> None:
    """The definition in decimals of 60 digits lies within the enclosure, up to its own rounding."""
    for p, q in random_pairs(12, seed=int(order * 100)):
        found = renyi_divergence(law(p), law(q), order)
        expected = Fraction(decimal_renyi(p, q, order))
        if law(p) == law(q):
            assert found == 0
            continue
        low, high = map(Fraction, enclosure(found, 15))
        slack = F(1, 10**40)
        assert low - slack <= expected <= high + slack, (p, q)


def test_orders_are_ordered() -> None:
    """KL ≤ D_{3/2} ≤ D_2 ≤ D_3 ≤ D_∞."""
    for first, second in random_pairs(15, seed=7):
        p, q = law(first), law(second)
        orders = [renyi_divergence(p, q, order) for order in (F(3, 2), F(2), F(3))]
        chain = [kullback_leibler(p, q), *orders, max_divergence(p, q)]
        assert all(a <= b for a, b in pairwise(chain))


def test_supports() -> None:
    """An output that Q cannot give makes it infinite; one that P cannot give does not count."""
    half = law([1, 1, 0])
    for divergence in (kullback_leibler, lambda p, q: renyi_divergence(p, q, F(2))):
        assert divergence(law([1, 0, 1]), half) == INFINITY
        assert divergence(law([0, 1, 0]), half) == ln(2)
        assert divergence(half, half) == 0


def test_irrational_rows() -> None:
    """P = (e, 1)/(1+e), Q its mirror: KL = tanh(1/2); D_2 = ln((e² + 1/e)/(1+e)) is exact."""
    e = as_value("exp(1)")
    p, q = [e / (1 + e), 1 / (1 + e)], [1 / (1 + e), e / (1 + e)]
    found = kullback_leibler(p, q)
    assert isinstance(found, Real)
    assert found.approx() == pytest.approx(0.46211715726000976)
    assert renyi_divergence(p, q, F(2)) == ln((e * e + 1 / e) / (1 + e))


def test_long_orders_are_balls() -> None:
    """Beyond 64 no powers are written out: D_100 is within ln(4/3)/99 of ln 3."""
    found = renyi_divergence(P, Q, F(100))
    assert isinstance(found, Real)
    assert log(3) - log(4 / 3) / 99 <= found.approx() <= log(3)


def test_many_outputs() -> None:
    """A sum of a thousand balls is a shallow tree."""
    p, q = law(list(range(1, 1201))), law(list(range(1200, 0, -1)))
    assert renyi_divergence(p, q, F(65, 64)).approx() > 0
    assert balanced([Real("exp", Value(0))] * 5).approx() == 5


IRRATIONAL = ("1/2", "1/2"), ("1/3-exp(-1/2)/3", "2/3+exp(-1/2)/3")
TWO_TERMS = ("1/(1+exp(1))", "exp(1)/(1+exp(1))"), ("1/3+2/3*exp(-40)", "2/3-2/3*exp(-40)")


@pytest.mark.parametrize("rows", [IRRATIONAL, TWO_TERMS])
def test_large_orders_of_irrational_rows(rows: tuple[tuple[str, str], tuple[str, str]]) -> None:
    """Powers that cancel to 64 bits, or have thousands of terms: against floats, in both orders."""
    laws = [[as_value(x) for x in row] for row in rows]
    found = measure(Channel(["a", "b"], ["0", "1"], laws), "renyi-dp", alpha=50).tight["eps"]
    p, q = ([x.approx() for x in row] for row in laws)
    expected = max(
        log(sum(a**50 * b**-49 for a, b in zip(one, other, strict=True))) / 49
        for one, other in ((p, q), (q, p))
    )
    low, high = map(float, enclosure(found, 15))
    assert expected - 1e-9 <= low <= high <= expected + 1e-9


@pytest.mark.parametrize("m", [16, 17, 40, 101])
def test_sums_of_many_logarithms(m: int) -> None:
    """Σ P·ln(P/Q) of more logarithms than are added in turn, by decimals of 60 digits."""
    first, second = ([k * k % 97 + 1 + by * k for k in range(m)] for by in (0, 3))
    p, q = ([Value(x) / sum(row) for x in row] for row in (first, second))
    with localcontext(prec=60):
        laws = [[Decimal(x) / sum(row) for x in row] for row in (first, second)]
        exact = F(sum((a * (a / b).ln() for a, b in zip(*laws, strict=True)), Decimal(0)))
    low, high = map(Fraction, enclosure(kullback_leibler(p, q), 30))
    slack = F(1, 10**40)
    assert low - slack <= exact <= high + slack
