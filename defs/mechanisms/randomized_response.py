"""Randomised response: a bit is told, or its opposite."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.numbers import exp
from dpverify.defs.programs import Draw, mechanism


@mechanism(
    inputs=[0, 1],
    id="B36",
    name="randomized-response",
    title="randomised response: the opposite with probability 1/(1+e^ε)",
    claim="ε",
    truth="ε, attained",
    source="S. L. Warner, Randomized Response, JASA 60 (1965)",
)
def randomized_response(bit: int, draw: Draw, *, eps: Fraction = Fraction(1)) -> int:
    """The bit, or its opposite with probability 1/(1 + e^ε)."""
    lie = draw.flip(1 / (1 + exp(eps)))
    return 1 - bit if lie else bit
