"""JSON, strictly: what the standard reader lets pass is refused, and no number becomes a float.

What must never change: numbers arrive as `JsonNumber`, the digits as written; duplicate keys, NaN,
Infinity, a byte-order mark, anything but UTF-8 and deep nesting are errors of one line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NoReturn

from dpverify.defs.errors import FileError, SchemaError
from dpverify.defs.io.files import MAX_BYTES
from dpverify.defs.json_number import JsonNumber
from dpverify.defs.numbers.limits import MAX_TEXT
from dpverify.defs.validate import did_you_mean, shown

__all__ = ["JsonNumber", "check_keys", "strict_loads"]

MAX_DEPTH: Final = 100
SURROGATE = re.compile("[\\ud800-\\udfff]")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_OPEN_OR_CLOSE = re.compile(r"[\[\]{}]")


def strict_loads(
    text: str | bytes, *, what: str = "the document", max_bytes: int = MAX_BYTES
) -> Any:
    """Read one JSON document.

    Args: text a str, or bytes in UTF-8; what how messages name it; max_bytes the largest size.
    Returns: dicts, lists, texts, True, False, None and JsonNumbers.
    Raises: SchemaError where it is not one complete JSON document; FileError where it is too large
        or no text in UTF-8.

    >>> strict_loads('{"p": 0.10}')
    {'p': '0.10'}
    """
    if len(text) > max_bytes:
        raise FileError(f"{what} has {len(text)} bytes, more than the limit of {max_bytes}")
    if isinstance(text, bytes):
        text = _decoded(text, what)
    if text.startswith("\ufeff"):
        raise FileError(f"{what} starts with a byte-order mark; save it as UTF-8 without one")
    _check_depth(text, what)
    try:
        document = (_DECODER if _holds_long(text) else _QUICK).decode(text)
    except json.JSONDecodeError as error:
        raise _syntax_error(text, error, what) from None
    except RecursionError:
        raise SchemaError(f"{what} is nested too deeply; flatten it") from None
    except _RefusedError as error:
        raise SchemaError(f"{what}: {error}") from None
    # In UTF-8 half a pair cannot stand by itself; only an escape, or a text of Python, brings one.
    if "\\" in text or not text.isascii():
        _check_surrogates(document, what)
    return document


def check_keys(
    given: dict[str, Any],
    required: tuple[str, ...],
    optional: tuple[str, ...],
    *,
    what: str,
    hints: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Raises SchemaError for an unknown key (except "x-…"), then for a missing one.

    Args: hints of a key that may be missing, what the message says at its end.
    """
    known = required + optional
    for key in given:
        if key not in known and not key.startswith("x-"):
            hint = did_you_mean(key, known) or "; your own keys start with 'x-'"
            raise SchemaError(f"{what} has an unknown key {shown(key)}{hint}")
    for key in required:
        if key not in given:
            raise SchemaError(f"{what} has no {key!r}; add it{hints.get(key, '')}")


class _RefusedError(Exception):
    """Well-formed for the standard reader, refused by this one."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]  # add returns None, which is the point
        raise _RefusedError(f"key {shown(twice)} is given twice in one object; remove one")
    return members


def _constant(name: str) -> NoReturn:
    raise _RefusedError(f"{name} is no JSON number; write an exact number, or 'inf' in quotes")


def _number(digits: str) -> JsonNumber:
    if len(digits) > MAX_TEXT:
        raise _RefusedError(
            f"the number {shown(digits)} has {len(digits)} characters; the limit is {MAX_TEXT}"
        )
    return JsonNumber(digits)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_pairs,
    parse_int=_number,
    parse_float=_number,
    parse_constant=_constant,
)


_QUICK = json.JSONDecoder(
    object_pairs_hook=_pairs,
    parse_int=JsonNumber,
    parse_float=JsonNumber,
    parse_constant=_constant,
)
"""The same for texts without long numbers: a million short ones are read in half the time."""


def _holds_long(text: str) -> bool:
    """Whether a number may be longer than MAX_TEXT: none of them holds a comma."""
    return any(len(part) > MAX_TEXT for part in text.split(","))


def _decoded(data: bytes, what: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileError(f"{what} is not UTF-8 (byte {error.start}); save it as UTF-8") from None


def _check_depth(text: str, what: str) -> None:
    """Count brackets outside of strings before the recursive reader sees them."""
    escaped = "\\" in text
    structure = _STRING.sub("", text) if escaped else "".join(text.split('"')[::2])
    depth = 0
    for bracket in _OPEN_OR_CLOSE.findall(structure):
        depth += 1 if bracket in "[{" else -1
        if depth > MAX_DEPTH:
            raise SchemaError(f"{what} is nested deeper than {MAX_DEPTH} brackets; flatten it")


def _check_surrogates(document: Any, what: str) -> None:
    """Refuse halves of surrogate pairs, wherever they stand: no file and no screen can hold one."""
    if isinstance(document, str):
        if SURROGATE.search(document):
            raise SchemaError(
                f"{what}: the text {shown(document)} holds half a surrogate pair, which no file can"
                " hold; remove it"
            )
    elif isinstance(document, dict):
        for key, member in document.items():
            _check_surrogates(key, what)
            _check_surrogates(member, what)
    elif isinstance(document, list):
        for member in document:
            _check_surrogates(member, what)


def _syntax_error(text: str, error: json.JSONDecodeError, what: str) -> SchemaError:
    if not text.strip():
        return SchemaError(f"{what} is empty; it must hold one JSON document")
    place = f"line {error.lineno}, column {error.colno}"
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return SchemaError(
            f"{what} ends in the middle, at {place}: it is cut off; get a whole copy"
        )
    return SchemaError(f"{what} is no JSON at {place}: {error.msg}; correct it there")
