"""Scenario documents: the JSON form `dpverify.scenario/1.0`, read as strictly as channels."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from dpverify.defs.channel import Channel
from dpverify.defs.errors import FileError, InputError, NumberError, SchemaError
from dpverify.defs.io.files import read_regular_file
from dpverify.defs.io.read_chain import chain_of
from dpverify.defs.io.read_clusters import clusters_of
from dpverify.defs.io.read_interval import is_interval, parametrised_of
from dpverify.defs.io.read_json import channel_from_document
from dpverify.defs.io.read_theta import members
from dpverify.defs.io.strict_json import check_keys, strict_loads
from dpverify.defs.json_number import JsonNumber
from dpverify.defs.knowledge.parameter import ParametrisedRecords
from dpverify.defs.knowledge.queries import query_of, rational
from dpverify.defs.knowledge.scenario import Group, Joint, Records, Scenario, Theta
from dpverify.defs.numbers import Value, as_value
from dpverify.defs.places import is_file
from dpverify.defs.schema import check_schema
from dpverify.defs.target import parse_target
from dpverify.defs.validate import did_you_mean, shown_path
from dpverify.defs.validate import shown_json as shown

THETA: Final = ("records", "known", "joint", "chain", "clusters")
NOTES: Final = ("title", "source", "notes")
KNOWN: Final = ("count", "counts", "indices", "random")
SHOWN: Final = 100
"""Members of a family that are listed in the notes."""


def load_scenario(path: str | os.PathLike[str]) -> Scenario:
    """Read a scenario file.

    Args: path a .json file of the form `dpverify.scenario/1.0`; a program that it names is
        looked for beside it.
    Returns: the scenario, its numbers exact.
    Raises: FileError, SchemaError, DomainError or NumberError: one line that starts with the path.
    """
    name = shown_path(path)
    data = read_regular_file(path)
    try:
        scenario = scenario_from_document(strict_loads(data, what="the file"))
        return _placed(scenario, Path(path).parent)
    except InputError as error:
        raise type(error)(f"{name}: {error}") from None


def _listed(names: list[str]) -> str:
    """What the members of the family are, in their order, for readers."""
    some = [f"law {number}: {name}" for number, name in enumerate(names[:SHOWN])]
    return "; ".join(some + (["…"] if len(names) > SHOWN else []))


def _placed(scenario: Scenario, folder: Path) -> Scenario:
    """The scenario with the file of its program sought beside the scenario's own file."""
    program = scenario.query.program
    if program is None or scenario.query.channel is not None:
        return scenario
    target = parse_target(program)
    if target is None or target.kind != "file":
        return scenario
    program_file = folder / target.place
    if not is_file(program_file):
        raise FileError(
            f"there is no file {shown_path(program_file)} for the program {shown(program)}"
        )
    place = replace(target, place=str(program_file)).text
    return replace(scenario, query=replace(scenario.query, place=place))


def scenario_from_document(document: object, what: str = "the scenario") -> Scenario:
    """A scenario from a document that `strict_loads` returned, or that `to_dict` did.

    Raises: SchemaError for wrong keys, version or types; DomainError, NumberError for content.
    """
    if not isinstance(document, dict):
        raise SchemaError(f"{what} holds {shown(document)}, must hold one JSON object")
    check_schema(document.get("schema"), "dpverify.scenario")
    optional = (*THETA, "theta", "family", "target", "injected", *NOTES)
    check_keys(document, ("schema", "mechanism"), optional, what=what)
    names: list[str] = []
    family: tuple[Theta, ...]
    if is_interval(document.get("theta")):
        family = (_over_interval(document, what),)
    else:
        if "theta" in document:
            document, names = _expanded(document, what)
        family = _family(document, what)
    values = list(dict.fromkeys(value for theta in family for value in theta.values))
    notes = {key: document[key] for key in NOTES if key in document}
    for key, note in notes.items():
        if not isinstance(note, str):
            raise SchemaError(f"{key} is {shown(note)}, must be a text")
    if names and "notes" not in notes:
        notes["notes"] = _listed(names)
    query = query_of(document["mechanism"], values, _channel(document["mechanism"]))
    injected = document.get("injected", False)
    if not isinstance(injected, bool):
        raise SchemaError(f"injected is {shown(injected)}, must be true or false")
    return Scenario(family, query, _targets(document.get("target")), injected, notes)


def _over_interval(document: dict[str, Any], what: str) -> ParametrisedRecords:
    """The laws of the records for every value of a parameter in an interval."""
    if "family" in document:
        raise SchemaError(f"{what} has a theta and also a family; give one of the two")
    return parametrised_of(document, _known(document.get("known", {"count": 0})))


def _expanded(document: dict[str, Any], what: str) -> tuple[dict[str, Any], list[str]]:
    """The document with a family in place of a law with a parameter; the members' names."""
    if "family" in document:
        raise SchemaError(f"{what} has a theta and also a family; give one of the two")
    law: dict[str, Any] = {key: document[key] for key in THETA if key in document}
    family, names = members(document["theta"], law)
    rest = {key: part for key, part in document.items() if key not in (*law, "theta")}
    return {**rest, "family": family}, names


def _channel(mechanism: object) -> Channel | None:
    if not isinstance(mechanism, dict) or "channel" not in mechanism:
        return None
    return channel_from_document(mechanism["channel"], what="the channel of the mechanism")


