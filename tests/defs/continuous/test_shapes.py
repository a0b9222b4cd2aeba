"""Rounded values and remainders: what is traced, compared with Python's own numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.continuous.trace import trace, trace_family
from dpverify.defs.documents.traced import Shape, Traced
from dpverify.defs.errors import ProgramError
from dpverify.defs.programs import mechanism
from dpverify.defs.programs.mechanism import Mechanism

HALF = Fraction(1, 2)
SHAPES: dict[str, Callable[[Any], Any]] = {
    "round": round,
    "digits": lambda y: round(y, 1),
    "tens": lambda y: round(y, -1),
    "floor": math.floor,
    "ceil": math.ceil,
    "trunc": math.trunc,
    "grid": lambda y: round(y / HALF) * HALF,
    "floor division": lambda y: y // 3,
    "negative": lambda y: 2 - 3 * round(y),
    "remainder": lambda y: y % 3,
    "rounded remainder": lambda y: round(y) % 3,
    "clamped": lambda y: min(max(round(y), -2), 2),
    "clamped upside down": lambda y: min(max(-round(y) / 2, -2), 2),
    "equal": lambda y: 10 if round(y) == 1 else 20 if round(y) != 3 else 30,
    "bounded": lambda y: y if abs(y) <= 1 else 0,
    "rounded twice": lambda y: math.floor(round(y)),
    "digits of a whole number": lambda y: round(round(y), 1),
}


def traced(use: Callable[[Any], Any]) -> Traced:
    """The trace of a use of noise; the referee compares it with Python at 200 points."""

    def program(x: Any, draw: Any) -> Any:
        return use(x + draw.laplace(2))

    return trace(Mechanism(program, [1]), 1, one_value=True)


@pytest.mark.parametrize("name", SHAPES)
def test_the_referee_agrees(name: str) -> None:
    """Its points are floats and Fractions, which Python rounds by itself."""
    assert traced(SHAPES[name]).words


def test_the_referee_would_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a step that is another one it says so."""
    from dpverify.defs.continuous import noisy

    monkeypatch.setattr(noisy, "HALF", Fraction(1, 3))
    with pytest.raises(ProgramError, match="rounded otherwise than its trace"):
        traced(round)


def test_what_is_traced() -> None:
    """Rounding is the floor of a half more; a clamp of it is a comparison of that."""
    (path,) = traced(round).words["•"]
    assert path.shape == Shape(Fraction(1))
    assert path.released[0].shift.constant == Fraction(3, 2)
    (path,) = traced(lambda y: y % 3).words["•"]
    assert path.shape == Shape(modulus=Fraction(3))


REFUSED: dict[str, tuple[Callable[[Any], Any], str]] = {
    "int": (int, "makes an int"),
    "product": (lambda y: round(y) * round(y), "an int or Fraction"),
    "sum": (lambda y: y + round(y), "combines Shaped"),
    "sum of remainder": (lambda y: y % 3 + 1, "may be returned and nothing else"),
    "remainder compared": (lambda y: y % 3 > 1, "may be returned and nothing else"),
    "remainder twice": (lambda y: y % 3 % 2, "again"),
    "negative modulus": (lambda y: y % -3, "below 0"),
    "beside another": (lambda y: (round(y), y), "beside other values"),
    "text": (lambda y: str(round(y)), "makes a text"),
    "rounded twice": (lambda y: round(round(y) / 2), "a second time"),
    "tens of a whole number": (lambda y: round(round(y), -1), "another number of digits"),
    # Noise between 50 and 99 is so rare that no run on plain numbers comes to it.
    "far away": (lambda y: round(round(y), -2) >= 100, "another number of digits"),
    "divmod": (lambda y: divmod(y, 3), "divides with rest"),
    "index": (lambda y: [1, 2, 3][round(y)], "indexes"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(name: str) -> None:
    """In one line."""
    use, text = REFUSED[name]
    with pytest.raises(ProgramError, match=text) as caught:
        traced(use)
    assert "\n" not in str(caught.value)


def test_inputs_without_noise_are_not_rounded() -> None:
    """Where all real inputs are meant."""

    @mechanism(inputs=[0, 1], moves="A")
    def program(x: Any, draw: Any) -> Any:
        return math.floor(x) + draw.laplace(1)

    with pytest.raises(ProgramError, match="without noise"):
        trace_family(program, one_value=True)
