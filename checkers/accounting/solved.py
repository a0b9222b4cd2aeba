"""δ at ε, and ε at δ, of a curve that is known to any precision."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import log
from typing import Protocol

from scipy.optimize import brentq

from dpverify.defs.errors import Undecided

DIGITS = 36
PRECISIONS = (256, 512, 1024)
SPARE = 200
"""Bits beside those of δ, twice: 36 digits are 120."""
LARGEST = 2**40


class Curve(Protocol):
    """δ(ε) as an enclosure whose width falls with the bits."""

    @property
    def never(self) -> Fraction | None:
        """The probability of an infinite loss, where it is known exactly."""
        ...

    @property
    def largest(self) -> Fraction:
        """A number that no finite loss exceeds."""
        ...

    @property
    def attained(self) -> bool:
        """Whether there is a finite loss of exactly that size."""
        ...

    def delta(self, eps: Fraction, bits: int) -> tuple[Fraction, Fraction]:
        """Bounds of δ(ε)."""
        ...


def delta_of(curve: Curve, eps: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of δ(ε) that agree in about 36 digits, or are 0.

    Raises: Undecided where 1,024 bits do not do.
    """
    low, high = Fraction(0), Fraction(1)
    for bits in PRECISIONS:
        low, high = curve.delta(eps, bits)
        if (high - low) * 10**DIGITS <= low:
            return low, high
    if high < Fraction(1, 10**200):
        return Fraction(0), high
    raise Undecided("precision", "δ is too small for balls of 1,024 bits")


def eps_of(curve: Curve, delta: Fraction) -> tuple[Fraction, Fraction | None]:
    """Bounds of the least ε ≥ 0 with δ(ε) ≤ δ; no upper one where none is shown."""
    # The precisions of `delta_of`, where they do: the sums of one question then serve the next one.
    size = (delta.denominator // delta.numerator).bit_length()
    bits = next((bits for bits in PRECISIONS if bits >= SPARE + 2 * size), PRECISIONS[0] + 2 * size)
    if curve.delta(Fraction(0), bits)[1] <= delta:
        return Fraction(0), Fraction(0)
    if curve.never == delta:
        # δ(ε) is above `never` before the largest finite loss, and equal to it from there on.
        low = high = curve.largest
        if not curve.attained:
            low = high * (1 - Fraction(1, 10**DIGITS))
            low = low if curve.delta(low, bits)[0] > delta else Fraction(0)
        return low, high
    high = Fraction(1)
    while curve.delta(high, bits)[1] > delta:
        if high > LARGEST:
            return _largest(curve, delta, bits), None
        high *= 2
    low = high / 2 if high > 1 else Fraction(0)
    guess = _guess(curve, delta, low, high, bits)
    return _certified(curve, delta, guess, (low, high), bits)


def _guess(curve: Curve, delta: Fraction, low: Fraction, high: Fraction, bits: int) -> Fraction:
    """Near the root: by Brent's method in floats, then by secants in exact numbers."""

    def height(eps: float) -> float:
        value = curve.delta(Fraction(eps), bits)[0]
        if value <= 0:
            return -1e6
        return _logarithm(value) - _logarithm(delta)

    start, end = height(float(low)), height(float(high))
    if not start > 0 > end:
        return low if start <= 0 else high
    near = Fraction(brentq(height, float(low), float(high), xtol=1e-300, rtol=1e-14))
    other = near * (1 + Fraction(1, 10**12))
    values = [sum(curve.delta(eps, bits)) / 2 - delta for eps in (other, near)]
    for _ in range(3):
        if values[0] == values[1]:
            break
        moved = near - values[1] * (near - other) / (values[1] - values[0])
        # Rounded: exact fractions would double their length each time.
        moved = Fraction(round(moved * (1 << 200)), 1 << 200)
        if not low <= moved <= high:
            break
        other, near = near, moved
        values = [values[1], sum(curve.delta(near, bits)) / 2 - delta]
    return near


def _certified(
    curve: Curve, delta: Fraction, guess: Fraction, ends: tuple[Fraction, Fraction], bits: int
) -> tuple[Fraction, Fraction]:
    """Bounds on both sides of a guess, as close as the curve shows them to be."""

    def moved(sign: int, shown: Callable[[Fraction], bool]) -> Fraction:
        apart: Fraction = max(guess, Fraction(1, 2**40)) / 10**DIGITS
        end = Fraction(0) if sign < 0 else ends[1]
        while True:
            eps = guess + sign * apart
            if (eps - end) * sign >= 0:
                return end
            if shown(eps):
                return eps
            apart *= 16

    low = moved(-1, lambda eps: curve.delta(eps, bits)[0] >= delta)
    high = moved(1, lambda eps: curve.delta(eps, bits)[1] <= delta)
    return low, high


def _largest(curve: Curve, delta: Fraction, bits: int) -> Fraction:
    """A large ε with δ(ε) ≥ δ, where no ε is known to be enough; 500 at most."""
    return Fraction(500) if curve.delta(Fraction(500), bits)[0] >= delta else Fraction(0)


def _logarithm(number: Fraction) -> float:
    """ln of a positive rational that may be beyond all floats."""
    shift = number.numerator.bit_length() - number.denominator.bit_length()
    return log(float(number / Fraction(2) ** shift)) + shift * log(2)
