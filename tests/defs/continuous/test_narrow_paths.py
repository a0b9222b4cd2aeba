"""A path that is seldom taken is run as well: a program could do there what its trace does not."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from dpverify import measure, mechanism
from dpverify.defs.continuous import referee
from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import INFINITY

TRICKS: dict[str, Callable[[Any], Any]] = {
    "the type of a whole number": lambda a: type(math.floor(a)) is int,
    "the type": lambda a: type(a) in (float, int, Fraction),
}


def narrow(trick: Callable[[Any], Any], width: Fraction, scale: int = 1) -> Any:
    """Shows its input where noise falls on a short stretch and the trick is true, as of numbers."""

    @mechanism(inputs=[0, 1])
    def shown(x: int, draw: Any) -> Any:
        a = x + draw.laplace(scale)
        if a > 1 and a < 1 + width and trick(a):
            return ("here", x)
        return a > 0

    return shown


@pytest.mark.parametrize("scale", [1, 1000])
@pytest.mark.parametrize("digits", [3, 6, 12])
@pytest.mark.parametrize("name", TRICKS)
def test_a_trick_on_a_narrow_path_is_refused(name: str, digits: int, scale: int) -> None:
    """ε = 1/scale was certified; by hand no finite ε holds, since ("here", 0) comes of 0 alone."""
    with pytest.raises(ProgramError, match="does not do what its trace says"):
        measure(narrow(TRICKS[name], Fraction(1, 10**digits), scale), "pure-dp")


@pytest.mark.parametrize("digits", [3, 12, 30])
def test_without_a_trick_the_path_counts(digits: int) -> None:
    """Also where it is too narrow to be run."""
    found = measure(narrow(lambda _: True, Fraction(1, 10**digits)), "pure-dp")
    assert found.tight["eps"] == INFINITY


def test_a_corner_of_several_noises_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two noises and their difference within 10^-9 each: three paths that no random point takes."""
    missed: list[tuple[int, int]] = []
    look = referee._Comparison.look_for

    def noted(self: Any, places: Any) -> list[int]:
        left = look(self, places)
        missed.append((len(places), len(left)))
        return left

    monkeypatch.setattr(referee._Comparison, "look_for", noted)
    tiny = Fraction(1, 10**9)

    @mechanism(inputs=[0, 1])
    def corner(x: int, draw: Any) -> Any:
        a, b = x + draw.laplace(1), draw.laplace(2)
        return a > 2 and a < 2 + tiny and b < a and b > a - tiny

    measure(corner, "pure-dp")
    assert missed == [(3, 0), (3, 0)]
