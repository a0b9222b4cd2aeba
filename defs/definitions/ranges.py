"""The ranges of parameters: a number that is given, exact, or refused in one line.

The words of a range are in `declared.RANGES`, and the kind of each parameter in the registry.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpverify.defs.definitions.registry import PARAMETERS
from dpverify.defs.errors import DomainError, UsageError
from dpverify.defs.numbers import (
    Loss,
    Number,
    Real,
    Value,
    as_bound,
    as_eps,
    as_number,
    number_text,
)
from dpverify.defs.numbers.limits import MAX_EXPONENT
from dpverify.defs.validate import shown

LARGEST: Final = Value(MAX_EXPONENT)
"""The largest bound of a loss."""
LONGEST: Final = 10**6
"""The largest numerator and denominator of an order."""


def loss(name: str, given: Any) -> Loss | Real:
    """A bound of a privacy loss or of a distance of laws, ≥ 0 and small enough for e^ε."""
    bound = as_eps(given)
    noun = PARAMETERS[name].noun
    if bound.sign() < 0:
        raise DomainError(f"{name} = {_short(bound)} is negative; {noun} is ≥ 0")
    if bound > LARGEST:  # a witness holds e^ε, and e^ε is not computed beyond that
        raise DomainError(
            f"{name} = {_short(bound)} is beyond {MAX_EXPONENT}, the largest exponent that is"
            " computed with; give a smaller one"
        )
    return bound


def probability(name: str, given: Any) -> Value | Real:
    """A probability, in [0, 1]."""
    number = as_bound(given)
    if number.sign() < 0 or number > 1:
        raise DomainError(f"{name} = {_short(number)} is no probability; it must lie in [0, 1]")
    return number


def divergence(name: str, given: Any) -> Value | Real:
    """A divergence, ≥ 0; it may exceed 1."""
    number = as_bound(given)
    if number < 0:
        noun = PARAMETERS[name].noun
        raise DomainError(f"{name} = {_short(number)} is negative; {noun} is ≥ 0")
    return number


def order(given: Any) -> Fraction:
    """An order α as a fraction.

    Raises: NumberError for what is no exact number; DomainError unless rational, > 1, and with at
        most 6 digits above and below the line.
    """
    if given is None:
        raise UsageError("renyi-dp needs alpha, the order of the divergence: --alpha 2")
    number = as_number(given)
    exact = None if isinstance(number, Real) else number.as_rational()
    if exact is None:
        raise DomainError(f"alpha = {shown(given)} is irrational; give a rational order, as 3/2")
    alpha = Fraction(int(exact.p), int(exact.q))
    if alpha <= 1:
        raise DomainError(
            f"alpha = {shown(given)} is not greater than 1; the order of renyi-dp must be"
        )
    if max(alpha.numerator, alpha.denominator) > LONGEST:
        raise DomainError(
            f"alpha = {shown(given)} is too long; numerator and denominator are at most {LONGEST}"
        )
    return alpha


def labels(given: Any) -> tuple[str, ...]:
    """The inputs that count as correct guesses, at least one."""
    members = [given] if isinstance(given, str) else given
    if not isinstance(members, (list, tuple)) or not members:
        raise UsageError(
            f"guessing-advantage needs a goal, the inputs that count as correct; got"
            f" {shown(given)}, give --goal LABEL once for each"
        )
    return tuple(members)


def _short(number: Number) -> str:
    text = number_text(number)
    return text if len(text) <= 40 else text[:37] + "…"
