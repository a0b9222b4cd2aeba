"""A parameter with an interval, "theta": {"parameter": "p", "interval": ["1/10", "1/4"]}.

The parameter stands in the probabilities of records, which are polynomials in it. What must never
change: all values of the closed interval are meant, and none is left out by a sample of them.
"""

from __future__ import annotations

from typing import Any, Final

from dpverify.defs.errors import DomainError, SchemaError
from dpverify.defs.io.read_theta import NAME, RESERVED
from dpverify.defs.io.strict_json import check_keys
from dpverify.defs.json_number import JsonNumber
from dpverify.defs.knowledge.parameter import (
    ParameterGroup,
    ParametrisedRecords,
    PolynomialLaw,
    polynomial_of,
)
from dpverify.defs.knowledge.queries import rational
from dpverify.defs.validate import shown

MAX_RECORDS: Final = 1_000


def is_interval(theta: object) -> bool:
    """Whether the "theta" of a document gives an interval."""
    return isinstance(theta, dict) and "interval" in theta


def parametrised_of(document: dict[str, Any], known: tuple[str, Any]) -> ParametrisedRecords:
    """The laws of a document whose "theta" is an interval.

    Args: known what "known" was read as.
    Raises: SchemaError for wrong keys or types; DomainError, NumberError for content.
    """
    theta = document["theta"]
    check_keys(theta, ("parameter", "interval"), (), what="theta with an interval")
    name, ends = theta["parameter"], theta["interval"]
    if not isinstance(name, str) or not NAME.fullmatch(name) or name in RESERVED:
        raise SchemaError(f"the parameter of theta is {shown(name)}, must be a name such as 'p'")
    if not isinstance(ends, list) or len(ends) != 2:
        raise SchemaError(f"the interval of {name} is {shown(ends)}, must be a list of two numbers")
    for end in ends:
        if isinstance(end, bool) or not isinstance(end, int | str | JsonNumber):
            raise SchemaError(f"an end of the interval is {shown(end)}, must be a number like 1/4")
    low, high = (rational(str(end), f"an end of the interval of {name}") for end in ends)
    if not low < high:
        raise DomainError(f"the interval of {name} is {low}..{high}; the first end must be smaller")
    groups = document.get("records")
    if not isinstance(groups, list) or not groups or {"joint", "chain"} & document.keys():
        raise SchemaError(
            f"where {name} has an interval there must be 'records', and no other law of the data"
        )
    if known[0] not in ("count", "counts", "indices"):
        raise SchemaError(
            f"known at random stands beside an interval of {name}; give fixed records, or a list of"
            ' "values" of the parameter'
        )
    laws = tuple(_group(group, name) for group in groups)
    records = sum(group.count for group in laws)
    if records > MAX_RECORDS:
        raise DomainError(
            f"{records} records; at most {MAX_RECORDS} are read where {name} has an interval"
        )
    if all(p.degree() < 1 for group in laws for _, p in group.law):
        raise SchemaError(f"the parameter {name} stands in no probability of the laws")
    return ParametrisedRecords(name, low, high, laws, known)


def _group(given: object, name: str) -> ParameterGroup:
    if not isinstance(given, dict):
        raise SchemaError(f"a group of records is {shown(given)}, must be an object")
    check_keys(given, ("values",), ("count",), what="a group of records")
    values = given["values"]
    if not isinstance(values, dict) or not values or "" in values:
        raise SchemaError(f"values is {shown(values)}, must map each value to its probability")
    return ParameterGroup(_count(given.get("count", JsonNumber(1))), _law(values, name))


def _law(values: dict[str, Any], name: str) -> PolynomialLaw:
    for value, p in values.items():
        if isinstance(p, bool) or not isinstance(p, int | str):
            raise SchemaError(
                f"the probability of {shown(value)} is {shown(p)}, must be a text like '1-{name}'"
            )
    return tuple((value, polynomial_of(str(p), name)) for value, p in values.items())


def _count(given: Any) -> int:
    if isinstance(given, bool) or not isinstance(given, int | str):
        raise SchemaError(f"the count of a group is {shown(given)}, must be a whole number")
    number = rational(str(given), "the count of a group")
    if number.denominator != 1 or number < 0:
        raise SchemaError(f"the count of a group is {number}, must be a whole number ≥ 0")
    return int(number)
