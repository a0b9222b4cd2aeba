"""A family of laws with a parameter, "theta": {"parameter": "p", "values": ["1/10", "1/5"]}.

The parameter may stand in the probabilities of the laws, as in "1-p" or "p**2"; each of its values
makes one member of the family. What must never change: a family is finite and written out, so that
each of its members can be re-checked; an interval is read by `read_interval`, and never sampled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from dpverify.defs.errors import NumberError, SchemaError
from dpverify.defs.io.strict_json import check_keys
from dpverify.defs.json_number import JsonNumber
from dpverify.defs.numbers import as_value, number_text
from dpverify.defs.validate import shown_json as shown

NAME: Final = re.compile(r"[A-Za-z_][A-Za-z_0-9]*", re.ASCII)
RESERVED: Final = ("exp", "ln", "inf", "e", "E")
MAX_MEMBERS: Final = 10_000


def members(given: object, law: Mapping[str, Any]) -> tuple[list[dict[str, Any]], list[str]]:
    """The members of the family of a law with a parameter.

    Args: given the "theta" of a scenario; law its "records" and "known", or its "joint".
    Returns: the laws with each value put in, and "p = 1/10" for each.
    Raises: SchemaError, NumberError for what makes no sense, in one line.
    """
    name, values = _parameter(given)
    pattern = re.compile(rf"(?<![A-Za-z_0-9.]){name}(?![A-Za-z_0-9(])", re.ASCII)
    if not any(pattern.search(text) for text in _texts(law)):
        raise SchemaError(f"the parameter {name} stands in no probability of the laws")
    return [_put(law, pattern, f"({value})") for value in values], [
        f"{name} = {value}" for value in values]  # fmt: skip


def _parameter(given: object) -> tuple[str, list[str]]:
    if not isinstance(given, dict):
        raise SchemaError(
            f'theta is {shown(given)}, must be {{"parameter": "p", "values": ["1/10", "1/5"]}}'
        )
    check_keys(given, ("parameter", "values"), (), what="theta")
    name, values = given["parameter"], given["values"]
    if not isinstance(name, str) or not NAME.fullmatch(name) or name in RESERVED:
        raise SchemaError(f"the parameter of theta is {shown(name)}, must be a name such as 'p'")
    if not isinstance(values, list) or not 1 <= len(values) <= MAX_MEMBERS:
        raise SchemaError(f"the values of {name} are {shown(values)}, must be a list of numbers")
    return name, [_number(value, name) for value in values]


def _number(given: object, name: str) -> str:
    if isinstance(given, bool) or not isinstance(given, int | str | JsonNumber):
        raise SchemaError(f"a value of {name} is {shown(given)}, must be a number such as '1/10'")
    try:
        return number_text(as_value(str(given)))
    except NumberError as error:
        raise NumberError(f"a value of {name} is {shown(str(given))}: {error}") from None


def _texts(part: Any) -> list[str]:
    if isinstance(part, dict):
        return [text for member in part.values() for text in _texts(member)]
    if isinstance(part, list):
        return [text for member in part for text in _texts(member)]
    return [part] if isinstance(part, str) else []


def _put(law: Mapping[str, Any], pattern: re.Pattern[str], value: str) -> dict[str, Any]:
    """The law with the value in place of the parameter, in probabilities alone."""

    def number(given: Any) -> Any:
        return pattern.sub(value, given) if type(given) is str else given

    replaced = dict(law)
    if isinstance(replaced.get("records"), list):
        replaced["records"] = [
            {**group, "values": {v: number(p) for v, p in group["values"].items()}}
            if isinstance(group, dict) and isinstance(group.get("values"), dict) else group
            for group in replaced["records"]
        ]  # fmt: skip
    if isinstance(replaced.get("joint"), list):
        replaced["joint"] = [{**row, "probability": number(row["probability"])}
                         if isinstance(row, dict) and "probability" in row else row
                         for row in replaced["joint"]]  # fmt: skip
    chain = replaced.get("chain")
    if isinstance(chain, dict):
        replaced["chain"] = {**chain, **{k: _deep(chain[k], number) for k in ("start", "steps")
                                         if k in chain and chain[k] != "stationary"}}  # fmt: skip
    clusters = replaced.get("clusters")
    if isinstance(clusters, list):
        replaced["clusters"] = [
            {**kind, **{k: _deep(kind[k], number) for k in ("hidden", "values") if k in kind}}
            if isinstance(kind, dict) else kind
            for kind in clusters
        ]  # fmt: skip
    known = replaced.get("known")
    if isinstance(known, dict) and isinstance(known.get("random"), dict):
        replaced["known"] = {"random": {k: number(p) for k, p in known["random"].items()}}
    return replaced


def _deep(part: Any, number: Callable[[Any], Any]) -> Any:
    """A nest of objects with each text in it replaced."""
    if isinstance(part, dict):
        return {key: _deep(member, number) for key, member in part.items()}
    return number(part)
