"""Factored sums."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from dpverify.checkers.all_eps.factors import Factors
from dpverify.defs.errors import NumberError, Undecided
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from dpverify.defs.symbolic.formal import formal
from tests.checkers.all_eps.scanning import random_function, sign_at

F = Fraction


@pytest.mark.parametrize("seed", range(30))
def test_the_sign_of_a_product_is_that_of_the_sum(seed: int) -> None:
    """sign · ∏ sign(factor)^multiplicity, at points where nothing is zero."""
    rng = Random(seed)  # noqa: S311  # test data
    a = random_function(rng, 2) * random_function(rng, 3)
    a = a * random_function(rng, 2) if seed % 2 else a * F(-3, 7)
    product = Factors([a]).product(a)
    assert product is not None
    for eps in (F(1, 7), F(1), F(22, 7), F(9)):
        sign = product.sign
        for factor, power in product.powers.items():
            sign *= sign_at(factor.sum, eps) ** power
        assert sign == sign_at(a, eps) != 0


def test_equal_factors_are_one_object() -> None:
    """Of different sums, with different constants and powers of e before them."""
    a, b = formal("(eps-1)*(exp(eps/2)-3)").num, formal("-2*exp(eps/3)*(exp(eps/2)-3)").num
    factors = Factors([a, b])
    first, second = factors.product(a), factors.product(b)
    assert first is not None
    assert second is not None
    assert set(second.powers) < set(first.powers)
    assert second.sign == -first.sign
    assert factors.product(a) is first
    assert factors.product(ExpPoly.number(0)) is None


def test_multiplicities() -> None:
    """(e^ε − 3)^3·(ε − 1)^2."""
    a = formal("(exp(eps)-3)**3*(eps-1)**2").num
    product = Factors([a]).product(a)
    assert product is not None
    assert sorted(product.powers.values()) == [2, 3]


def test_an_exponent_that_was_not_announced() -> None:
    """Another unit of t is refused, not rounded."""
    factors = Factors([formal("exp(eps)-1").num])
    with pytest.raises(NumberError, match="is no integer"):
        factors.product(formal("exp(6/5*eps)-1").num)


def test_zeros_in_closed_form() -> None:
    """Linear in ε alone: rational; b·t^k − a: a logarithm."""
    a = formal("(3*eps-2)*(2*exp(2/3*eps)-5)*(exp(eps)+2)*(eps**2-2)").num
    product = Factors([a]).product(a)
    assert product is not None
    rational = [f.rational_zero for f in product.powers]
    assert [each for each in rational if each is not None] == [F(2, 3)]
    logarithms = [f.logarithm for f in product.powers if f.logarithm is not None]
    assert [str(each) for each in logarithms] == ["3/2*ln(5/2)"]


def test_limits() -> None:
    """Exponents beyond the limit are an open question, not a long wait."""
    a = ExpPoly.in_eps({(0, F(10**6)): 1, (0, F(0)): 1})
    with pytest.raises(Undecided, match="differ by more than"):
        Factors([a]).product(a)
