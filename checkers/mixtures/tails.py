"""How likely a released value is below or above a point; each side is accurate far out."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq

from dpverify.checkers.mixtures.parts import End, Part, Spread, Window
from dpverify.defs.documents.traced import unknown_law

Point = fmpq | None
"""A rational number; None is beyond all numbers."""


def rational(number: Fraction) -> fmpq:
    """The number as flint's rational."""
    return fmpq(number.numerator, number.denominator)


def point(end: End) -> Point:
    """The end of a window."""
    return None if end is None else rational(end)


def mass(spread: Spread, low: Point, high: Point) -> arb:
    """P(low ≤ value ≤ high)."""
    if low is not None and high is not None and low >= high:
        return arb(0)
    centre = rational(spread.centre)
    if low is not None and low >= centre:
        return above(spread, low) - (arb(0) if high is None else above(spread, high))
    if high is not None and high <= centre:
        return below(spread, high) - (arb(0) if low is None else below(spread, low))
    whole = arb(1) if low is None else 1 - below(spread, low)
    return whole if high is None else whole - above(spread, high)


def value_mass(part: Part, low: Point, high: Point) -> arb:
    """P(the value of a part between low and high, in its window); 1 where it has none."""
    if part.spread is None:
        return arb(1)
    first, last = ends(part.window)
    low = first if low is None else low if first is None else max(low, first)
    high = last if high is None else high if last is None else min(high, last)
    return mass(part.spread, low, high)


def ends(window: Window) -> tuple[Point, Point]:
    """Both ends of a window."""
    return point(window.low), point(window.high)


def above(spread: Spread, y: fmpq) -> arb:
    """P(value ≥ y)."""
    x = (y - rational(spread.centre)) * spread.sign
    return _upper(spread, x) if spread.sign > 0 else _lower(spread, x)


def below(spread: Spread, y: fmpq) -> arb:
    """P(value ≤ y)."""
    x = (y - rational(spread.centre)) * spread.sign
    return _lower(spread, x) if spread.sign > 0 else _upper(spread, x)


def _upper(spread: Spread, z: fmpq) -> arb:
    """P(noise ≥ z)."""
    size = rational(spread.size)
    match spread.law:
        case "gaussian":
            return (arb(z) / arb(2 * size).sqrt()).erfc() / 2
        case "laplace":
            tail = (-abs(arb(z / size))).exp() / 2
            return tail if z >= 0 else 1 - tail
        case "uniform":
            return arb(min(fmpq(1), max(fmpq(0), (size - z) / (2 * size))))
        case "exponential":
            return arb(-z / size).exp() if z > 0 else arb(1)
        case "gumbel":
            return -(-(arb(-z / size).exp())).expm1()
        case "logistic":
            return 1 / (1 + arb(z / size).exp())
        case _:
            raise unknown_law(spread.law)


def _lower(spread: Spread, z: fmpq) -> arb:
    """P(noise ≤ z)."""
    match spread.law:
        case "gaussian" | "laplace" | "uniform" | "logistic":
            return _upper(spread, -z)
        case "exponential":
            return -(arb(-z / rational(spread.size)).expm1()) if z > 0 else arb(0)
        case "gumbel":
            return (-(arb(-z / rational(spread.size)).exp())).exp()
        case _:
            raise unknown_law(spread.law)


def reach(spread: Spread, bits: int) -> tuple[fmpq, fmpq]:
    """Two points outside which the value lies with a probability below 2^−bits."""
    size, centre = rational(spread.size), rational(spread.centre)
    down = up = bits * size
    match spread.law:
        case "gaussian":
            down = up = _root(fmpq(2 * bits)) * _root(size)
        case "laplace" | "logistic":
            down = up = (bits + 1) * size
        case "uniform":
            down = up = size
        case "exponential":
            down = fmpq(0)
        case "gumbel":
            down = fmpq(bits.bit_length() + 1) * size
        case _:
            raise unknown_law(spread.law)
    return (centre - down, centre + up) if spread.sign > 0 else (centre - up, centre + down)


def _root(square: fmpq) -> fmpq:
    """A rational number a little above a square root."""
    root = arb(square).sqrt()
    return fmpq(int((root * 16).ceil().upper().fmpz()) + 1, 16)