def _family(document: dict[str, Any], what: str) -> tuple[Theta, ...]:
    if "family" not in document:
        return (_theta(document, what),)
    if any(key in document for key in THETA):
        raise SchemaError(f"{what} has a family and also records of its own; give one of the two")
    given = document["family"]
    if not isinstance(given, list) or not given:
        raise SchemaError(f"family is {shown(given)}, must be a list of at least one law")
    for theta in given:
        if not isinstance(theta, dict):
            raise SchemaError(f"a member of the family is {shown(theta)}, must be an object")
        check_keys(theta, (), THETA, what="a member of the family")
    return tuple(_theta(theta, "a member of the family") for theta in given)


def _theta(given: dict[str, Any], what: str) -> Theta:
    if sum(key in given for key in ("records", "joint", "chain", "clusters")) != 1:
        raise SchemaError(f"{what} needs either 'records' or 'joint' or 'chain' or 'clusters'")
    if "clusters" in given:
        return clusters_of(given["clusters"], _known(given.get("known", {"count": 0})))
    if "chain" in given:
        return chain_of(given["chain"], _known(given.get("known", {"count": 0})))
    if "joint" in given:
        if "known" in given:
            raise SchemaError("a joint law names what is known in each row; remove 'known'")
        return _joint(given["joint"])
    groups = given["records"]
    if not isinstance(groups, list) or not groups:
        raise SchemaError(f"records is {shown(groups)}, must be a list of groups")
    return Records(tuple(map(_group, groups)), _known(given.get("known", {"count": 0})))


def _group(given: Any) -> Group:
    if not isinstance(given, dict):
        raise SchemaError(f"a group of records is {shown(given)}, must be an object")
    check_keys(given, ("values",), ("count",), what="a group of records")
    values = given["values"]
    if not isinstance(values, dict) or not values or "" in values:
        raise SchemaError(f"values is {shown(values)}, must map each value to its probability")
    law = tuple((str(v), _probability(p, f"the probability of {shown(v)}"))
                for v, p in values.items())  # fmt: skip
    return Group(whole(given.get("count", JsonNumber(1)), "the count of a group"), law)


def _probability(given: Any, what: str) -> Value:
    if isinstance(given, bool) or not isinstance(given, int | str):
        raise SchemaError(f"{what} is {shown(given)}, must be a number such as '1/20'")
    try:
        return as_value(str(given))
    except NumberError as error:
        raise NumberError(f"{what} is {shown(given)}: {error}") from None


def whole(given: Any, what: str) -> int:
    """A whole number ≥ 0 of a document: an int, or digits; SchemaError naming `what` otherwise."""
    if isinstance(given, bool) or not isinstance(given, int | str):
        raise SchemaError(f"{what} is {shown(given)}, must be a whole number")
    number = rational(str(given), what)
    if number.denominator != 1 or number < 0:
        raise SchemaError(f"{what} is {shown(str(given))}, must be a whole number ≥ 0")
    return int(number)


def _known(given: Any) -> tuple[str, Any]:
    if not isinstance(given, dict) or len(given) != 1:
        raise SchemaError(f'known is {shown(given)}, must be an object like {{"count": 3}}')
    ((key, which),) = given.items()
    if key not in KNOWN:
        hint = did_you_mean(key, KNOWN) or f"; it takes one of {', '.join(KNOWN)}"
        raise SchemaError(f"known has an unknown key {shown(key)}{hint}")
    if key == "random":
        return _random(which)
    if key == "count":
        return key, whole(which, "the count of known records")
    if not isinstance(which, list):
        raise SchemaError(f"known {key} is {shown(which)}, must be a list of whole numbers")
    numbers = tuple(whole(index, f"one of the known {key}") for index in which)
    if key == "indices" and len(set(numbers)) != len(numbers):
        raise SchemaError("known indices: a record stands twice")
    return key, numbers


def _random(given: Any) -> tuple[str, Any]:
    if not isinstance(given, dict) or len(given) != 1 or next(iter(given)) not in ("size", "each"):
        raise SchemaError(
            f'known at random is {shown(given)}, must be {{"size": k}} or {{"each": "1/2"}}'
        )
    ((key, which),) = given.items()
    if key == "size":
        return key, whole(which, "the size of the known set")
    return key, _probability(which, "the probability that a record is known")


def _joint(given: Any) -> Joint:
    if not isinstance(given, list) or not given:
        raise SchemaError(f"joint is {shown(given)}, must be a list of rows")
    rows, seen = [], set()
    for row in given:
        if not isinstance(row, dict):
            raise SchemaError(f"a row of the joint law is {shown(row)}, must be an object")
        check_keys(row, ("data", "known", "probability"), (), what="a row of the joint law")
        data, known = row["data"], row["known"]
        texts = isinstance(data, list) and bool(data) and all(type(v) is str and v for v in data)
        if not texts or type(known) is not str:
            raise SchemaError(f"data {shown(data)}, known {shown(known)}: must be texts in quotes")
        rows.append((tuple(data), known, _probability(row["probability"], "a probability")))
        if rows[-1][:2] in seen:
            raise SchemaError(f"the joint law has the row {shown(data)}, {shown(known)} twice")
        seen.add(rows[-1][:2])
    if len({len(data) for data, _, _ in rows}) > 1:
        raise SchemaError("the rows of the joint law have different numbers of records")
    return Joint(tuple(rows))


def _targets(given: Any) -> tuple[int, ...] | None:
    if given is None:
        return None
    if isinstance(given, list) and given:
        return tuple(whole(target, "a target") for target in given)
    return (whole(given, "target"),)
