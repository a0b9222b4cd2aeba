"""The probability of a part of a mixture, whatever its value: as a ball, or an exact number.

Exactly for Laplace, exponential and uniform noise, whose chances to lie in a window are sums of
powers of e with rational exponents.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, ctx

from dpverify.checkers.mixtures.parts import (
    Factor,
    Masses,
    Part,
    Share,
    Spread,
    Turns,
    Window,
)
from dpverify.checkers.mixtures.tails import ends, mass, rational
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Value, exp, total

NEVER = "a try ends with a probability that is 0, or too small"
HALF = Fraction(1, 2)


def chance(part: Part) -> arb:
    """Weight, masses and factors of a part multiplied."""
    found = arb(rational(part.weight)) * masses_of(part.masses)
    for factor in part.factors:
        found *= _ball(factor, ctx.prec)
    return found


def masses_of(masses: Masses) -> arb:
    """The product of some chances."""
    found = arb(1)
    for spread, window in masses:
        found *= mass(spread, *ends(window))
    return found


@lru_cache(maxsize=256)  # by the precision, which flint keeps as a global
def _ball(factor: Factor, _bits: int) -> arb:
    if isinstance(factor, Share):
        rate = arb(rational(factor.rate))
        return (rate * factor.place).exp() * rate.expm1() / (rate * factor.count).expm1()
    if isinstance(factor, Turns):
        most = 1 / -(arb(rational(factor.rate)).expm1())
        return arb(1).union(most) if factor.nearly else most
    whole = sum((arb(rational(w)) * masses_of(each) for w, each in factor.ends), arb(0))
    if not whole > 0:
        raise Undecided("precision", NEVER)
    return 1 / whole


# ---------------------------------------------------------------- exactly


def exact_chance(part: Part) -> Value | None:
    """The same as an exact number; None where it is none."""
    return _exactly(part.weight, part.masses, part.factors)


def exact_total(parts: Sequence[Part]) -> Value | None:
    """The sum of the chances of parts."""
    chances = [exact_chance(part) for part in parts]
    known = [each for each in chances if each is not None]
    return total(known) if len(known) == len(chances) else None


@lru_cache(maxsize=1024)
def _exactly(weight: Fraction, masses: Masses, factors: tuple[Factor, ...]) -> Value | None:
    found = Value(rational(weight))
    for spread, window in masses:
        part = exact_mass(spread, window)
        if part is None:
            return None
        found = found * part
    for factor in factors:
        if isinstance(factor, Share):
            once, count = exp(Value(rational(factor.rate))), factor.count
            found = found * once**factor.place * (1 - once) / (1 - once**count)
            continue
        if isinstance(factor, Turns):
            if factor.nearly:
                return None
            found = found / (1 - exp(Value(rational(factor.rate))))
            continue
        chances = [_exactly(w, each, ()) for w, each in factor.ends]
        known = [each for each in chances if each is not None]
        if len(known) < len(chances):
            return None
        whole = total(known)
        if whole.sign() <= 0:
            raise Undecided("unsupported", NEVER)
        found = found / whole
    return found


def exact_mass(spread: Spread, window: Window) -> Value | None:
    """P(value in the window), where it is an exact number."""
    if window.empty:
        return Value(0)
    upto = [
        Value(Fraction(side)) if end is None else _below(spread, end)
        for side, end in enumerate((window.low, window.high))
    ]
    low, high = upto
    return None if low is None or high is None else high - low


def _below(spread: Spread, end: Fraction) -> Value | None:
    """P(value ≤ end)."""
    z = (end - spread.centre) * spread.sign / spread.size
    below: Any
    match spread.law:
        case "laplace":
            half = exp(Value(rational(-abs(z)))) * Value(HALF)
            below = half if z < 0 else 1 - half
        case "exponential":
            below = 1 - exp(Value(rational(-z))) if z > 0 else Value(0)
        case "uniform":
            below = Value((1 + max(Fraction(-1), min(Fraction(1), z))) / 2)
        case _:
            return None
    known: Value = below if spread.sign > 0 else 1 - below
    return known
