"""The "clusters" of a scenario: records in clusters, each of which shares a hidden value.

    {"count": 2, "size": 3, "hidden": {"ill": "1/10", "well": "9/10"},
     "values": {"ill": {"0": "1/5", "1": "4/5"}, "well": {"0": "9/10", "1": "1/10"}}}

Given the hidden value, the records of a cluster are independent. What must never change: clusters
are written out as the joint law that they are, here, and stand like that in every saved result.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Final

from dpverify.defs.errors import DomainError, SchemaError
from dpverify.defs.io.strict_json import check_keys
from dpverify.defs.json_number import JsonNumber
from dpverify.defs.knowledge.queries import rational
from dpverify.defs.knowledge.scenario import Joint
from dpverify.defs.numbers import Value
from dpverify.defs.validate import shown_json as shown

MAX_ROWS: Final = 10_000
"""Databases of all clusters together, and records."""
Law = dict[str, Fraction]
Cluster = dict[tuple[str, ...], Fraction]


def clusters_of(given: object, known: tuple[str, Any]) -> Joint:
    """The joint law of the clusters of a scenario document.

    Args: given the value of "clusters"; known what "known" was read as.
    Raises: SchemaError for wrong keys or types; DomainError, NumberError for content.
    """
    if not isinstance(given, list) or not given:
        raise SchemaError(f"clusters is {shown(given)}, must be a list of at least one kind")
    joined: Cluster = {(): Fraction(1)}
    for kind in given:
        count, law = _kind(kind)
        # One by one: the number of databases is seen before they are written out.
        for _ in range(count):
            _check_size(max(len(joined) * len(law), len(next(iter(joined))) + len(next(iter(law)))))
            joined = {a + b: p * q for a, p in joined.items() for b, q in law.items()}
    places = _places(known, len(next(iter(joined))))
    return Joint(tuple((data, _label(data, places), Value(p)) for data, p in joined.items()))


def _kind(given: object) -> tuple[int, Cluster]:
    """How many clusters of a kind there are, and the law of the records of one."""
    if not isinstance(given, dict):
        raise SchemaError(f"a kind of clusters is {shown(given)}, must be an object")
    check_keys(given, ("size", "hidden", "values"), ("count",), what="a kind of clusters")
    count = _whole(given.get("count", "1"), "the count of a kind of clusters")
    size = _whole(given["size"], "the size of a cluster")
    hidden, rows = _law(given["hidden"], "hidden"), given["values"]
    if not isinstance(rows, dict) or set(rows) != set(hidden):
        raise SchemaError(
            f"values of a cluster is {shown(rows)}, must map each hidden value"
            f" ({', '.join(map(shown, hidden))}) to the law of a record"
        )
    laws = {h: _law(rows[h], f"values of {shown(h)}") for h in hidden}
    values = list(dict.fromkeys(v for law in laws.values() for v in law))
    _check_size(len(values) ** min(size, MAX_ROWS.bit_length()))
    mixture = {
        data: sum((p * prod((laws[h].get(v, Fraction(0)) for v in data), start=Fraction(1))
                   for h, p in hidden.items()), start=Fraction(0))
        for data in product(values, repeat=size)
    }  # fmt: skip
    return count, {data: p for data, p in mixture.items() if p}


def _law(given: object, name: str) -> Law:
    if not isinstance(given, dict) or not given or "" in given:
        raise SchemaError(
            f"{name} of a cluster is {shown(given)}, must map each value to its probability"
        )
    for value, p in given.items():
        if isinstance(p, bool) or not isinstance(p, int | str | JsonNumber):
            raise SchemaError(f"{name} of a cluster: the probability of {shown(value)} is"
                              f" {shown(p)}, must be a number like 1/2")  # fmt: skip
    law = {str(v): rational(str(p), f"the probability of {shown(v)}") for v, p in given.items()}
    if sum(law.values()) != 1 or min(law.values()) < 0:
        raise DomainError(
            f"the probabilities of {name} of a cluster sum to {sum(law.values())}, must be ≥ 0 and"
            " sum to 1"
        )
    return law


def _whole(given: object, what: str) -> int:
    if isinstance(given, bool) or not isinstance(given, int | str | JsonNumber):
        raise SchemaError(f"{what} is {shown(given)}, must be a whole number")
    number = rational(str(given), what)
    if number.denominator != 1 or number < 1:
        raise DomainError(f"{what} is {shown(str(given))}, must be a whole number ≥ 1")
    # More have too many databases, or are certain: no cluster needs them.
    if number > MAX_ROWS:
        raise DomainError(f"{what} is {number}, must be at most {MAX_ROWS}")
    return int(number)


def _check_size(size: int) -> None:
    if size > MAX_ROWS:
        raise DomainError(
            f"the clusters have more than {MAX_ROWS} databases, which are written out, or records;"
            " give fewer or smaller ones"
        )


def _places(known: tuple[str, Any], n: int) -> tuple[int, ...]:
    kind, which = known
    if known == ("count", 0):
        return ()
    if kind != "indices":
        raise SchemaError('the known records of clusters are given as {"indices": [3]}')
    if which and max(which) >= n:
        raise DomainError(f"known record {max(which)} is no record; they are 0 to {n - 1}")
    return tuple(sorted(which))


def _label(data: tuple[str, ...], places: tuple[int, ...]) -> str:
    return ",".join(f"{i}={data[i]}" for i in places) or "nothing"
