"""Enclosures of ratios on boxes, against values at points."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from dpverify.checkers.kernel.localised import applied
from dpverify.checkers.kernel.ranges import Interval, at_point, defined, interval, never_negative
from dpverify.checkers.kernel.ratios import (
    Ratio,
    derivative,
    function,
    number,
    rational,
    variable,
)
from dpverify.defs.expressions.tree import Tree
from dpverify.defs.numbers import NumberError, Undecided

X, Y = variable("x"), variable("y")
FUNCTIONS: dict[str, tuple[Ratio, Callable[[float, float], float]]] = {
    "polynomial": (X * X * Y - X * Y + number(2), lambda x, y: x * x * y - x * y + 2),
    "quotient": (X / (number(1) + Y * Y), lambda x, y: x / (1 + y * y)),
    "ratio": (X / (number(2) + X * Y), lambda x, y: x / (2 + x * y)),
    "exp": (function("exp", X - Y), lambda x, y: math.exp(x - y)),
    "log": (function("log", number(3) + X * Y), lambda x, y: math.log(3 + x * y)),
    "sqrt": (function("sqrt", number(3) + X * Y), lambda x, y: math.sqrt(3 + x * y)),
    "sin": (function("sin_pi", X * Y), lambda x, y: math.sin(math.pi * x * y)),
    "cos": (function("cos_pi", X + Y), lambda x, y: math.cos(math.pi * (x + y))),
    "plain sin": (function("sin", X), lambda x, _: math.sin(x)),
    "atan": (function("atan", X - Y), lambda x, y: math.atan(x - y)),
    "tan": (function("tan", X / number(2)), lambda x, _: math.tan(x / 2)),
    "abs": (function("abs", X - Y), lambda x, y: abs(x - y)),
    "max": (function("max", X, Y * Y), lambda x, y: max(x, y * y)),
    "min": (applied(Tree("min"), [X, Y]), min),
}


def _box(rng: random.Random) -> dict[str, Interval]:
    ends = [sorted(Fraction(rng.randint(-16, 16), 16) for _ in range(2)) for _ in range(2)]
    return {"x": (ends[0][0], ends[0][1]), "y": (ends[1][0], ends[1][1])}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_intervals_hold_all_values(name: str) -> None:
    """On 40 boxes at 20 points each, floats as the oracle; so do derivatives, by differences."""
    ratio, oracle = FUNCTIONS[name]
    rng = random.Random(name)  # noqa: S311  a test, no secret
    for _ in range(40):
        box = _box(rng)
        low, high = interval(ratio, box)
        sides = {k: (float(a), float(b)) for k, (a, b) in box.items()}
        slope = interval(derivative(ratio, "x"), box)
        for _ in range(20):
            x, y = (rng.uniform(*sides[k]) for k in "xy")
            assert float(low) - 1e-9 <= oracle(x, y) <= float(high) + 1e-9
            if sides["x"][0] + 2e-6 < x < sides["x"][1] - 2e-6:
                rise = (oracle(x + 1e-6, y) - oracle(x - 1e-6, y)) / 2e-6
                assert float(slope[0]) - 1e-4 <= rise <= float(slope[1]) + 1e-4


@pytest.mark.parametrize("name", FUNCTIONS)
def test_never_negative_is_never_wrong(name: str) -> None:
    """It is asked of a function minus its least value on a grid and a little more or less."""
    ratio, oracle = FUNCTIONS[name]
    rng = random.Random(name)  # noqa: S311  a test, no secret
    for _ in range(20):
        box = _box(rng)
        sides = [[float(a) + (float(b) - float(a)) * j / 8 for j in range(9)]
                 for a, b in box.values()]  # fmt: skip
        least = min(oracle(x, y) for x in sides[0] for y in sides[1])
        above = number(Fraction(least).limit_denominator(10**6) + Fraction(1, 1000))
        assert not never_negative(ratio - above, box)


def test_signs_at_zero_are_exact() -> None:
    """What is 0 at an end and positive inside is seen: by Bernstein coefficients, and with n."""
    unit = (Fraction(0), Fraction(1))
    assert never_negative(X - X * X, {"x": unit})
    assert never_negative((X - Y).power(2), {"x": unit, "y": unit})
    n = variable("n")
    assert never_negative(n * X - X, {"x": unit, "n": (Fraction(1), math.inf)})
    assert not never_negative(n * X - X - X, {"x": unit, "n": (Fraction(1), math.inf)})
    assert not never_negative(X - Y, {"x": unit, "y": unit})


def test_what_is_not_defined_is_said() -> None:
    """A logarithm, a root, a division."""
    box = {"x": (Fraction(0), Fraction(1))}
    for ratio in (function("log", X), function("sqrt", X - number(1)), number(1) / X):
        assert defined(ratio, box)
    assert not defined(function("sqrt", X), box)
    assert not defined(number(1) / (number(1) + X), box)


def test_functions_at_numbers_are_folded() -> None:
    """So that two texts of one number are one."""
    box = {"x": (Fraction(1), Fraction(1))}
    assert at_point(function("cos_pi", X), box).constant == -1
    assert at_point(function("sqrt", X + number(3)), box).constant == 2
    assert at_point(function("log", X), box).constant == 0
    root = function("sqrt", number(2))
    assert (root * root).constant == 2


def test_a_small_number_of_many_is_many() -> None:
    """10^−400·c for c ≥ 1 has no upper end: a float would make 0·∞ of it, which is no number."""
    c, tiny = variable("c"), number(Fraction(1, 10**400))
    box = {"c": (Fraction(1), math.inf)}
    low, high = interval(tiny * c, box)
    assert 0 <= low <= Fraction(1, 10**400)
    assert high == math.inf
    assert not never_negative(number(1) - tiny * c, box)


def test_a_variable_within_a_function_is_not_turned() -> None:
    """c·(3 − e^c) is −∞ at c = ∞; with 1/c for c it would be between c·(3 − e) and 2c."""
    c = variable("c")
    box = {"c": (Fraction(1), math.inf)}
    assert not never_negative(c * (number(3) - function("exp", c)), box)
    assert never_negative(c * c - c, box)


def test_odd_jumps_at_every_integer() -> None:
    """Its derivative is not known anywhere, on [1/2, 3/2] too, where it is 0, 1 and 0."""
    box = {"x": (Fraction(1, 2), Fraction(3, 2))}
    assert interval(derivative(function("odd", X), "x"), box) == (-math.inf, math.inf)
    assert interval(derivative(derivative(function("odd", X), "x"), "x"), box)[1] == math.inf


def test_numbers_of_documents_are_short() -> None:
    """A text of a few characters may be a number of a billion digits: it is not written out."""
    assert [rational(text, "it") for text in ("-3/4", "0.25", "+7")] == [
        Fraction(-3, 4), Fraction(1, 4), 7,
    ]  # fmt: skip
    for text in ("1e999999999", "1/0", "", " 1", "1_0", "١", "nan", "1" * 3000):
        with pytest.raises(NumberError):
            rational(text, "it")


def test_long_products_are_left_open() -> None:
    """Exponents and coefficients have limits, beyond which nothing is said."""
    large = number(10**20_000) * X
    with pytest.raises(Undecided, match="bits"):
        large.power(3)
    with pytest.raises(Undecided, match="exponent"):
        X.power(20).power(20).power(20)


@pytest.mark.parametrize("turned", [False, True])
def test_three_factors_are_no_square(turned: bool) -> None:
    """x² + y² − 3x²y is −1 at x = y = 1, and never negative without its last term."""
    parts = [X * X, Y * Y, number(-3) * X * X * Y]
    first, second, third = parts[::-1] if turned else parts
    box = {"x": (Fraction(-1), Fraction(1)), "y": (Fraction(-1), Fraction(1))}
    assert never_negative(X * X + Y * Y, box)
    assert not never_negative(first + second + third, box)


def test_a_tangent_beyond_its_pole() -> None:
    """On [0, 8/5] it has no upper end, and is refused; on [0, 3/2] it goes up to 14.1."""
    tangent, beyond = function("tan", X), {"x": (Fraction(0), Fraction(8, 5))}
    assert interval(tangent, beyond)[1] == math.inf
    assert "tangent" in defined(tangent, beyond)
    low, high = interval(tangent, {"x": (Fraction(0), Fraction(3, 2))})
    assert low <= 0
    assert math.tan(1.5) <= high < math.tan(1.5) + 1e-9


def test_signs_at_an_end() -> None:
    """|x| rises by 1 everywhere on [0, 1], falls by 1 on [−1, 0], and does both across 0."""
    slope = function("sign", X)
    for ends, values in (((0, 1), (1, 1)), ((-1, 0), (-1, -1)), ((-1, 1), (-1, 1))):
        box = {"x": (Fraction(ends[0]), Fraction(ends[1]))}
        assert interval(slope, box) == values


@pytest.mark.parametrize(
    ("op", "at", "value"),
    [("odd", 0, 0), ("odd", 1, 1), ("odd", 2, 0), ("odd", -3, 1), ("odd", Fraction(3, 2), 0),
     ("less", 0, 0), ("less", 1, 1), ("at-most", 0, 1), ("at-most", -1, 0), ("branch", 0, 0),
     ("sign", -2, -1), ("sign", 0, 0), ("sign", 2, 1), ("abs", -2, 2), ("kink", 1, 0),
     ("sin_pi", Fraction(1, 2), 1), ("sin_pi", Fraction(3, 2), -1), ("sin_pi", 1, 0),
     ("cos_pi", 1, -1), ("cos_pi", 2, 1), ("cos_pi", Fraction(1, 2), 0), ("exp", 0, 1),
     ("cos", 0, 1), ("sin", 0, 0), ("atan", 0, 0), ("log", 1, 0), ("sqrt", Fraction(4, 9),
     Fraction(2, 3))],
)  # fmt: skip
def test_functions_at_numbers(op: str, at: Fraction | int, value: Fraction | int) -> None:
    """By hand: what is folded to a number is that number."""
    assert function(op, number(at)).constant == value
