"""Parameters of notions: their names, ranges and the terms they become."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from dpverify.defs.errors import DomainError, UsageError
from dpverify.defs.numbers import Loss, Number, Real, Value, as_bound, as_eps, number_text
from dpverify.defs.numbers.limits import MAX_EXPONENT
from dpverify.defs.privacy_loss import Odds, odds_of
from dpverify.defs.validate import did_you_mean, shown

LOSSES: Final = {
    "eps": "a privacy loss bound",
    "rho": "a rate of divergence",
    "mu": "the distance of two normal laws",
}


def as_parameter(name: str, given: Any) -> Loss | Real | Value:
    """A parameter as an exact number in its range.

    Args:
        name: "eps", "rho" (in nats) and "mu" are from 0 to MAX_EXPONENT; all others, such as
            "delta" and "risk", are probabilities in [0, 1].
        given: int, Fraction, text of the grammar or exact number; never a Python float.

    Raises:
        NumberError: not an exact number.
        DomainError: outside the range.
    """
    if name in LOSSES:
        bound = as_eps(given)
        if bound < 0:
            raise DomainError(f"{name} = {_short(bound)} is negative; {LOSSES[name]} is ≥ 0")
        if bound > MAX_EXPONENT:  # a witness holds e^ε, and e^ε is not computed beyond that
            raise DomainError(
                f"{name} = {_short(bound)} is beyond {MAX_EXPONENT}, the largest exponent that is"
                " computed with; give a smaller one"
            )
        return bound
    probability = as_bound(given)
    if probability < 0 or probability > 1:
        raise DomainError(
            f"{name} = {_short(probability)} is no probability; it must lie in [0, 1]"
        )
    return probability


def check_names(notion: str, given: Iterable[str], parameters: tuple[str, ...]) -> None:
    """Refuse unknown and missing parameters, naming what the notion takes."""
    names = list(given)
    for name in names:
        if name not in parameters:
            raise UsageError(
                f"{notion} has no parameter {shown(name)}; it takes {', '.join(parameters)}"
                f"{did_you_mean(name, parameters)}"
            )
    for name in parameters:
        if name not in names:
            every = f" (it takes {', '.join(parameters)})" if len(parameters) > 1 else ""
            raise UsageError(f"{notion} needs {name}; give a value{every}")


def missing_parameter(notion: str, given: Iterable[str], parameters: tuple[str, ...]) -> str:
    """The one parameter left out, which is to be measured."""
    names = list(given)
    check_names(notion, [*names, *(p for p in parameters if p not in names)], parameters)
    missing = [name for name in parameters if name not in names]
    if len(missing) != 1:
        left_out = f"{', '.join(missing)} are" if missing else "none is"
        raise UsageError(
            f"to measure {notion} give all but one of {', '.join(parameters)};"
            f" here {left_out} left out"
        )
    return missing[0]


def terms_of(given: Mapping[str, Number]) -> dict[str, Odds]:
    """The terms of a form: "odds" = e^ε, the probabilities under their names."""
    terms: dict[str, Odds] = {}
    for name, value in given.items():
        if name == "eps":
            terms["odds"] = odds_of(as_eps(value))
        else:
            terms[name] = as_bound(value)
    return terms


def _short(number: Number) -> str:
    text = number_text(number)
    return text if len(text) <= 40 else text[:37] + "…"
