"""Reading the parameters of mechanisms and claims, exactly or not at all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Loss, Number, Real, Value, as_eps, as_number

Eps = int | Fraction | str | Loss | Real | Value


def finite_eps(given: Eps, name: str = "ε") -> Loss | Real:
    """A finite number of nats; DomainError for an infinite one."""
    eps = as_eps(given, allow_infinity=True)
    if isinstance(eps, Loss) and eps.is_infinite:
        raise DomainError(f"{name} is infinite; give a finite number of nats")
    return eps


def nonnegative_eps(given: Eps, name: str = "ε") -> Loss | Real:
    """A finite ε ≥ 0; DomainError otherwise."""
    eps = finite_eps(given, name)
    if eps.sign() < 0:
        raise DomainError(f"{name} is {given}, must be at least 0")
    return eps


def positive(given: Any, name: str) -> Number:
    """A number > 0; DomainError otherwise."""
    number = as_number(given)
    if number.sign() <= 0:
        raise DomainError(f"{name} is {given}, must be more than 0")
    return number


def rational(given: Any, name: str) -> fmpq:
    """A rational number; DomainError for others."""
    number = as_number(given)
    exact = None if isinstance(number, Real) else number.as_rational()
    if exact is None:
        raise DomainError(f"{name} is {given}, must be rational here, such as 1/2")
    return exact


def positive_rational(given: Any, name: str) -> fmpq:
    """A rational number > 0; DomainError for others."""
    exact = rational(given, name)
    if exact <= 0:
        raise DomainError(f"{name} is {given}, must be more than 0")
    return exact


def count(given: Any, name: str, least: int = 1, most: int | None = None) -> int:
    """An integer in a range; DomainError for others."""
    exact = rational(given, name)
    if exact.q != 1 or exact < least or (most is not None and exact > most):
        rule = f"at least {least}" if most is None else f"between {least} and {most}"
        raise DomainError(f"{name} is {given}, must be an integer {rule}")
    return int(exact.p)


def share(given: Any, name: str) -> Number:
    """A number in [0, 1]; DomainError for others."""
    number = as_number(given)
    if number.sign() < 0 or number > Value(1):
        raise DomainError(f"{name} is {given}, must lie between 0 and 1")
    return number
