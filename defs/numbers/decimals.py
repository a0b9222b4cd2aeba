"""Decimal strings that enclose a number: `lower` rounded down, `upper` rounded up.

They are written into results and read by no kernel, which compares exact numbers with them by its
own reading; so no kernel loads this module.
"""

from __future__ import annotations

from math import floor, log10
from typing import Any

from flint import arb, fmpq, fmpz

from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.numbers.errors import Undecided
from dpverify.defs.numbers.functions import Number
from dpverify.defs.numbers.limits import (
    MAX_DECIMAL_EXPONENT,
    MAX_TEXT,
    PRECISION_LIMIT,
    START_BITS,
)
from dpverify.defs.numbers.loss import Loss
from dpverify.defs.numbers.real import Real
from dpverify.defs.numbers.value import Value

Whole = int | fmpz
_TEN = fmpz(10)
DIGITS = 18
PLAIN_FROM, PLAIN_TO = -5, 21
LEAST_FLOAT = 1e-200
MACHINE_BITS = 512
"""Bits of a number up to which Python divides as fast as flint does."""


def number_json(number: Number) -> dict[str, Any]:
    """{"exact", "lower", "upper"} as results carry it.

    "exact" is null for a Real, and replaced by "exact_omitted" (its length) beyond MAX_TEXT
    characters; the decimals are rounded outward. What is closer to 0 than the smallest decimal
    that is read, 1e-10000, has that and 0 as its bounds, and what is beyond the largest that and
    infinity: what is printed is to be read back.
    """
    lower, upper = readable(*enclosure(number))
    if isinstance(number, Real):
        return {"exact": None, "lower": lower, "upper": upper}
    text = str(number)
    if len(text) > MAX_TEXT:
        return {"exact_omitted": len(text), "lower": lower, "upper": upper}
    return {"exact": text, "lower": lower, "upper": upper}


def readable(lower: str, upper: str) -> tuple[str, str]:
    """Decimal bounds whose exponents of ten are read: at most 10000, and at least -10000.

    >>> readable("1.5e-20000", "1.6e-20000")
    ('0', '1e-10000')
    >>> readable("-1.6e20000", "1.6e20000")
    ('-inf', 'inf')
    """
    if "e" not in lower and "e" not in upper:
        return lower, upper
    return _read(lower, up=False), _read(upper, up=True)


def _read(decimal: str, *, up: bool) -> str:
    """A decimal that is read: this one, or the next one beyond it."""
    exponent = _exponent(decimal)
    if abs(exponent) <= MAX_DECIMAL_EXPONENT:
        return decimal
    sign = "-" if decimal.startswith("-") else ""
    away = up is not bool(sign)  # from 0
    if exponent < 0:
        return f"{sign}1e-{MAX_DECIMAL_EXPONENT}" if away else "0"
    return f"{sign}inf" if away else f"{sign}1e{MAX_DECIMAL_EXPONENT}"


def outward(low: fmpq, high: fmpq | None, digits: int = DIGITS) -> tuple[str, str]:
    """Decimal bounds that are read back, whatever the size of the numbers; None stands for ∞.

    >>> outward(fmpq(1, 10**20000), fmpq(10**20000))
    ('0', 'inf')
    """
    return _within(low, digits, up=False), "inf" if high is None else _within(high, digits, up=True)


def _within(number: fmpq, digits: int, *, up: bool) -> str:
    """A decimal beyond a number, with an exponent of ten that is read."""
    # The number is between 2^(bits − 1) and 2^(bits + 1), far inside of what is read.
    bits = int(number.p.bit_length()) - int(number.q.bit_length())
    if abs(bits) < 3 * MAX_DECIMAL_EXPONENT:
        return decimal_text(number, digits, up=up)
    size, sign = abs(number), "-" if number < 0 else ""
    most = fmpz(10) ** MAX_DECIMAL_EXPONENT
    away = up is (number > 0)
    if 0 < size < 1 / fmpq(most):
        return f"{sign}1e-{MAX_DECIMAL_EXPONENT}" if away else "0"
    if size > most:
        return f"{sign}inf" if away else f"{sign}1e{MAX_DECIMAL_EXPONENT}"
    return decimal_text(number, digits, up=up)


def _exponent(decimal: str) -> int:
    return int(decimal.partition("e")[2] or 0)


def enclosure(number: Value | Loss | Real, digits: int = DIGITS) -> tuple[str, str]:
    """Decimal bounds of a number, tight to `digits` significant digits.

    A number whose balls get no narrower, and that says so by Undecided("precision"), has the bounds
    of its last ball.

    Returns: (lower, upper) with lower ≤ number ≤ upper as exact decimals; equal where the number
    has a decimal expansion of at most `digits` digits; exponents are written like 1.2e-7.
    Raises: Undecided("precision") where no ball up to the precision limit is fine enough.
    """
    if isinstance(number, Loss) and number.is_infinite:
        return str(number), str(number)
    exact = None if isinstance(number, Real) else number.as_rational()
    if exact is not None:
        return _decimals(exact, exact, digits)
    bits, ball = START_BITS + 4 * digits, None
    while bits <= PRECISION_LIMIT:
        try:
            ball = number.ball(bits)
        except Undecided as stop:
            if stop.code != "precision" or ball is None or not ball.is_finite():
                raise
            return _outward(ball, digits)
        bounds = _near_bounds(ball, digits, bits) or _fine_bounds(ball, digits)
        if bounds is not None:
            return bounds
        bits *= 2
    raise Undecided("precision", f"no {digits} digits of a number at {PRECISION_LIMIT} bits")


