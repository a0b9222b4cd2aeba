"""The values of parameters: read, held to the range that is declared, and turned into terms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from dpverify.defs.definitions.ranges import divergence, labels, loss, order, probability
from dpverify.defs.definitions.registry import PARAMETERS
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import Number, as_bound, as_eps
from dpverify.defs.privacy_loss import Odds, odds_of
from dpverify.defs.validate import did_you_mean, shown


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
            return loss(name, given)
        case "probability":
            return probability(name, given)
        case "divergence":
            return divergence(name, given)
        case "order":
            return order(given)
        case "labels":
            return labels(given)
        case "classes":
            return None if given is None else tuple(tuple(members) for members in given)
        case "trade-off":
            from dpverify.defs.definitions.claimed_trade_off import claimed_trade_off

            return claimed_trade_off(given)
    assert_never(kind)


def check_names(definition: str, given: Iterable[str], parameters: tuple[str, ...]) -> None:
    """Refuse unknown and missing parameters, naming what the definition takes."""
    names = list(given)
    for name in names:
        if name not in parameters:
            known = ", ".join(parameters) or "none"
            raise UsageError(
                f"{definition} has no parameter {shown(name)}; it takes {known}"
                f"{did_you_mean(name, parameters)}"
            )
    for name in parameters:
        if name not in names:
            every = f" (it takes {', '.join(parameters)})" if len(parameters) > 1 else ""
            raise UsageError(f"{definition} needs {name}; give a value{every}")


def missing_parameter(definition: str, given: Iterable[str], parameters: tuple[str, ...]) -> str:
    """The one parameter left out, which is to be measured."""
    names = list(given)
    check_names(definition, [*names, *(p for p in parameters if p not in names)], parameters)
    missing = [name for name in parameters if name not in names]
    if len(missing) != 1:
        left_out = f"{', '.join(missing)} are" if missing else "none is"
        raise UsageError(
            f"to measure {definition} give all but one of {', '.join(parameters)};"
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
