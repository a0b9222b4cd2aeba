"""Ranges cut at zeros."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from dpverify.checkers.all_eps.factors import Factors
from dpverify.checkers.all_eps.line import Range, pieces, simplest
from dpverify.defs.errors import UsageError
from dpverify.defs.symbolic.formal import formal
from tests.checkers.all_eps.scanning import random_function, sign_at

F = Fraction


@pytest.mark.parametrize("seed", range(30))
def test_signs_on_pieces_are_those_at_other_points(seed: int) -> None:
    """In each cell three sums have one sign, at its sample and at random points."""
    rng = Random(seed)  # noqa: S311  # test data
    given = [random_function(rng, rng.randint(1, 4)) for _ in range(3)]
    factors = Factors(given)
    products = [factors.product(a) for a in given]
    every = [f for p in products if p is not None for f in p.powers]
    line = pieces(every, Range())
    points = [each.zero for each in line if each.zero is not None]
    ends = [F(0), *(F(str(z.high)) for z in points)]
    stops = [*(F(str(z.low)) for z in points), F(40)]
    cells = [each for each in line if each.zero is None]
    assert len(cells) == len(points) + 1
    for cell, low, high in zip(cells, ends, stops, strict=True):
        assert low < cell.sample
        for a, product in zip(given, products, strict=True):
            for _ in range(3):
                eps = low + (high - low) * F(rng.randint(1, 99), 100)
                assert cell.sign(product) == sign_at(a, eps)
    for each in line:
        if each.zero is not None:
            assert [each.sign(p) == 0 for p in products] == [
                p is not None and each.zero.factor in p.powers for p in products
            ]


@pytest.mark.parametrize(
    ("over", "kinds"),
    [
        ("all", "-0+0-0+0-0+"),
        ("1/2..1", "0+0-"),
        ("1/2..9/10", "0+"),
        ("0..1/2", "-0"),
        ("7/5..inf", "+0-0+"),
        ("1/2..11/10", "0+0-0+"),
        ("2..3", "-"),
    ],
)
def test_ends_of_a_range(over: str, kinds: str) -> None:
    """Zeros at 1/2, .91, ln 3, √2 and 3.73; a rational end that is a zero is a point."""
    a = formal("(eps-1/2)*(exp(eps)-3)*(eps**2-2)*(exp(eps)-3*eps**2)").num
    product = Factors([a]).product(a)
    assert product is not None
    found = pieces(product.powers, Range.read(over))
    assert "".join("-0+"[each.sign(product) + 1] for each in found) == kinds
    for each in found:
        assert a.at(each.sample).sign() != 0


def test_simplest_has_the_smallest_denominator() -> None:
    """Against all smaller denominators."""
    rng = Random(1)  # noqa: S311  # test data
    for _ in range(300):
        low = F(rng.randint(0, 50), rng.randint(1, 30))
        high = low + F(rng.randint(1, 50), rng.randint(1, 3000))
        found = simplest(low, high)
        assert low < found < high
        assert all(not low < F(low * d // 1 + 1, d) < high for d in range(1, found.denominator))


@pytest.mark.parametrize(
    "text",
    ["", "1", "1..", "..1", "3..2", "1..1", "-1..1", "a..b", "0..inf..", "0..exp(1)", "inf..1"],
)
def test_what_is_no_range(text: str) -> None:
    """Refused in one line."""
    with pytest.raises(UsageError, match="range of eps"):
        Range.read(text)


def test_a_range_is_written_as_it_is_read() -> None:
    """Texts of ranges."""
    for text in ("all", "1/2..3", "1..inf", "0..1"):
        assert str(Range.read(text)) == text
    assert Range.read("0..inf") == Range.read("all")


def test_an_even_power_does_not_change_the_sign() -> None:
    """(ε − 1)²·(e^ε − 3): −, 0 at 1, −, 0 at ln 3, +."""
    a = formal("(eps-1)**2*(exp(eps)-3)").num
    product = Factors([a]).product(a)
    assert product is not None
    assert [each.sign(product) for each in pieces(product.powers, Range())] == [-1, 0, -1, 0, 1]


def test_an_end_that_is_too_long_for_the_kernel_is_refused() -> None:
    """399 zeros are read, 400 are not."""
    assert Range.read("0..1e-399").high == F(1, 10**399)
    for text in ("0..1e-400", "1e-400..1", "0..1e400"):
        with pytest.raises(UsageError, match="401 digits"):
            Range.read(text)
