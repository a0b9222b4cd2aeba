"""A coin from the binary digits of p, one digit index off by one."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.mechanisms.biased_coin import coin, digits_of
from dpverify.defs.programs import Draw, mechanism


@mechanism(
    inputs=[0, 1],
    id="B46",
    name="coin-with-a-wrong-bit",
    title="randomised response by a coin that starts at the second digit of p",
    claim="ln(p/(1−p))",
    truth="|ln(p'/(1−p'))| with p' = 2p mod 1: ln 3 > ln(5/3) for p = 5/8",
    source="Benchmark set; a mistake of an implementation",
)
def coin_with_a_wrong_bit(bit: int, draw: Draw, *, p: Fraction = Fraction(5, 8)) -> int:
    """The bit if the coin says so, else its opposite."""
    return bit if coin(digits_of(p)[1:], draw) else 1 - bit
