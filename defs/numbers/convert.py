"""Reading numbers from Python and NumPy objects, exactly or not at all."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from typing import Any

from flint import fmpq, fmpz

from dpverify.defs.numbers.errors import NumberError
from dpverify.defs.numbers.functions import Number, exp_of, ln_of
from dpverify.defs.numbers.grammar import KEPT, parse
from dpverify.defs.numbers.limits import MAX_DECIMAL_EXPONENT, MAX_TEXT
from dpverify.defs.numbers.loss import Loss
from dpverify.defs.numbers.real import Real
from dpverify.defs.numbers.value import Value

LARGEST_MEANT = 1000
"""The largest denominator of a quotient that a float may stand for."""


def as_number(given: Any, *, allow_infinity: bool = False) -> Number:
    """The exact number that `given` is.

    Args: an int, Fraction, Decimal, text of the grammar, NumPy integer or float (the dyadic
        rational that it is), Value, Loss or Real.
    Raises: NumberError for a Python float or bool (the message gives the exact spelling), for
        NaN, and for infinity unless allowed.
    """
    if type(given) is str:
        return parse(given, allow_infinity=allow_infinity)
    if isinstance(given, (Value, Real)):
        return given
    if isinstance(given, Loss):
        if given.is_infinite and not allow_infinity:
            raise NumberError("inf has no meaning here; give a finite number")
        return given
    if isinstance(given, str):
        return parse(given, allow_infinity=allow_infinity)
    if isinstance(given, (int, Fraction, fmpq, fmpz)) and not isinstance(given, bool):
        return Value(given)
    return Value(_foreign(given))


def _foreign(given: Any) -> Fraction:
    from_numpy = type(given).__module__ == "numpy"
    if isinstance(given, float) and not from_numpy:
        raise NumberError(_float_message(given))
    if isinstance(given, Decimal) or (from_numpy and hasattr(given, "as_integer_ratio")):
        if isinstance(given, Decimal) and given.is_finite() and _is_far(given):
            raise NumberError(
                f"a Decimal has more than {MAX_TEXT} digits, or an exponent of ten beyond"
                f" ±{MAX_DECIMAL_EXPONENT}; give a number that is shorter to write"
            )
        try:
            return Fraction(*given.as_integer_ratio())
        except (OverflowError, ValueError):
            raise NumberError(f"{given!s} is not a finite number") from None
    # An integer scalar of NumPy; arrays and numpy.bool have no `bit_count`.
    if from_numpy and hasattr(given, "bit_count") and not hasattr(given, "__len__"):
        return Fraction(int(given))
    raise NumberError(f"{given!r} is not a number; give an int, a Fraction or a text like '1/4'")


def _is_far(given: Decimal) -> bool:
    """Whether a decimal would take more digits than the text of one may."""
    _, digits, exponent = given.as_tuple()
    return len(digits) > MAX_TEXT or abs(int(exponent)) > MAX_DECIMAL_EXPONENT


def _float_message(given: float) -> str:
    if not isfinite(given):
        return f"{given!r} is not a finite number"
    meant = Fraction(given).limit_denominator(LARGEST_MEANT)
    # 1/3 in a source is a float before it gets here; its decimal is not what anybody meant.
    fraction = f"'{meant}' if that is meant, " if _is_quotient(meant, given) else ""
    return (
        f"{given!r} is a Python float; write {fraction}'{given!r}' (a text) for exactly that"
        f" decimal, or Fraction({given!r}) for its binary value {Fraction(given)}"
    )


def _is_quotient(meant: Fraction, given: float) -> bool:
    """Whether a float is what Python makes of a short quotient that no short decimal is."""
    return float(meant) == given and Fraction(repr(given)) != meant


def as_value(given: Any) -> Value:
    """`given` as a Value; raises NumberError where it lies outside that class."""
    number = as_number(given)
    if isinstance(number, Loss) and number.as_rational() is not None:
        return Value(number.as_rational() or 0)
    if not isinstance(number, Value):
        raise NumberError(
            f"{_short(number)} is not a quotient of rational combinations of exp(rational) and "
            "roots; it cannot be a probability here"
        )
    return number


def as_bound(given: Any) -> Value | Real:
    """`given` as a number to compare probabilities with: a Value, or a Real beyond that class."""
    number = as_number(given)
    if isinstance(number, Loss):
        exact = number.as_rational()
        return Real("+", number, Value(0)) if exact is None else Value(exact)
    return number


def as_eps(given: Any, *, allow_infinity: bool = False) -> Loss | Real:
    """`given` as a privacy loss in nats: a Loss, or a Real beyond that class."""
    if type(given) is str and len(given) <= KEPT and "." not in given:
        return _kept_eps(given, allow_infinity)
    return _eps_of(as_number(given, allow_infinity=allow_infinity))


@lru_cache(maxsize=1024)
def _kept_eps(text: str, allow_infinity: bool) -> Loss | Real:
    """A loss with what is known of it: that of many claims is the same, and e^ε with it."""
    return _eps_of(parse(text, allow_infinity=allow_infinity))


def _eps_of(number: Number) -> Loss | Real:
    if isinstance(number, Value):
        exact = number.as_rational()
        return Real("+", number, Value(0)) if exact is None else Loss(exact)
    return number


def exp(given: Any) -> Value | Real:
    """e^given, exact.

    Args: given an int, Fraction, text of the grammar or exact number; no Python float.
    Returns: a Value where the exponent is rational, or a loss whose powers are exact; else a Real.
    Raises: NumberError for anything else, and for an exponent beyond the limit.

    A number with a symbol in it, which programs meet where ε is one, brings `exponential` itself.

    >>> exp("1/2") ** 2 == exp(1)
    True
    """
    # Asked of the type: a number that stands for ε refuses to be asked for attributes.
    own = getattr(type(given), "exponential", None)
    return exp_of(as_number(given)) if own is None else own(given)


def ln(given: Any) -> Loss | Real:
    """The natural logarithm, exact.

    Args: given as for `exp`, > 0.
    Returns: a Loss where `given` is a Value, else a Real.
    Raises: NumberError for anything else.

    >>> ln(3), ln(exp(2)) == 2
    (Loss('ln(3)'), True)
    """
    return ln_of(as_number(given))


def number_text(number: Number) -> str:
    """The canonical text of a number, which `parse` reads back.

    >>> number_text(ln("9/4"))
    'ln(9/4)'
    """
    return str(number)


def _short(number: Number) -> str:
    text = str(number)
    return text if len(text) <= 60 else text[:57] + "…"
