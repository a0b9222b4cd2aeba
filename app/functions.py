"""A question about a function of a database, from the options of a command or keys of a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import inf
from typing import Any, Final

from dpverify.checkers.sensitivity.functions import FunctionQuestion
from dpverify.defs.errors import DomainError
from dpverify.defs.validate import shown

_DOMAIN: Final = re.compile(r"\s*\[?\s*([^,\[\]()]+),([^,\[\]()]+)\]?\s*")
"""Both ends belong to it: one in round brackets would be asked about as another domain."""
_WHERE: Final = re.compile(r"\s*([A-Za-z]\w*)\s*=\s*(.+?)(?:\.\.(.+))?\s*", re.ASCII)
_NUMBER: Final = re.compile(r"\s*-?\d{1,30}(?:/\d{1,30}|\.\d{1,30})?\s*", re.ASCII)
LARGEST: Final = 12
"""Records of one stated size: the search tries neighbours of that size."""


def question_of(text: str, neighbours: str, given: Mapping[str, Any]) -> FunctionQuestion:
    """The question of a command line.

    Args: given: domain, low, high, n, least, parity, where, bound, each None if not given.
    Raises: DomainError in one line for what cannot be read.
    """
    if given["domain"] is None and (given["low"] is None or given["high"] is None):
        raise DomainError(f"the function {shown(text)} needs a --domain, such as --domain '[0,1]'")
    ends = domain_of(given["domain"]) if given["domain"] is not None else (
        rational(given["low"], "low"), rational(given["high"], "high")
    )  # fmt: skip
    if ends[0] >= ends[1]:
        raise DomainError(
            f"the domain has the ends {ends[0]} and {ends[1]}; the first is the smaller"
        )
    size = given["n"]
    if size is not None and size > LARGEST:
        raise DomainError(
            f"n is {size}, at most {LARGEST} for a function; leave it out for every n"
        )
    if size is not None and (given["least"] is not None or given["parity"] is not None):
        raise DomainError(
            "--n is one size; --least and --parity are about every n: give one of them"
        )
    if size is None and neighbours == "unbounded":
        raise DomainError("with unbounded neighbours a function needs --n")
    return FunctionQuestion(
        text, *ends, size, given["least"] or 2, neighbours, where_of(given["where"]),
        given["bound"], given["parity"],
    )  # fmt: skip


def domain_of(text: str) -> tuple[Fraction, Fraction]:
    """Both ends of '[LOW,HIGH]'."""
    match = _DOMAIN.fullmatch(text)
    if match is None:
        raise DomainError(f"the domain is {shown(text)}; write '[0,1]', with both ends in it")
    return rational(match[1], "low"), rational(match[2], "high")


def where_of(texts: Iterable[str]) -> dict[str, tuple[Fraction, Fraction | float]]:
    """Parameters as NAME=LOW..HIGH, with HIGH perhaps inf, or NAME=VALUE."""
    result: dict[str, tuple[Fraction, Fraction | float]] = {}
    for text in texts:
        match = _WHERE.fullmatch(text)
        if match is None or match[1] in result or match[1] in ("n", "x", "pi"):
            raise DomainError(f"--where is {shown(text)}; write NAME=LOW..HIGH, each name once")
        low = rational(match[2], match[1])
        high = (
            low if match[3] is None else inf if match[3] == "inf" else rational(match[3], match[1])
        )
        if high < low:
            raise DomainError(f"the interval of {match[1]} is empty: {shown(text)}")
        result[match[1]] = low, high
    return result


def rational(text: Any, name: str) -> Fraction:
    """A rational number from a short text."""
    try:
        if _NUMBER.fullmatch(str(text)) is not None:
            return Fraction(str(text).strip())
    except ZeroDivisionError:
        pass
    raise DomainError(f"{name} is {shown(text)}; write a number such as 1/2 or 0.25")
