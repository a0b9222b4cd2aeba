"""Randomised response whose coin is made of fair ones, by the binary digits of p."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.errors import ProgramError
from dpverify.defs.programs import Draw, mechanism


def digits_of(p: Fraction) -> list[int]:
    """The binary digits of p after the point; p in (0, 1) with a power of 2 below.

    Raises: ProgramError for other p, whose digits do not end.
    """
    if not 0 < p < 1 or p.denominator & (p.denominator - 1):
        raise ProgramError(f"is given p = {p}; give a fraction in (0, 1) over a power of 2")
    length = p.denominator.bit_length() - 1
    return [p.numerator >> (length - 1 - place) & 1 for place in range(length)]


def coin(digits: list[int], draw: Draw) -> bool:
    """Whether a uniform number, drawn bit by bit, lies below the one with these digits."""
    for digit in digits:
        if draw.flip("1/2") != bool(digit):
            return bool(digit)
    return False


@mechanism(
    inputs=[0, 1],
    id="B46r",
    name="coin-from-bits",
    title="randomised response: the truth with probability p, by a coin made of the bits of p",
    claim="ln(p/(1−p))",
    truth="that, attained, for p ≥ 1/2",
    source="the usual algorithm: D. Knuth, A. Yao, The complexity of nonuniform random number"
    " generation, 1976",
)
def coin_from_bits(bit: int, draw: Draw, *, p: Fraction = Fraction(5, 8)) -> int:
    """The bit if the coin says so, else its opposite."""
    return bit if coin(digits_of(p), draw) else 1 - bit