def bracket(low: fmpq, high: fmpq, digits: int = DIGITS) -> str:
    """Bounds as decimals that are rounded outward.

    >>> bracket(fmpq(1, 3), fmpq(2, 3), 3)
    '[0.333, 0.667]'
    """
    ends = decimal_text(low, digits, up=False), decimal_text(high, digits, up=True)
    return f"[{', '.join(ends)}]"


def _near_bounds(ball: arb, digits: int, bits: int) -> tuple[str, str] | None:
    """Neighbouring decimals between which a ball lies; None where it is not seen to.

    As `_fine_bounds` of a ball that is fine enough, in a quarter of the time: the ball is scaled,
    with an error bound, and asked for the one whole number below it.
    """
    middle = abs(float(ball.mid()))
    if not LEAST_FLOAT < middle < 1 / LEAST_FLOAT or ball.is_exact():
        return None
    exponent = floor(log10(middle))  # if it is wrong, the number of digits is, and shows it
    shift = digits - 1 - exponent
    with working_precision(bits):
        scaled = ball * fmpz(10) ** shift if shift >= 0 else ball / fmpz(10) ** -shift
        below = scaled.floor().unique_fmpz()
    least = 10 ** (digits - 1)
    if below is None or not (least <= below < 10 * least - 1 or -10 * least < below < -least):
        return None
    ends = (_place_point(end, exponent, strip=False) for end in (below, below + 1))
    return next(ends), next(ends)


def _fine_bounds(ball: arb, digits: int) -> tuple[str, str] | None:
    if not ball.is_finite():
        return None
    lower, upper = ball_bounds(ball)
    if (upper - lower) * 10 ** (digits + 2) > min(abs(lower), abs(upper)) or lower * upper < 0:
        return None
    return _decimals(lower, upper, digits)


def _outward(ball: arb, digits: int) -> tuple[str, str]:
    return _decimals(*ball_bounds(ball), digits)


def _decimals(low: fmpq, high: fmpq, digits: int) -> tuple[str, str]:
    """Two rationals, the first rounded down and the second up."""
    lower, exact = _rounded(low, digits, up=False)
    if exact and low == high:
        return lower, lower
    return lower, decimal_text(high, digits, up=True)


def decimal_text(number: fmpq, digits: int, *, up: bool) -> str:
    """A rational rounded to `digits` significant digits, toward +inf if `up`, else toward -inf."""
    return _rounded(number, digits, up=up)[0]


def _rounded(number: fmpq, digits: int, *, up: bool) -> tuple[str, bool]:
    """The text of a rational with so many digits, and whether it is the rational itself."""
    if not number:
        return "0", True
    size, rest, exponent = _scaled(number, digits)
    negative = number.p < 0
    # What was cut off the size of a number is given back where that is the way to round.
    mantissa = size + 1 if rest and up is not negative else size
    if mantissa == 10**digits:
        mantissa, exponent = mantissa // 10, exponent + 1
    return _place_point(-mantissa if negative else mantissa, exponent, strip=not rest), not rest


def _scaled(number: fmpq, digits: int) -> tuple[Whole, Whole, int]:
    """⌊s⌋, a number that is 0 where s is whole, and e.

    s = |number|·10^(digits−1−e) is at least 10^(digits−1) and less than 10^digits.
    """
    above: Whole = abs(number.p)
    below: Whole = number.q
    ten: Whole = _TEN
    if number.height_bits() <= MACHINE_BITS:
        above, below, ten = int(above), int(below), 10
    exponent = (int(above.bit_length()) - int(below.bit_length())) * 30103 // 100000
    least = 10 ** (digits - 1)
    while True:
        # Not in lowest terms, which would take long and is not needed.
        power = digits - 1 - exponent
        p = above * ten**power if power > 0 else above
        q = below * ten**-power if power < 0 else below
        size = p // q
        if size < least:
            exponent -= 1
        elif size >= 10 * least:
            exponent += 1
        else:
            return size, p - size * q, exponent


def _place_point(mantissa: Whole, exponent: int, *, strip: bool) -> str:
    sign, text = ("-", str(-mantissa)) if mantissa < 0 else ("", str(mantissa))
    if strip:
        text = text.rstrip("0")
    if PLAIN_FROM <= exponent < PLAIN_TO:
        if exponent < 0:
            return f"{sign}0.{'0' * (-exponent - 1)}{text}"
        whole, rest = text[: exponent + 1].ljust(exponent + 1, "0"), text[exponent + 1 :]
        return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"
    fraction = f".{text[1:]}" if len(text) > 1 else ""
    return f"{sign}{text[0]}{fraction}e{exponent}"
