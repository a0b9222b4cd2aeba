"""Quotients of polynomials in positive symbols, against Fractions at random points."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.numbers.errors import NumberError
from dpverify.defs.numbers.rational_function import Ratio, ratio, symbols

F = Fraction
TEXTS = [
    "x", "1/2", "x/y", "(x + y)**3/(x*y)", "x**2 - 2*x*y + y**2", "(x - y)/(x + 2*y)",
    "1/(x**3 + y**3) * (x + y)", "-x", "3*x/7 + 0.25", "x**(-2)", "(2*x + 2*y)/4",
]  # fmt: skip


def known() -> dict[str, Ratio]:
    """Two symbols."""
    return dict(zip(["x", "y"], symbols(["x", "y"]), strict=True))


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_the_function_that_it_says(text: str) -> None:
    """Evaluated by Python with Fractions; what is printed reads as the same function."""
    found, draw = ratio(text, known()), random.Random(1)  # noqa: S311  (points of a test)
    assert ratio(str(found), known()) == found
    for _ in range(20):
        at: dict[str, Any] = {n: F(draw.randint(1, 9), draw.randint(1, 9)) for n in "xy"}
        assert found.at(at) == F(eval(text.replace("0.25", "F(1, 4)"), {**at, "F": F}))  # noqa: S307


def test_equal_functions_are_equal() -> None:
    """Whatever they were made of."""
    x, y = known().values()
    assert (x * x - y * y) / (x + y) == x - y
    assert x / x == 1
    assert x != y
    assert hash((x + y) - y) == hash(x)


@pytest.mark.parametrize(
    "text",
    ["z", "exp(x)", "ln(x)", "x**(1/2)", "1/(x - y)", "1/0", "x**1000", "2**(1/2)*x", "inf*x"],
)
def test_what_is_no_quotient_of_polynomials(text: str) -> None:
    """Or divides by what may be 0; one line."""
    with pytest.raises(NumberError) as refused:
        ratio(text, known())
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "names", [[], ["x", "x"], ["1x"], ["exp"], ["a", "b", "c", "d", "e1", "f", "g"]]
)
def test_names_that_are_no_symbols(names: list[str]) -> None:
    """Too few, twice, no name, a word of the grammar, too many."""
    with pytest.raises(NumberError):
        symbols(names)


def test_it_is_never_compared() -> None:
    """The answer would depend on the point."""
    x, y = known().values()
    for ask in (lambda: x < y, lambda: bool(x), lambda: float(x), lambda: abs(x)):
        with pytest.raises(NumberError, match="compared"):
            ask()
