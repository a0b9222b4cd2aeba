"""Zeros of sums in ε and e^ε: all are found, each alone, and never one too many."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from dpverify.checkers.all_eps.factors import Factors as Found
from dpverify.checkers.all_eps.zeros import zeros as found_zeros
from dpverify.checkers.kernel import eps_sums, eps_zeros
from dpverify.checkers.kernel.eps_sums import ONE, Quotient, read, total
from dpverify.checkers.kernel.eps_zeros import Factors, Zero
from dpverify.defs import numbers as num
from dpverify.defs.errors import Undecided

F = Fraction


def zeros(text: str) -> list[Zero]:
    """All positive zeros of a function, ascending."""
    top = read(text).top
    factors = Factors([top])
    return Factors.sorted(z for each in factors.product(top)[1] for z in factors.zeros(each))


def near(zero: Zero) -> float:
    while zero.high - zero.low > F(1, 10**9):
        zero.halve()
    return float((zero.low + zero.high) / 2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1+eps", []),
        ("eps", []),
        ("exp(eps)", []),
        ("exp(eps)-1", []),  # its zero is 0
        ("eps-2/3", [2 / 3]),
        ("3-2*eps", [1.5]),
        ("(eps-1)*(eps-2)*(eps-3)", [1, 2, 3]),
        ("(eps-1)**2*(eps-2)", [1, 2]),
        ("eps**2-2", [2**0.5]),
        ("eps**2-4*eps+5", []),
        ("exp(eps)-2", [0.693147180559945]),
        ("2-exp(eps/3)", [2.07944154167984]),
        ("(exp(eps)-2)*(exp(eps)-3)", [0.693147180559945, 1.09861228866811]),
        ("exp(2*eps)-3*exp(eps)+9/4", [0.405465108108164]),  # (e^ε − 3/2)²
        ("exp(eps)-1-2*eps", [1.25643120862617]),
        ("exp(-eps)-eps", [0.567143290409784]),
        ("eps*exp(-eps)-1/5", [0.259171101819074, 2.54264135777353]),
        ("eps*exp(-eps)-2/5", []),  # the largest value is 1/e
        ("exp(eps)-eps**3-1", [1.54500727970, 4.56703683733]),
        ("1-eps+eps**2/2-exp(-eps)", []),
    ],
)
def test_zeros_by_hand(text: str, expected: list[float]) -> None:
    found = zeros(text)
    assert [near(zero) for zero in found] == pytest.approx(expected, abs=1e-8)
    assert all(a.high < b.low for a, b in pairwise(found))


def test_closed_forms() -> None:
    """Of two terms alone; a rational zero is itself."""
    (zero,) = zeros("5*exp(2/3*eps)-7")
    assert zero.logarithm() == num.ln(F(7, 5)) * F(3, 2)
    (rational,) = zeros("3*eps-2")
    assert (rational.low, rational.high, rational.logarithm()) == (F(2, 3), F(2, 3), None)
    (other,) = zeros("exp(eps)-1-2*eps")
    assert other.logarithm() is None


def random_sum(rng: Random) -> str:
    return "+".join(
        f"({rng.randint(-9, 9)})*eps**{rng.randint(0, 3)}*exp({rng.randint(-3, 3)}*eps/2)"
        for _ in range(rng.randint(2, 5))
    )


@pytest.mark.parametrize("seed", range(40))
def test_random_sums_agree_with_the_finder(seed: int) -> None:
    """The finder halves intervals by Taylor expansions; here derivatives tell."""
    rng = Random(seed)  # noqa: S311  # test data
    top = read(random_sum(rng)).top
    if not top:
        return
    factors = Found([top])
    product: Any = factors.product(top)
    other = sorted(
        float(zero.ball(40)) for f in product.powers for zero in found_zeros(f, F(0), None)
    )
    mine = Factors([top])
    sign, powers = mine.product(top)
    assert sign == product.sign
    assert sorted(powers.values()) == sorted(product.powers.values())
    found = Factors.sorted(z for each in powers for z in mine.zeros(each))
    assert [near(zero) for zero in found] == pytest.approx(other, rel=1e-8)


@pytest.mark.parametrize("seed", range(20))
def test_signs_between_zeros_are_constant(seed: int) -> None:
    """At many rational ε the exact number has the sign that the product says."""
    rng = Random(seed)  # noqa: S311  # test data
    function = read(random_sum(rng))
    if not function.top:
        return
    factors = Factors([function.top])
    sign, powers = factors.product(function.top)
    for _ in range(20):
        eps = F(rng.randint(1, 800), 97)
        expected = sign
        for factor, power in powers.items():
            expected *= factor.sign(eps) ** power
        assert function.at(eps).sign() == expected


def test_what_takes_too_long_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eps_zeros, "MOST_WORK", 5)
    with pytest.raises(Undecided, match="take too long"):
        zeros("exp(eps)-1-2*eps")
    monkeypatch.setattr(eps_zeros, "MOST_DEGREE", 5)
    with pytest.raises(Undecided, match="exponents differ"):
        zeros("exp(9*eps)-2")


def test_a_zero_is_enclosed_or_refused() -> None:
    """An interval at whose ends the signs are not as stated holds no zero."""
    (zero,) = zeros("exp(eps)-2")
    with pytest.raises(Undecided, match="not enclosed"):
        Zero(zero.factor, F(1), F(2), -1)


# ------------------------------------------------------------------ functions


@pytest.mark.parametrize(
    ("text", "at_one"),
    [
        ("eps", "1"),
        ("1/2+eps/4", "3/4"),
        ("exp(eps)/(1+exp(eps))", "exp(1)/(1+exp(1))"),
        ("eps**2*exp(-eps/2)", "exp(-1/2)"),
        ("(1+eps)**(-2)", "1/4"),
        ("2-1/(3*eps)", "5/3"),
    ],
)
def test_functions_are_read(text: str, at_one: str) -> None:
    assert read(text).at(F(1)) == num.as_value(at_one)


@pytest.mark.parametrize(
    "text",
    ["", "x", "exp(1)*eps", "exp(eps**2)", "exp(1+eps)", "ln(eps)", "eps**(1/2)", "1/0*eps",
     "1/(eps-eps)", "(1+eps)**5000", "inf", 1, None],
)  # fmt: skip
def test_what_is_no_function(text: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        read(text)


def test_a_function_is_not_cancelled() -> None:
    """(ε − 2)/(ε − 2) has no value at 2."""
    found = read("(eps-2)/(eps-2)")
    assert found.is_one
    with pytest.raises(ValueError, match="divides by zero"):
        found.at(F(2))


def test_functions_are_not_compared() -> None:
    with pytest.raises(ValueError, match="difference"):
        _ = read("eps") == read("eps")
    assert total([read("eps"), read("1-eps")]).is_one
    assert Quotient(ONE).is_one


def test_a_product_has_a_limit_of_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two terms times three: 6 are computed, and not where 5 or 4 are the most."""
    two, three = (eps_sums.read(text).top for text in ("1+eps", "1+eps+exp(eps)"))
    for most in (4, 5, 6, 7):
        monkeypatch.setattr(eps_sums, "MOST_TERMS", most)
        if most < 6:
            with pytest.raises(Undecided, match="more than"):
                eps_sums.times(two, three)
        else:
            assert len(eps_sums.times(two, three)) == 5


@pytest.mark.parametrize(
    "text", ["0/(1/(eps-1))", "(1/(eps-1))**0", "1/(2/(eps-1))**2", "0/(eps-1)"]
)
def test_every_divisor_of_a_text_is_a_divisor_of_what_is_read(text: str) -> None:
    """Also of what is divided by, and of what is 0 or to the power 0."""
    found = read(text)
    with pytest.raises(num.NumberError, match="divides by zero"):
        found.at(F(1))
    below = F(1, 4) if text.startswith("1/(2") else F(text.endswith("**0"))
    assert found.at(F(2)) == below
    assert found.at(F(3)) == (1 if text.startswith("1/(2") else below)
