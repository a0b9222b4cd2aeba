"""Any mechanism with continuous noise, the scale of every noise divided by r."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import wraps
from typing import Any

from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.laws import Law
from dpverify.defs.programs.loop import Loop
from dpverify.defs.programs.mechanism import Mechanism

FAMILY = "B50"


class Divided(Draw):
    """Another draw with the scales divided."""

    __slots__ = ("_draw", "_r")

    def __init__(self, draw: Draw, r: Fraction) -> None:
        self._draw, self._r = draw, r

    def laplace(self, scale: Any) -> Any:
        return self._draw.laplace(scale / self._r)

    def exponential(self, scale: Any) -> Any:
        return self._draw.exponential(scale / self._r)

    def argmax(self, values: Sequence[Any]) -> int:
        return self._draw.argmax(values)

    def _take(self, law: Law) -> Any:
        return self._draw._take(law)


def divided(mechanism: Mechanism, r: Fraction) -> Mechanism:
    """The mechanism with the scale of every continuous noise divided by r > 0.

    Where the scales are multiples of 1/ε, the ε that holds is r times the mechanism's.
    """
    function = mechanism.function

    @wraps(function)
    def smaller(given: Any, draw: Draw, **parameters: Any) -> Any:
        return function(given, Divided(draw, r), **parameters)

    about = dict(mechanism.about)
    about["id"] = f"{FAMILY}:{about['id']}"
    about["name"] = f"{about['name']}, noise divided by {r}"
    if "loop" in about:
        about["loop"] = _divided_loop(about["loop"], r)
    return replace(mechanism, function=smaller, about=about)


def _divided_loop(factory: Callable[..., Loop], r: Fraction) -> Callable[..., Loop]:
    @wraps(factory)
    def made(**parameters: Any) -> Loop:
        loop = factory(**parameters)
        return Loop(
            lambda draw: loop.threshold(Divided(draw, r)),
            loop.start,
            lambda threshold, state, query, draw: loop.step(
                threshold, state, query, Divided(draw, r)
            ),
        )

    return made
