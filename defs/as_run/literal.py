"""Inputs as a user writes them on the command line: a Python literal, read and never run."""

from __future__ import annotations

import ast
from typing import Any

from dpverify.defs.errors import UsageError
from dpverify.defs.validate import shown

MOST_CHARACTERS = 100_000


def literal(text: str, what: str) -> Any:
    """What a Python literal says: numbers, texts, None, True, False, and containers of these.

    Args: what the option, for messages.
    Raises: UsageError for anything else; no name is looked up and nothing is called.

    >>> literal("[0, (1, 'a')]", "--inputs")
    [0, (1, 'a')]
    """
    if len(text) > MOST_CHARACTERS:
        raise UsageError(f"{what} has {len(text)} characters; give at most {MOST_CHARACTERS}")
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise UsageError(
            f"{what} is {shown(text)}, no Python literal; write it as in {what} '[0, 1]'"
        ) from None


def literal_list(text: str, what: str) -> list[Any]:
    """The same of a list or a tuple."""
    found = literal(text, what)
    if not isinstance(found, (list, tuple)):
        raise UsageError(f"{what} is {shown(text)}; give a list, as in {what} '[0, 1]'")
    return list(found)
