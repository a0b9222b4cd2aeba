"""The values of parameters: read, held to the range that is declared, and turned into terms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Final, assert_never

from dpverify.defs.errors import DomainError, UsageError
from dpverify.defs.notions.registry import PARAMETERS
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
from dpverify.defs.privacy_loss import Odds, odds_of
from dpverify.defs.validate import did_you_mean, shown

LONGEST: Final = 10**6
"""The largest numerator and denominator of an order."""


def as_parameter(name: str, given: Any) -> Any:
    """The value of a parameter, in the range that the parameter declares.

    Args:
        name: of a parameter of the registry.
        given: int, Fraction, text of the grammar or exact number, never a Python float; of a
            parameter that is no number what its kind says.

    Returns:
        A `Loss` or `Real` for a loss; a `Value` or `Real` for a probability or a divergence; a
        Fraction for an order; tuples of labels; a trade-off function.

    Raises:
        NumberError: not an exact number.
        DomainError: outside the range.
        UsageError: no parameter has this name, or what is given is of another kind.
    """
    if name not in PARAMETERS:
        known = tuple(PARAMETERS)
        raise UsageError(
            f"no definition has a parameter {shown(name)}; known: {', '.join(known)}"
            f"{did_you_mean(name, known)}"
        )
    kind = PARAMETERS[name].kind
    match kind:
        case "loss":
            return _loss(name, given)
        case "probability":
            return _probability(name, given)
        case "divergence":
            return _divergence(name, given)
        case "order":
            return as_order(given)
        case "labels":
            return _labels(given)
        case "classes":
            return None if given is None else tuple(tuple(members) for members in given)
        case "trade-off":
            from dpverify.defs.notions.claimed_trade_off import claimed_trade_off

            return claimed_trade_off(given)
    assert_never(kind)


def _loss(name: str, given: Any) -> Loss | Real:
    bound = as_eps(given)
    noun = PARAMETERS[name].noun
    if bound < 0:
        raise DomainError(f"{name} = {_short(bound)} is negative; {noun} is ≥ 0")
    if bound > MAX_EXPONENT:  # a witness holds e^ε, and e^ε is not computed beyond that
        raise DomainError(
            f"{name} = {_short(bound)} is beyond {MAX_EXPONENT}, the largest exponent that is"
            " computed with; give a smaller one"
        )
    return bound


def _probability(name: str, given: Any) -> Value | Real:
    probability = as_bound(given)
    if probability < 0 or probability > 1:
        raise DomainError(
            f"{name} = {_short(probability)} is no probability; it must lie in [0, 1]"
        )
    return probability


def _divergence(name: str, given: Any) -> Value | Real:
    divergence = as_bound(given)
    if divergence < 0:
        noun = PARAMETERS[name].noun
        raise DomainError(f"{name} = {_short(divergence)} is negative; {noun} is ≥ 0")
    return divergence


def as_order(given: Any) -> Fraction:
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
    order = Fraction(int(exact.p), int(exact.q))
    if order <= 1:
        raise DomainError(
            f"alpha = {shown(given)} is not greater than 1; the order of renyi-dp must be"
        )
    if max(order.numerator, order.denominator) > LONGEST:
        raise DomainError(
            f"alpha = {shown(given)} is too long; numerator and denominator are at most {LONGEST}"
        )
    return order


def _labels(given: Any) -> tuple[str, ...]:
    members = [given] if isinstance(given, str) else given
    if not isinstance(members, (list, tuple)) or not members:
        raise UsageError(
            f"guessing-advantage needs a goal, the inputs that count as correct; got"
            f" {shown(given)}, give --goal LABEL once for each"
        )
    return tuple(members)


def check_names(notion: str, given: Iterable[str], parameters: tuple[str, ...]) -> None:
    """Refuse unknown and missing parameters, naming what the definition takes."""
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
