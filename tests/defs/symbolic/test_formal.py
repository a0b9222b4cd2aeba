"""Numbers that depend on ε."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from dpverify.defs.errors import NumberError
from dpverify.defs.numbers import Value, exp, ln
from dpverify.defs.symbolic.formal import EPS, Formal, formal
from tests.checkers.all_eps.scanning import random_function

F = Fraction


@pytest.mark.parametrize("seed", range(25))
def test_arithmetic_is_that_of_the_values(seed: int) -> None:
    """Every operation, at a rational ε."""
    rng = Random(seed)  # noqa: S311  # test data
    a = Formal(random_function(rng), random_function(rng, 2))
    b = Formal(random_function(rng), random_function(rng, 2))
    eps = F(rng.randint(1, 7), rng.randint(2, 9))
    x, y = a.at(eps), b.at(eps)
    assert (a + b).at(eps) == x + y
    assert (a - b).at(eps) == x - y
    assert (a * b).at(eps) == x * y
    assert (a / b).at(eps) == x / y
    assert (1 - a).at(eps) == 1 - x
    assert (2 / a).at(eps) == 2 / x
    assert (a**-2).at(eps) == x**-2
    assert ((a + b) ** 2 - a * a - 2 * a * b - b**2).is_zero
    assert formal(str(a)) == a
    assert hash(formal(str(a))) == hash(a)
    signed = Formal(a.signed).at(eps).sign()
    assert signed == x.sign()


def test_the_same_function_is_equal_whatever_its_form() -> None:
    """Common factors are cancelled, also when one side is a plain number."""
    assert (1 + EPS) * (1 - exp(EPS)) / (3 * (1 - exp(EPS))) == (1 + EPS) / 3
    assert F(1, 2) == EPS / (2 * EPS)
    assert hash(EPS / EPS) == hash(1)
    assert EPS != 1
    assert Value(2) * EPS != EPS


def test_a_divisor_is_remembered_after_it_was_cancelled() -> None:
    """(ε − 1/2)/(ε − 1/2) is 1, and has no value at 1/2."""
    one = (EPS - F(1, 2)) / (EPS - F(1, 2))
    assert one == 1
    assert (one * 3 + EPS).at(F(1)) == 4
    with pytest.raises(NumberError, match="divides by zero"):
        (one * 3 + EPS).at(F(1, 2))
    assert not (1 / (3 * EPS * exp(EPS))).divisors  # one term has no zero at ε > 0


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("exp(1)*eps", "beside eps"),
        ("2**(1/2)+eps", "beside eps"),
        ("ln(3)+eps", "is no quotient of sums"),
        ("exp(1+eps)", "rational multiple of eps"),
        ("exp(eps*eps)", "rational multiple of eps"),
        ("exp(exp(eps))", "rational multiple of eps"),
        ("2**eps", "not rational"),
        ("ln(eps)", "depends on eps"),
        ("1/(eps-eps)", "division by zero"),
        ("epsilon", "unexpected"),
        ("eps eps", "unexpected"),
    ],
)
def test_what_is_no_such_function(text: str, fault: str) -> None:
    """Refused in one line."""
    with pytest.raises(NumberError, match=fault):
        formal(text)


def test_symbols_are_no_part_of_the_grammar_of_numbers() -> None:
    """`eps` is a name only where a symbol is asked for."""
    with pytest.raises(NumberError):
        exp("eps")
    with pytest.raises(NumberError):
        ln("eps")


@pytest.mark.parametrize(
    "ask",
    [
        lambda x: x < 1,
        lambda x: x >= 1,
        bool,
        float,
        int,
        abs,
        round,
        lambda x: x // 2,
        lambda x: [0][x],
        range,
    ],
)
def test_its_size_is_not_to_be_had(ask: Any) -> None:
    """The answer would depend on ε."""
    with pytest.raises(NumberError, match="depends on eps"):
        ask(EPS)


def test_a_power_keeps_what_was_divided_by() -> None:
    """x**0 has no value where x has none."""
    (divisor,) = ((1 / (EPS - 3)) ** 0).divisors
    assert divisor == (EPS - 3).num
    assert formal("(1/(eps-3))**0").divisors == {divisor}
    with pytest.raises(NumberError, match="divides by zero"):
        formal("0/(eps-3)").at(Fraction(3))
