"""Claims files: a list of claims in TOML, read strictly, with targets relative to the file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from sys import intern
from typing import Any, assert_never

from dpverify.app import claims_as_run
from dpverify.app.commands.options import OPTIONS, Reading
from dpverify.app.suggest import did_you_mean
from dpverify.defs.definitions.declared import Parameter
from dpverify.defs.emptiness import refuse_empty
from dpverify.defs.errors import FileError, InputError, SchemaError, UsageError
from dpverify.defs.io import read_regular_file
from dpverify.defs.places import is_there
from dpverify.defs.target import RealCode
from dpverify.defs.validate import shown, shown_path

MAX_BYTES = 8_000_000
READING_KEYS = ("neighbours", "prior", "distance", "normalise", "rationalise")
SCOPE_KEYS = ("all_inputs", "eps_range")
PARAMETER_KEYS = tuple(parameter.name for parameter in OPTIONS)
KEYS = (
    "target", "definition", *PARAMETER_KEYS, "expect", *SCOPE_KEYS, *READING_KEYS,
    *claims_as_run.KEYS,
)  # fmt: skip
EXPECTATIONS = ("holds", "fails")
AS_WRITTEN = Reading()
HEADER = re.compile(r"[ \t]*\[\[[ \t]*claim[ \t]*\]\]")


@dataclass(frozen=True, slots=True)
class ListedClaim:
    """One [[claim]]: `target` as written, `path` as found from where we stand.

    `line` is where it begins in the file, None where that is not certain.
    """

    target: str
    path: str
    definition: str
    given: tuple[tuple[str, str | tuple[str, ...]], ...]
    expect: str
    reading: Reading
    line: int | None = None
    all_inputs: bool | None = None
    eps_range: str | None = None
    as_run: RealCode | None = None


def read_claims(path: str) -> list[ListedClaim]:
    """Return the claims of a file, in order.

    Raises: InputError naming the file, the claim by number, and the key.
    """
    table, text = _parsed(path)
    name = shown_path(path)
    for key in table:
        if key != "claim":
            raise SchemaError(f"{name}: unknown key {shown(key)}; write each claim under [[claim]]")
    claims = table.get("claim")
    if not isinstance(claims, list):
        claims = []  # absent, or one table [claim], which is no list of claims
    refuse_empty(claims, f"{name} holds no claim", "write each claim under [[claim]]")
    lines, folder = _lines(text, len(claims)), Path(path).parent
    for place, line in enumerate(lines):  # in place of the tables: there may be very many
        try:
            claims[place] = replace(_shared(read_claim(claims[place], folder)), line=line)
        except InputError as error:
            text = f"{name}, claim {place + 1}: {error}"
            raise InputError.elsewhere(text, error.rule) from error
    return claims


def _lines(text: str, count: int) -> Sequence[int | None]:
    """Where each claim begins."""
    lines = [n for n, line in enumerate(text.split("\n"), start=1) if HEADER.match(line)]
    # Tables in brackets on one line, or a header inside a text.
    return lines if len(lines) == count else [None] * count


def _shared(claim: ListedClaim) -> ListedClaim:
    """The same claim; words that many claims have are there once."""
    reading = AS_WRITTEN if claim.reading == AS_WRITTEN else claim.reading
    return replace(
        claim,
        target=intern(claim.target),
        path=intern(claim.path),
        definition=intern(claim.definition),
        expect=intern(claim.expect),
        reading=reading,
    )


def _parsed(path: str) -> tuple[dict[str, Any], str]:
    name = shown_path(path)
    try:
        text = read_regular_file(path, MAX_BYTES).decode("utf-8-sig")
        return tomllib.loads(text, parse_float=str), text
    except UnicodeDecodeError as error:
        raise FileError(f"{name} is not UTF-8 text; give a TOML file of claims") from error
    except RecursionError as error:
        raise SchemaError(f"{name} is nested too deeply; a claims file is a flat list") from error
    except ValueError as error:  # TOMLDecodeError, and integers beyond Python's digit limit
        if isinstance(error, InputError):
            raise
        quotes = '; formulas stand in quotes, as eps = "ln(3)"' if "value" in str(error) else ""
        raise SchemaError(f"{name} is not TOML: {error}{quotes}") from error


def read_claim(claim: Any, folder: Path) -> ListedClaim:
    """One claim, with its target relative to the folder; InputError for a bad key."""
    if not isinstance(claim, dict):
        raise SchemaError("must be a table of keys")
    for key in claim:
        if key not in KEYS:
            raise SchemaError(f"unknown key {shown(key)}{did_you_mean(key, KEYS)}")
    target, definition = (_text(claim, key) for key in ("target", "definition"))
    expect = claim.get("expect", "holds")
    if expect not in EXPECTATIONS:
        raise SchemaError(f"expect is {shown(expect)}; write 'holds' or 'fails'")
    given = [
        (parameter.name, _parameter(claim, parameter))
        for parameter in OPTIONS
        if parameter.name in claim
    ]
    all_inputs, eps_range = _scope(claim)
    as_run = claims_as_run.real_code_of(claim)
    return ListedClaim(
        target, _located(target, folder), definition, tuple(given), expect,
        _reading(claim, folder) if as_run is None else Reading(),
        all_inputs=all_inputs, eps_range=eps_range, as_run=as_run,
    )  # fmt: skip


def _scope(claim: dict[str, Any]) -> tuple[bool | None, str | None]:
    """Whether all real inputs are meant; the range of eps."""
    all_inputs, eps_range = claim.get("all_inputs"), claim.get("eps_range")
    if all_inputs is not None and not isinstance(all_inputs, bool):
        raise SchemaError("all_inputs must be true or false")
    if eps_range is not None and (not isinstance(eps_range, str) or not eps_range):
        raise SchemaError('eps_range must be a text; write eps_range = "all" or "0..1"')
    if all_inputs and eps_range is not None:
        raise UsageError(
            "eps_range is about the inputs that a program lists, all_inputs about one eps; leave"
            " one of them out"
        )
    return all_inputs, eps_range


def _located(target: str, folder: Path) -> str:
    """A file as found from where we stand; a module or a mechanism of the library as it is."""
    if is_there(folder / target):
        return str(folder / target)
    from dpverify.defs.target import parse_target

    program = parse_target(target)
    return target if program is not None and program.kind != "file" else str(folder / target)


def _text(claim: dict[str, Any], key: str) -> str:
    value = claim.get(key)
    if not isinstance(value, str) or not value:
        state = "is missing" if key not in claim else "must be a text"
        raise SchemaError(f'{key} {state}; write {key} = "…"')
    return value


def _parameter(claim: dict[str, Any], parameter: Parameter) -> str | tuple[str, ...]:
    match parameter.kind:
        case "loss" | "probability" | "divergence" | "order":
            return _number(claim, parameter.name)
        case "labels":
            return _goal(claim[parameter.name])
        case "trade-off":
            return _text(claim, parameter.name)
        case "classes":
            raise TypeError(f"{parameter.name} has no option, and is no key of a claim")
        case _:
            assert_never(parameter.kind)


def _number(claim: dict[str, Any], key: str) -> str:
    """Return the digits as written: a TOML float never passes through a Python float."""
    value = claim[key]
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise SchemaError(f'{key} must be a number; write {key} = "1/2"')
    return str(value)


def _goal(goal: Any) -> tuple[str, ...]:
    members = [goal] if isinstance(goal, str) else goal
    if not isinstance(members, list) or not all(isinstance(member, str) for member in members):
        raise SchemaError('goal must be an input or a list of inputs; write goal = ["20", "25"]')
    return tuple(members)


def _file(claim: dict[str, Any], key: str, folder: Path) -> str | None:
    name = claim.get(key)
    if name is not None and (not isinstance(name, str) or not name):
        raise SchemaError(f"{key} must be the name of a file")
    return None if name is None else str(folder / name)


def _reading(claim: dict[str, Any], folder: Path) -> Reading:
    neighbours = claim.get("neighbours")
    if neighbours is not None and (not isinstance(neighbours, str) or not neighbours):
        raise SchemaError('neighbours must be "all" or the name of a file')
    if neighbours is not None and neighbours != "all":
        neighbours = str(folder / neighbours)
    normalise = claim.get("normalise", False)
    if not isinstance(normalise, bool):
        raise SchemaError("normalise must be true or false")
    rationalise = claim.get("rationalise")
    whole = isinstance(rationalise, int) and not isinstance(rationalise, bool)
    if rationalise is not None and (not whole or rationalise < 1):
        raise SchemaError("rationalise must be a whole number, the denominator")
    prior, distance = (_file(claim, key, folder) for key in ("prior", "distance"))
    return Reading(neighbours, prior, distance, normalise, rationalise)
