"""The "chain" of a scenario: {"count": 10, "start": "stationary", "steps": {"0": {"0": "1/2", …}}}.

What must never change: a start that is "stationary" is computed once, here, and stands in every
saved result as the law that it is.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpverify.defs.errors import DomainError, SchemaError
from dpverify.defs.io.strict_json import check_keys
from dpverify.defs.json_number import JsonNumber
from dpverify.defs.knowledge.chain import MAX_STATES, Chain, stationary
from dpverify.defs.knowledge.queries import rational
from dpverify.defs.numbers import as_value
from dpverify.defs.validate import did_you_mean
from dpverify.defs.validate import shown_json as shown

STATIONARY: Final = "stationary"
MAX_COUNT: Final = 1_000_000
Law = dict[str, Fraction]


def chain_of(given: object, known: tuple[str, Any]) -> Chain:
    """The chain of a scenario document.

    Args: given the value of "chain"; known what "known" was read as.
    Raises: SchemaError for wrong keys or types; DomainError, NumberError for content.
    """
    if not isinstance(given, dict):
        raise SchemaError(f"chain is {shown(given)}, must be an object")
    check_keys(given, ("count", "start", "steps"), (), what="the chain")
    steps = given["steps"]
    if not isinstance(steps, dict) or not steps or "" in steps:
        raise SchemaError(f"steps is {shown(steps)}, must map each value to the law of the next")
    if len(steps) > MAX_STATES:
        raise DomainError(f"the chain has {len(steps)} values, at most {MAX_STATES} are computed")
    values = tuple(map(str, steps))
    rows = {v: _law(steps[v], values, f"the step from {shown(v)}") for v in values}
    if given["start"] == STATIONARY:
        _check_sums(rows)
        start = stationary(rows)
    elif isinstance(given["start"], dict):
        start = _law(given["start"], values, "the start")
    else:
        raise SchemaError(
            f'start is {shown(given["start"])}, must be "{STATIONARY}", or map each value to its'
            " probability"
        )

    def law(probabilities: Law) -> tuple[tuple[str, Any], ...]:
        return tuple((v, as_value(probabilities[v])) for v in values)

    count = _count(given["count"])
    return Chain(count, law(start), tuple((v, law(rows[v])) for v in values), _places(known, count))


def _law(given: object, values: tuple[str, ...], what: str) -> Law:
    """The probability of every value, 0 where none is given."""
    if not isinstance(given, dict):
        raise SchemaError(f"{what} of the chain is {shown(given)}, must be an object")
    for value in given:
        if value not in values:
            raise SchemaError(
                f"{what} of the chain names the value {shown(value)}, which has no step of its"
                f" own{did_you_mean(value, values)}"
            )
    for value, p in given.items():
        if isinstance(p, bool) or not isinstance(p, int | str | JsonNumber):
            raise SchemaError(f"{what} to {shown(value)} is {shown(p)}, must be a number like 1/2")
    return {v: rational(str(given.get(v, "0")), f"{what} to {shown(v)}") for v in values}


def _check_sums(rows: dict[str, Law]) -> None:
    """Refuse a step that is no law before its stationary law is looked for."""
    for value, row in rows.items():
        if sum(row.values()) != 1 or min(row.values()) < 0:
            raise DomainError(
                f"the probabilities of the step from {shown(value)} sum to {sum(row.values())},"
                " must be ≥ 0 and sum to 1"
            )


def _count(given: object) -> int:
    if isinstance(given, bool) or not isinstance(given, int | str | JsonNumber):
        raise SchemaError(f"the count of the chain is {shown(given)}, must be a whole number")
    number = rational(str(given), "the count of the chain")
    if number.denominator != 1 or not 1 <= number <= MAX_COUNT:
        raise DomainError(f"a chain of {shown(str(given))} records; it has 1 to {MAX_COUNT}")
    return int(number)


def _places(known: tuple[str, Any], count: int) -> tuple[str, Any]:
    """What is known of a chain: places, or a set of a size at random."""
    kind, which = known
    if kind == "count":
        return "indices", tuple(range(min(which, count)))
    if kind == "indices":
        return kind, tuple(sorted(which))
    if kind != "size":
        raise SchemaError(
            f'the known records of a chain are given by "{kind}"; give {{"indices": [3]}} or'
            ' {"random": {"size": 1}}'
        )
    return known
