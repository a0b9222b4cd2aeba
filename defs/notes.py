"""What a channel carries for people: title, source, notes, assumptions, the user's own `x-…` keys.

None of it takes part in equality or in the digest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from math import isfinite
from types import MappingProxyType

from dpverify.defs.errors import ChannelError
from dpverify.defs.json_number import JsonNumber
from dpverify.defs.validate import shown

NO_EXTRA: Mapping[str, object] = MappingProxyType({})
"""The keys of a channel without keys of the user's own, which most share."""
MAX_DEPTH = 50
MOST_BITS = 13_280
"""Bits of an integer that is written with fewer than 4000 digits, which is what is read again."""
SURROGATE = re.compile("[\\ud800-\\udfff]")


def note_of(given: object, key: str) -> str | None:
    """A title, source or notes: a text or None."""
    if given is None:
        return None
    if isinstance(given, str) and not isinstance(given, JsonNumber):
        if SURROGATE.search(given):
            raise ChannelError(
                f"{key} is {shown(given)}: half a surrogate pair, which no file can hold; remove it"
            )
        return str(given)
    raise ChannelError(f"{key} is {shown(given)}, must be a text; write it in quotes")


def assumptions_of(given: object) -> tuple[str, ...]:
    """The promises on which the numbers of a file rest: a list of texts, none of them empty."""
    if not isinstance(given, list) or not given:
        raise ChannelError(
            f"assumptions is {shown(given)}, must be a list of texts; leave it out where there are"
            " none"
        )
    texts = [note_of(each, "an assumption") for each in given]
    if not all(texts) or len({*texts}) < len(texts):
        raise ChannelError("assumptions holds an empty text, or one twice; leave that one out")
    return tuple(filter(None, texts))


def extra_of(given: object) -> Mapping[str, object]:
    """The user's own keys, as an immutable copy.

    Args: given a mapping from keys that start with "x-" to what JSON can hold, or None.
    Raises: ChannelError for another key, or a value that JSON cannot hold exactly.
    """
    if given is None:
        return NO_EXTRA
    if not isinstance(given, Mapping):
        raise ChannelError(f"extra is {shown(given)}, must map keys that start with 'x-' to values")
    for key in given:
        if not isinstance(key, str) or not key.startswith("x-"):
            raise ChannelError(f"extra key {shown(key)} must start with 'x-'; rename it")
        note_of(key, "an extra key")
    return MappingProxyType({str(key): _frozen(value, key, 0) for key, value in given.items()})


def thawed(value: object) -> object:
    """A frozen value as plain lists and dicts, for json.dumps."""
    if isinstance(value, tuple):
        return [thawed(member) for member in value]
    if isinstance(value, Mapping):
        return {key: thawed(member) for key, member in value.items()}
    return value


def _frozen(value: object, key: str, depth: int) -> object:
    if depth > MAX_DEPTH:
        raise ChannelError(f"{shown(key)} is nested deeper than {MAX_DEPTH}; flatten it")
    if isinstance(value, JsonNumber):
        return _number(value, key)
    if isinstance(value, str):
        return note_of(value, key)
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        raise ChannelError(
            f"{shown(key)} holds an integer of more than 3990 digits, which no file of ours can"
            " hold; write it as a text"
        )
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float) and isfinite(value):
        return value
    if isinstance(value, (list, tuple)):
        return tuple(_frozen(member, key, depth + 1) for member in value)
    if isinstance(value, Mapping) and all(isinstance(name, str) for name in value):
        for name in value:
            note_of(name, key)
        return MappingProxyType({n: _frozen(member, key, depth + 1) for n, member in value.items()})
    raise ChannelError(
        f"{shown(key)} holds {shown(value)}, which JSON cannot hold; use texts, numbers, lists and"
        " objects"
    )


def _number(text: str, key: str) -> object:
    """An int, or a float that prints back as the same decimal; nothing is rounded silently."""
    if text.removeprefix("-").isdigit() and len(text) <= 4000:
        return int(text)
    number = float(text)
    try:
        if isfinite(number) and len(text) <= 40 and Decimal(repr(number)) == Decimal(text):
            return number
    except InvalidOperation:  # an exponent that no decimal has, such as 1e-99999999999999999999
        pass
    raise ChannelError(
        f"{shown(key)} holds the number {shown(str(text))}, which would be rounded; write it as a"
        " text, in quotes"
    )
