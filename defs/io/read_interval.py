"""Parameters with intervals: {"parameter": "p", "interval": ["1/10", "1/4"]}, or a box of two.

{"box": {"p": ["1/10", "1/4"], "q": ["0", "1/2"]}}. The parameters stand in the probabilities of
records, which are polynomials in them. What must never change: all points of the closed box are
meant, and none is left out by a sample of them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpverify.defs.errors import DomainError, SchemaError
from dpverify.defs.io.read_theta import NAME, RESERVED
from dpverify.defs.io.strict_json import check_keys
from dpverify.defs.json_number import JsonNumber
from dpverify.defs.knowledge.parameter import (
    ParameterGroup,
    ParametrisedRecords,
    PolynomialLaw,
    degrees_of,
    polynomial_of,
)
from dpverify.defs.knowledge.queries import rational
from dpverify.defs.validate import shown_json as shown

MAX_RECORDS: Final = 1_000
MAX_PARAMETERS: Final = 2


def is_interval(theta: object) -> bool:
    """Whether the "theta" of a document gives an interval or a box."""
    return isinstance(theta, dict) and ("interval" in theta or "box" in theta)


def parametrised_of(document: dict[str, Any], known: tuple[str, Any]) -> ParametrisedRecords:
    """The laws of a document whose "theta" is an interval or a box.

    Args: known what "known" was read as.
    Raises: SchemaError for wrong keys or types; DomainError, NumberError for content.
    """
    theta = document["theta"]
    if "box" in theta:
        check_keys(theta, ("box",), (), what="theta with a box")
        sides = theta["box"]
        if not isinstance(sides, dict) or not 1 <= len(sides) <= MAX_PARAMETERS:
            raise SchemaError(
                f"the box is {shown(sides)}, must map one or two parameters to their intervals"
            )
    else:
        check_keys(theta, ("parameter", "interval"), (), what="theta with an interval")
        given = theta["parameter"]
        if not isinstance(given, str):
            raise SchemaError(f"the parameter of theta is {shown(given)}, must be a name like 'p'")
        sides = {given: theta["interval"]}
    box = tuple(_ends(name, ends) for name, ends in sides.items())
    names = tuple(sides)
    name = " and ".join(names)
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
    laws = tuple(_group(group, names) for group in groups)
    records = sum(group.count for group in laws)
    if records > MAX_RECORDS:
        raise DomainError(
            f"{records} records; at most {MAX_RECORDS} are read where {name} has an interval"
        )
    degrees = [degrees_of(p) for group in laws for _, p in group.law]
    for axis, own in enumerate(names):
        if not any(degree[axis] > 0 for degree in degrees):
            raise SchemaError(f"the parameter {own} stands in no probability of the laws")
    return ParametrisedRecords(names, box, laws, known)


def _ends(name: str, ends: object) -> tuple[Fraction, Fraction]:
    """The name and the two ends of an interval, checked."""
    if not NAME.fullmatch(name) or name in RESERVED:
        raise SchemaError(f"the parameter of theta is {shown(name)}, must be a name such as 'p'")
    if not isinstance(ends, list) or len(ends) != 2:
        raise SchemaError(f"the interval of {name} is {shown(ends)}, must be a list of two numbers")
    for end in ends:
        if isinstance(end, bool) or not isinstance(end, int | str | JsonNumber):
            raise SchemaError(f"an end of the interval is {shown(end)}, must be a number like 1/4")
    low, high = (rational(str(end), f"an end of the interval of {name}") for end in ends)
    if not low < high:
        raise DomainError(f"the interval of {name} is {low}..{high}; the first end must be smaller")
    return low, high


def _group(given: object, names: tuple[str, ...]) -> ParameterGroup:
    if not isinstance(given, dict):
        raise SchemaError(f"a group of records is {shown(given)}, must be an object")
    check_keys(given, ("values",), ("count",), what="a group of records")
    values = given["values"]
    if not isinstance(values, dict) or not values or "" in values:
        raise SchemaError(f"values is {shown(values)}, must map each value to its probability")
    return ParameterGroup(_count(given.get("count", JsonNumber(1))), _law(values, names))


def _law(values: dict[str, Any], names: tuple[str, ...]) -> PolynomialLaw:
    for value, p in values.items():
        if isinstance(p, bool) or not isinstance(p, int | str):
            raise SchemaError(
                f"the probability of {shown(value)} is {shown(p)}, must be like '1-{names[0]}'"
            )
    return tuple((value, polynomial_of(str(p), names)) for value, p in values.items())


def _count(given: Any) -> int:
    if isinstance(given, bool) or not isinstance(given, int | str):
        raise SchemaError(f"the count of a group is {shown(given)}, must be a whole number")
    number = rational(str(given), "the count of a group")
    if number.denominator != 1 or number < 0:
        raise SchemaError(f"the count of a group is {number}, must be a whole number ≥ 0")
    return int(number)
