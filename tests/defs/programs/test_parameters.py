"""Parameters of a mechanism: names from the function, values exact."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.defs.errors import UsageError
from dpverify.defs.programs.parameters import NO_DEFAULT, bound, parameters_of


def test_the_keywords_after_input_and_draw_are_the_parameters() -> None:
    def program(x: int, draw: object, *, n: int, eps: str = "1/2") -> None: ...

    assert parameters_of(program) == {"n": NO_DEFAULT, "eps": "1/2"}


def test_bound_values_are_exact() -> None:
    known = {"eps": "1/2", "n": 3, "mode": "fast"}
    assert bound("m", known, {"n": "5"}) == {"eps": Fraction(1, 2), "n": 5, "mode": "fast"}
    assert bound("m", known, {"mode": "slow"})["mode"] == "slow"


def test_an_unknown_name_gets_the_nearest() -> None:
    with pytest.raises(UsageError, match="did you mean 'eps'"):
        bound("m", {"eps": 1}, {"epz": 1})
