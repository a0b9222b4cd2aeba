"""Where an irrational number lies on a dyadic grid: a hash that depends on the number alone."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb, fmpq, fmpz

from dpverify.defs.numbers.balls import ball_bounds
from dpverify.defs.numbers.errors import Undecided
from dpverify.defs.numbers.limits import PRECISION_LIMIT, START_BITS


def leading_bits(evaluate: Callable[[int], arb]) -> tuple[int, int]:
    """Exponent and first 40 bits of an irrational number.

    No dyadic rational equals it, so a fine enough ball lies strictly between two neighbours of
    the 40-bit grid: the result depends on the number alone.
    """
    bits = START_BITS
    while bits <= PRECISION_LIMIT:
        ball = evaluate(bits)
        lower, upper = ball_bounds(ball) if ball.is_finite() else (fmpq(0), fmpq(0))
        if lower * upper > 0:
            key = _grid(lower)
            if key == _grid(upper):
                return key
        bits *= 2
    raise Undecided("precision", f"a number is not located on the grid at {PRECISION_LIMIT} bits")


def _grid(number: fmpq) -> tuple[int, int]:
    """(shift, floor(number · 2^shift)) with 2^39 ≤ |number| · 2^shift < 2^40."""
    shift = 39 - (int(number.p.bit_length()) - int(number.q.bit_length()))
    scaled = _shifted(number, shift)
    while abs(scaled) >= 1 << 40:
        shift, scaled = shift - 1, scaled / 2
    while abs(scaled) < 1 << 39:
        shift, scaled = shift + 1, scaled * 2
    return shift, int(scaled.p // scaled.q)


def _shifted(number: fmpq, shift: int) -> fmpq:
    return number * (fmpz(1) << shift) if shift >= 0 else number / (fmpz(1) << -shift)
