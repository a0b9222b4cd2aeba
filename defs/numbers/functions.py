"""exp, ln and rational powers between the classes of numbers."""

from __future__ import annotations

from flint import fmpq

from dpverify.defs.numbers.errors import ExponentError, NumberError, Undecided
from dpverify.defs.numbers.limits import MAX_EXPONENT
from dpverify.defs.numbers.loss import Loss, log_of_value
from dpverify.defs.numbers.radicals import bit_length, rational_power
from dpverify.defs.numbers.real import Real
from dpverify.defs.numbers.value import Value, from_combination

Number = Value | Loss | Real
MAX_ROOT_BITS = 4096
"""Bits of a rational number whose root is taken by balls."""


def exp_of(number: Number) -> Value | Real:
    """e^number: a Value for rationals and for losses whose roots are exact, else a Real.

    Raises: NumberError where the number is infinite or its size exceeds the limit on exponents.
    """
    if not isinstance(number, (Value, Loss, Real)):
        return number.exponential()  # a number with a symbol in it knows its own
    if isinstance(number, Loss) and number.is_infinite:
        raise NumberError("exp of an infinite number is not a number")
    exact = None if isinstance(number, Real) else number.as_rational()
    if exact is not None:
        if abs(exact) > MAX_EXPONENT:
            raise ExponentError(f"exp({_short(exact)}): the exponent is beyond ±{MAX_EXPONENT}")
        return (number if isinstance(number, Loss) else Loss(exact)).odds()
    if abs(number.approx()) > MAX_EXPONENT:
        raise ExponentError(f"exp(…): the exponent is beyond ±{MAX_EXPONENT}")
    return number.odds() if isinstance(number, Loss) else Real("exp", number)


def ln_of(number: Number) -> Loss | Real:
    """ln(number): a Loss for a positive Value, else a Real; raises NumberError where ≤ 0."""
    if isinstance(number, Loss):
        exact = number.as_rational()
        if exact is None:
            return _real_log(number)
        number = Value(exact)
    return log_of_value(number) if isinstance(number, Value) else _real_log(number)


def _real_log(number: Loss | Real) -> Real:
    if number.sign() <= 0:
        raise NumberError(f"ln({_short(number)}): the logarithm needs a positive number")
    return Real("ln", number)


def distribution_of(number: Number) -> Value | Real:
    """Φ(number), the distribution function of the standard normal law; 1/2 at 0."""
    if isinstance(number, Loss) and number.is_infinite:
        raise NumberError("Phi of an infinite number is not written")
    return Real("Phi", number) if number.sign() else Value(fmpq(1, 2))


def quantile_of(number: Number) -> Value | Real:
    """Φ⁻¹(number): where the standard normal law has reached a probability strictly in (0, 1)."""
    if not (number > 0 and number < 1):
        raise NumberError(f"quantile({_short(number)}): the probability lies between 0 and 1")
    return Real("quantile", number) if (number - Value(1) / 2).sign() else Value(0)


def power(base: Number, exponent: Number) -> Number:
    """base ** exponent, for an integer exponent, or a rational one over a positive rational.

    Raises: NumberError for other operands, a zero base with a negative exponent, or a power that
    exceeds the limits.
    """
    exact = None if isinstance(exponent, Real) else exponent.as_rational()
    if exact is None:
        raise NumberError(f"the exponent {_short(exponent)} is not rational; write exp(… * ln(…))")
    if not isinstance(base, (Value, Loss, Real)) and exact.q == 1:
        return base ** int(exact.p)  # a number with a symbol in it
    try:
        if exact.q == 1:
            return _integer_power(base, int(exact.p))
        rational_base = None if isinstance(base, Real) else base.as_rational()
        if rational_base is None:
            raise NumberError(
                f"the exponent {_short(exact)} is not an integer: the base {_short(base)} must be "
                "a positive rational"
            )
        return _root(rational_base, exact)
    except Undecided as too_large:
        raise NumberError(f"{_short(base)} ** {_short(exact)}: {too_large.text}") from None


def _root(base: fmpq, exponent: fmpq) -> Value | Real:
    """A power with an exponent that is no integer; by balls where the base is not factored."""
    try:
        return from_combination(rational_power(base, exponent))
    except Undecided:
        if bit_length(base) > MAX_ROOT_BITS:
            raise
        return Real("**", Value(base), Value(exponent))


def _integer_power(base: Number, exponent: int) -> Number:
    if exponent < 0 and base.sign() == 0:
        raise NumberError("0 to a negative power: division by zero")
    return base**exponent


def _short(number: Number | fmpq) -> str:
    text = str(number)
    return text if len(text) <= 40 else text[:37] + "…"
