"""What code may ask of noise on a path that is seldom taken: answered rightly, or refused.

Each function shows its input on a stretch of 10⁻¹² where what it asks is true. It is true of plain
floats, so that no finite ε holds; a stand-in that says otherwise leaves ε = 1, the loss of the
comparison with 0 (on 0 and 1 the tails 1/2 and e⁻¹/2 below 0). The referee looks for such
stretches, and refuses code that differs there; on narrower ones the stand-in alone answers.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from numbers import Integral
from typing import Any

import numpy as np
import pytest

from dpverify import measure
from dpverify.defs.as_run import as_run
from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import INFINITY, as_eps

RNG = np.random.default_rng()
NAN = float("nan")


class Size(enum.IntEnum):
    """A constant that is an int."""

    MOST = 10


class Metres(float):
    """A constant that is a float."""


class Odd(float):
    """A float that compares in a way of its own."""

    def __gt__(self, other: object) -> bool:
        return True


Trick = Callable[[Any], Any]


def narrow(trick: Trick) -> Callable[[int], Any]:
    """Code that shows its input where the trick is true of a number next to 1."""

    def function(x: int) -> Any:
        a = x + RNG.laplace(0, 1)
        if 1.0 < a < 1.0 + 1e-12:
            try:
                told = bool(trick(a))
            except (TypeError, AttributeError, ArithmeticError, ProgramError):
                told = False
            if told:
                return "here", x
        return bool(a > 0)

    return function


def smallest(trick: Trick) -> Any:
    """The smallest ε that is measured of it."""
    return measure(as_run(narrow(trick), inputs=[0, 1]), "pure-dp").tight["eps"]


@pytest.mark.parametrize(
    "trick",
    [
        lambda a: np.sign(np.round(a) - 1) == 0,
        lambda a: np.sign(math.floor(a) - 1) == 0,
        lambda a: np.sign(a - a) == 0,
    ],
)
def test_the_sign_of_zero_is_zero(trick: Trick) -> None:
    assert smallest(trick) == INFINITY


def test_a_rounded_number_may_be_zero_by_its_sign() -> None:
    """P(a < −1/2) is e^(−1/2)/2 on 0 and e^(−3/2)/2 on 1: a loss of 1."""

    def function(x: int) -> Any:
        return int(np.sign(np.round(x + RNG.laplace(0, 1))))

    assert measure(as_run(function, inputs=[0, 1]), "pure-dp").tight["eps"] == as_eps("1")


@pytest.mark.parametrize(
    "trick",
    [
        lambda a: a < 10**400,
        lambda a: a > -(10**400),
        lambda a: a < Fraction(10**400),
        lambda a: a < Size.MOST,
        lambda a: a + Size.MOST > 10,
        lambda a: Size.MOST - a > 8,
        lambda a: a < Metres(3),
        lambda a: Metres(3) * a > 1,
        lambda a: a < Decimal(3),
        lambda a: Decimal(3) > a,
        lambda a: np.isnan(np.minimum(np.nan, a)),
        lambda a: np.isnan(np.maximum(a, np.nan)),
        lambda a: np.isnan(np.clip(a, np.nan, 1)),
        lambda a: not (a < NAN or a >= NAN),
    ],
)
def test_constants_are_the_numbers_that_floats_take_them_for(trick: Trick) -> None:
    assert smallest(trick) == INFINITY


@pytest.mark.parametrize(
    "trick",
    [
        lambda a: isinstance(round(a), int),
        lambda a: isinstance(math.floor(a), int) and not isinstance(a, int),
        lambda a: isinstance(math.trunc(a), Integral) and not isinstance(math.ceil(a), float),
        lambda a: isinstance(round(a, 1), float),
        lambda a: isinstance(round(a) / 2, float) and isinstance(round(a) + 2, int),
        lambda a: isinstance(np.round(a), np.floating) and not isinstance(a, np.floating),
        lambda a: isinstance(np.floor(a), np.floating) and np.floor(a).dtype == np.float64,
        lambda a: np.issubdtype(np.floor(a).dtype, np.floating) and not hasattr(a, "dtype"),
        lambda a: isinstance(np.floor(a).item(), float),
        lambda a: abs(a) is not a,
        lambda a: ~(np.float64(0) < a) == 0,
    ],
)
def test_types_are_those_of_plain_numbers(trick: Trick) -> None:
    assert smallest(trick) == INFINITY


@pytest.mark.parametrize(
    "trick",
    [
        lambda a: isinstance(round(a), float),
        lambda a: isinstance(a, int),
        lambda a: isinstance(a, np.floating),
        lambda a: a == Decimal(3),
        lambda a: a > 10**400,
        lambda a: np.sign(a) == 0,
        lambda a: a & 1 == 1,  # raises TypeError, of floats too
        lambda a: [1, 2][a] == 2,
        lambda a: a + Decimal(3) > 0,
    ],
)
def test_what_is_not_true_of_floats_is_not_taken(trick: Trick) -> None:
    assert smallest(trick) == as_eps("1")


@pytest.mark.parametrize(
    ("trick", "said"),
    [
        (lambda a: (a + 1j).imag == 1, "with a complex"),
        (lambda a: (1j - a).imag == 1, "with a complex"),
        (lambda a: a < Odd(0), "with a .*Odd"),
        (lambda a: a + 10**400 > 0, "with inf"),
        (lambda a: a < Decimal("NaN"), "with a decimal.Decimal"),
        (lambda a: a < np.longdouble(3), "with a longdouble"),
        (lambda a: a / 0 == 1, "divides a noisy number by 0"),
        (lambda a: a // 0 == 1, "divides a noisy number by 0"),
        (lambda a: a % 0 == 1, "divides a noisy number by 0"),
        (lambda a: hasattr(round(a), "bit_length"), "takes .bit_length"),
        (lambda a: len(range(round(a))) == 1, "counts or indexes"),
        (lambda a: [1, 2, 3][round(a)] == 2, "counts or indexes"),
        (lambda a: [1, 2, 3][round(a) % 3] == 2, "counts or indexes"),
        (lambda a: round(a) & 1 == 1, "asks for the bits"),
        (lambda a: 1 << round(a) == 2, "asks for the bits"),
        (lambda a: ~round(a) == -2, "asks for the bits"),
        (lambda a: divmod(a, 2)[0] == 0, "computes divmod"),
        (lambda a: divmod(2, a)[0] == 1, "computes divmod"),
        (lambda a: math.copysign(1, -(a - a)) == -1, "the sign of a noisy number"),
        (lambda a: np.fmod(a, 2) > 0, "calls numpy.fmod"),
        (lambda a: np.heaviside(a, 0) == 1, "calls numpy.heaviside"),
        (lambda a: np.divmod(a, 2)[0] == 0, "calls numpy.divmod"),
        (lambda a: np.isclose(a, a), "calls numpy.isclose"),
        (lambda a: np.allclose(a, 1), "calls numpy.allclose"),
    ],
)
def test_what_is_not_followed_is_refused_though_the_code_catches_it(
    trick: Trick, said: str
) -> None:
    with pytest.raises(ProgramError, match=said):
        smallest(trick)
