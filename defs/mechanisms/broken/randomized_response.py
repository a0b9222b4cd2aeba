"""Randomised response with the first order of e^ε in place of e^ε."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.programs import Draw, mechanism


@mechanism(
    inputs=[0, 1],
    id="B35",
    name="wrong-randomized-response",
    title="randomised response: the opposite with probability (1−ε)/2",
    claim="ε",
    truth="2·artanh ε = ln((1+ε)/(1−ε)) > ε",
    source="Benchmark set of Wang, Ding, Kifer, Zhang: CheckDP, CCS 2020",
)
def wrong_randomized_response(bit: int, draw: Draw, *, eps: Fraction = Fraction(1, 2)) -> int:
    """The bit, or its opposite with probability (1 − ε)/2."""
    lie = draw.flip((1 - eps) / 2)
    return 1 - bit if lie else bit
