"""A number of a JSON document, kept as the digits that stand there."""

from __future__ import annotations


class JsonNumber(str):
    """The text of a JSON number: told from a JSON string by its type, never read as a float.

    >>> JsonNumber("0.10") == "0.10", isinstance("0.10", JsonNumber)
    (True, False)
    """

    __slots__ = ()
