"""The parameters of a mechanism: keywords of its function, set in a target as `eps=1/2,n=3`.

What must never change: a text that reads as a number arrives in the program as that exact number,
also where it is the default: an int where the default is an int (or there is none, and it is an
integer), else a Fraction, else a `Value`; a name that the function does not have is an error.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from dpverify.defs.errors import NumberError, ProgramError, UsageError
from dpverify.defs.numbers import Value, as_value, number_text
from dpverify.defs.validate import did_you_mean, shown

NO_DEFAULT = inspect.Parameter.empty


def parameters_of(function: Callable[..., Any]) -> dict[str, Any]:
    """The keyword parameters of a mechanism's function, with their defaults, in order.

    Raises: ProgramError unless the function takes an input and a draw, then keywords alone.
    """
    parameters = list(inspect.signature(function).parameters.values())
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    variadic = [p for p in parameters if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    if len(positional) < 2 or positional[1].name != "draw" or variadic:
        raise ProgramError(
            f"the mechanism {function.__name__} takes ({', '.join(map(str, parameters))});"
            " write it as f(input, draw, *, parameter=default)"
        )
    return {p.name: p.default for p in parameters if p not in positional[:2]}


def bound(name: str, known: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The value of every parameter, exact.

    Args: name of the mechanism; known the parameters with their defaults; given those that are set.
    Raises: UsageError for an unknown or missing one, or a value of another kind than the default.
    """
    for argument in given:
        if argument not in known:
            hint = did_you_mean(argument, known) or f"; it has {', '.join(known) or 'none'}"
            raise UsageError(f"{name} has no parameter {shown(argument)}{hint}")
    missing = [
        argument
        for argument, value in known.items()
        if value is NO_DEFAULT and argument not in given
    ]
    if missing:
        raise UsageError(f"{name} needs {missing[0]}; write it after the name, as :{missing[0]}=…")
    return {
        argument: _value(argument, given.get(argument, value), value)
        for argument, value in known.items()
    }


def _value(name: str, given: Any, default: Any) -> Any:
    if isinstance(default, bool):
        if given in ("true", "True", True):
            return True
        if given in ("false", "False", False):
            return False
        raise UsageError(f"{name} is {shown(given)}; write true or false")
    number = _number(given)
    if type(default) is int:
        if not isinstance(number, Fraction) or number.denominator != 1:
            raise UsageError(f"{name} is {shown(given)}; give an integer")
        return int(number)
    if default is NO_DEFAULT and isinstance(number, Fraction) and number.denominator == 1:
        return int(number)
    if number is None:
        if isinstance(given, str) and isinstance(default, str) and _number(default) is not None:
            raise UsageError(f"{name} is {shown(given)}; give a number such as 1/2 or exp(-1)")
        return given
    return number


def _number(given: Any) -> Fraction | Value | None:
    if isinstance(given, bool) or not isinstance(given, (str, int, Fraction, Value, float)):
        return None
    try:
        value = as_value(given)
    except NumberError:
        if isinstance(given, str):
            return None
        raise
    return value.as_fraction() if value.is_rational else value


def assignments(parameters: Mapping[str, Any]) -> str:
    """The parameters as a target spells them: `eps=1/2,n=3`.

    >>> assignments({"eps": Fraction(1, 2), "n": 3})
    'eps=1/2,n=3'
    """
    return ",".join(f"{name}={_spelled(value)}" for name, value in parameters.items())


def _spelled(value: Any) -> str:
    if isinstance(value, (int, Fraction, Value)) and not isinstance(value, bool):
        return number_text(Value(value))
    return str(value)
